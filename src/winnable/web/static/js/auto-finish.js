// Auto-finish: all cards that can go to the foundations go there, one after the other, each with a
// move of its own. Any key or press stops it.

import { say } from "./announce.js";
import { button, el, keepFocus } from "./dom.js";
import { t } from "./l10n.js";
import * as settings from "./settings.js";
import { parseMove, pileOf } from "./view.js";

const PACE = 130; // milliseconds from one card to the next, at least
const RANKS = "A23456789TJQK";
const TO_FOUNDATION = /^[tc]\d+f\d+$/;

/** The next card that can go to a foundation, the lowest first. */
function nextToFoundation({ legal_moves: legalMoves, view }) {
  const rank = (move) => RANKS.indexOf(pileOf(view, parseMove(move).source).at(-1)[0]);
  const moves = legalMoves.filter((move) => TO_FOUNDATION.test(move));
  return moves.sort((one, other) => rank(one) - rank(other))[0];
}

export class AutoFinish {
  /** @param {import("./game-page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.isOn = false;
    this.listening = null;
    this.node = el(
      "section",
      { class: "message auto-finish-bar", hidden: true, "aria-label": t("page.toolbar.finishing") },
      el("p", { class: "message-text" }, t("page.toolbar.finishing")),
      button(t("page.toolbar.stop"), { "data-action": "stop-auto-finish", onclick: () => this.stop() }),
    );
  }

  async start() {
    const { page } = this;
    // Where nothing moves by itself all cards go at once.
    if (settings.isStill()) {
      await page.actions.act("home");
      return;
    }
    page.selection.cancel();
    page.message.hide();
    this.isOn = true;
    this.node.hidden = false;
    say(t("page.toolbar.finishing_spoken"));
    this.listen();
    await this.run();
    this.stop();
  }

  async run() {
    const { page } = this;
    while (this.isOn) {
      const move = nextToFoundation(page.client.shown);
      if (!move) return;
      const next = performance.now() + PACE;
      const { error } = await page.client.act("move", { move });
      if (error) {
        if (error.status === 422) page.showIllegal(error);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, next - performance.now()));
    }
  }

  /** A press or a key stops it, and does nothing else. */
  listen() {
    this.listening = new AbortController();
    const swallow = (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const stop = (event) => {
      swallow(event);
      this.stop();
      if (event.type === "keydown") return;
      const untilReleased = { capture: true, signal: AbortSignal.timeout(400) };
      document.addEventListener("click", swallow, untilReleased); // the click that belongs to the press
    };
    for (const name of ["pointerdown", "keydown"]) {
      document.addEventListener(name, stop, { capture: true, signal: this.listening.signal });
    }
  }

  stop() {
    if (!this.isOn) return;
    this.isOn = false;
    this.listening.abort();
    const hide = () => {
      this.node.hidden = true;
    };
    keepFocus(this.node, hide, () => this.page.board.focus());
    if (this.page.client.isClosed) return;
    this.page.lamp.update(this.page.state);
    this.page.refresh();
  }

  destroy() {
    this.listening?.abort();
    this.isOn = false;
  }
}
