// The page in a headless Chromium or Firefox. `tests/browser/run` installs what this needs.
//
//   node tests/browser/playground.mjs DIST         all tests
//   node tests/browser/playground.mjs DIST smoke   those of every change, in two minutes

import assert from 'node:assert/strict';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { axe, isFirefox, launch, open } from './browser.mjs';
import { serve } from './server.mjs';

const [dist, extent] = process.argv.slice(2);
const isSmoke = extent === 'smoke';
const whole = (name, run) => test(name, { skip: isSmoke && 'only in the whole run' }, run);
// What playwright-core can't tell Firefox: touches, no network, colours and motion, and scripts against the page's policy.
const inChromium = (name, run) => test(name, { skip: isFirefox && 'only in Chromium' }, run);

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true };
const RANDOM = '13.11.15.3/9.14.8.1/10.4.2.5/7.12.0.6'; // the board of seed 7: 59 moves
const SWAPPED = '1.2.3.4/5.6.7.8/9.10.11.12/13.15.14.0';

let server;
let launched;

before(async () => {
  server = await serve(dist);
  launched = await launch();
});

after(async () => {
  await launched.close();
  await server.close();
});

/** Opens the page at a part behind the `#`, runs a test on it, and looks for errors. */
async function on(hash, run, options = {}) {
  const { query = '', ...rest } = options;
  const { page, context, errors } = await open(launched.browser, server.url + query + hash, rest);
  try {
    await run(page, context);
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
}

const text = (page, selector) => page.textContent(selector);
const tiles = (page) => page.$$eval('.tile', (all) => {
  const cells = [];
  for (const tile of all) cells[tile.dataset.cell] = Number(tile.dataset.tile);
  return cells;
});
const answer = (page, index, state) => page.waitForSelector(`.answer:nth-child(${index})[data-state=${state}]`, { timeout: 120_000 });

/** Plays hints until the board is solved. */
async function playHints(page, most) {
  for (let move = 0; move <= most; move++) {
    if (await page.isVisible('#banner')) return;
    await page.click('#hint');
    await page.waitForFunction(() => document.querySelector('[data-hint]') || !document.querySelector('#banner').hidden, null, { timeout: 60_000 });
  }
  assert.fail('the hints did not lead to the goal');
}

test('it loads from a sub-path, each file once, and is ready to play', async () => {
  await on('', async (page) => {
    assert.equal(await page.getAttribute('html', 'data-ready'), 'worker');
    assert.equal((await tiles(page)).length, 16);
    const ready = await page.evaluate(() => performance.getEntriesByName('npuzzle-ready')[0].startTime);
    console.log(`ready to play after ${Math.round(ready)} ms`);
    const wasm = server.asked.filter((path) => path.endsWith('.wasm'));
    assert.equal(wasm.length, 1); // the preloaded one is used
    const elsewhere = server.asked.filter((path) => !path.startsWith('/some/where/') && path !== '/favicon.ico');
    assert.deepEqual(elsewhere, []);
  }, { query: '?offline=off' });
});

test('the page is light', async () => {
  let [brotli, gzip] = [0, 0];
  for (const name of await readdir(dist)) {
    const bytes = await readFile(join(dist, name));
    brotli += brotliCompressSync(bytes).length;
    gzip += gzipSync(bytes, { level: 9 }).length;
  }
  console.log(`the page weighs ${brotli} bytes by brotli, ${gzip} by gzip`);
  assert.ok(brotli <= 400_000);
});

test('a board is played to the end by mouse and keys', async () => {
  await on('#b=1.2.3/4.5.6/0.7.8', async (page) => {
    await page.click('.tile[data-tile="8"]'); // a run of two tiles
    assert.deepEqual(await tiles(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    assert.equal(await text(page, '#moves'), '2');
    assert.equal(await text(page, '#slides'), '1');
    assert.match(await text(page, '#banner-text'), /^Solved in 2 moves/);
    assert.match(await text(page, '#live'), /^Solved in 2 moves/);
    await page.click('#undo');
    assert.equal(await text(page, '#moves'), '0');
    await page.click('#redo');
    assert.equal(await text(page, '#moves'), '2');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('ArrowLeft');
    assert.match(await text(page, '#live'), /^7 left/);
    assert.deepEqual(await tiles(page), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    await page.keyboard.press('ArrowUp'); // no tile is there
    assert.match(await text(page, '#live'), /no tile can move/);
    await page.click('#restart');
    assert.equal(await text(page, '#moves'), '0');
  });
});

inChromium('a board is played to the end by touch', async () => {
  await on('#b=1.2.3/4.5.6/0.7.8', async (page) => {
    await page.tap('.tile[data-tile="7"]');
    const box = await (await page.$('.tile[data-tile="8"]')).boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const client = await page.context().newCDPSession(page);
    const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', [{ x, y }]);
    await touch('touchMove', [{ x: x - 30, y }]);
    await touch('touchEnd', []);
    await page.waitForSelector('#banner:not([hidden])');
    assert.match(await text(page, '#banner-text'), /^Solved in 2 moves/);
  }, PHONE);
});

test('by keyboard alone: from the top of the page to a solved board', async () => {
  await on('#b=1.2.3/4.5.6/0.7.8', async (page) => {
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the board');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const seen = new Set();
    while (!seen.has('8')) {
      const tile = await page.evaluate(() => document.activeElement.dataset.tile);
      assert.ok(tile && !seen.has(tile), `${tile} after ${[...seen]}`);
      seen.add(tile);
      if (tile !== '8') await page.keyboard.press('Tab');
    }
    assert.deepEqual([...seen].toSorted(), ['1', '4', '7', '8']); // those in line with the blank
    assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /^8, row 3, column 3, slides left$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#banner:not([hidden])');
    // The tabs go by arrows.
    await page.focus('#tab-solve');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getAttribute('#tab-why', 'aria-selected'), 'true');
    assert.ok(await page.isVisible('#panel-why'));
    await page.keyboard.press('End');
    assert.ok(await page.isVisible('#panel-setup'));
  });
});

test('arrow keys move tiles unless others need them', async () => {
  await on(`#b=${RANDOM}`, async (page) => {
    const movesAfter = async (key) => {
      await page.keyboard.press(key);
      return Number(await text(page, '#moves'));
    };
    assert.equal(await movesAfter('ArrowLeft'), 1); // nothing has the focus yet
    await page.focus('#solve');
    assert.equal(await movesAfter('ArrowRight'), 1);
    await page.focus('#undo');
    assert.equal(await movesAfter('ArrowRight'), 2);
    // A page that scrolls needs them, unless the board was pressed last.
    await page.setViewportSize({ width: 390, height: 500 });
    await page.click('#panel-solve .fine');
    const top = await page.evaluate(() => scrollY);
    assert.equal(await movesAfter('ArrowUp'), 2);
    await page.waitForFunction((before) => scrollY < before, top);
    await page.click('.figures');
    assert.equal(await movesAfter('ArrowLeft'), 3);
  });
});

test('hints lead to the goal, also past moves of the player’s own', async () => {
  await on('#b=8.6.7/2.5.4/3.0.1', async (page) => {
    await page.click('#hint');
    await page.waitForSelector('[data-hint]');
    const least = /(\d+) moves to go, the fewest/;
    await page.waitForFunction(() => document.querySelector('#note').textContent.includes('the fewest'));
    assert.match(await text(page, '#note'), least);
    assert.equal(Number((await text(page, '#note')).match(least)[1]), 31); // as far as any board of 3 x 3
    assert.match(await text(page, '#note'), /By hand: bring 1 home, to row 1, column 1: [UDLR]+$/);
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft']) await page.keyboard.press(key);
    await playHints(page, 60);
    assert.ok(Number(await text(page, '#moves')) >= 31);
  });
});

test('what can’t be solved is explained, and repaired', async () => {
  await on(`#b=${SWAPPED}&tab=why`, async (page) => {
    assert.equal(await text(page, '#verdict'), 'It can’t be solved');
    assert.match(await text(page, '#sentence'), /Inversions \(1\) \+ blank's row from the bottom \(1\) = 2, even/);
    assert.equal((await page.$$('.arc')).length, 1);
    assert.ok(await page.isVisible('.row-mark'));
    await page.click('#tab-solve');
    await page.click('#solve'); // leads back to the explanation
    assert.ok(await page.isVisible('#panel-why'));
    assert.equal(await text(page, '#repair'), 'Swap 14 and 15');
    await page.click('#repair');
    assert.equal(await text(page, '#verdict'), 'It can be solved');
    assert.equal((await tiles(page)).join(), '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0');
  });
  await on('#b=1x5:.2.4.3.0.1&tab=why', async (page) => { // a line, which no swap puts in order
    assert.equal(await text(page, '#verdict'), 'It can’t be solved');
    assert.ok(await page.isHidden('#repair-row'));
  });
});

test('cycles have arrows, and more than one can follow appear for a tile that is pointed at', async () => {
  const seen = (page, selector) => page.$$eval(selector, (all) => all.filter((it) => getComputedStyle(it).opacity > 0.3).length);
  await on('#b=3.8.1/5.4.2/7.0.6&tab=why', async (page) => {
    assert.equal(await seen(page, '.way'), 8); // all but the 7, and the blank
    assert.equal(await seen(page, '.way-start'), 8);
    await page.hover('#why-figure [data-cell="0"]'); // 3 and 1 change places
    await page.waitForFunction(() => document.querySelectorAll('.way.lit').length === 2);
    assert.equal(await seen(page, '.way'), 2);
  });
  await on('#b=13.11.15.3/9.14.8.1/10.4.2.5/7.12.0.6&tab=why', async (page) => {
    assert.match(await text(page, '#why-figure .row-mark + .legend'), /^row 1 from the bottom$/);
    assert.match(await text(page, '#why-figure'), /13 → 7 → 8 → 1 → 13; 11 → 2 → 11;/);
    assert.match(await text(page, '#why-figure'), /66 inversions: .*The arcs are faint/);
    assert.equal(await seen(page, '.way'), 0);
    assert.equal(await seen(page, '.arc'), 0);
    await page.hover('#why-figure [data-cell="0"]');
    assert.equal(await seen(page, '.way'), 4);
    await page.hover('#verdict');
    assert.equal(await seen(page, '.way'), 0);
  });
});

test('messages follow the game, and claim only what is proved', async () => {
  await on('#b=1.2.3/4.5.6/0.7.8', async (page) => {
    assert.match(await text(page, '.figures'), /Manhattan distance/);
    assert.doesNotMatch(await text(page, '#answers'), /at once|proved to be|, proved$/);
    const what = (index) => text(page, `.answer:nth-child(${index}) .what`);
    assert.equal(await what(3), 'until at most 10 % too long is proved');
    await page.click('.answer:nth-child(3) .go');
    await answer(page, 3, 'done');
    assert.equal(await what(3), 'proved: at most 10 % longer than the shortest');
    assert.equal(await what(4), 'until the shortest is proved');
    // Another board has no proof yet.
    await page.click('#shuffle');
    assert.equal(await what(3), 'until at most 10 % too long is proved');
    // After a click on Shuffle, H gives a hint; in the text of the board it is a letter.
    await page.keyboard.press('h');
    await page.waitForSelector('[data-hint]');
  });
  await on('#b=1.2.3/4.5.6/0.7.8&tab=setup', async (page) => {
    assert.equal(await page.inputValue('#text'), '1 2 3/4 5 6/0 7 8');
    await page.click('.tile[data-tile="7"]');
    assert.equal(await page.inputValue('#text'), '1 2 3/4 5 6/7 0 8');
    // What the player types stays, until it is used.
    await page.fill('#text', '1 2/3');
    await page.click('.tile[data-tile="8"]');
    assert.equal(await page.inputValue('#text'), '1 2/3');
    await page.fill('#text', '1 2/0 3');
    await page.click('#use-text');
    await page.click('.tile[data-tile="3"]');
    assert.equal(await page.inputValue('#text'), '1 2/3 0');
  });
});

test('a random 15-puzzle is solved optimally, and its solution can be scrubbed', async () => {
  await on(`#b=${RANDOM}`, async (page) => {
    await page.click('.answer:nth-child(4) .go');
    await answer(page, 4, 'done');
    const seconds = await page.evaluate(() => performance.now() / 1000);
    console.log(`from load to a solved random 15-puzzle: ${seconds.toFixed(2)} s`);
    assert.match(await text(page, '.answer:nth-child(4) .length'), /^59 tiles/);
    assert.ok(await page.isVisible('.answer:nth-child(4) .badge'));
    assert.equal(await page.getAttribute('#scrub', 'max'), '59');
    await page.focus('#scrub');
    await page.keyboard.press('End');
    assert.equal((await tiles(page)).join(), '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0');
    assert.equal(await text(page, '#banner-text'), 'Move 59 of 59');
    await page.click('#back');
    await page.keyboard.press('Home').catch(() => {});
    await page.click('#first');
    await page.click('#play');
    await page.waitForFunction(() => Number(document.querySelector('#scrub').value) >= 2);
    await page.click('#play'); // pauses
    await page.click('#leave');
    assert.equal((await tiles(page)).join(), RANDOM.replaceAll(/[./]/g, ','));
    assert.equal(await text(page, '#moves'), '0');
  });
});

whole('four qualities side by side', async () => {
  await on(`#b=${RANDOM}`, async (page) => {
    await page.click('#compare');
    const lengths = [];
    for (const index of [1, 2, 3, 4]) {
      await answer(page, index, 'done');
      lengths.push(Number.parseInt(await text(page, `.answer:nth-child(${index}) .length`), 10));
    }
    const [fast, best, within, optimal] = lengths;
    assert.equal(optimal, 59);
    assert.equal(best, 59);
    assert.ok(within <= 64 && fast >= best, String(lengths));
    await page.waitForSelector('#player:not([hidden])');
    assert.match(await text(page, '#player-title'), /59 tiles/);
  });
});

test('an 8 x 8 is solved, and a search that would never end is stopped', async () => {
  await on('#b=1.2.3.4/5.6.7.8/9.10.11.12/13.14.15.0', async (page) => {
    await page.click('#tab-setup');
    await page.click('#shapes button:has-text("8 × 8")');
    await page.click('#tab-solve');
    await page.click('#solve');
    await answer(page, 2, 'done');
    const length = Number.parseInt(await text(page, '.answer:nth-child(2) .length'), 10);
    assert.ok(length > 150 && length < 800, String(length));
    // No proof ends here: the search continues, reports, and stops on request.
    await page.click('.answer:nth-child(4) .go');
    await answer(page, 4, 'running');
    await page.waitForFunction(() => /M boards, at least \d+ moves/.test(document.querySelector('.answer:nth-child(4) .figures-line').textContent), null, { timeout: 60_000 });
    // The page still reacts.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.click('#stop');
    await answer(page, 4, 'stopped');
    const after = Number(await page.getAttribute('.answer:nth-child(4)', 'data-cancelled'));
    console.log(`cancelled after ${after} ms`);
    assert.match(await text(page, '.answer:nth-child(4) .figures-line'), /^stopped/);
  });
});

test('a link restores everything', async () => {
  let link;
  await on('#b=5.1.2.4/9.6.3.8/13.10.7.12/0.14.11.15&tab=setup', async (page, context) => {
    // In Firefox a page that is tested may not read the clipboard.
    if (!isFirefox) await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.selectOption('#scheme', 'fringe');
    await page.keyboard.press('Escape');
    await page.evaluate(() => document.activeElement.blur());
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await page.click('#undo');
    await page.click('#share');
    link = isFirefox ? page.url() : await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, page.url());
  });
  const hash = link.slice(link.indexOf('#'));
  await on(hash, async (page) => {
    assert.equal((await tiles(page)).join(), '5,1,2,4,0,6,3,8,9,10,7,12,13,14,11,15');
    assert.equal(await text(page, '#moves'), '2');
    assert.equal(await page.getAttribute('#redo', 'aria-disabled'), 'false');
    assert.equal(await page.inputValue('#scheme'), 'fringe');
    assert.ok(await page.isVisible('#panel-setup'));
    // The browser keeps it, too.
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('npuzzle-playground'))?.position === 2);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    assert.equal(await text(page, '#moves'), '2');
    // A link of no game is told, and does no harm.
    await page.evaluate(() => { location.hash = '#b=1.2/2.0'; });
    await page.waitForFunction(() => document.querySelector('#toast').textContent.includes('tile 2 appears twice'));
    assert.equal(await text(page, '#moves'), '2');
  });
});

test('boards are typed in every form, and faults are shown', async () => {
  await on('#b=1.2/3.0&tab=setup', async (page) => {
    const use = async (words) => {
      await page.fill('#text', words);
      await page.click('#use-text');
      return (await text(page, '#text-error')) || (await tiles(page)).join(' ');
    };
    assert.equal(await use('1 2 3/4 5 6/7 0 8'), '1 2 3 4 5 6 7 0 8');
    assert.equal(await use('[[1,2],[0,3]]'), '1 2 0 3');
    assert.equal(await use('# a course file\n3\n1 2 3\n4 0 5 # and words\n7 8 6'), '1 2 3 4 0 5 7 8 6');
    assert.equal(await use('4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0'), '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0');
    assert.equal(await use('2x3: 1 2 3 4 0 5'), '1 2 3 4 0 5');
    assert.match(await use('1 2 3/4 5 5/7 8 0'), /tile 5 appears twice/);
    assert.match(await use('1 2 3/4 5'), /row 2/);
    assert.match(await use('<b>hello</b>'), /expected/);
    assert.match(await use(''), /no tiles/);
    assert.match(await use(Array.from({ length: 121 }, (_, tile) => tile).join(' ')), /too large for this page/);
    assert.equal((await tiles(page)).length, 6); // the last that was right
    // Firefox gives no data to a paste that a page makes up.
    if (!isFirefox) {
      await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', '2 1/3 0');
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      });
      assert.equal((await tiles(page)).join(' '), '2 1 3 0');
    }
    await page.fill('#rows', '99');
    await page.click('#new-random');
    await page.waitForFunction(() => document.querySelector('#toast').textContent.includes('too large'));
  });
});

