// Shows a solution move by move, beside the game.

import { byId } from './words.js';

export class Player {
  #show;
  #onEnd;
  #board = null;
  #cells = [];
  #tiles = [];
  #at = 0;
  #timer = null;
  /** For each run of moves its element and the number of moves up to its end. */
  #runs = [];

  /** `show(board)` draws; `onEnd()` is called when the player leaves. */
  constructor(show, onEnd) {
    this.#show = show;
    this.#onEnd = onEnd;
    byId('scrub').addEventListener('input', () => { this.pause(); this.goTo(Number(byId('scrub').value)); });
    byId('first').addEventListener('click', () => { this.pause(); this.goTo(0); });
    byId('back').addEventListener('click', () => { this.pause(); this.goTo(this.#at - 1); });
    byId('forward').addEventListener('click', () => { this.pause(); this.goTo(this.#at + 1); });
    byId('play').addEventListener('click', () => (this.#timer ? this.pause() : this.play()));
    byId('leave').addEventListener('click', () => this.leave());
    byId('speed').addEventListener('input', () => { if (this.#timer) this.play(); });
  }

  /** Whether the board shows a place in the solution, not the game. */
  get isShowing() {
    return this.#board !== null && this.isAway;
  }

  isAway = false;

  /** Takes a solution: the board it begins on, the cell of each tile that moves, the moves as text. */
  open(title, board, cells, moves) {
    this.leave();
    this.#board = board;
    this.#cells = cells;
    this.#tiles = [...board.tiles];
    this.#at = 0;
    byId('player').hidden = false;
    byId('player-title').textContent = title;
    const scrub = byId('scrub');
    scrub.max = cells.length;
    scrub.value = 0;
    this.#runs = [];
    const notation = byId('notation');
    notation.textContent = '';
    let end = 0;
    for (const [run] of moves.matchAll(/(.)\1*/g)) {
      end += run.length;
      const element = document.createElement('span');
      element.textContent = run.length > 1 ? `${run[0]}${run.length}` : run;
      notation.append(element);
      this.#runs.push({ element, end });
    }
    this.#mark();
  }

  close() {
    this.pause();
    this.isAway = false;
    this.#board = null;
    byId('player').hidden = true;
  }

  leave() {
    this.pause();
    const wasAway = this.isAway;
    this.isAway = false;
    if (this.#board) {
      this.#walk(0);
      this.#mark();
    }
    if (wasAway) this.#onEnd();
  }

  goTo(place) {
    if (!this.#board) return;
    this.isAway = true;
    this.#walk(Math.max(0, Math.min(place, this.#cells.length)));
    this.#mark();
    this.#show({ ...this.#board, tiles: this.#tiles, pressable: [], move: this.#at, of: this.#cells.length });
  }

  #walk(place) {
    const blank = () => this.#tiles.indexOf(0);
    const swap = (a, b) => { [this.#tiles[a], this.#tiles[b]] = [this.#tiles[b], this.#tiles[a]]; };
    const start = this.#board.tiles.indexOf(0);
    while (this.#at < place) swap(blank(), this.#cells[this.#at++]);
    while (this.#at > place) {
      this.#at--;
      swap(blank(), this.#at === 0 ? start : this.#cells[this.#at - 1]);
    }
  }

  play() {
    if (!this.#board) return;
    this.pause();
    if (this.#at === this.#cells.length) this.goTo(0);
    byId('play').classList.add('playing');
    byId('play').setAttribute('aria-label', 'Pause the solution');
    const rate = Number(byId('speed').value);
    document.documentElement.style.setProperty('--glide', `${Math.min(150, Math.round(800 / rate))}ms`);
    this.#timer = setInterval(() => {
      this.goTo(this.#at + 1);
      if (this.#at === this.#cells.length) this.pause();
    }, 1000 / rate);
  }

  pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    byId('play').classList.remove('playing');
    byId('play').setAttribute('aria-label', 'Play the solution');
    document.documentElement.style.removeProperty('--glide');
  }

  #mark() {
    const scrub = byId('scrub');
    scrub.value = this.#at;
    scrub.setAttribute('aria-valuetext', `move ${this.#at} of ${this.#cells.length}`);
    let before = 0;
    for (const { element, end } of this.#runs) {
      const isNow = this.#at > before && this.#at <= end;
      element.className = isNow ? 'now' : end < this.#at ? 'done' : '';
      if (isNow) {
        const box = byId('notation');
        const top = element.offsetTop - box.offsetTop;
        if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 24) box.scrollTop = top - 24;
      }
      before = end;
    }
  }
}
