// Why a board can or can't be solved: arcs of inversions, the blank's row, cycles.

const SVG = 'http://www.w3.org/2000/svg';

/** More tiles in a row than these are not drawn. */
const MOST_IN_ROW = 36;

/** More arcs or arrows than these cross too often to be followed: they appear for a tile that is pointed at. */
const MOST_ARCS = 30;
const MOST_ARROWS = 9;

function draw(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'fill' && String(value).startsWith('oklch')) element.style.fill = value;
    else if (key === 'stroke' && String(value).startsWith('oklch')) element.style.stroke = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

const hueOf = (index, of) => 285 + (360 * index) / Math.max(of, 1);

function figure(title, caption, svg) {
  const box = document.createElement('div');
  box.className = 'figure';
  const heading = document.createElement('h2');
  heading.textContent = title;
  const scroll = document.createElement('div');
  scroll.className = 'scroll';
  const words = document.createElement('p');
  words.className = 'fine sum';
  words.textContent = caption;
  if (svg) {
    scroll.append(svg);
    box.append(heading, scroll, words);
  } else {
    box.append(heading, words);
  }
  return box;
}

/** The row of tiles, an arc for each pair that stands the wrong way round. */
function arcs({ row, pairs, evidence }) {
  const step = 30;
  const width = Math.max(row.length * step, 120);
  const widest = pairs.reduce((most, [a, b]) => Math.max(most, b - a), 1);
  const rise = Math.min(150, 26 + widest * 9);
  const svg = draw('svg', { viewBox: `0 0 ${width} ${rise + 40}`, role: 'img', 'aria-label': `${pairs.length} inversions among ${row.length} tiles` });
  svg.style.minWidth = `${Math.min(width, row.length * 19)}px`;
  svg.style.maxWidth = `${width * 1.4}px`;
  const centre = (index) => index * step + step / 2;
  for (const [first, second] of pairs) {
    const [a, b] = [centre(first), centre(second)];
    const up = rise * (0.2 + (0.8 * (second - first)) / widest);
    svg.append(draw('path', {
      class: 'arc', 'data-first': first, 'data-second': second,
      d: `M${a} ${rise + 4}C${a} ${rise + 4 - up * 1.25} ${b} ${rise + 4 - up * 1.25} ${b} ${rise + 4}`,
      stroke: `oklch(0.66 0.15 ${hueOf(first, row.length)})`,
    }));
  }
  row.forEach((tile, index) => {
    const light = (on) => {
      svg.classList.toggle('quiet', on);
      for (const arc of svg.querySelectorAll('.arc')) {
        arc.classList.toggle('lit', on && (arc.dataset.first === String(index) || arc.dataset.second === String(index)));
      }
    };
    const tileGroup = draw('g', {},
      draw('rect', { x: centre(index) - 13, y: rise + 8, width: 26, height: 26, rx: 7, fill: `oklch(0.82 0.09 ${hueOf(index, row.length)})` }),
      Object.assign(draw('text', { class: 'chip-number', x: centre(index), y: rise + 21.5 }), { textContent: tile }));
    tileGroup.addEventListener('pointerenter', () => light(true));
    tileGroup.addEventListener('pointerleave', () => light(false));
    svg.append(tileGroup);
  });
  const counted = `${pairs.length} ${pairs.length === 1 ? 'inversion' : 'inversions'}`;
  const order = evidence.inGoalOrder ? ' in the goal’s order' : '';
  const isFull = pairs.length > MOST_ARCS;
  svg.classList.toggle('full', isFull);
  const hint = isFull ? ' The arcs are faint: point at a tile for its own.' : '';
  return figure('Inversions', `${counted}: each arc joins a tile with a later one that belongs before it${order}.${hint}`, svg);
}