test('a picture is cut into tiles, and stays in the page', async () => {
  await on('#b=1.2.3.4/5.6.7.8/9.10.11.12/13.14.0.15&tab=setup', async (page) => {
    // Blue on the left, red on the right.
    const picture = await page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 });
      const pen = canvas.getContext('2d');
      pen.fillStyle = '#00f';
      pen.fillRect(0, 0, 200, 300);
      pen.fillStyle = '#f00';
      pen.fillRect(200, 0, 200, 300);
      const blob = await new Promise((resolve) => { canvas.toBlob(resolve); });
      return [...new Uint8Array(await blob.arrayBuffer())];
    });
    await page.setInputFiles('#picture', { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from(picture) });
    await page.waitForSelector('.board.pictured');
    const face = await page.$eval('.tile[data-tile="1"] .face', (it) => getComputedStyle(it).backgroundImage);
    assert.match(face, /^url\("blob:/);
    // What a tile shows is the part of its home, wherever it stands.
    const parts = await page.$$eval('.tile:not(.blank)', async (all) => {
      const address = getComputedStyle(all[0].querySelector('.face')).backgroundImage.slice(5, -2);
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: 4, height: 4 });
      const pen = canvas.getContext('2d', { willReadFrequently: true });
      pen.drawImage(image, 0, 0, 4, 4);
      return all.map((tile) => {
        const [x, y] = getComputedStyle(tile.querySelector('.face')).backgroundPosition.split(' ').map((it) => Math.round((3 * Number.parseFloat(it)) / 100));
        const [red, , blue] = pen.getImageData(x, y, 1, 1).data;
        return red > blue ? 'red' : 'blue';
      });
    });
    assert.deepEqual(parts, Array.from({ length: 15 }, (_, index) => (index % 4 < 2 ? 'blue' : 'red')));
    assert.deepEqual(server.given, []);
    await page.setInputFiles('#picture', { name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.waitForFunction(() => document.querySelector('#toast').textContent.includes('not a picture'));
    await page.click('#no-picture');
    assert.equal(await page.$('.board.pictured'), null);
  }, { query: '?offline=off' });
});

