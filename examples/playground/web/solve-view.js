// Four qualities of answer, side by side.

import { byId, count, duration, short } from './words.js';

const QUALITIES = [
  { quality: 'fast', title: 'Fast', what: 'the first solution, without a proof', hue: 250 },
  { quality: 'best', title: 'Best', what: 'the shortest within a budget of some seconds’ work', hue: 300 },
  { quality: 'within=1.1', title: 'Within 10 %', what: 'until at most 10 % too long is proved', proved: 'proved: at most 10 % longer than the shortest', hue: 350 },
  { quality: 'optimal', title: 'Optimal', what: 'until the shortest is proved', proved: 'proved: none is shorter', hue: 45 },
];

export class SolveView {
  #solver;
  #rows = new Map();
  #onChange;
  /** The board that the answers are for. */
  #asked = null;

  /** `onShow(row)` shows a solution; `onChange` is called when a search begins or ends. */
  constructor(solver, { onRun, onShow, onChange }) {
    this.#solver = solver;
    this.#onChange = onChange;
    for (const quality of QUALITIES) {
      const row = { ...quality, number: null, known: null, moves: null, element: document.createElement('li') };
      row.element.className = 'answer';
      row.element.style.setProperty('--hue', quality.hue);
      row.element.innerHTML = `
        <div><span class="name"></span><span class="badge" hidden>shortest</span></div>
        <div class="length"></div>
        <div class="what"></div>
        <div class="figures-line"></div>
        <button type="button" class="go"></button>
        <div class="bar"><i></i></div>`;
      row.part = (name) => row.element.querySelector(`.${name}`);
      row.part('name').textContent = quality.title;
      row.part('go').addEventListener('click', () => {
        if (row.number !== null) this.#solver.cancel(row.number);
        else if (row.moves !== null) onShow(row, this.#asked);
        else onRun([row.quality]);
      });
      byId('answers').append(row.element);
      this.#rows.set(quality.quality, row);
      this.#draw(row);
    }
  }

  get isRunning() {
    return [...this.#rows.values()].some((row) => row.number !== null);
  }

  /** The row with the fewest moves, if any has some. */
  get shortest() {
    const rows = [...this.#rows.values()].filter((row) => row.moves !== null);
    return rows.reduce((best, row) => (best && best.known.length <= row.known.length ? best : row), null);
  }

  /** Begins searches; `null` means all of them. */
  run(board, qualities) {
    if (this.#asked?.board !== board.board || this.#asked?.goal !== board.goal) this.clear();
    this.#asked = board;
    for (const quality of qualities ?? this.#rows.keys()) {
      const row = this.#rows.get(quality);
      if (row.number !== null) continue;
      Object.assign(row, { known: null, moves: null, words: null });
      const number = this.#solver.begin({ board: board.board, goal: board.goal, quality }, (known) => {
        if (row.number === number) this.#receive(row, known);
      });
      row.number = number;
      this.#draw(row);
    }
    this.#onChange();
  }

  stop() {
    for (const row of this.#rows.values()) if (row.number !== null) this.#solver.cancel(row.number);
  }

  /** Forgets the answers, for another board. */
  clear() {
    for (const row of this.#rows.values()) {
      if (row.number !== null) this.#solver.cancel(row.number);
      Object.assign(row, { number: null, known: null, moves: null, words: null });
      row.element.classList.remove('shown');
      this.#draw(row);
    }
    this.#asked = null;
    this.#onChange();
  }

  shown(row) {
    for (const other of this.#rows.values()) other.element.classList.toggle('shown', other === row);
  }

  #receive(row, known) {
    if (known.error !== undefined || known.cancelled) {
      row.number = null;
      row.words = known.cancelled ? 'stopped' : known.error;
      if (known.cancelled) row.element.dataset.cancelled = known.after.toFixed(1);
      this.#draw(row);
      this.#onChange({ asked: this.#asked });
      return;
    }
    if (known.moves !== undefined) Object.assign(row, { moves: known.moves, slides: known.slides });
    row.known = known;
    if (!known.done) {
      if (row.isDue) return;
      row.isDue = true;
      requestAnimationFrame(() => {
        row.isDue = false;
        this.#draw(row);
      });
      return;
    }
    row.number = null;
    this.#draw(row);
    this.#onChange({ done: row, asked: this.#asked });
  }

  #draw(row) {
    const { known } = row;
    const isRunning = row.number !== null;
    row.element.classList.toggle('running', isRunning);
    row.element.dataset.state = isRunning ? 'running' : row.words ? 'stopped' : known?.done ? 'done' : 'idle';
    const go = row.part('go');
    go.textContent = isRunning ? 'Stop' : row.moves !== null ? 'Show' : 'Run';
    go.setAttribute('aria-label', `${go.textContent} ${row.title}`);
    row.part('what').textContent = known?.done && row.proved ? row.proved : row.what;
    const length = row.part('length');
    length.textContent = '';
    if (row.moves !== null) {
      length.append(String(known.length), Object.assign(document.createElement('small'), { textContent: ` tiles · ${row.slides} slides` }));
    }
    row.part('badge').hidden = !(known && row.moves !== null && known.length === known.bound);
    const line = row.part('figures-line');
    if (!known) {
      line.textContent = row.words ?? (isRunning ? 'beginning …' : '');
    } else {
      const parts = [duration(known.milliseconds - known.forTables)];
      if (known.forTables > 0) parts[0] += ` + ${duration(known.forTables)} for tables`;
      parts.push(known.length === known.bound ? `${short(known.expanded)} boards` : `${short(known.expanded)} boards, at least ${count(known.bound, 'move')}`);
      if (row.words) parts.unshift(row.words);
      line.textContent = parts.join(' · ');
    }
    const all = [...this.#rows.values()].map((other) => other.known?.length ?? 0);
    const longest = Math.max(...all);
    for (const other of this.#rows.values()) {
      const share = other.known?.length ? other.known.length / longest : 0;
      other.part('bar').firstElementChild.style.width = `${100 * share}%`;
    }
  }
}
