// The page: it holds one game, and what surrounds it.

import { BoardView } from './board-view.js';
import { Clock } from './clock.js';
import { Hints } from './hints.js';
import { compile, Engine, Solver } from './npuzzle.js';
import { Player } from './player.js';
import { prepare } from './picture.js';
import { SolveView } from './solve-view.js';
import { fromHash, keep, kept, toHash } from './store.js';
import { Tabs } from './tabs.js';
import { WatchView } from './watch-view.js';
import { showWhy } from './why-view.js';
import { byId, clock, count, say, setIdle, toast, way } from './words.js';

const SHAPES = ['3x3', '4x4', '5x5', '8x8', '3x5', '2x2x2', '3x3x3', '4x4x4'];

/** The moves of the walk that makes an easy board. */
const EASY = (cells) => Math.max(4, Math.round(cells * 1.2));

/** The cells of a board whose moves are analysed after the game. */
const MOST_ANALYSED = 16;

let engine;
let solver;
/** The game as reported by the engine. */
let state;
let goal = 'blank-last';
let isEditing = false;
/** What the pointer pressed last: not every browser gives buttons the focus. */
let lastPressed = null;
/** Whether the text of the board is the player's own, and not that of the game. */
let isTyped = false;
let pictureUrl = null;
let pictureFile = null;
const looks = { scheme: 'dusk', view: 'space', theme: null };

const time = new Clock(() => { byId('time').textContent = clock(time.elapsed); });
const board = new BoardView(byId('board'), byId('frame'), {
  press, slide, swap: (...cells) => swap(...cells.map((cell) => state.tiles[cell])),
});
const player = new Player(showReplay, () => render());
const tabs = new Tabs(() => { explainIfSeen(); save(); });
let answers;
let watch;
let hints;

// --- The game ---

/** Begins or resumes a game; throws if that fails. */
function begin(game) {
  state = engine.ask('begin', game);
  goal = state.goal;
  time.set(game.elapsed ?? 0);
  setEditing(false);
  player.close();
  answers.clear();
  watch.clear();
  hints.forget();
  byId('rows').value = state.rows;
  byId('cols').value = state.cols;
  byId('layers').value = state.layers;
  byId('goal').value = ['blank-last', 'blank-first', 'snail'].includes(goal) ? goal : 'custom';
  isTyped = false;
  byId('text-error').textContent = '';
  if (pictureFile) usePicture(pictureFile);
  render();
}

/** Draws everything that follows from the state of the game. */
function render() {
  board.show(state);
  byId('board-text').textContent = board.description;
  if (!isTyped) byId('text').value = state.board;
  byId('moves').textContent = state.moves.toLocaleString('en');
  byId('slides').textContent = state.slides.toLocaleString('en');
  byId('distance').textContent = state.manhattan;
  byId('time').textContent = clock(time.elapsed);
  setIdle('undo', state.position === 0);
  setIdle('redo', state.position === state.turns.length);
  setIdle('restart', state.position === 0);
  hints.hide();
  const isWon = state.solved && state.moves > 0;
  setBanner(isWon ? `Solved in ${count(state.moves, 'move')}, ${clock(time.elapsed)}` : null, 'New board', () => makeBoard('random'));
  if (isWon) time.stop();
  if (state.solvable) note('');
  else note('This board can’t be solved: “Why?” tells why, and repairs it.', true);
  explainIfSeen();
  save();
}

function act(action, members) {
  const wasSolved = state.solved;
  try {
    state = engine.ask(action, members);
  } catch (error) {
    say(error.message);
    // A panic loses the game: it restarts from the state of the page.
    if (error.name === 'EngineFailure') engine.ask('begin', { ...game(), board: state.start });
    return;
  }
  if (state.made && !state.solved) time.start();
  render();
  if (state.solved && !wasSolved) {
    board.celebrate();
    say(`Solved in ${count(state.moves, 'move')}`);
    // After the celebration: it may take some tenths of a second.
    if (state.tiles.length <= MOST_ANALYSED) setTimeout(analyse, 1500, state);
  } else if (state.made) {
    const tiles = state.made.length;
    say(tiles === 1 ? `${movedTile()} ${way(state.made[0])}` : `${count(tiles, 'tile')} ${way(state.made[0])}`);
  } else {
    say(action === 'restart' ? 'From the start' : 'Nothing to do');
  }
}

/** Says how many moves of a solved game were too many, unless another game has begun. */
function analyse(solved) {
  if (state !== solved || player.isShowing) return;
  const { shortest, detour } = engine.ask('analyse', { boards: 2_000_000 });
  if (shortest === null) return;
  const more = solved.moves - shortest;
  const verdict = more ? `${count(more, 'move')} more than the fewest; the first detour was move ${detour}` : 'the fewest possible';
  setBanner(`Solved in ${count(solved.moves, 'move')}, ${clock(time.elapsed)}: ${verdict}`, 'New board', () => makeBoard('random'));
}