test('a box is played in space, and side by side', async () => {
  await on('#b=1.2/3.4//5.6/7.0&tab=setup', async (page) => {
    assert.ok(await page.$('.board.space'));
    await page.click('.tile[data-tile="4"]'); // from the front layer to the back one
    assert.match(await text(page, '#live'), /^4 to the back/);
    assert.equal((await tiles(page)).join(''), '12305674');
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('PageDown'); // and forth
    assert.equal((await tiles(page)).join(''), '12345670');
    await page.selectOption('#view', 'flat');
    assert.equal(await page.$('.board.space'), null);
    await page.click('.tile[data-tile="7"]');
    assert.equal((await tiles(page)).join(''), '12345607');
    await page.selectOption('#view', 'space');
    await page.click('#shapes button:has-text("4 × 4 × 4")');
    assert.equal((await tiles(page)).length, 64);
    // Every tile that can move is where a pointer finds it.
    const missed = await page.$$eval('.tile.slides', (all) => all.filter((tile) => {
      const { left, right, top, bottom } = tile.getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('.tile') !== tile;
    }).map((tile) => tile.dataset.tile));
    assert.deepEqual(missed, []);
  });
});

test('a board is edited by dragging, and by keys', async () => {
  await on('#b=1.2.3/4.5.6/7.8.0&tab=setup', async (page) => {
    await page.click('#edit');
    const centre = async (tile) => {
      const box = await (await page.$(`.tile[data-tile="${tile}"]`)).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [from, to] = [await centre(1), await centre(0)];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(from[0] + 40, from[1] + 30);
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
    assert.equal((await tiles(page)).join(''), '023456781');
    await page.focus('.tile[data-tile="2"]');
    await page.keyboard.press('Enter');
    await page.focus('.tile[data-tile="3"]');
    await page.keyboard.press('Enter');
    assert.equal((await tiles(page)).join(''), '032456781');
    assert.match(await text(page, '#live'), /Swapped 2 and 3/);
    await page.keyboard.press('Escape');
    assert.equal(await page.getAttribute('#edit', 'aria-pressed'), 'false');
  });
});

test('goals, easy boards and the board of the day', async () => {
  await on('#b=1.2.3/4.5.6/7.8.0&tab=setup', async (page) => {
    await page.selectOption('#goal', 'snail');
    await page.click('#new-easy');
    await playHints(page, 40);
    assert.equal((await tiles(page)).join(''), '123804765');
    await page.click('#new-daily');
    const today = await tiles(page);
    await page.click('#new-random');
    await page.click('#new-daily');
    assert.deepEqual(await tiles(page), today);
    await page.selectOption('#goal', 'custom');
    await page.fill('#text', '0 8 7/6 5 4/3 2 1');
    await page.click('#use-text');
    await page.click('#tab-solve');
    await page.click('.answer:nth-child(4) .go');
    await answer(page, 4, 'done');
    await page.focus('#scrub');
    await page.keyboard.press('End');
    assert.equal((await tiles(page)).join(''), '087654321');
    await page.click('#tab-setup');
    await page.fill('#text', '1 2 3/* * */* * *');
    await page.click('#use-text');
    await playHints(page, 60);
    assert.equal((await tiles(page)).slice(0, 3).join(''), '123');
  });
});

test('how it searches: every bound of a search is drawn', async () => {
  const { WatchView } = await import(pathToFileURL(join(dist, 'watch-view.js')).href);
  const columns = (...bounds) => WatchView.columns(bounds.map((bound) => ({ bound, expanded: 1 })));
  assert.deepEqual(columns(21, 23, 25, 29, 27), [21, 23, 25, 27, 29]);
  assert.deepEqual(columns(11, 12, 13, 11, 14), [11, 12, 13, 14]); // a goal with a free blank
  assert.deepEqual(columns(7), [7]);
  assert.deepEqual(columns(), []);
});

test('how it searches: the rounds of each heuristic', async () => {
  await on('#b=8.6.7/2.5.4/3.0.1&tab=watch', async (page) => {
    await page.click('#watch-start');
    await page.waitForFunction(() => document.querySelectorAll('.lane .bars').length === 4 && document.querySelector('#watch-stop').ariaDisabled === 'true', null, { timeout: 60_000 });
    const lanes = await page.$$eval('.lane', (all) => all.map((lane) => ({
      head: lane.querySelector('span').textContent,
      rounds: lane.querySelector('.bars').getAttribute('aria-label'),
    })));
    for (const { head } of lanes) assert.match(head, /^31 moves/);
    for (const { head } of lanes) assert.match(head, /\d+\.\d\d µs per board$/); // what a board costs
    assert.match(await text(page, '#panel-watch'), /each board costs more time/);
    assert.match(lanes[0].rounds, /^21 moves: \d+ boards, 23 moves: /);
    const boards = lanes.map(({ rounds }) => rounds.split(', ').reduce((sum, round) => sum + Number(round.match(/: (\d+)/)[1]), 0));
    assert.ok(boards[1] < boards[0], String(boards)); // linear conflict expands fewer than Manhattan
  });
});

test('how it searches: bounds rise by one if the blank may end anywhere', async () => {
  await on('#b=8.6.7/2.5.4/3.0.1&tab=setup', async (page) => {
    await page.selectOption('#goal', 'custom');
    await page.fill('#text', '1 2 3/* * */* * *');
    await page.click('#use-text');
    await page.click('#tab-watch');
    await page.click('#watch-start');
    await page.waitForFunction(() => document.querySelector('.lane .bars') && document.querySelector('#watch-stop').ariaDisabled === 'true', null, { timeout: 60_000 });
    const [bars] = await page.$$eval('.lane .bars', (all) => all.map((it) => [...it.querySelectorAll('i:not(.none)')].map((bar) => bar.title.split(' ')[0])));
    const [rounds] = await page.$$eval('.lane .bars', (all) => all.map((it) => it.getAttribute('aria-label').split(', ').map((round) => round.split(' ')[0])));
    assert.deepEqual(bars, rounds);
    assert.ok(rounds.some((bound, nth) => nth > 0 && bound - rounds[nth - 1] === 1), String(rounds));
  });
});

test('npuzzle.js solves in a worker of its own', async () => {
  await on('', async (page) => {
    const known = await page.evaluate(async () => {
      const np = await (await import('./npuzzle.js')).load();
      const bounds = [];
      const hard = np.solve('0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1', { quality: 'optimal', onProgress: ({ lowerBound }) => bounds.push(lowerBound) });
      const cancelled = np.solve(np.random('8x8', 1), { quality: 'optimal' });
      setTimeout(() => cancelled.cancel(), 100);
      const answers = [np.solve('1 2 3/0 4 6/7 5 8'), cancelled, np.solve(np.random('6x6', 1), { timeoutMs: 500 })];
      const [easy, stopped, timed] = await Promise.all(answers);
      const refused = await np.solve('1 2/3 3').catch((error) => error.message);
      hard.cancel();
      await hard;
      np.close();
      const closed = await np.solve('1 2/3 0').catch((error) => error.message);
      return { closed, easy, stopped, timed: np.verify(np.random('6x6', 1), timed.moves), refused, bounds };
    });
    assert.deepEqual([known.easy.moves, known.easy.optimal], ['LUL', true]);
    assert.equal(known.stopped.stopped, 'cancelled');
    assert.equal(known.timed.solved, true);
    assert.match(known.refused, /tile 3 appears twice/);
    assert.match(known.closed, /closed/);
    assert.ok(known.bounds.length > 0);
  });
});

test('without a worker it searches by frames', async () => {
  await on(`#b=${RANDOM}`, async (page) => {
    assert.equal(await page.getAttribute('html', 'data-ready'), 'frames');
    await page.click('.answer:nth-child(4) .go');
    await answer(page, 4, 'done');
    assert.match(await text(page, '.answer:nth-child(4) .length'), /^59 tiles/);
    await page.click('.answer:nth-child(1) .go');
    await answer(page, 1, 'done');
  }, { query: '?worker=off' });
});

inChromium('once loaded it works without a network', async () => {
  const { page, context, errors } = await open(launched.browser, server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.goto(`${server.url}#b=1.2.3/4.5.6/0.7.8`);
  await page.reload();
  await page.waitForSelector('html[data-ready=worker]');
  await page.click('#solve');
  await answer(page, 2, 'done');
  assert.ok(await page.$eval('header img', (image) => image.naturalWidth > 0));
  // Chromium asks for the icon of a window past the service worker.
  assert.deepEqual(errors.filter((error) => !error.endsWith('icon.svg')), []);
  await context.close();
});

whole('random clicks and keys break nothing', async () => {
  await on('#b=1.2.3/4.5.6/7.8.0', async (page) => {
    let seed = 20261122;
    const below = (limit) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * limit);
    };
    const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Control+z', 'Control+y', 'Escape', 'Enter', 'Tab', 'h'];
    for (let step = 0; step < 400; step++) {
      if (below(3) === 0) {
        await page.keyboard.press(keys[below(keys.length)]);
      } else {
        const pick = below(1000);
        await page.evaluate((nth) => {
          const seen = [...document.querySelectorAll('button')].filter((button) => button.checkVisibility());
          seen[nth % seen.length].click();
        }, pick);
      }
    }
    // The board is whole, and can still be played.
    const cells = await tiles(page);
    assert.deepEqual(cells.toSorted((a, b) => a - b), cells.map((_, tile) => tile));
    await page.keyboard.press('Escape');
    await page.click('#tab-setup');
    await page.click('#shapes button:has-text("3 × 3")');
    await playHints(page, 40);
  });
});

