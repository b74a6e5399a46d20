// npuzzle.js: sliding puzzles for web pages and node, by `npuzzle.wasm` beside it. Without dependencies.
//
//   import { load } from 'npuzzle'; // or './npuzzle.js', if both files were copied
//   const np = await load();
//   const { moves, optimal } = await np.solve('5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15', { quality: 'optimal' });
//
// Searches run in a worker, which is this file once more; without workers, as in node, they take turns with the page.
// A move is the direction of the tile: U, D, L, R, and F, B in a box.

/**
 * A board: text in any form that npuzzle reads, such as `1 2 3/4 5 6/7 8 0`, or its rows as arrays, in a box its layers. 0 is
 * the blank.
 * @typedef {string | readonly (readonly number[])[] | readonly (readonly (readonly number[])[])[]} Board
 */

/**
 * The form in which a board was given: text, rows, or layers.
 * @template {Board} B
 * @typedef {B extends string ? string : B extends readonly (readonly number[])[] ? number[][] : number[][][]} Same
 */

/**
 * `blank-last`, `blank-first`, `snail`, or a board, `*` for tiles that don't matter.
 * @typedef {Board} Goal
 */

/** @typedef {'U' | 'D' | 'L' | 'R' | 'F' | 'B'} Move */

/**
 * @typedef {object} Options
 * @property {'optimal' | 'best' | 'fast' | `within=${number}`} [quality] `best` if not set: the shortest that a budget of work
 *   finds, some seconds on most devices, or the timeout; `within=1.1`: proved to be at most 10 % longer than a shortest one
 * @property {'stm' | 'mtm'} [metric] the metric of lengths: single tiles (`stm`, the default) or runs of tiles
 * @property {Goal} [goal] `blank-last` if not set
 * @property {number} [timeoutMs] milliseconds after which the search ends with its status
 * @property {(known: Solution) => void} [onProgress] receives the status, many times per second
 */

/**
 * The status of a search, at its end or before.
 * @typedef {object} Solution
 * @property {string | null} moves the shortest solution found; null if none was found
 * @property {number | null} length its moves by the metric
 * @property {number} lowerBound the moves that every solution has at least, proved
 * @property {boolean} optimal whether it is proved to be a shortest one
 * @property {number} expanded the boards whose moves were tried
 * @property {number} milliseconds the time spent on the search
 * @property {'time' | 'cancelled'} [stopped] what ended the search before it had its answer
 */

/**
 * @template {Board} [B=string]
 * @typedef {object} Verdict
 * @property {boolean} solved whether the moves are legal and end in the goal
 * @property {boolean} legal whether all moves can be played
 * @property {string | null} reason why they are no solution
 * @property {number} length the moves, of one tile each
 * @property {number} slides the runs of tiles
 * @property {Same<B>} end the board before the first illegal move, or after all
 */

/**
 * @typedef {object} Hint
 * @property {number} tile the tile to move
 * @property {number} cell its cell, counted from 0
 * @property {Move} direction the move
 * @property {number} left the moves left on the path that it begins
 * @property {boolean} proven whether no path is shorter
 */

/** Input that the puzzle refuses: text that can't be read, an illegal move, a goal that can't be reached. */
export class PuzzleError extends Error {
  static { this.prototype.name = 'PuzzleError'; }
}

/** A panic of the engine, a bug; every search of that engine is lost. */
class EngineFailure extends Error {
  static { this.prototype.name = 'EngineFailure'; }
}

/**
 * Loads the module.
 * @param {string | URL} [url] the address of `npuzzle.wasm`, text being relative to the page; it stands beside this file if not set
 * @param {{ worker?: boolean }} [options] `worker: false` keeps searches out of a worker
 * @returns {Promise<Npuzzle>}
 */
export async function load(url, { worker = true } = {}) {
  const module = await compile(url);
  return new Npuzzle(new Engine(module), await Solver.start(module, worker));
}

/**
 * The functions of a loaded module. Each throws TypeError and RangeError for arguments of a wrong type or range, and
 * `PuzzleError` for what the puzzle refuses.
 */
export class Npuzzle {
  #engine;
  #solver;
  #running = new Set();

