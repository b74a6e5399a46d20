// npuzzle.js: sliding puzzles for web pages and node, by `npuzzle.wasm` beside it. Without dependencies; copy both files.
//
//   import { load } from './npuzzle.js';
//   const np = await load();
//   const { moves, optimal } = await np.solve('5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15', { quality: 'optimal' });
//
// Searches run in a worker, which is this file once more; without workers, as in node, they take turns with the page.
// A board is text, rows ending with '/'; a move is the direction of the tile: U, D, L, R, and F, B in a box.

/**
 * @typedef {object} Options
 * @property {'optimal' | 'best' | 'fast' | `within=${number}`} [quality] `best` if not set: the shortest in about a second's
 *   work or the timeout; `within=1.1`: proved to be at most 10 % longer than a shortest one
 * @property {'stm' | 'mtm'} [metric] the metric of lengths: single tiles (`stm`, the default) or runs of tiles
 * @property {string} [goal] `blank-last` if not set, `blank-first`, `snail`, or a board
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
 * @typedef {object} Verdict
 * @property {boolean} solved whether the moves are legal and end in the goal
 * @property {string | null} reason why they are no solution
 * @property {number} length the moves, of one tile each
 * @property {number} slides the runs of tiles
 * @property {string} end the board before the first illegal move, or after all
 */

/**
 * @typedef {object} Hint
 * @property {number} tile the tile to move
 * @property {number} cell its cell, counted from 0
 * @property {string} direction the letter of the move
 * @property {number} left the moves left on the path that it begins
 * @property {boolean} proven whether no path is shorter
 */

/**
 * Loads the module. The address is that of `npuzzle.wasm`; it stands beside this file if not named.
 * @param {string | URL} [url]
 * @param {{ worker?: boolean }} [options] `worker: false` keeps searches out of a worker
 * @returns {Promise<Npuzzle>}
 */
export async function load(url, { worker = true } = {}) {
  const module = await compile(url);
  return new Npuzzle(new Engine(module), await Solver.start(module, worker));
}

/** The functions of a loaded module. What can't be read is an Error that names the place. */
class Npuzzle {
  #engine;
  #solver;
  #running = new Set();

  constructor(engine, solver) {
    this.#engine = engine;
    this.#solver = solver;
  }

  /**
   * Whether the goal can be reached, without a search.
   * @param {string} board @param {string} [goal] @returns {boolean}
   */
  isSolvable(board, goal) {
    return this.#engine.ask('explain', { board, goal }).solvable;
  }

  /**
   * Why the goal can or can't be reached, in a sentence.
   * @param {string} board @param {string} [goal] @returns {string}
   */
  explain(board, goal) {
    return this.#engine.ask('explain', { board, goal }).sentence;
  }

  /**
   * A board from which the goal can be reached, all equally likely. A seed gives the same board everywhere.
   * @param {string} shape such as `4x4` @param {number} [seed] @param {string} [goal] @returns {string}
   */
  random(shape, seed = Math.floor(Math.random() * 2 ** 53), goal) {
    return this.#engine.ask('random', { shape, seed, goal }).board;
  }

  /**
   * Plays moves, and returns whether they solve the board. Text that is no moves is a wrong answer, not an error.
   * @param {string} board @param {string} moves @param {string} [goal] @returns {Verdict}
   */
  verify(board, moves, goal) {
    // Half of a pair of surrogates is no letter of a move, and no text for the engine.
    return this.#engine.ask('verify', { board, moves: moves?.toWellFormed?.() ?? moves, goal });
  }

  /**
   * The next move of a good path, at once; null if the board is solved.
   * @param {string} board @param {string} [goal] @returns {Hint | null}
   */
  hint(board, goal) {
    this.#engine.ask('begin', { board, goal });
    return this.#engine.ask('hint');
  }

  /**
   * Solves a board beside the page. The promise has a method `cancel`: the search then ends with its status.
   * @param {string} board @param {Options} [options] @returns {Promise<Solution> & { cancel(): void }}
   */
  solve(board, { quality = 'best', metric, goal, timeoutMs, onProgress } = {}) {
    if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs >= 0)) throw new RangeError(`timeoutMs: ${timeoutMs} is no time`);
    let number;
    const promise = new Promise((resolve, reject) => {
      let known = { moves: null, length: null, lowerBound: 0, optimal: false, expanded: 0, milliseconds: 0 };
      number = this.#solver.begin({ board, quality, metric, goal, timeoutMs }, (told) => {
        if (told.error !== undefined) {
          this.#running.delete(number);
          reject(new Error(told.error));
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
}

const compiled = new Map();

/** Compiles the wasm of an address once, for the page and its worker. */
export function compile(url = new URL('npuzzle.wasm', import.meta.url)) {
  const file = new URL(url, import.meta.url);
  if (!compiled.has(file.href)) {
    const module = compileFrom(file);
    module.catch(() => compiled.delete(file.href)); // the next call tries again
    compiled.set(file.href, module);
  }
  return compiled.get(file.href);
}

async function compileFrom(file) {
  if (file.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises'); // node fetches no files
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

/** The wasm module: one function, JSON in, JSON out. See src/lib.rs for the requests. */
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
    const lost = error.name === 'EngineFailure' ? [number, ...this.#jobs.keys()] : [number];
    for (const one of lost) {
      this.#jobs.delete(one);
      this.#tell(one, { error: error.message });
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

const WORKER = 'npuzzle.js';

/** Searches in a worker, or by frames without one. */
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
        worker = new Worker(import.meta.url, { type: 'module', name: WORKER });
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
      worker.postMessage({ module });
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

/** What this file does as a worker. */
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

  self.onmessage = ({ data }) => {
    if (data.module) {
      slices = new Slices(new Engine(data.module), (number, known) => self.postMessage({ number, known }));
      self.postMessage({ ready: true });
    } else if (data.cancel) {
      slices.cancel(data.cancel);
      self.postMessage({ number: data.cancel, cancelled: true });
    } else {
      slices.begin(data.begin, data.options);
      advance();
    }
  };
}

if (globalThis.WorkerGlobalScope && self instanceof WorkerGlobalScope && self.name === WORKER) work();
