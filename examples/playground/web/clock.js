// The time of a game: it runs from the first move to the last, while the page is seen.

export class Clock {
  #before = 0;
  #since = null;
  #onTick;
  #timer = null;

  constructor(onTick) {
    this.#onTick = onTick;
    let wasRunning = false;
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) {
        wasRunning = this.#since !== null;
        this.stop();
      } else if (wasRunning) {
        this.start();
      }
    });
  }

  get elapsed() {
    return this.#before + (this.#since === null ? 0 : performance.now() - this.#since);
  }

  set(elapsed) {
    this.stop();
    this.#before = elapsed;
    this.#onTick();
  }

  start() {
    if (this.#since !== null) return;
    this.#since = performance.now();
    this.#timer = setInterval(this.#onTick, 250);
  }

  stop() {
    clearInterval(this.#timer);
    this.#before = this.elapsed;
    this.#since = null;
  }
}
