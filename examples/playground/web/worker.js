// Searches beside the page, so that it never waits for one.

import { Engine } from './engine.js';
import { Slices } from './slices.js';

/** Between two turns of so many milliseconds the worker hears the page: so a search is cancelled at once. */
const TURN = 8;

let slices;
// A message to itself comes behind those of the page, and sooner than any timer.
const turn = new MessageChannel();
let isTurning = false;

turn.port1.onmessage = () => {
  isTurning = false;
  if (!slices.isIdle) slices.advance(TURN);
  goOn();
};

function goOn() {
  if (isTurning || slices.isIdle) return;
  isTurning = true;
  turn.port2.postMessage(null);
}

self.onmessage = ({ data }) => {
  if (data.module) {
    slices = new Slices(new Engine(data.module), (number, known) => self.postMessage({ number, known }));
    self.postMessage({ ready: true });
  } else if (data.cancel) {
    slices.cancel(data.cancel);
    self.postMessage({ number: data.cancel, cancelled: true });
  } else {
    slices.begin(data.begin, data.options);
    goOn();
  }
};
