// The board: tiles as buttons, drawn flat or in space; presses, swipes and drags become calls.

/** Pixels that a finger moves before a touch is a swipe, or a press a drag. */
const SWIPE = 14;

const NAMES = { U: 'up', D: 'down', L: 'left', R: 'right', F: 'to the front', B: 'to the back' };

export class BoardView {
  #element;
  #frame;
  #calls;
  #shape = '';
  /** The buttons, by tile. */
  #tiles = [];
  #board;
  #isEditing = false;
  #isFlat = false;
  #picked = null;

  /** `calls` are `press(cell)`, `slide(direction)` and `swap(cell, cell)`. */
  constructor(element, frame, calls) {
    this.#element = element;
    this.#frame = frame;
    this.#calls = calls;
    element.addEventListener('click', (event) => this.#click(event));
    element.addEventListener('pointerdown', (event) => this.#down(event));
  }

  /** Draws a board: `tiles` by cell, `homes` by tile, `pressable` cells; `null` where none is to be pressed. */
  show(board) {
    this.#board = board;
    const shape = `${board.rows}x${board.cols}x${board.layers}`;
    if (shape !== this.#shape) this.#build(shape);
    const pressable = new Set(board.pressable ?? []);
    const blank = board.tiles.indexOf(0);
    board.tiles.forEach((tile, cell) => {
      const button = this.#tiles[tile];
      const place = this.#place(cell);
      const { x, y, z } = this.#point(place);
      button.style.setProperty('--x', x);
      button.style.setProperty('--y', y);
      button.style.setProperty('--z', z);
      button.dataset.cell = cell;
      button.classList.toggle('home', board.homes[tile] === cell);
      const slides = pressable.has(cell);
      button.classList.toggle('slides', slides && !this.#isEditing);
      const canPress = this.#isEditing || slides;
      button.tabIndex = canPress ? 0 : -1;
      button.setAttribute('aria-disabled', String(!canPress));
      const where = `${tile === 0 ? 'blank' : tile}, ${this.#named(place)}`;
      button.setAttribute('aria-label', slides && !this.#isEditing ? `${where}, slides ${NAMES[this.#towards(cell, blank)]}` : where);
    });
    this.#tiles[0].hidden = !this.#isEditing;
    this.#colour();
  }

  get description() {
    const { tiles, rows, cols, layers } = this.#board;
    const lines = [];
    for (let layer = 0; layer < layers; layer++) {
      if (layers > 1) lines.push(`Layer ${layer + 1}:`);
      for (let row = 0; row < rows; row++) {
        const start = (layer * rows + row) * cols;
        lines.push(tiles.slice(start, start + cols).map((tile) => tile || 'blank').join(' '));
      }
    }
    return lines.join('; ');
  }

  set isFlat(isFlat) {
    this.#isFlat = isFlat;
    this.#shape = '';
    if (this.#board) this.show(this.#board);
  }

  set isEditing(isEditing) {
    this.#isEditing = isEditing;
    this.#pick(null);
    this.#element.classList.toggle('editing', isEditing);
    if (this.#board) this.show(this.#board);
  }

  /** Marks a tile, with the way that it should move; none without arguments. */
  mark(tile, direction) {
    for (const button of this.#tiles) delete button.dataset.hint;
    if (tile !== undefined) this.#tiles[tile].dataset.hint = direction;
  }

  /** Lets the tiles rejoice. */
  celebrate() {
    this.#element.classList.remove('won');
    void this.#element.offsetWidth; // or the animation would not restart
    this.#element.classList.add('won');
  }

  set scheme(scheme) {
    this.#element.dataset.scheme = scheme;
    if (this.#board) this.#colour();
  }

  set picture(url) {
    this.#element.classList.toggle('pictured', Boolean(url));
    this.#element.style.setProperty('--picture', url ? `url("${url}")` : 'none');
  }

  focus() {
    const first = this.#tiles.find((tile) => tile.tabIndex === 0 && !tile.hidden);
    (first ?? this.#element).focus();
  }

  get #inSpace() {
    return this.#board.layers > 1 && !this.#isFlat;
  }

  #build(shape) {
    this.#shape = shape;
    const { rows, cols, layers, tiles } = this.#board;
    const inSpace = this.#inSpace;
    const element = this.#element;
    element.textContent = '';
    element.classList.toggle('space', inSpace);
    element.setAttribute('aria-label', `Board, ${this.#board.shape}`);
    const across = inSpace ? 1 : Math.min(layers, 2);
    const down = inSpace ? 1 : Math.ceil(layers / 2);
    for (const [name, value] of Object.entries({
      rows, cols, layers,
      across: across * cols + (across - 1) / 2,
      down: down * rows + (down - 1) / 2,
    })) this.#frame.style.setProperty(`--${name}`, value);
    const scene = document.createElement('div');
    scene.className = 'scene';
    for (let layer = 0; layer < layers; layer++) {
      const plane = document.createElement('div');
      plane.className = 'plane';
      plane.dataset.name = layer === 0 ? 'front' : layer === layers - 1 ? 'back' : '';
      const { x, y, z } = this.#point({ row: 0, column: 0, layer });
      plane.style.setProperty('--x', x);
      plane.style.setProperty('--y', y);
      plane.style.setProperty('--z', z);
      scene.append(plane);
    }
    this.#tiles = tiles.map((_, tile) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = tile === 0 ? 'tile blank' : 'tile';
      button.dataset.tile = tile;
      const face = document.createElement('span');
      face.className = 'face';
      const number = document.createElement('span');
      number.className = 'number';
      number.textContent = tile || '';
      face.append(number);
      button.append(face);
      scene.append(button);
      return button;
    });
    element.append(scene);
    element.dataset.digits = String(tiles.length - 1).length;
  }

  #place(cell) {
    const { rows, cols } = this.#board;
    return { layer: Math.floor(cell / (rows * cols)), row: Math.floor(cell / cols) % rows, column: cell % cols };
  }

  /** Where a place is drawn, in tiles. */
  #point({ row, column, layer }) {
    if (this.#inSpace || this.#board.layers === 1) return { x: column, y: row, z: layer };
    const { rows, cols } = this.#board;
    return { x: column + (layer % 2) * (cols + 0.5), y: row + Math.floor(layer / 2) * (rows + 0.5), z: 0 };
  }

  #named({ row, column, layer }) {
    const flat = `row ${row + 1}, column ${column + 1}`;
    return this.#board.layers > 1 ? `layer ${layer + 1}, ${flat}` : flat;
  }

  /** The way from a cell to the blank that is in line with it. */
  #towards(cell, blank) {
    const [from, to] = [this.#place(cell), this.#place(blank)];
    if (from.layer !== to.layer) return to.layer < from.layer ? 'F' : 'B';
    if (from.row !== to.row) return to.row < from.row ? 'U' : 'D';
    return to.column < from.column ? 'L' : 'R';
  }

  /** Gives each tile the colour, and the part of the picture, of its home. */
  #colour() {
    const { rows, cols, layers, homes } = this.#board;
    const scheme = this.#element.dataset.scheme;
    this.#tiles.forEach((button, tile) => {
      button.classList.toggle('free', homes[tile] === null);
      const { row, column, layer } = this.#place(homes[tile] ?? 0);
      const share = (part, whole) => (whole > 1 ? part / (whole - 1) : 0.5);
      let hue;
      if (scheme === 'rows') hue = 285 + (150 * row) / rows + 40 * layer;
      else if (scheme === 'fringe') hue = 285 + (150 * Math.min(row, column)) / Math.min(rows, cols) + 40 * layer;
      else hue = 278 + 62 * share(row, rows) + 62 * share(column, cols) + (layers > 1 ? 55 * (layer / layers) : 0);
      button.style.setProperty('--hue', hue.toFixed(1));
      button.style.setProperty('--px', `${(100 * share(column, cols)).toFixed(3)}%`);
      button.style.setProperty('--py', `${(100 * share(row, rows)).toFixed(3)}%`);
      button.style.setProperty('--turn', row + column + layer);
    });
  }

  #cellOf(target) {
    const button = target.closest?.('.tile');
    return button && this.#element.contains(button) ? Number(button.dataset.cell) : null;
  }

