// Hints: the game thinks a little each frame, and its next move is known at any time. Beside it stands what people would do by hand.

import { count, say, way } from './words.js';

/** What a frame gives to thinking, in milliseconds, and the boards expanded between two looks at the clock. */
const OF_A_FRAME = 4;
const BOARDS = 2_000;

export class Hints {
  #engine;
  #board;
  #calls;
  /** The hint on the screen. */
  #shown = null;
  #isAwaited = false;
  /** The next frame that thinks. */
  #frame = null;

  constructor(engine, board, calls) {
    this.#engine = engine;
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
    this.#show(this.#engine.ask('hint'));
    this.#think();
  }

  /** Takes the hint from the board: it is another board now. */
  hide() {
    this.#shown = null;
    this.#isAwaited = false;
    this.#board.mark();
  }

  /** Another game: nothing is searched for until a hint is asked for. */
  forget() {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    this.#isAwaited = false;
  }

  #show(hint) {
    if (!hint) return;
    this.#shown = hint;
    this.#board.mark(hint.tile, hint.direction);
    const words = `Move ${hint.tile} ${way(hint.direction)}: ${count(hint.left, 'move')} to go${hint.proven ? ', the fewest' : ''}`;
    const byHand = this.#engine.ask('lesson');
    const all = byHand ? `${words}. By hand: ${byHand}` : words;
    this.#calls.note(all);
    say(all);
  }

  /** Thinks in each frame, until there is nothing more to find. Hints improve meanwhile. */
  #think() {
    if (this.#frame !== null) return;
    const frame = () => {
      this.#frame = null;
      const began = performance.now();
      let isOver = false;
      try {
        do isOver = this.#engine.ask('think', { boards: BOARDS }).over;
        while (!isOver && performance.now() - began < OF_A_FRAME);
      } catch (error) {
        this.#calls.note(error.message, true);
        return;
      }
      this.#improve();
      if (!isOver) this.#think();
    };
    this.#frame = requestAnimationFrame(frame);
  }

  #improve() {
    if (!this.#isAwaited || !this.#shown) return;
    const hint = this.#engine.ask('hint');
    if (hint && (hint.left < this.#shown.left || hint.proven !== this.#shown.proven)) this.#show(hint);
  }
}
