// Numbers as words for people.

export const byId = (id) => document.getElementById(id);

export const count = (number, noun) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/** Milliseconds, as one reads them. */
export function duration(milliseconds) {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** The time of a game, as a clock shows it. */
export function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number) => String(number).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Large numbers in few letters: 12,345 or 1.2 M. */
export function short(number) {
  if (number < 100_000) return number.toLocaleString('en');
  if (number < 1e6) return `${Math.round(number / 1e3)} k`;
  return number < 1e9 ? `${(number / 1e6).toFixed(1)} M` : `${(number / 1e9).toFixed(2)} G`;
}

const WAYS = { U: 'up', D: 'down', L: 'left', R: 'right', F: 'to the front', B: 'to the back' };

export const way = (letter) => WAYS[letter];

/** Greys a button out, but leaves the focus where it is. */
export function setIdle(id, isIdle) {
  byId(id).setAttribute('aria-disabled', String(isIdle));
}

let toastTimer;

/** Shows a message for a while, and announces it to screen readers. */
export function toast(words) {
  const element = byId('toast');
  element.textContent = words;
  element.classList.add('seen');
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => element.classList.remove('seen'), 2600);
}

let isOdd = false;

/** Says something to those who can't see it. The same words twice are said twice. */
export function say(words) {
  isOdd = !isOdd;
  byId('live').textContent = isOdd ? words : `${words}\u00a0`;
}
