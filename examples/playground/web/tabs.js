// The tabs beside the board, as keyboards and screen readers expect them.

const NAMES = ['solve', 'why', 'watch', 'setup'];

export class Tabs {
  current = 'solve';
  #onSelect;

  constructor(onSelect) {
    this.#onSelect = onSelect;
    for (const name of NAMES) {
      const tab = document.getElementById(`tab-${name}`);
      tab.addEventListener('click', () => this.select(name));
      tab.addEventListener('keydown', (event) => {
        const index = NAMES.indexOf(name);
        const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: NAMES.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        const next = NAMES[(to + NAMES.length) % NAMES.length];
        this.select(next);
        document.getElementById(`tab-${next}`).focus();
      });
    }
  }

  select(name) {
    if (!NAMES.includes(name)) return;
    this.current = name;
    for (const other of NAMES) {
      const tab = document.getElementById(`tab-${other}`);
      tab.setAttribute('aria-selected', String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
      document.getElementById(`panel-${other}`).hidden = other !== name;
    }
    this.#onSelect(name);
  }
}
