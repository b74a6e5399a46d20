// How it searches: a lane for each heuristic, a bar for each round of IDA*.

import { count, duration, short } from './words.js';

const HEURISTICS = [
  { name: 'manhattan', title: 'Manhattan', hue: 285 },
  { name: 'linear-conflict', title: 'Linear conflict', hue: 340 },
  { name: 'walking-distance', title: 'Walking distance', hue: 25 },
  { name: 'patterns', title: 'Pattern tables', hue: 70 },
];

/** The most bounds of which each has a label. */
const MOST_NAMED = 14;

export class WatchView {
  #lanes = new Map();
  #element;
  #solver;
  /** Called when a race begins or ends. */
  onChange = () => {};

  constructor(element, solver) {
    this.#element = element;
    this.#solver = solver;
    this.clear();
  }

  get isRunning() {
    return [...this.#lanes.values()].some((lane) => lane.number !== null);
  }

  clear() {
    this.stop();
    this.#element.textContent = '';
    this.#lanes.clear();
    for (const heuristic of HEURISTICS) {
      const lane = { ...heuristic, number: null, trail: [], known: null };
      lane.element = document.createElement('div');
      lane.element.className = 'lane';
      lane.element.style.setProperty('--hue', heuristic.hue);
      this.#lanes.set(heuristic.name, lane);
      this.#element.append(lane.element);
    }
    this.#drawAll();
    this.onChange();
  }

  start(board, goal) {
    this.clear();
    for (const lane of this.#lanes.values()) {
      lane.number = this.#solver.begin(
        { board, goal, quality: 'optimal', heuristic: lane.name },
        (known) => this.#receive(lane, known),
      );
    }
    this.onChange();
  }

  stop() {
    for (const lane of this.#lanes.values()) if (lane.number !== null) this.#solver.cancel(lane.number);
  }

  #receive(lane, known) {
    if (this.#lanes.get(lane.name) !== lane) return; // of an earlier board
    if (known.error !== undefined || known.cancelled) {
      lane.number = null;
      lane.words = known.cancelled ? 'stopped' : known.error;
    } else {
      lane.known = known;
      lane.trail.push(...known.trail);
      if (known.done) lane.number = null;
    }
    if (lane.number === null) this.onChange();
    if (this.#isDue) return;
    this.#isDue = true; // at most once a frame
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#drawAll();
    });
  }

  #isDue = false;

  /** The expansions of each round: the difference of the counts when its bound and the next one were proved. */
  static rounds({ trail, known }) {
    const rounds = trail.map(([bound, expanded], index) => {
      const end = index + 1 < trail.length ? trail[index + 1][1] : known.expanded;
      return { bound, expanded: end - expanded };
    });
    return rounds.filter(({ expanded }) => expanded > 0);
  }

  /**
   * The bounds from the first to the last. A move changes the parity of the moves left: every other bound is possible, unless
   * the blank may end on several cells.
   */
  static columns(rounds) {
    const bounds = rounds.map(({ bound }) => bound);
    const [first, last] = [Math.min(...bounds), Math.max(...bounds)];
    const step = bounds.every((bound) => (bound - first) % 2 === 0) ? 2 : 1;
    return bounds.length === 0 ? [] : Array.from({ length: (last - first) / step + 1 }, (_, nth) => first + step * nth);
  }

  /** Draws all lanes to one scale, with the bounds below each other. */
  #drawAll() {
    const lanes = [...this.#lanes.values()];
    for (const lane of lanes) lane.rounds = lane.known ? WatchView.rounds(lane) : [];
    const all = lanes.flatMap((lane) => lane.rounds);
    const columns = WatchView.columns(all);
    const decades = Math.max(3, Math.ceil(Math.log10(Math.max(0, ...all.map(({ expanded }) => expanded)) + 1)));
    this.#element.style.setProperty('--decades', decades);
    for (const lane of lanes) this.#draw(lane, { columns, decades });
  }

  #draw(lane, { columns, decades }) {
    const { known, element, title, rounds, words } = lane;
    const head = document.createElement('div');
    head.className = 'lane-head';
    const name = document.createElement('b');
    name.textContent = title;
    const figures = document.createElement('span');
    head.append(name, figures);
    if (known) {
      const end = known.done ? count(known.length, 'move') : words ?? (known.tables ? 'building tables' : `at least ${known.bound}`);
      const search = known.milliseconds - known.forTables;
      const each = known.expanded > 0 ? ` · ${((1000 * search) / known.expanded).toFixed(2)} µs per board` : '';
      const tables = known.forTables > 0 ? ` + ${duration(known.forTables)} for tables` : '';
      figures.textContent = `${end} · ${short(known.expanded)} boards · ${duration(search)}${tables}${each}`;
    } else {
      figures.textContent = words ?? '';
    }
    if (rounds.length === 0) {
      const empty = document.createElement('div');
      empty.className = 'empty';
      if (known?.tables) empty.textContent = `Building tables: ${Math.round((100 * known.tables[0]) / Math.max(1, known.tables[1]))} %`;
      else if (known?.done) empty.textContent = 'Solved without a round';
      element.replaceChildren(head, empty);
      return;
    }
    const bars = document.createElement('div');
    bars.className = 'bars';
    bars.setAttribute('role', 'img');
    bars.setAttribute('aria-label', rounds.map(({ bound, expanded }) => `${bound} moves: ${expanded} boards`).join(', '));
    const bounds = document.createElement('div');
    bounds.className = 'bounds';
    bounds.setAttribute('aria-hidden', 'true');
    const every = Math.ceil(columns.length / MOST_NAMED);
    for (const [column, wanted] of columns.entries()) {
      const round = rounds.find(({ bound }) => bound === wanted);
      const bar = document.createElement('i');
      if (round) {
        bar.style.height = `${Math.max(2, (100 * Math.log10(round.expanded + 1)) / decades)}%`;
        bar.title = `${wanted} moves: ${round.expanded.toLocaleString('en')} boards`;
        if (lane.number !== null && round === rounds.at(-1)) bar.className = 'live';
      } else {
        bar.className = 'none';
      }
      const label = document.createElement('span');
      label.textContent = column % every === 0 ? wanted : '';
      bars.append(bar);
      bounds.append(label);
    }
    element.replaceChildren(head, bars, bounds);
  }
}