/** The tile that was moved last: it stands beside the blank, on the side that it was moved to. */
function movedTile() {
  const step = { U: -state.cols, D: state.cols, L: -1, R: 1, F: -state.rows * state.cols, B: state.rows * state.cols };
  return state.tiles[state.tiles.indexOf(0) + step[state.made.at(-1)]];
}

/** A move of the player's own ends a replay. */
function leavesReplay() {
  if (!player.isShowing) return false;
  player.leave();
  return true;
}

function press(cell) {
  if (!leavesReplay()) act('press', { cell });
}

function slide(direction) {
  if (!leavesReplay()) act('slide', { direction });
}

function swap(a, b) {
  const wasEditing = isEditing;
  begin({ board: engine.ask('swap', { board: state.board, a, b }).board, goal });
  setEditing(wasEditing);
  say(`Swapped ${a || 'the blank'} and ${b || 'the blank'}; the board ${state.solvable ? 'can' : 'can’t'} be solved`);
}

function makeBoard(kind, members = {}) {
  const seed = Math.floor(Math.random() * 2 ** 48);
  const asked = { rows: state.rows, cols: state.cols, layers: state.layers, goal, kind, seed, ...members };
  asked.moves = EASY(asked.rows * asked.cols * asked.layers);
  let made = engine.ask('make', asked);
  // One of twelve boards of 2 x 2 is solved already; if all tiles are free, every board.
  for (let tries = 0; tries < 100 && made.solved && kind !== 'solved' && kind !== 'daily'; tries++) {
    made = engine.ask('make', { ...asked, seed: ++asked.seed });
  }
  begin({ board: made.board, goal: made.goal });
  say(`New board, ${made.shape}`);
  return made;
}

// --- Words beside the board ---

function note(words, isBad = false) {
  byId('note').textContent = words;
  byId('note').classList.toggle('bad', isBad);
}

let bannerAction = () => {};

function setBanner(words, button, action) {
  byId('banner').hidden = words === null;
  byId('banner-text').textContent = words ?? '';
  byId('banner-button').textContent = button;
  bannerAction = action;
}

function showReplay(shown) {
  hints.hide();
  board.show(shown);
  byId('board-text').textContent = board.description;
  setBanner(`Move ${shown.move} of ${shown.of}`, 'Back to my game', () => player.leave());
}

function explainIfSeen() {
  if (tabs.current !== 'why' || !state) return;
  const why = engine.ask('explain', { board: state.board, goal });
  showWhy({
    verdict: byId('verdict'), sentence: byId('sentence'), repairRow: byId('repair-row'), repair: byId('repair'), figure: byId('why-figure'),
  }, state, why);
  byId('repair').onclick = () => repair(why.repair);
}

/** Repairs the board in view. */
function repair({ swap: pair }) {
  const { style } = document.documentElement;
  style.setProperty('--glide', '700ms');
  setTimeout(() => style.removeProperty('--glide'), 800);
  swap(...pair);
  byId('verdict').tabIndex = -1;
  byId('verdict').focus();
}

// --- Keeping and sharing ---

function game() {
  const { start, turns, position } = state;
  return { start, goal, turns, position, elapsed: time.elapsed, tab: tabs.current, ...looks };
}

let saving;

function save() {
  clearTimeout(saving);
  saving = setTimeout(() => { if (state) keep(game()); }, 200);
}

/** Takes over a stored or linked game; returns whether it could be. */
function restore(stored) {
  if (!stored) return false;
  try {
    // Only what the page draws.
    engine.ask('read', { text: stored.start, goal: stored.goal });
    begin({ board: stored.start, goal: stored.goal, turns: stored.turns, position: stored.position, elapsed: stored.elapsed });
  } catch (error) {
    return error.message;
  }
  for (const name of ['scheme', 'view']) setLook(name, stored[name]);
  tabs.select(stored.tab);
  return true;
}

function openLink() {
  const linked = fromHash(location.hash);
  if (!linked) return false;
  history.replaceState(null, '', location.pathname + location.search);
  const result = restore(linked);
  if (result === true) return true;
  toast(`This link is of no game: ${result}`);
  return false;
}

async function share() {
  const link = `${location.origin}${location.pathname}${toHash(game())}`;
  history.replaceState(null, '', link);
  try {
    await navigator.clipboard.writeText(link);
    toast('Link copied');
  } catch {
    toast('The link is in the address bar');
  }
}

// --- Looks ---

function setLook(name, value) {
  const select = byId(name);
  if (![...select.options].some((option) => option.value === value)) return;
  looks[name] = value;
  select.value = value;
  if (name === 'scheme') board.scheme = value;
  else board.isFlat = value === 'flat';
}

