// `npuzzle.js` in node, where searches take turns: `node tests/npuzzle.mjs FOLDER`, the folder of npuzzle.js and its wasm. Its
// worker is tested in browsers: by `bundlers`, and by the playground.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const { load, Npuzzle, PuzzleError } = await import(pathToFileURL(`${process.argv[2]}/npuzzle.js`).href);
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

test('the first minute of the README prints what it says', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [code] = readme.match(/(?<=^const np = await load\(\);\n)const board.*?(?=^```)/ms);
  const AsyncFunction = (async () => {}).constructor;
  const printed = [];
  const explained = await new AsyncFunction('np', 'console', code.replace(/\nnp\.explain/, '\nreturn np.explain'))(np, { log: (...words) => printed.push(words.join(' ')) });
  assert.ok(code.includes(`// ${printed[0]}: the`), printed[0]);
  assert.ok(explained.startsWith(code.match(/\/\/ '(.*)\.\.\.'/)[1]), explained);
});

test('boards come back as text or arrays, as given', () => {
  assert.ok(np instanceof Npuzzle);
  assert.equal(np.means, 'frames');
  const rows = [[1, 2, 3], [0, 4, 6], [7, 5, 8]];
  const layers = [[[1, 2], [3, 4]], [[5, 6], [0, 7]]];
  assert.equal(np.isSolvable(rows), true);
  assert.equal(np.apply(EASY, 'L U'), '1 2 3/4 5 6/7 0 8');
  assert.deepEqual(np.apply(rows, 'LU'), [[1, 2, 3], [4, 5, 6], [7, 0, 8]]);
  assert.deepEqual(np.apply([[1, 2, 0, 3]], 'L'), [[1, 2, 3, 0]]);
  assert.deepEqual(np.apply(layers, 'L'), [[[1, 2], [3, 4]], [[5, 6], [7, 0]]]);
  assert.deepEqual(np.apply([[[1, 2], [0, 3]]], 'L'), [[[1, 2], [3, 0]]]); // one layer stays one
  assert.deepEqual(np.verify(rows, 'LLL').end, [[1, 2, 3], [4, 6, 0], [7, 5, 8]]);
  assert.deepEqual(np.legalMoves(EASY), ['U', 'D', 'L']);
  assert.deepEqual(np.legalMoves([[1], [0]]), ['D']);
  assert.deepEqual(np.neighbours([[1, 2], [0, 3]]), [{ move: 'D', board: [[0, 2], [1, 3]] }, { move: 'L', board: [[1, 2], [3, 0]] }]);
  assert.deepEqual(np.neighbours('1 2/0 3').map(({ board }) => board), ['0 2/1 3', '1 2/3 0']);
  for (const move of np.legalMoves(layers)) assert.equal(np.verify(layers, move).legal, true);
  assert.deepEqual(np.legalMoves(layers).toSorted(), ['B', 'D', 'L']);
  assert.deepEqual([np.toText([[1, 2, 3, 0]]), np.toRows('1x4: 1 2 3 0')], ['1x4: 1 2 3 0', [[1, 2, 3, 0]]]);
  assert.deepEqual([np.toText(layers), np.toLayers('1 2/3 4//5 6/0 7')], ['1 2/3 4//5 6/0 7', layers]);
  assert.equal(np.isSolvable([[1, 2, 3], [8, 0, 4], [7, 6, 5]], [[1, 2, 3], [8, 0, 4], [7, 6, 5]]), true);
});

test('every board of 2 x 2 is reached by neighbours', () => {
  const found = new Set(['1 2/3 0']);
  for (const board of found) for (const next of np.neighbours(board)) found.add(next.board);
  assert.equal(found.size, 12);
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

test('an error has a type, and says what was wrong where', async () => {
  const wrong = [
    [() => np.isSolvable('1 2/2 0'), PuzzleError, /row 2: tile 2 appears twice/],
    [() => np.isSolvable(''), PuzzleError, /no tiles/],
    [() => np.isSolvable([[1, 2], [3]]), PuzzleError, /row 2: 1 tile/],
    [() => np.isSolvable(7), TypeError, /'board' has to be text or rows of numbers, not 7/],
    [() => np.isSolvable([[1, '2'], [3, 0]]), TypeError, /'board' has to hold numbers, not the string '2'/],
    [() => np.isSolvable([[1, 2], [3, -0.5]]), RangeError, /whole numbers from 0, not -0.5/],
    [() => np.explain(EASY, 'spiral'), PuzzleError, /a goal is/],
    [() => np.explain(EASY, null), TypeError, /'goal' has to be text or rows of numbers, not null/],
    [() => np.random('4y4', 1), PuzzleError, /4x4/],
    [() => np.random(4, 1), TypeError, /'shape' has to be text, not 4/],
    [() => np.random('4x4', '1'), TypeError, /'seed' has to be a number, not the string '1'/],
    [() => np.random('4x4', -1), RangeError, /'seed' has to be a whole number/],
    [() => np.verify('1 2/3 ?', ''), PuzzleError, /'\?' at byte 6/],
    [() => np.verify(EASY, ['L']), TypeError, /'moves' has to be text, not an array/],
    [() => np.apply(EASY, 'LLL'), PuzzleError, /^move 3: no tile can move L/],
    [() => np.apply(EASY, 'home'), PuzzleError, /'h' at byte 0/],
    [() => np.toRows('1 2/3 4//5 6/0 7'), PuzzleError, /toLayers/],
  ];
  for (const [call, type, message] of wrong) {
    assert.throws(call, (error) => {
      assert.equal(error.constructor, type);
      assert.match(error.message, message);
      return error.name === type.name;
    });
  }
  const rejected = [
    [['1 2/3 3'], PuzzleError, /tile 3 appears twice/],
    [['1 2 3/4 5 6/8 7 0'], PuzzleError, /swapping tiles 7 and 8/],
    [[EASY, { quality: 'good' }], PuzzleError, /a quality is/],
    [[EASY, { metric: 'turns' }], PuzzleError, /a metric is/],
    [[EASY, { goal: '1 2/3 0' }], PuzzleError, /the goal is 2 x 2/],
    [[7], TypeError, /'board' has to be text/],
    [[EASY, { timeoutMs: '3' }], TypeError, /'timeoutMs' has to be a number, not the string '3'/],
    [[EASY, { timeoutMs: Number.NaN }], RangeError, /'timeoutMs' .* not NaN/],
    [[EASY, { timeoutMs: -1 }], RangeError, /milliseconds from 0, not -1/],
    [[EASY, { quality: 3 }], TypeError, /'quality' has to be text, not 3/],
    [[EASY, { onProgress: 'log' }], TypeError, /'onProgress' has to be a function, not the string 'log'/],
  ];
  for (const [members, type, message] of rejected) {
    const search = np.solve(...members);
    search.cancel();
    await assert.rejects(search, (error) => error.constructor === type && message.test(error.message));
  }
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