  /** @private */
  constructor(engine, solver) {
    this.#engine = engine;
    this.#solver = solver;
  }

  /**
   * What runs the searches: a worker, or the frames of the page, in node the turns of its loop.
   * @returns {'worker' | 'frames'}
   */
  get means() {
    return this.#solver.means;
  }

  /**
   * Whether the goal can be reached, without a search.
   * @param {Board} board @param {Goal} [goal] @returns {boolean}
   */
  isSolvable(board, goal) {
    return this.#ask('explain', board, { goal: goalText(goal) }).solvable;
  }

  /**
   * Why the goal can or can't be reached, in a sentence.
   * @param {Board} board @param {Goal} [goal] @returns {string}
   */
  explain(board, goal) {
    return this.#ask('explain', board, { goal: goalText(goal) }).sentence;
  }

  /**
   * A board from which the goal can be reached, all equally likely. A seed gives the same board everywhere.
   * @param {string} shape such as `4x4` @param {number} [seed] @param {Goal} [goal] @returns {string}
   */
  random(shape, seed = Math.floor(Math.random() * 2 ** 53), goal) {
    check('seed', seed, 'number');
    if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`'seed' has to be a whole number from 0 to 2^53 - 1, not ${seed}`);
    return this.#engine.ask('random', { shape: check('shape', shape, 'string'), seed, goal: goalText(goal) }).board;
  }

  /**
   * A board as text, in the form that all of npuzzle prints.
   * @param {Board} board @returns {string}
   */
  toText(board) {
    return this.#ask('verify', board, { moves: '' }).end;
  }

  /**
   * A flat board as rows of numbers.
   * @param {Board} board @returns {number[][]}
   */
  toRows(board) {
    const layers = this.toLayers(board);
    if (layers.length > 1) throw new PuzzleError(`a box of ${layers.length} layers has no rows of its own: use toLayers`);
    return layers[0];
  }

  /**
   * A board as layers of rows of numbers; a flat one has one layer.
   * @param {Board} board @returns {number[][][]}
   */
  toLayers(board) {
    return layersOf(this.toText(board));
  }

  /**
   * The board after some moves, in the form in which it was given.
   * @template {Board} B
   * @param {B} board @param {string} moves @returns {Same<B>}
   */
  apply(board, moves) {
    const { legal, reason, end } = this.verify(board, moves);
    if (!legal) throw new PuzzleError(reason);
    return end;
  }

  /**
   * The moves that a board has.
   * @param {Board} board @returns {Move[]}
   */
  legalMoves(board) {
    return this.neighbours(board).map(({ move }) => move);
  }

  /**
   * The boards that a move leads to, each with its move, in the form in which the board was given.
   * @template {Board} B
   * @param {B} board @returns {{ move: Move, board: Same<B> }[]}
   */
  neighbours(board) {
    return MOVES.flatMap((move) => {
      const { legal, end } = this.verify(board, move);
      return legal ? [{ move, board: end }] : [];
    });
  }

  /**
   * Plays moves, and returns whether they solve the board. Text that is no moves is a wrong answer, not an error.
   * @template {Board} B
   * @param {B} board @param {string} moves @param {Goal} [goal] @returns {Verdict<B>}
   */
  verify(board, moves, goal) {
    const verdict = this.#ask('verify', board, { moves: wellFormed(check('moves', moves, 'string')), goal: goalText(goal) });
    return { ...verdict, end: inForm(verdict.end, board) };
  }

  /**
   * The next move of a good path, at once; null if the board is solved.
   * @param {Board} board @param {Goal} [goal] @returns {Hint | null}
   */
  hint(board, goal) {
    this.#ask('begin', board, { goal: goalText(goal) });
    return this.#engine.ask('hint');
  }

  /**
   * Solves a board beside the page. The promise has a method `cancel`: the search then ends with its status.
   * @param {Board} board @param {Options} [options] @returns {Promise<Solution> & { cancel(): void }}
   */
  solve(board, options = {}) {
    let number;
    const promise = new Promise((resolve, reject) => {
      const { onProgress, ...request } = checked(board, options);
      let known = { moves: null, length: null, lowerBound: 0, optimal: false, expanded: 0, milliseconds: 0 };
      number = this.#solver.begin(request, (told) => {
        if (told.error !== undefined) {
          this.#running.delete(number);
          reject(told.refused ? new PuzzleError(told.error) : new Error(told.error));
          return;
        }
        const { moves = known.moves, length = known.length, bound = known.lowerBound } = told;
        const { expanded = known.expanded, milliseconds = known.milliseconds } = told;
        known = { moves, length, lowerBound: bound, optimal: length === bound, expanded, milliseconds };
        if (told.cancelled || told.stopped) known.stopped = told.stopped ?? 'cancelled';
        if (told.done || told.cancelled) {
          this.#running.delete(number);
          resolve(known);
        } else {
          onProgress?.(known);
        }
      });
      this.#running.add(number);
    });
    return Object.assign(promise, { cancel: () => this.#solver.cancel(number) });
  }

  /** Ends all searches with what they know. */
  cancel() {
    for (const number of this.#running) this.#solver.cancel(number);
  }

  /** Ends all searches and the worker, after which nothing can be solved; without a worker only the searches. */
  close() {
    this.cancel();
    this.#solver.close();
  }

  #ask(action, board, members) {
    return this.#engine.ask(action, { board: boardText('board', board), ...members });
  }
}

