// `npuzzle.js` in node, where searches take turns: `node tests/npuzzle.mjs DIST`. The browser's tests have its worker.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const { WatchView } = await import(pathToFileURL(`${process.argv[2]}/watch-view.js`).href);
const { load } = await import(pathToFileURL(`${process.argv[2]}/npuzzle.js`).href);
const np = await load();
const EASY = '1 2 3/0 4 6/7 5 8'; // LUL
const HARD = '0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1'; // 80 moves

test('questions without a search', () => {
  assert.equal(np.isSolvable(EASY), true);
  assert.equal(np.isSolvable('1 2 3/4 5 6/8 7 0'), false);
  assert.match(np.explain('1 2 3/4 5 6/8 7 0'), /swapping tiles 7 and 8/);
  assert.equal(np.random('4x4', 1), '6 0 15 1/3 7 14 2/4 10 8 12/5 13 11 9');
  assert.ok(np.isSolvable(np.random('12x3', undefined, 'snail'), 'snail'));
  assert.equal(np.verify(EASY, 'LUL').solved, true);
  assert.match(np.verify(EASY, 'LLL').reason, /^move 3: no tile can move L/);
  assert.match(np.verify(EASY, 'I think LUL').reason, /'I' at byte 0/);
  assert.equal(np.verify(EASY, 'LLL').end, '1 2 3/4 6 0/7 5 8');
  assert.equal(np.isSolvable(np.random('100x100', 1)), true);
  assert.match(np.verify(EASY, '\ud83d').reason, /byte 0/);
  assert.match(np.verify(EASY, 'L').reason, /not in the goal/);
  assert.deepEqual([np.hint(EASY).direction, np.hint(EASY).left], ['L', 3]);
  assert.equal(np.hint('1 2/3 0'), null);
});

test('the page draws every bound that a search has', () => {
  const columns = (...bounds) => WatchView.columns(bounds.map((bound) => ({ bound, expanded: 1 })));
  assert.deepEqual(columns(21, 23, 25, 29, 27), [21, 23, 25, 27, 29]);
  assert.deepEqual(columns(11, 12, 13, 11, 14), [11, 12, 13, 14]); // a goal with a free blank
  assert.deepEqual(columns(7), [7]);
  assert.deepEqual(columns(), []);
});

test('solutions', async () => {
  const { moves, length, lowerBound, optimal, stopped } = await np.solve(EASY, { quality: 'optimal' });
  assert.deepEqual({ moves, length, lowerBound, optimal, stopped }, { moves: 'LUL', length: 3, lowerBound: 3, optimal: true, stopped: undefined });
  const slides = await np.solve('8 6 7/2 5 4/3 0 1', { quality: 'optimal', metric: 'mtm' });
  assert.deepEqual([slides.length, slides.optimal, slides.moves.length > 20], [20, true, true]);
  assert.equal((await np.solve('1 2 3/8 4 0/7 6 5', { goal: 'snail' })).moves, 'R');
  assert.equal((await np.solve('1 2/3 0')).length, 0);
});

test('a search ends at its time limit, with its status', async () => {
  let time = 0;
  const clock = mock.method(performance, 'now', () => (time += 10)); // no wait is needed
  const bounds = [];
  const options = { timeoutMs: 300, onProgress: ({ lowerBound }) => bounds.push(lowerBound) };
  const timed = await np.solve(np.random('7x7', 1), { quality: 'optimal', ...options });
  assert.deepEqual([timed.moves, timed.optimal, timed.stopped], [null, false, 'time']);
  assert.ok(timed.lowerBound > 100 && bounds.length > 1 && timed.milliseconds <= 300, `${timed.milliseconds}`);
  const best = await np.solve(np.random('6x6', 1), { timeoutMs: 1000 });
  assert.equal(best.stopped, 'time');
  assert.equal(np.verify(np.random('6x6', 1), best.moves).solved, true);
  clock.mock.restore();
});

test('a search ends when it is cancelled', async () => {
  const search = np.solve(HARD, { quality: 'optimal' });
  const other = np.solve(np.random('7x7', 1), { quality: 'optimal', onProgress: () => np.cancel() });
  search.cancel();
  assert.equal((await search).stopped, 'cancelled');
  assert.equal((await other).stopped, 'cancelled');
});

test('bad input is an error that names the place', async () => {
  const wrong = [
    [() => np.isSolvable('1 2/2 0'), /row 2: tile 2 appears twice/],
    [() => np.isSolvable(''), /no tiles/],
    [() => np.isSolvable(7), /'board' has to be text/],
    [() => np.explain(EASY, 'spiral'), /a goal is/],
    [() => np.random('4y4', 1), /4x4/],
    [() => np.random('4x4', -1), /'seed' has to be a whole number/],
    [() => np.verify('1 2/3 x', ''), /'x' at byte 6/],
    [() => np.solve(EASY, { timeoutMs: Number.NaN }), /NaN/],
  ];
  for (const [call, message] of wrong) assert.throws(call, message);
  const rejected = [
    [['1 2/3 3'], /tile 3 appears twice/],
    [['1 2 3/4 5 6/8 7 0'], /swapping tiles 7 and 8/],
    [[EASY, { quality: 'good' }], /a quality is/],
    [[EASY, { metric: 'turns' }], /a metric is/],
    [[EASY, { goal: '1 2/3 0' }], /the goal is 2 x 2/],
  ];
  for (const [members, message] of rejected) await assert.rejects(np.solve(...members), message);
});

test('boards of 4 x 4 are solved by tables, of 3 MB as everywhere', async () => {
  let expanded = 0;
  for (let seed = 0; seed < 20; seed++) {
    const solution = await np.solve(np.random('4x4', seed), { quality: 'optimal' });
    assert.equal(solution.optimal, true);
    expanded += solution.expanded;
  }
  assert.ok(expanded < 20 * 200_000, `${expanded}`); // by the Manhattan distance some 100,000,000
});