const isDark = () => (looks.theme ? looks.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);

function setTheme(theme) {
  looks.theme = theme;
  if (theme) document.documentElement.dataset.theme = theme;
  byId('theme').setAttribute('aria-pressed', String(isDark()));
}

function setEditing(on) {
  isEditing = on;
  board.isEditing = on;
  byId('edit').setAttribute('aria-pressed', String(on));
  byId('edit').textContent = on ? 'Editing: done' : 'Edit by dragging';
}

async function usePicture(file) {
  let url;
  try {
    url = await prepare(file, state.rows, state.cols);
  } catch {
    toast('This file is not a picture that the browser can read');
    return;
  }
  if (pictureUrl) URL.revokeObjectURL(pictureUrl);
  [pictureUrl, pictureFile] = [url, file];
  board.picture = url;
  byId('no-picture').hidden = false;
}

// --- Setting up ---

function useText() {
  const error = byId('text-error');
  error.textContent = '';
  const text = byId('text').value;
  try {
    if (byId('goal').value === 'custom') {
      makeBoard('random', engine.ask('goal', { text }));
      toast('This board is the goal now');
      return;
    }
    const read = engine.ask('read', { text, goal: byId('goal').value });
    begin({ board: read.board, goal: read.goal });
    say(`Board ${state.shape}; it ${state.solvable ? 'can' : 'can’t'} be solved`);
  } catch (wrong) {
    error.textContent = wrong.message;
  }
}

function asked() {
  const members = {};
  for (const name of ['rows', 'cols', 'layers']) members[name] = Number(byId(name).value);
  const chosen = byId('goal').value;
  // A goal of another shape gives way.
  const isSame = members.rows === state.rows && members.cols === state.cols && members.layers === state.layers;
  members.goal = chosen === 'custom' ? (isSame ? goal : 'blank-last') : chosen;
  return members;
}

function tryMake(kind, members) {
  byId('text-error').textContent = '';
  try {
    return makeBoard(kind, { ...asked(), ...members });
  } catch (error) {
    toast(error.message);
    return null;
  }
}

function setUp() {
  for (const shape of SHAPES) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = shape.replaceAll('x', ' × ');
    button.addEventListener('click', () => {
      const [rows, cols, layers = 1] = shape.split('x').map(Number);
      const isFlat = layers === 1;
      const chosen = byId('goal').value;
      tryMake('random', { rows, cols, layers, goal: chosen === 'custom' || (!isFlat && chosen === 'snail') ? 'blank-last' : chosen });
    });
    byId('shapes').append(button);
  }
  byId('goal').addEventListener('change', () => {
    if (byId('goal').value !== 'custom') tryMake('random');
    else byId('text').focus();
  });
  byId('new-random').addEventListener('click', () => tryMake('random'));
  byId('new-easy').addEventListener('click', () => tryMake('easy'));
  byId('new-any').addEventListener('click', () => tryMake('any'));
  byId('new-daily').addEventListener('click', () => {
    const today = new Date().toISOString().slice(0, 10);
    const [year, month, day] = today.split('-').map(Number);
    if (tryMake('daily', { year, month, day })) toast(`The board of ${today}`);
  });
  byId('use-text').addEventListener('click', useText);
  byId('text').addEventListener('input', () => { isTyped = byId('text').value.trim() !== ''; });
  byId('edit').addEventListener('click', () => {
    leavesReplay();
    setEditing(!isEditing);
    if (isEditing) toast('Drag one tile onto another, or press both');
  });
  byId('scheme').addEventListener('change', () => { setLook('scheme', byId('scheme').value); save(); });
  byId('view').addEventListener('change', () => { setLook('view', byId('view').value); save(); });
  byId('picture').addEventListener('change', () => {
    const [file] = byId('picture').files;
    if (file) usePicture(file);
    byId('picture').value = '';
  });
  byId('no-picture').addEventListener('click', () => {
    board.picture = null;
    if (pictureUrl) URL.revokeObjectURL(pictureUrl);
    pictureUrl = pictureFile = null;
    byId('no-picture').hidden = true;
    byId('text').focus();
  });

  byId('undo').addEventListener('click', () => leavesReplay() || act('undo'));
  byId('redo').addEventListener('click', () => leavesReplay() || act('redo'));
  byId('restart').addEventListener('click', () => leavesReplay() || act('restart'));
  byId('shuffle').addEventListener('click', () => makeBoard('random'));
  byId('hint').addEventListener('click', () => { leavesReplay(); hints.ask(); });
  byId('share').addEventListener('click', share);
  byId('theme').addEventListener('click', () => { setTheme(isDark() ? 'light' : 'dark'); save(); });
  byId('banner-button').addEventListener('click', () => bannerAction());

  byId('solve').addEventListener('click', () => run(['best']));
  byId('compare').addEventListener('click', () => run(null));
  byId('stop').addEventListener('click', () => answers.stop());
  byId('copy-moves').addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(byId('notation').textContent);
      toast('Moves copied');
    } catch {
      toast('The browser doesn’t let this page copy');
    }
  });
  byId('watch-start').addEventListener('click', () => { if (canSolve()) watch.start(state.board, goal); });
  byId('watch-stop').addEventListener('click', () => watch.stop());
  document.addEventListener('keydown', onKey);
  document.addEventListener('pointerdown', ({ target }) => { lastPressed = target; });
  document.addEventListener('paste', (event) => {
    if (event.target.closest?.('input, textarea')) return;
    tabs.select('setup');
    byId('text').value = event.clipboardData.getData('text');
    useText();
  });
  window.addEventListener('hashchange', openLink);
  window.addEventListener('pagehide', () => keep(game()));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => setTheme(looks.theme));
}

