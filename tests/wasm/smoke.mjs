// node tests/wasm/smoke.mjs FILE.wasm: calls what src/lib.rs exports and compares what it prints.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

let printed = [];
const host = {
  now: () => performance.now(),
  print: (start, bytes) => {
    const text = new Uint8Array(instance.exports.memory.buffer, start, bytes);
    printed.push(new TextDecoder().decode(text));
  },
};
const module = await readFile(process.argv[2]);
const { instance } = await WebAssembly.instantiate(module, { env: host });
instance.exports.start();

const expected = {
  solve: ['DDDLLUUUL', 'true'],
  timeout_without_clock: ['a timeout needs a clock: none was given, and there is none here'],
  timeout: ['stopped: the time was up'],
  hint: ['DDDLLUUUL', 'true'],
  solve_many: ['9', '0', '5'],
  solve_each: ['0: 6', '1: 6', '2: 6'],
  tables: ['33', '58'],
};
for (const [name, lines] of Object.entries(expected)) {
  printed = [];
  try {
    instance.exports[name]();
  } catch (error) {
    console.error(`${name}: ${printed.join('\n')}`);
    throw error;
  }
  assert.deepEqual(printed, lines, name);
  console.log(`${name}: ${printed.join(', ')}`);
}
