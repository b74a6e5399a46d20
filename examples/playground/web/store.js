// A game as a link, and as it is kept in the browser.

const KEY = 'npuzzle-playground';

/** Boards in a link need no percent signs: `5.1.2/3.4.0`. */
const pack = (text) => text.replaceAll(' ', '.');
const unpack = (text) => text.replaceAll('.', ' ');

/** Makes the part of a link behind the `#`. */
export function toHash({ start, goal, turns, position, elapsed, tab, scheme, view }) {
  const members = { b: pack(start) };
  if (goal !== 'blank-last') members.g = pack(goal);
  if (turns.length > 0) members.m = turns.join('.');
  if (position !== turns.length) members.p = position;
  if (elapsed >= 1000) members.t = Math.floor(elapsed / 1000);
  if (tab !== 'solve') members.tab = tab;
  if (scheme !== 'dusk') members.c = scheme;
  if (view !== 'space') members.v = view;
  return `#${Object.entries(members).map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2F', '/').replaceAll('%3A', ':')}`).join('&')}`;
}

/** Reads it; `null` if it is not of a game. The engine checks its content. */
export function fromHash(hash) {
  const members = new URLSearchParams(hash.replace(/^#/, ''));
  if (!members.has('b')) return null;
  const turns = members.get('m');
  return {
    start: unpack(members.get('b')),
    goal: unpack(members.get('g') ?? 'blank-last'),
    turns: turns ? turns.split('.') : [],
    position: members.has('p') ? Number(members.get('p')) : undefined,
    elapsed: 1000 * Math.min(Math.max(Number(members.get('t')) || 0, 0), 359_999),
    tab: members.get('tab') ?? 'solve',
    scheme: members.get('c') ?? 'dusk',
    view: members.get('v') ?? 'space',
  };
}

export function keep(game) {
  try {
    localStorage.setItem(KEY, JSON.stringify(game));
  } catch {
    // Private windows may not allow it; then the game is not kept.
  }
}

export function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}