/** The board: cycles in colours, the blank's row or its way home. */
function cells(board, why) {
  const { rows, cols, layers, tiles } = board;
  const side = 40;
  const gap = 14;
  const width = layers * cols * side + (layers - 1) * gap;
  const usesRow = why.evidence.kind === 'inversions' && cols % 2 === 0;
  const right = usesRow ? 136 : 0;
  const svg = draw('svg', { viewBox: `-2 -2 ${width + right + 4} ${rows * side + 4}`, role: 'img', 'aria-label': `${why.cycles.length} cycles of tiles` });
  svg.style.maxWidth = `${(width + right) * 1.6}px`;
  const corner = (cell) => {
    const layer = Math.floor(cell / (rows * cols));
    return [layer * (cols * side + gap) + (cell % cols) * side, (Math.floor(cell / cols) % rows) * side];
  };
  if (usesRow) {
    const y = corner(why.blank)[1];
    // Two lines: one may be too wide in the letters of some system.
    const line = (words, dy) => Object.assign(draw('tspan', { x: width + 8, y: y + side / 2 + dy }), { textContent: words });
    svg.append(draw('rect', { class: 'row-mark', x: 0, y, width: width + right, height: side, rx: 8 }),
      draw('text', { class: 'legend' }, line(`row ${why.evidence.blankRow} `, -3), line('from the bottom', 11)));
  }
  const cycleOf = new Map();
  why.cycles.forEach((cycle, index) => cycle.forEach((cell) => cycleOf.set(cell, index)));
  tiles.forEach((tile, cell) => {
    const [x, y] = corner(cell);
    const cycle = cycleOf.get(cell);
    const place = { x: x + 2, y: y + 2, width: side - 4, height: side - 4, rx: 8, 'data-cell': cell };
    if (cycle === undefined) svg.append(draw('rect', { ...place, class: tile === 0 ? 'blank-cell' : 'still-cell' }));
    else if (tile === 0) svg.append(draw('rect', { ...place, class: 'blank-cell', stroke: `oklch(0.62 0.15 ${hueOf(cycle, why.cycles.length)})` }));
    else svg.append(draw('rect', { ...place, fill: `oklch(0.82 0.09 ${hueOf(cycle, why.cycles.length)})` }));
    if (tile !== 0) {
      svg.append(Object.assign(draw('text', { class: cycle === undefined ? 'cell-number still' : 'cell-number', x: x + side / 2, y: y + side / 2 + 0.5 }), { textContent: tile }));
    }
  });
  const misplaced = why.cycles.reduce((sum, cycle) => sum + cycle.length, 0);
  svg.classList.toggle('full', misplaced > MOST_ARROWS);
  arrows(svg, why.cycles, (cell) => corner(cell).map((edge) => edge + side / 2), side);
  const count = why.cycles.length;
  const swaps = why.cycles.reduce((sum, cycle) => sum + cycle.length - 1, 0);
  const words = `${count} ${count === 1 ? 'cycle' : 'cycles'}, a colour each. ${misplaced > MOST_ARROWS ? 'Point at a tile for the arrows from the tiles of its cycle to their homes.' : 'An arrow leads from each tile to its home.'} ${inWords(why.cycles, tiles)}Swaps to bring all home: ${swaps}, ${swaps % 2 ? 'odd' : 'even'}. The blank’s steps home: ${why.steps}, ${why.steps % 2 ? 'odd' : 'even'}. ${swaps % 2 === why.steps % 2 ? 'Both alike: it can be solved.' : 'They differ, and every move changes both: it can’t be solved.'}`;
  return figure('Cycles', words, svg);
}

/** An arrow from each misplaced tile to its home; a cell that is pointed at shows those of its cycle alone. */
function arrows(svg, cycles, centre, side) {
  cycles.forEach((cycle, index) => {
    const parts = cycle.flatMap((cell, nth) => {
      const [from, to] = [centre(cell), centre(cycle[(nth + 1) % cycle.length])];
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const length = Math.hypot(dx, dy);
      const [ux, uy] = [dx / length, dy / length];
      // A little to the right of the straight way: two tiles that change places have two arrows to see.
      const at = (along, aside) => [from[0] + ux * along - uy * aside, from[1] + uy * along + ux * aside];
      const bow = 0.1 * length + 0.05 * side;
      const [start, end] = [at(0.3 * side, 0.15 * side), at(length - 0.33 * side, 0.08 * side)];
      const [one, two] = [at(length * 0.4, bow + 0.06 * side), at(length * 0.55, bow + 0.04 * side)];
      const turn = Math.atan2(end[1] - two[1], end[0] - two[0]);
      const barb = (by) => [end[0] - 5 * Math.cos(turn + by), end[1] - 5 * Math.sin(turn + by)];
      const [left, right] = [barb(0.5), barb(-0.5)];
      return [
        draw('path', { class: 'way', 'data-cycle': index, d: `M${start}C${one} ${two} ${end}M${left}L${end}L${right}` }),
        draw('circle', { class: 'way-start', 'data-cycle': index, cx: start[0], cy: start[1], r: 2.2 }),
      ];
    });
    svg.append(...parts);
  });
  const cycleOf = new Map(cycles.flatMap((cycle, index) => cycle.map((cell) => [cell, index])));
  const light = (index) => {
    svg.classList.toggle('quiet', index !== undefined);
    for (const part of svg.querySelectorAll('[data-cycle]')) {
      part.classList.toggle('lit', index !== undefined && part.dataset.cycle === String(index));
    }
  };
  for (const place of svg.querySelectorAll('[data-cell]')) {
    place.addEventListener('pointerenter', () => light(cycleOf.get(Number(place.dataset.cell))));
    place.addEventListener('pointerleave', () => light());
  }
}

/** The cycles as chains of tiles, for boards that have more arrows than one can follow. */
function inWords(cycles, tiles) {
  const misplaced = cycles.reduce((sum, cycle) => sum + cycle.length, 0);
  if (misplaced <= MOST_ARROWS || misplaced > MOST_IN_ROW) return '';
  const name = (cell) => tiles[cell] || 'blank';
  const chain = (cycle) => [...cycle, cycle[0]].map(name).join(' → ');
  return `They are ${cycles.map(chain).join('; ')}. `;
}

/** Shows an explanation. */
export function showWhy(elements, board, why) {
  elements.verdict.textContent = why.solvable ? 'It can be solved' : 'It can’t be solved';
  elements.verdict.className = `verdict ${why.solvable ? 'good' : 'bad'}`;
  const words = why.sentence.replace(/^(un)?solvable: /, '');
  elements.sentence.textContent = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  elements.repairRow.hidden = !why.repair;
  if (why.repair?.swap) elements.repair.textContent = `Swap ${why.repair.swap.join(' and ')}`;
  elements.figure.textContent = '';
  if (why.evidence.kind === 'inversions') {
    elements.figure.append(why.row.length <= MOST_IN_ROW
      ? arcs(why)
      : figure('Inversions', `${why.pairs.length} pairs of tiles stand the wrong way round: too many to draw.`));
  }
  if (why.evidence.kind !== 'path') elements.figure.append(cells(board, why));
}
