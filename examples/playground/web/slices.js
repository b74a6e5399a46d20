// Searches that take turns: each goes on for a slice of some milliseconds. Both the worker and, where
// there is none, the page use this.

export class Slices {
  #engine;
  #tell;
  /** By the number that the page gave: the engine's number, and the milliseconds spent. */
  #jobs = new Map();

  /** `tell(number, known)` hears of each search after each slice. */
  constructor(engine, tell) {
    this.#engine = engine;
    this.#tell = tell;
  }

  begin(number, options) {
    const began = performance.now();
    try {
      const { id } = this.#engine.ask('search', options);
      this.#jobs.set(number, { id, spent: performance.now() - began, tables: 0 });
    } catch (error) {
      this.#tell(number, { error: error.message });
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

  /** Gives the search whose turn it is about so much time; a slice of the engine's may take longer. */
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
      } while (!known.done && performance.now() - began < milliseconds);
    } catch (error) {
      this.#tell(number, { error: error.message });
      return;
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