  #click(event) {
    const cell = this.#cellOf(event.target);
    const isOfPointer = event.detail > 0;
    if (cell === null || (isOfPointer && this.#wasMoved)) return;
    if (!this.#isEditing) {
      this.#calls.press(cell);
    } else if (this.#picked === null) {
      this.#pick(cell);
    } else {
      const other = this.#picked;
      this.#pick(null);
      if (other !== cell) this.#calls.swap(other, cell);
    }
  }

  #pick(cell) {
    this.#picked = cell;
    this.#tiles.forEach((button) => {
      const isPicked = cell !== null && Number(button.dataset.cell) === cell;
      button.classList.toggle('picked', isPicked);
      if (this.#isEditing) button.setAttribute('aria-pressed', String(isPicked));
      else button.removeAttribute('aria-pressed');
    });
  }

  /** Whether the pointer has moved since it came down: then what follows is not a click. */
  #wasMoved = false;

  #down(event) {
    this.#wasMoved = false;
    if (event.button !== 0) return;
    const cell = this.#cellOf(event.target);
    const button = cell === null ? null : this.#tiles[this.#board.tiles[cell]];
    const [startX, startY] = [event.clientX, event.clientY];
    const ends = new AbortController();
    const { signal } = ends;
    const isDrag = this.#isEditing && button;
    document.addEventListener('pointermove', (move) => {
      if (move.pointerId !== event.pointerId) return;
      const [dx, dy] = [move.clientX - startX, move.clientY - startY];
      if (!this.#wasMoved && Math.hypot(dx, dy) < SWIPE) return;
      this.#wasMoved = true;
      if (isDrag) {
        button.classList.add('dragged');
        button.style.setProperty('--dx', `${dx}px`);
        button.style.setProperty('--dy', `${dy}px`);
      } else if (!this.#isEditing) {
        ends.abort();
        this.#swipe(cell, dx, dy);
      }
    }, { signal });
    const end = (up) => {
      if (up.pointerId !== event.pointerId) return;
      ends.abort();
      if (!isDrag || !this.#wasMoved) return;
      button.classList.remove('dragged');
      button.style.removeProperty('--dx');
      button.style.removeProperty('--dy');
      const under = document.elementsFromPoint(up.clientX, up.clientY);
      const other = under.map((it) => this.#cellOf(it)).find((it) => it !== null && it !== cell);
      if (up.type === 'pointerup' && other !== undefined) this.#calls.swap(cell, other);
    };
    document.addEventListener('pointerup', end, { signal });
    document.addEventListener('pointercancel', end, { signal });
  }

  /** A swipe on a tile that can move that way slides its run; elsewhere, the tile beside the blank. */
  #swipe(cell, dx, dy) {
    const isAcross = Math.abs(dx) > Math.abs(dy);
    const direction = isAcross ? (dx < 0 ? 'L' : 'R') : dy < 0 ? 'U' : 'D';
    const blank = this.#board.tiles.indexOf(0);
    const slides = cell !== null && this.#board.pressable?.includes(cell);
    const own = slides ? this.#towards(cell, blank) : null;
    // On the screen, back is up.
    const isOwn = own === direction || (own === 'B' && direction === 'U') || (own === 'F' && direction === 'D');
    if (isOwn) this.#calls.press(cell);
    else this.#calls.slide(direction);
  }
}
