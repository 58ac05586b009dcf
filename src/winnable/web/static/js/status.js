// The line above the board: which game and deal, how many moves, how long.
// The time is the server's; in between it ticks here, and rests while nobody is looking or playing.

import { el } from "./dom.js";
import { clock, counted } from "./words.js";

const IDLE = 60_000;

export class Status {
  constructor({ lamp }) {
    this.title = el("h1", { class: "table-title" });
    this.moves = el("span", { class: "numbers", "data-field": "moves" });
    this.time = el("span", { class: "numbers", "data-field": "time" });
    this.aid = el("span", { class: "aid", "data-field": "aid" });
    this.node = el(
      "div",
      { class: "table-status", id: "status" },
      this.title,
      el("p", { class: "table-figures" }, this.moves, this.time, this.aid),
      lamp,
    );
    this.seconds = 0;
    this.isRunning = false;
    this.lastBeat = performance.now();
    this.lastStir = this.lastBeat;
    this.timer = setInterval(() => this.beat(), 500);
    this.stir = () => {
      this.lastStir = performance.now();
    };
    for (const name of ["pointerdown", "pointermove", "keydown"]) document.addEventListener(name, this.stir, { passive: true });
  }

  destroy() {
    clearInterval(this.timer);
    for (const name of ["pointerdown", "pointermove", "keydown"]) document.removeEventListener(name, this.stir);
  }

  show(state) {
    const deal = state.deal === null ? "" : `, deal ${state.deal}`;
    this.title.replaceChildren(state.name, el("span", { class: "deal-number" }, deal));
    this.moves.textContent = counted(state.made, "move");
    this.aid.textContent = state.made && state.unaided && state.outcome !== "given up" ? "unaided" : "";
    this.seconds = state.seconds;
    this.isRunning = state.outcome === "unfinished" && state.made + state.undone > 0;
    this.lastBeat = performance.now();
    this.write();
  }

  beat() {
    const now = performance.now();
    const isAwake = !document.hidden && now - this.lastStir < IDLE;
    if (this.isRunning && isAwake) this.seconds += (now - this.lastBeat) / 1000;
    this.lastBeat = now;
    this.write();
  }

  write() {
    const words = clock(this.seconds);
    if (this.time.textContent !== words) this.time.textContent = words;
  }
}
