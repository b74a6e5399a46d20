// How fast `npuzzle.js` is, in node and in a headless Chromium, and its size; the numbers are for a quiet machine:
//
//   tests/browser/with tests/browser/measure.mjs DIST [SHOT.png]   SHOT: a picture of the page in the README of npuzzle.js

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

import { launch } from './browser.mjs';
import { serve } from './server.mjs';

const [dist, shot] = process.argv.slice(2);

/** Runs in node and in the page alike. */
async function measure(url) {
  const np = await (await import(url)).load();
  const began = performance.now();
  await np.solve(np.random('4x4', 1000), { quality: 'optimal' }); // builds the tables
  const warm = performance.now() - began;
  const times = [];
  for (let seed = 1; seed <= 100; seed++) {
    const start = performance.now();
    const { optimal } = await np.solve(np.random('4x4', seed), { quality: 'optimal' });
    if (!optimal) throw new Error(`seed ${seed}`);
    times.push(performance.now() - start);
  }
  const [lengths, late] = [[], []];
  for (let seed = 1; seed <= 10; seed++) {
    const start = performance.now();
    lengths.push((await np.solve(np.random('6x6', seed), { timeoutMs: 1000 })).length);
    late.push(performance.now() - start);
  }
  np.close?.();
  const sum = (all) => all.reduce((total, it) => total + it, 0);
  return `4 x 4 optimal: first ${warm.toFixed(0)} ms, then ${(sum(times) / 100).toFixed(1)} ms on average, ${Math.max(...times).toFixed(0)} at most; `
    + `6 x 6 in a second: ${lengths.join(' ')}, ${sum(lengths)} moves, ${Math.max(...late).toFixed(0)} ms at most`;
}

const sizes = ['npuzzle.js', 'npuzzle.wasm'].map(async (name) => brotliCompressSync(await readFile(join(dist, name))).length);
console.log(`by brotli: ${(await Promise.all(sizes)).join(' + ')} bytes`);
console.log(`node ${process.version}: ${await measure(pathToFileURL(resolve(dist, 'npuzzle.js')).href)}`);

const [server, launched] = [await serve(dist), await launch()];
const page = await launched.browser.newPage({ viewport: { width: 900, height: 300 } });
const readme = await readFile(new URL('../../../npuzzle-js/README.md', import.meta.url), 'utf8');
const [, body] = readme.match(/```html\n(.*?)```/s);
await page.route('**/own.html', (route) => route.fulfill({ contentType: 'text/html', body }));
await page.goto(`${server.url}own.html`);
await page.click('#solve');
await page.waitForFunction(() => document.querySelector('#answer').value.includes('shortest'));
console.log(`the README's page: ${await page.evaluate(() => document.querySelector('#answer').value)}`);
if (shot) await page.screenshot({ path: shot });
console.log(`Chromium ${launched.browser.version()}: ${await page.evaluate(`(${measure})('./npuzzle.js')`)}`);
await launched.close();
await server.close();