/** Names text that is cut: wider or higher than what holds it, or out of its picture. */
const cutText = (page) => page.evaluate(() => {
  const found = [];
  const told = (element, why) => found.push(`${element.tagName.toLowerCase()}#${element.id}.${element.getAttribute('class')} ${why}: ${element.textContent.trim().slice(0, 40)}`);
  for (const element of document.querySelectorAll('body, body *')) {
    if (!element.checkVisibility() || element.closest('.visually-hidden, .skip, .board, textarea, option')) continue;
    if (element.matches('svg text')) {
      const [own, all] = [element, element.ownerSVGElement].map((it) => it.getBoundingClientRect());
      if (own.left < all.left - 0.5 || own.right > all.right + 0.5 || own.top < all.top - 0.5 || own.bottom > all.bottom + 0.5) told(element, 'leaves its picture');
    } else if (element instanceof HTMLElement) {
      // What is inline has no width of its own; numbers of bounds stand between two bars.
      if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1 && !element.matches('.bounds span')) told(element, `${element.scrollWidth} > ${element.clientWidth} wide`);
      if (getComputedStyle(element).overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1) told(element, `${element.scrollHeight} > ${element.clientHeight} high`);
    }
  }
  return found;
});

inChromium('no text is cut, in narrow and wide letters', async () => {
  for (const [name, options] of Object.entries({ desktop: {}, dark: { colorScheme: 'dark' }, phone: { ...PHONE, colorScheme: 'dark' }, light: PHONE })) {
    if (isSmoke && name !== 'phone') continue;
    await on(`#b=${RANDOM}`, async (page) => {
      const check = async (what) => {
        for (const letters of ['', '"DejaVu Sans"']) {
          await page.evaluate((it) => { for (const font of ['--sans', '--rounded']) document.documentElement.style.setProperty(font, it); }, letters);
          assert.deepEqual(await cutText(page), [], `${what}, ${name} ${letters}`);
        }
      };
      await page.click('#compare');
      for (const index of [1, 2, 3, 4]) await answer(page, index, 'done');
      await page.waitForSelector('#player:not([hidden])');
      await check('solve');
      // No run of moves, as R2, is broken over two lines, whatever the width.
      const broken = await page.$eval('.notation', (box) => {
        const found = new Set();
        for (let width = 100; width < 300; width += 7) {
          box.style.width = `${width}px`;
          for (const run of box.children) if (run.getClientRects().length > 1) found.add(run.textContent);
        }
        box.style.width = '';
        return [box.children.length > 20, ...found];
      });
      assert.deepEqual(broken, [true]);
      await page.click('#hint');
      await page.waitForSelector('[data-hint]');
      await page.click('#tab-why');
      assert.ok(await page.isVisible('.legend'));
      await check('why');
      await page.click('#tab-watch');
      await page.click('#watch-start');
      await page.waitForFunction(() => document.querySelectorAll('.lane .bars').length > 1);
      await page.click('#watch-stop');
      await check('watch');
      await page.click('#tab-setup');
      await page.click('#edit');
      await check('setup');
      for (const shape of ['8 × 8', '4 × 4 × 4']) {
        await page.click(`#shapes button:has-text("${shape}")`);
        await check(shape);
        await page.click('#tab-why');
        await check(`why, ${shape}`);
        await page.click('#tab-setup');
      }
      await page.fill('#text', '1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0');
      await page.click('#use-text');
      await page.click('#tab-why');
      await check('unsolvable');
    }, options);
  }
});

