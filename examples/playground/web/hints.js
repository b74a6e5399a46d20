// Hints: the way to the goal is searched once, in slices, and kept while the player plays on.

import { count, say, way } from './words.js';

/** Moves off the known way that are led back without a new search. */
const DETOUR = 2;

export class Hints {
  #engine;
  #solver;
  #board;
  #calls;
  /** The search under way. */
  #number = null;
  /** The fewest moves that were left on the way that is known. */
  #least = Infinity;
  /** The hint that the player sees. */
  #shown = null;
  #isAwaited = false;

  constructor(engine, solver, board, calls) {
    this.#engine = engine;
    this.#solver = solver;
    this.#board = board;
    this.#calls = calls;
  }

  /** Shows the next move; if it is shown already, makes it. */
  ask() {
    const game = this.#calls.game();
    if (game.solved) {
      this.#calls.note('It is solved.');
      return;
    }
    if (!this.#calls.onUnsolvable()) return;
    if (this.#shown) {
      this.#calls.slide(this.#shown.direction);
      if (this.#calls.game().solved) return;
    }
    this.#isAwaited = true;
    const hint = this.#show();
    if (!hint || hint.left > this.#least + DETOUR) this.#search();
    if (!hint) this.#calls.note('Looking for a way …');
  }

  /** Takes the hint from the board: it is another board now. */
  hide() {
    this.#shown = null;
    this.#isAwaited = false;
    this.#board.mark();
  }

  /** Another game: the way that is known leads nowhere. */
  forget() {
    if (this.#number !== null) this.#solver.cancel(this.#number);
    this.#number = null;
    this.#least = Infinity;
    this.#isAwaited = false;
  }

  #show() {
    const hint = this.#engine.ask('hint');
    if (!hint) return null;
    this.#least = Math.min(this.#least, hint.left);
    this.#shown = hint;
    this.#board.mark(hint.tile, hint.direction);
    const words = `Move ${hint.tile} ${way(hint.direction)}: ${count(hint.left, 'move')} to go${hint.proven ? ', the fewest' : ''}`;
    this.#calls.note(words);
    say(words);
    return hint;
  }

  #search() {
    if (this.#number !== null) this.#solver.cancel(this.#number);
    const { board: from, goal } = this.#calls.game();
    const number = this.#solver.begin({ board: from, goal, quality: 'best' }, (known) => {
      if (this.#number !== number) return;
      if (known.error !== undefined) {
        this.#calls.note(known.error, true);
        this.#number = null;
        return;
      }
      if (known.done) this.#number = null;
      if (known.moves === undefined && !known.done) return;
      this.#take(from, known);
    });
    this.#number = number;
  }

  #take(from, known) {
    this.#way = known.moves ?? this.#way;
    const { kept } = this.#engine.ask('adopt', { from, moves: this.#way, bound: known.bound });
    if (kept) this.#least = Infinity;
    // A better way may begin with another move: but not under the player's finger.
    if (this.#isAwaited && kept) this.#show();
  }

  #way = '';
}
