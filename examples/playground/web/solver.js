// Searches as the page sees them: begun, told of, cancelled. In a worker, or by frames without one.

import { Engine } from './engine.js';
import { Slices } from './slices.js';

/** What a frame without a worker may give to searches. */
const OF_A_FRAME = 4;

export class Solver {
  #listeners = new Map();
  #last = 0;
  #post;
  /** `worker` or `frames`. */
  means;

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
        worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
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
        if (!data.ready) return this.#hear(data);
        this.means = 'worker';
        this.#post = (message) => worker.postMessage(message);
        worker.onerror = null;
        resolve(true);
      };
      worker.postMessage({ module });
    });
  }

  #startFrames(module) {
    this.means = 'frames';
    const slices = new Slices(new Engine(module), (number, known) => this.#hear({ number, known }));
    let isTurning = false;
    const frame = () => {
      if (!slices.isIdle) slices.advance(OF_A_FRAME);
      isTurning = !slices.isIdle;
      if (isTurning) requestAnimationFrame(frame);
    };
    this.#post = ({ begin, options, cancel }) => {
      if (cancel) {
        slices.cancel(cancel);
        this.#hear({ number: cancel, cancelled: true });
        return;
      }
      slices.begin(begin, options);
      if (!isTurning && !slices.isIdle) {
        isTurning = true;
        requestAnimationFrame(frame);
      }
    };
  }

  #hear({ number, known, cancelled }) {
    const listener = this.#listeners.get(number);
    if (!listener) return;
    if (cancelled || known.done || known.error !== undefined) this.#listeners.delete(number);
    if (cancelled) listener({ cancelled: true, after: performance.now() - listener.asked });
    else listener(known);
  }

  /** Begins a search; `listen` hears what is known, the last time with `done`, `error` or `cancelled`. */
  begin(options, listen) {
    const number = ++this.#last;
    const listener = (known) => listen(known);
    this.#listeners.set(number, listener);
    // Not at once: what is told should not come before the number is known.
    queueMicrotask(() => this.#post({ begin: number, options }));
    return number;
  }

  cancel(number) {
    const listener = this.#listeners.get(number);
    if (!listener) return;
    listener.asked = performance.now();
    this.#post({ cancel: number });
  }
}