/** Runs axe-core on the visible page; no rule is left out. */
async function checkAccess(page, what) {
  await page.addScriptTag({ path: axe }).catch(() => page.evaluate(axeSource));
  const result = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const words = result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('; ')}`);
  assert.deepEqual(words, [], what);
  assert.ok(result.passes.length > 10);
}
const axeSource = await readFile(axe, 'utf8');

inChromium('nobody is shut out: axe-core finds nothing, on every tab, light and dark, phone and desktop', async () => {
  for (const [name, options] of Object.entries({ desktop: {}, dark: { colorScheme: 'dark' }, phone: { ...PHONE, colorScheme: 'dark' }, light: PHONE })) {
    if (isSmoke && name !== 'dark') continue;
    await on(`#b=${SWAPPED}`, async (page) => {
      for (const tab of ['solve', 'why', 'watch', 'setup']) {
        await page.click(`#tab-${tab}`);
        await checkAccess(page, `${tab}, ${name}`);
      }
      await page.click('#edit');
      await checkAccess(page, `editing, ${name}`);
      await page.click('#tab-why');
      await page.click('#repair');
      await page.click('#tab-setup');
      await page.click('#shapes button:has-text("3 × 3 × 3")');
      await checkAccess(page, `box, ${name}`);
      await page.click('#tab-watch');
      await page.click('#watch-start');
      await page.click('#tab-solve');
      await page.click('#compare');
      await answer(page, 2, 'done');
      await page.$eval('#stop', (stop) => stop.click()); // if there is anything left to stop
      await page.click('#forward');
      await checkAccess(page, `solutions, ${name}`);
      await page.click('#tab-watch');
      await checkAccess(page, `rounds, ${name}`);
    }, { ...options, bypassCSP: true });
  }
});