const MOVES = ['U', 'D', 'L', 'R', 'F', 'B'];

/** Names a value and its type: `the string '3'`. */
function named(value) {
  if (typeof value === 'string') return `the string '${value}'`;
  if (typeof value === 'number' || value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

const TYPES = { string: 'text', number: 'a number', function: 'a function' };

/** Returns an argument of the right type. */
function check(name, value, type) {
  if (typeof value !== type) throw new TypeError(`'${name}' has to be ${TYPES[type]}, not ${named(value)}`);
  return value;
}

/** Half of a pair of surrogates is no text for the engine. */
const wellFormed = (text) => text.toWellFormed?.() ?? text;

/** A board as text that the engine reads: arrays as they are written in JSON. */
function boardText(name, board) {
  if (typeof board === 'string') return wellFormed(board);
  if (!Array.isArray(board)) throw new TypeError(`'${name}' has to be text or rows of numbers, not ${named(board)}`);
  for (const tile of board.flat(2)) {
    if (typeof tile !== 'number') throw new TypeError(`'${name}' has to hold numbers, not ${named(tile)}`);
    if (!Number.isSafeInteger(tile) || tile < 0) throw new RangeError(`'${name}' has to hold whole numbers from 0, not ${tile}`);
  }
  return JSON.stringify(board);
}

const goalText = (goal) => (goal === undefined ? undefined : boardText('goal', goal));

/** The layers of a board that the engine printed, rows of numbers each: `1 2/3 4//5 6/7 0`, `1x4: 1 2 3 0`. */
function layersOf(text) {
  const layers = text.replace(/^.*: /, '').split('//');
  return layers.map((layer) => layer.split('/').map((row) => row.split(' ').map(Number)));
}

/** A board that the engine printed, in the form of a given one. */
function inForm(text, given) {
  if (typeof given === 'string') return text;
  const layers = layersOf(text);
  return Array.isArray(given[0]?.[0]) ? layers : layers[0];
}

/** The request of a search, its arguments checked. */
function checked(board, { quality = 'best', metric, goal, timeoutMs, onProgress }) {
  check('quality', quality, 'string');
  if (metric !== undefined) check('metric', metric, 'string');
  if (onProgress !== undefined) check('onProgress', onProgress, 'function');
  if (timeoutMs !== undefined && !(check('timeoutMs', timeoutMs, 'number') >= 0)) {
    throw new RangeError(`'timeoutMs' has to be a number of milliseconds from 0, not ${timeoutMs}`);
  }
  return { board: boardText('board', board), quality, metric, goal: goalText(goal), timeoutMs, onProgress };
}

const compiled = new Map();

/**
 * Compiles the wasm of an address once, for the page and its worker.
 * @internal
 */
export function compile(url = new URL('./npuzzle.wasm', import.meta.url)) {
  const file = new URL(url, globalThis.document?.baseURI);
  if (!compiled.has(file.href)) {
    const module = compileFrom(file);
    module.catch(() => compiled.delete(file.href)); // the next call tries again
    compiled.set(file.href, module);
  }
  return compiled.get(file.href);
}

async function compileFrom(file) {
  if (file.protocol === 'file:') {
    // Node fetches no files. An import would make every bundler warn.
    const { readFile } = process.getBuiltinModule('node:fs/promises');
    return WebAssembly.compile(await readFile(file));
  }
  const response = await fetch(file, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${file.pathname}: ${response.status} ${response.statusText}`);
  // Some servers don't know the type of wasm.
  const streams = response.headers.get('content-type')?.startsWith('application/wasm');
  return streams && WebAssembly.compileStreaming
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * The wasm module: one function, JSON in, JSON out. See examples/playground/src/lib.rs for the requests.
 * @internal
 */
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

  /** Sends a request, and returns the answer; throws its error. */
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
      throw new EngineFailure(`npuzzle failed: ${words || trap.message}`);
    }
    const answer = JSON.parse(this.#read());
    if (answer?.error !== undefined) throw new PuzzleError(answer.error);
    return answer;
  }

  #read() {
    const { memory, start, length } = this.#exports;
    return this.#decoder.decode(new Uint8Array(memory.buffer, start(), length()));
  }
}

/** Searches that take turns, in slices of some milliseconds. */
class Slices {
  #engine;
  #tell;
  /** By the number that the page gave: the engine's number, and the milliseconds spent. */
  #jobs = new Map();

  /** `tell(number, known)` is called for each search after each slice. */
  constructor(engine, tell) {
    this.#engine = engine;
    this.#tell = tell;
  }

  begin(number, options) {
    const began = performance.now();
    try {
      const { id } = this.#engine.ask('search', options);
      const end = began + (options.timeoutMs ?? Infinity);
      this.#jobs.set(number, { id, end, spent: performance.now() - began, tables: 0 });
    } catch (error) {
      this.#fail(number, error);
    }
  }

  /** Reports an error. A panic loses all searches. */
  #fail(number, error) {
    const lost = error instanceof EngineFailure ? [number, ...this.#jobs.keys()] : [number];
    for (const one of lost) {
      this.#jobs.delete(one);
      this.#tell(one, { error: error.message, refused: error instanceof PuzzleError });
    }
  }

  cancel(number) {
    const job = this.#jobs.get(number);
    if (!job) return;
    this.#jobs.delete(number);
    this.#engine.ask('drop', { id: job.id });
  }

  get isIdle() {
    return this.#jobs.size === 0;
  }

  /** Advances the next search for about `milliseconds`; a slice of the engine may take longer. */
  advance(milliseconds) {
    const [[number, job]] = this.#jobs;
    this.#jobs.delete(number);
    const began = performance.now();
    let known = { trail: [] };
    try {
      do {
        const before = performance.now();
        known = merged(known, this.#engine.ask('advance', { id: job.id }));
        const took = performance.now() - before;
        job.spent += took;
        if (known.tables) job.tables += took;
      } while (!known.done && performance.now() < Math.min(began + milliseconds, job.end));
    } catch (error) {
      this.#fail(number, error);
      return;
    }
    if (!known.done && performance.now() >= job.end) {
      this.#engine.ask('drop', { id: job.id });
      known = { ...known, done: true, stopped: 'time' };
    }
    if (!known.done) this.#jobs.set(number, job); // the others are next
    this.#tell(number, { ...known, milliseconds: job.spent, forTables: job.tables });
  }
}

/** What two slices tell: the trail of both, and the moves of the later one that has any. */
function merged(earlier, later) {
  const { trail, moves, slides } = earlier;
  return { ...(moves !== undefined && { moves, slides }), ...later, trail: [...trail, ...later.trail] };
}

/** What a frame without a worker may give to searches, in milliseconds. */
const OF_A_FRAME = 4;

/** The milliseconds of a turn: the worker receives messages between two turns, so that a search is cancelled at once. */
const TURN = 8;

/**
 * Searches in a worker, or by frames without one.
 * @internal
 */
export class Solver {
  #listeners = new Map();
  #last = 0;
  #post;
  /** `worker` or `frames`. */
  means;
  close = () => {};

  /** `useWorker` may be false, for a test or a browser that has none. */
  static async start(module, useWorker) {
    const solver = new Solver();
    if (!useWorker || !(await solver.#startWorker(module))) solver.#startFrames(module);
    return solver;
  }

  #startWorker(module) {
    return new Promise((resolve) => {
      let worker;
      try {
        // All literal: bundlers recognise a worker by this form alone.
        worker = new Worker(new URL('./npuzzle.js', import.meta.url), { type: 'module', name: 'npuzzle.js' });
      } catch {
        resolve(false);
        return;
      }
      worker.onerror = (event) => {
        event.preventDefault();
        worker.terminate();
        resolve(false);
      };
      worker.onmessage = ({ data }) => {
        if (!data.ready) return this.#receive(data);
        this.means = 'worker';
        this.close = () => {
          worker.terminate();
          this.#post = ({ begin }) => this.#receive({ number: begin, known: { error: 'npuzzle.js was closed' } });
          for (const number of this.#listeners.keys()) this.#receive({ number, cancelled: true });
        };
        this.#post = (message) => worker.postMessage(message);
        worker.onerror = null;
        resolve(true);
      };
      worker.postMessage({ npuzzle: module });
    });
  }

  #startFrames(module) {
    this.means = 'frames';
    const slices = new Slices(new Engine(module), (number, known) => this.#receive({ number, known }));
    const later = globalThis.requestAnimationFrame ?? globalThis.setImmediate;
    let isTurning = false;
    const frame = () => {
      try {
        if (!slices.isIdle) slices.advance(OF_A_FRAME);
      } finally { // a listener may have thrown
        isTurning = !slices.isIdle;
        if (isTurning) later(frame);
      }
    };
    this.#post = ({ begin, options, cancel }) => {
      if (cancel) {
        slices.cancel(cancel);
        this.#receive({ number: cancel, cancelled: true });
        return;
      }
      slices.begin(begin, options);
      if (!isTurning && !slices.isIdle) {
        isTurning = true;
        later(frame);
      }
    };
  }

  #receive({ number, known, cancelled }) {
    const listener = this.#listeners.get(number);
    if (!listener) return;
    if (cancelled || known.done || known.error !== undefined) this.#listeners.delete(number);
    if (cancelled) listener({ cancelled: true, after: performance.now() - listener.asked });
    else listener(known);
  }

  /** Begins a search; `listen` is called with the status, the last time with `done`, `error` or `cancelled`. */
  begin(options, listen) {
    const number = ++this.#last;
    const listener = (known) => listen(known);
    this.#listeners.set(number, listener);
    // Not at once: no report should come before the number is returned.
    queueMicrotask(() => {
      try {
        this.#post({ begin: number, options });
      } catch (error) { // what can't be sent to a worker
        this.#receive({ number, known: { error: error.message } });
      }
    });
    return number;
  }

  cancel(number) {
    const listener = this.#listeners.get(number);
    if (!listener) return;
    listener.asked = performance.now();
    queueMicrotask(() => this.#post({ cancel: number })); // behind its beginning
  }
}

/** What this file does as a worker. Not by its name: a bundler may drop that. */
function work() {
  let slices;
  // A message to itself comes behind those of the page, and sooner than any timer.
  const turn = new MessageChannel();
  let isTurning = false;

  turn.port1.onmessage = () => {
    isTurning = false;
    if (!slices.isIdle) slices.advance(TURN);
    advance();
  };

  function advance() {
    if (isTurning || slices.isIdle) return;
    isTurning = true;
    turn.port2.postMessage(null);
  }

  self.addEventListener('message', ({ data }) => {
    if (data?.npuzzle) {
      slices = new Slices(new Engine(data.npuzzle), (number, known) => self.postMessage({ number, known }));
      self.postMessage({ ready: true });
    } else if (!slices) {
      // A message of a program whose own worker imports this file.
    } else if (data.cancel) {
      slices.cancel(data.cancel);
      self.postMessage({ number: data.cancel, cancelled: true });
    } else {
      slices.begin(data.begin, data.options);
      advance();
    }
  });
}

if (globalThis.WorkerGlobalScope && self instanceof WorkerGlobalScope) work();
