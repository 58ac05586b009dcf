// The board of an analysis: it shows a position, and takes moves from there.

import { Board } from "./board.js";
import { moveCursor } from "./keyboard.js";
import { Selection } from "./selection.js";

export class AnalysisTable {
  /**
   * @param {HTMLElement} root
   * @param {object} options
   * @param {import("./games.js").Game} options.game
   * @param {(request: object) => Promise<boolean>} options.onTry a move, as the server takes it;
   *   whether it was made
   * @param {(text: string) => void} options.onMessage why cards cannot move
   */
  constructor(root, { game, onTry, onMessage }) {
    this.game = game;
    this.onTry = onTry;
    this.message = { show: onMessage }; // `Selection` asks for these
    this.state = null;
    this.shown = 0; // how often a position was shown
    this.touched = new Set(); // piles that the server has not confirmed: none
    this.board = new Board(root, { game });
    this.selection = new Selection(this);
    this.listening = new AbortController();
    const { signal } = this.listening;
    this.board.node.addEventListener("keydown", (event) => this.handleKey(event), { signal });
    document.addEventListener("keydown", (event) => this.handleDigit(event), { signal });
  }

  /** Somebody who came to a card by keyboard moves on from there; for others the arrows step. */
  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isUsed = event.target.matches(":focus-visible") && moveCursor(this.board, event.key);
    if (isUsed || (event.key === "Escape" && this.selection.cancel())) event.preventDefault();
  }

  /** A digit leads to a column, as in a game. */
  handleDigit(event) {
    const isTaken = event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]");
    if (!isTaken && /^[1-9]$/.test(event.key)) this.board.setCursor(`t${event.key}`);
  }

  /** For `Selection`: what is shown is what the server knows. */
  get client() {
    return { shown: this.state, touched: this.touched, state: this.state };
  }

  destroy() {
    this.listening.abort();
    this.selection.destroy();
    this.board.destroy();
  }

  /** @param {import("./analysis-path.js").Step} step */
  show(step, options) {
    this.state = step;
    this.selection.clear();
    this.board.show(step.view, options);
    this.board.node.dataset.version = String((this.shown += 1));
  }

  run(action) {
    if (action === "deal") this.onTry({ move: "deal" });
  }

  /** For `Selection`: cards were put down somewhere, or tapped. */
  async move({ source, index, cards, target }, { dragged = [], onIllegal } = {}) {
    const pile = this.board.piles.get(source);
    const first = index ?? pile.length - cards.length;
    const isMade = await this.onTry({ source, index: first, target }, () => this.board.endDrag(dragged));
    if (isMade) return;
    this.board.endDrag(dragged); // also where nothing was asked
    if (dragged.length) this.board.settle();
    onIllegal?.();
  }
}