function canSolve() {
  if (state.solvable) return true;
  tabs.select('why');
  say('This board can’t be solved');
  return false;
}

function run(qualities) {
  if (!canSolve()) return;
  leavesReplay();
  answers.run(state, qualities);
}

function showSolution(row, from) {
  const { cells, slides } = engine.ask('walk', { board: from.board, moves: row.moves });
  answers.shown(row);
  player.open(`${row.title}: ${count(cells.length, 'tile')}, ${count(slides, 'slide')}`, from, cells, row.moves);
}

// --- Keys ---

const ARROWS = { ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R', PageDown: 'F', PageUp: 'B' };

const isAtBoard = (element) => Boolean(element?.closest?.('.stage'));

/** Whether the board may take the arrows: it has the focus, or nothing has it and nothing else needs them, as a page that scrolls does. */
function takesArrows(target) {
  if (target !== document.body) return isAtBoard(target);
  return lastPressed === null || isAtBoard(lastPressed) || document.documentElement.scrollHeight <= innerHeight;
}

function onKey(event) {
  const { target, key } = event;
  if (event.altKey || target.closest('input, select, textarea, [role=tab], .notation')) return;
  if (event.ctrlKey || event.metaKey) {
    const turn = key.toLowerCase() === 'z' ? (event.shiftKey ? 'redo' : 'undo') : key.toLowerCase() === 'y' ? 'redo' : null;
    if (turn && !isEditing) {
      event.preventDefault();
      if (!leavesReplay()) act(turn);
    }
    return;
  }
  const direction = ARROWS[key];
  const isBox = state.layers > 1;
  if (direction && (isBox || !key.startsWith('Page'))) {
    if (!takesArrows(target)) return;
    event.preventDefault();
    if (!isEditing) slide(direction);
  } else if (key.toLowerCase() === 'h' && (isAtBoard(target) || (isAtBoard(lastPressed) && target === document.body))) {
    leavesReplay();
    hints.ask();
  } else if (key === 'Escape') {
    if (isEditing) setEditing(false);
    else leavesReplay();
  }
}

// --- The beginning ---

async function main() {
  const options = new URLSearchParams(location.search);
  const module = await compile();
  engine = new Engine(module);
  solver = await Solver.start(module, options.get('worker') !== 'off');
  answers = new SolveView(solver, {
    onRun: run,
    onShow: (row, from) => {
      showSolution(row, from);
      const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
      byId('player').scrollIntoView({ block: 'nearest', behavior });
    },
    onChange: (event) => {
      setIdle('stop', !answers?.isRunning);
      if (!event) return;
      if (event.done) say(`${event.done.title}: ${count(event.done.known.length, 'move')}`);
      const { isRunning, shortest } = answers;
      if (!isRunning && shortest && byId('player').hidden) showSolution(shortest, event.asked);
    },
  });
  watch = new WatchView(byId('lanes'), solver);
  watch.onChange = () => setIdle('watch-stop', !watch.isRunning);
  hints = new Hints(engine, board, {
    game: () => state,
    slide: (direction) => act('slide', { direction }),
    note,
    onUnsolvable: canSolve,
  });
  setUp();
  const stored = kept();
  setTheme(stored?.theme ?? null);
  setLook('scheme', stored?.scheme ?? 'dusk');
  setLook('view', stored?.view ?? 'space');
  if (!openLink() && restore(stored) !== true) {
    state = { rows: 4, cols: 4, layers: 1 };
    makeBoard('random');
  }
  performance.mark('npuzzle-ready');
  document.documentElement.dataset.ready = solver.means;
  if ('serviceWorker' in navigator && options.get('offline') !== 'off') {
    navigator.serviceWorker.register(new URL('offline.js', import.meta.url)).catch(() => {
      // Some places don't allow it: then the page needs its server each time.
    });
  }
}

main().catch((error) => {
  note(`The playground can’t begin: ${error.message}`, true);
});
