// The board of an analysis: it shows a position, and takes moves from there.

import { Board } from "./board.js";
import { moveCursor } from "./keyboard.js";
import { Selection } from "./selection.js";

export class AnalysisTable {
  /**
   * @param {HTMLElement} root
   * @param {object} options
   * @param {import("./games.js").Game} options.game
   * @param {import("./analysis-tries.js").AnalysisTries} options.tries
   * @param {(attempt: object|null, beforeShow: () => void) => Promise<{isMade: boolean, error?: Error}>} options.onTry
   *   a move, or a deal
   * @param {import("./message.js").Message} options.message says why cards cannot move
   */
  constructor(root, { game, tries, onTry, message }) {
    this.game = game;
    this.tries = tries;
    this.onTry = onTry;
    this.message = message; // `Selection` asks for it
    this.step = null;
    this.shown = 0; // how often a position was shown
    this.board = new Board(root, { game });
    this.selection = new Selection(this);
    this.listening = new AbortController();
    const { signal } = this.listening;
    this.board.node.addEventListener("keydown", (event) => this.handleKey(event), { signal });
    document.addEventListener("keydown", (event) => this.handleDigit(event), { signal });
    // A card that was dragged has the focus again where it lies, and browsers call that visible.
    this.isByPointer = false;
    this.board.node.addEventListener("pointerdown", () => (this.isByPointer = true), { signal });
    document.addEventListener("keydown", (event) => event.key === "Tab" && (this.isByPointer = false), { signal });
  }

  /** Somebody who came to a card by keyboard moves on from there; for others the arrows step. */
  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isUsed = !this.isByPointer && event.target.matches(":focus-visible") && moveCursor(this.board, event.key);
    if (isUsed || (event.key === "Escape" && this.selection.cancel())) event.preventDefault();
  }

  /** A digit leads to a column, as in a game. */
  handleDigit(event) {
    const isTaken = event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]");
    if (isTaken || !/^[1-9]$/.test(event.key)) return;
    this.isByPointer = false;
    this.board.setCursor(`t${event.key}`);
  }

  /** For `Selection`: the last position that is sure. */
  get state() {
    return this.tries.state;
  }

  /** For `Selection`: what is shown, and what is not sure of it. */
  get client() {
    return { shown: this.step, touched: this.tries.touched };
  }

  destroy() {
    this.listening.abort();
    this.selection.destroy();
    this.board.destroy();
  }

  /** @param {import("./analysis-path.js").Step} step */
  show(step, options) {
    const isSame = this.step === step; // only more is known of it
    this.step = step;
    if (!isSame) this.selection.clear();
    this.board.show(step.view, options);
    this.selection.update();
    this.board.node.dataset.version = String((this.shown += 1));
  }

  setBusy(isBusy) {
    this.board.node.toggleAttribute("data-busy", isBusy);
  }

  run(action) {
    if (action === "deal") this.onTry(null);
  }

  /** For `Selection`: cards were put down somewhere, or tapped. */
  async move(attempt, { dragged = [], onIllegal } = {}) {
    const { isMade, error } = await this.onTry(attempt, () => this.board.endDrag(dragged));
    if (!isMade && dragged.length) this.board.settle();
    if (error?.status === 422) onIllegal?.();
  }
}