inChromium('motion is reduced only if the system prefers that', async () => {
  const glide = (page) => page.$eval('.tile', (tile) => getComputedStyle(tile).transitionDuration);
  await on('', async (page) => assert.match(await glide(page), /^0(\.0+1)?s$|^0ms$|^0s$/));
  await on('', async (page) => assert.equal(await glide(page), '0.15s'), { reducedMotion: 'no-preference' });
});

whole('it is seen: pictures of phone and desktop, dark and light', async () => {
  const folder = process.env.PLAYGROUND_SHOTS ?? `${dist}-pictures`;
  await mkdir(folder, { recursive: true });
  const shoot = (name, hash, act, options) => on(hash, async (page) => {
    await act(page);
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `${name}.png`) });
  }, options);
  const compare = async (page) => {
    await page.click('#compare');
    await answer(page, 4, 'done');
    await page.waitForSelector('#player:not([hidden])');
  };
  const race = async (page) => {
    await page.click('#watch-start');
    await page.waitForFunction(() => document.querySelector('#watch-stop').ariaDisabled === 'true', null, { timeout: 120_000 });
  };
  const hint = async (page) => {
    await page.click('#hint');
    await page.waitForSelector('[data-hint]');
    await page.waitForFunction(() => document.querySelector('#note').textContent.includes('the fewest'));
  };
  // The first is in the README of the crate.
  await shoot('desktop', `#b=${RANDOM}`, compare);
  await shoot('phone', `#b=${RANDOM}&tab=why`, hint, { ...PHONE, colorScheme: 'dark' });
  await shoot('desktop-dark-why', `#b=${RANDOM}&tab=why`, async () => {}, { colorScheme: 'dark' });
  await shoot('desktop-light-search', '#b=8.6.7/2.5.4/3.0.1&tab=watch', race);
  await shoot('desktop-dark-box', '#b=1.4.3/12.11.26/0.25.17//8.13.2/20.7.21/9.6.14//5.22.18/16.23.10/24.19.15', async () => {}, { colorScheme: 'dark' });
  await shoot('phone-light', `#b=${RANDOM}&c=fringe`, hint, PHONE);
  await shoot('phone-dark-setup', '#b=1.2/3.4//5.6/7.0&tab=setup', async (page) => page.evaluate(() => scrollTo(0, 400)), { ...PHONE, colorScheme: 'dark' });
});
