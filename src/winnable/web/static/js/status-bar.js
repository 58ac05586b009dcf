// The bar above the board: game and deal, moves, time, lamp.
// The server keeps the time. In between the clock ticks here, and stops while nobody plays.

import { el } from "./dom.js";
import { dealSourceText, formatTime } from "./format.js";
import { t } from "./l10n.js";

const IDLE = 60_000; // milliseconds without input after which the clock stops

/** That nothing has helped, or that the coach has played. */
function aidNote({ coach_moves: coachMoves, moves_made: movesMade, outcome, used_help: usedHelp }) {
  if (coachMoves) return t("page.status.with_coach");
  const canBe = ["unfinished", "won"].includes(outcome);
  return movesMade && !usedHelp && canBe ? t("page.status.unaided") : "";
}

export class StatusBar {
  /** @param {HTMLElement} lamp */
  constructor(lamp) {
    this.title = el("h1", { class: "game-title" });
    this.source = el("span", { class: "deal-source", "data-field": "deal-source" });
    this.moves = el("span", { class: "numbers", "data-field": "moves" });
    this.time = el("span", { class: "numbers", "data-field": "time" });
    this.unaided = el("span", { class: "unaided-note", "data-field": "unaided" });
    this.node = el(
      "div",
      { class: "status-bar" },
      this.title,
      el("p", { class: "game-facts" }, this.source, this.moves, this.time, this.unaided),
      lamp,
    );
    this.seconds = 0;
    this.secondsRead = null; // what the server said last
    this.isRunning = false;
    this.lastTick = performance.now();
    this.lastInput = this.lastTick;
    this.timer = setInterval(() => this.tick(), 500);
    this.listening = new AbortController();
    const noteInput = () => {
      this.lastInput = performance.now();
    };
    for (const name of ["pointerdown", "pointermove", "keydown"]) {
      document.addEventListener(name, noteInput, { passive: true, signal: this.listening.signal });
    }
  }

  destroy() {
    clearInterval(this.timer);
    this.listening.abort();
  }

  show(state) {
    const dealNumber = state.deal_number === null ? "" : t("page.status.deal", { number: String(state.deal_number) });
    this.title.replaceChildren(state.game_name, el("span", { class: "deal-number" }, dealNumber));
    this.source.textContent = dealSourceText(state);
    this.moves.textContent = t("page.status.moves", { count: state.moves_made });
    this.unaided.textContent = aidNote(state);
    if (state.seconds !== this.secondsRead) this.seconds = this.secondsRead = state.seconds; // or it ticks on
    this.isRunning = state.outcome === "unfinished" && state.moves_made + state.moves_undone > 0;
    this.lastTick = performance.now();
    this.showTime();
  }

  tick() {
    const now = performance.now();
    const isPlaying = this.isRunning && !document.hidden && now - this.lastInput < IDLE;
    if (isPlaying) this.seconds += (now - this.lastTick) / 1000;
    this.lastTick = now;
    this.showTime();
  }

  showTime() {
    const text = formatTime(this.seconds);
    if (this.time.textContent !== text) this.time.textContent = text;
  }
}
