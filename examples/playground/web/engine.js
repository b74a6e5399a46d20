// The wasm module: one function, JSON in, JSON out. See src/lib.rs for the requests.

const FILE = new URL('npuzzle.wasm', import.meta.url);

let compiled;

/** Compiles the module once, for the page and its worker. */
export function compile() {
  compiled ??= compileAnew();
  return compiled;
}

async function compileAnew() {
  const response = await fetch(FILE, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`npuzzle.wasm: ${response.status} ${response.statusText}`);
  // Some servers don't know the type of wasm.
  const streams = response.headers.get('content-type')?.startsWith('application/wasm');
  return streams && WebAssembly.compileStreaming
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

export class Engine {
  #module;
  #exports;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  constructor(module) {
    this.#module = module;
    this.#start();
  }

  #start() {
    this.#exports = new WebAssembly.Instance(this.#module, {}).exports;
  }

  /** Asks, and returns the answer; throws what is wrong with the request. */
  ask(action, members = {}) {
    const request = this.#encoder.encode(JSON.stringify({ do: action, ...members }));
    const engine = this.#exports;
    const start = engine.room(request.length);
    new Uint8Array(engine.memory.buffer, start, request.length).set(request);
    try {
      engine.answer();
    } catch (trap) {
      // A panic: its words are in the buffer. What the engine held is lost.
      const words = this.#read();
      this.#start();
      throw Object.assign(new Error(`npuzzle failed: ${words || trap.message}`), { name: 'EngineFailure' });
    }
    const answer = JSON.parse(this.#read());
    if (answer?.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  #read() {
    const { memory, start, length } = this.#exports;
    return this.#decoder.decode(new Uint8Array(memory.buffer, start(), length()));
  }
}
