// The apps that `bundlers` has built, in headless Chromium: their searches run in a worker and print answers.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { launch } from '../../playground/tests/browser/browser.mjs';
import { serve } from '../../playground/tests/browser/server.mjs';

const apps = process.argv[2];
let launched;
before(async () => { launched = await launch(); });
after(async () => { await launched.close(); });

/** Opens a page, collects everything that goes wrong on it, and runs a check. */
async function on(url, check) {
  const page = await launched.browser.newPage();
  const errors = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) errors.push(message.text()); });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('requestfailed', (request) => errors.push(`failed: ${request.url()}`));
  try {
    await page.goto(url);
    await check(page);
  } catch (error) {
    error.message += `\non the page: ${errors.join('\n')}`;
    throw error;
  } finally {
    await page.close();
  }
  assert.deepEqual(errors, []);
}

/** Solves the board of the README's page; `means` is what the app says of npuzzle. */
async function solves(page) {
  await page.waitForSelector('html[data-means]', { timeout: 60_000 });
  const means = await page.getAttribute('html', 'data-means');
  assert.equal(means, 'worker');
  assert.ok(page.workers().length > 0);
  await page.fill('#board', '5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15');
  await page.click('#solve');
  await page.waitForFunction(() => document.querySelector('#answer').value.includes('fewest'), null, { timeout: 60_000 });
  const answer = await page.$eval('#answer', (output) => output.value);
  assert.match(answer, /^[UDLR]{9}: 9 moves, the fewest$/);
  console.log(`np.means: ${means}; ${answer}`);
}

/** Plays a move in the React component of the README; it solves each board anew. */
async function plays(page) {
  const solved = (moves) => page.waitForFunction((it) => document.querySelector('#root output')?.value === it, moves, { timeout: 60_000 });
  await solved('LUL');
  await page.click('#root button:has-text("L")');
  await solved('UL');
  assert.equal(await page.$$eval('#root td', (all) => all.map((cell) => cell.textContent).join(' ')), '1 2 3 4  6 7 5 8');
}

/** Runs a check on a folder that is served below a path. */
async function served(folder, check) {
  const server = await serve(folder);
  try {
    await on(server.url, check);
  } finally {
    await server.close();
  }
}

test('a build of Vite, below a path', () => served(join(apps, 'vite/dist'), async (page) => {
  await solves(page);
  await plays(page);
}));

test('a build of webpack, below a path', () => served(join(apps, 'webpack/dist'), solves));

test('the development server of Vite', async () => {
  const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1'], { cwd: join(apps, 'vite') });
  try {
    let output = '';
    const url = await new Promise((resolve, reject) => {
      vite.on('exit', () => reject(new Error(output)));
      vite.stdout.on('data', (data) => {
        output += data;
        const local = output.replaceAll(/\u001b\[\d+m/g, '').match(/http:\S+\//);
        if (local) resolve(local[0]);
      });
    });
    await on(url, solves);
  } finally {
    vite.kill();
  }
});

test('a page without a bundler', async () => {
  const folder = join(apps, 'vite/node_modules/npuzzle');
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  await writeFile(join(folder, 'index.html'), readme.match(/```html\n(.*?)```/s)[1].replace('<title>', '<link rel="icon" href="data:,">$&'));
  await served(folder, async (page) => {
    await page.waitForFunction(() => document.querySelector('#board').value !== '');
    await page.click('#solve');
    await page.waitForFunction(() => document.querySelector('#answer').value.includes('shortest'), null, { timeout: 60_000 });
    assert.equal(page.workers().length, 1);
  });
});
