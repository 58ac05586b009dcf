// The table page: a board, the line above it, the buttons, and what happens between them.

import { say } from "./announce.js";
import { get } from "./api.js";
import { Typing } from "./asking.js";
import { Board } from "./board.js";
import { el, replace } from "./dom.js";
import { EndBar, openWon } from "./ending.js";
import { Errands } from "./errands.js";
import { titleOf } from "./figures.js";
import { gameOf } from "./games.js";
import { Hand } from "./hand.js";
import { Lamp } from "./lamp.js";
import { Message } from "./message.js";
import { Seat } from "./seat.js";
import * as settings from "./settings.js";
import { Status } from "./status.js";
import { listenToKeys } from "./tablekeys.js";
import { Toolbar } from "./toolbar.js";
import { aloud } from "./words.js";

const AWAY = "Not connected; the last move may not be kept.";

/** @param {HTMLElement} root @param {{key: string}} params */
export async function show(root, { key }) {
  const state = await get(`/tables/${encodeURIComponent(key)}`);
  const game = await gameOf(state.game);
  const page = new TablePage(root, state, game);
  return () => page.destroy();
}

class TablePage {
  constructor(root, state, game) {
    this.root = root;
    this.game = game;
    this.seat = new Seat(state, {
      onState: (fresh, why) => this.changed(fresh, why),
      onTrouble: (error, again) => this.trouble(error, error.status ? again : () => this.lookAgain()),
      onBusy: (isBusy) => this.busy(isBusy),
      onAid: () => this.refresh(),
    });
    const toBoard = () => this.board.focus();
    this.message = new Message(toBoard);
    this.lamp = new Lamp(this.seat, (standing) => this.standing(standing), (words) => this.message.show(words, { stays: true }));
    this.status = new Status({ lamp: this.lamp.node });
    this.errands = new Errands(this);
    this.toolbar = new Toolbar(game, (action) => this.run(action));
    this.endBar = new EndBar((action) => this.run(action), toBoard);
    this.typing = new Typing((text) => this.type(text), toBoard);
    this.reviewPlace = el("div", { class: "table-review", hidden: true });
    this.felt = el("div", { class: "table-felt" });
    this.build();
    this.board = new Board(this.felt, { game, label: `${game.name} table` });
    this.hand = new Hand(this.board, {
      state: () => this.seat.state,
      oneTap: game.one_tap,
      say,
    });
    const glance = () => document.hidden || this.errands.isReviewing || this.seat.glance();
    document.addEventListener("visibilitychange", glance);
    const feet = new ResizeObserver(() => this.board.setFoot(this.endBar.node.offsetHeight));
    feet.observe(this.endBar.node);
    this.stops = [
      () => feet.disconnect(),
      () => document.removeEventListener("visibilitychange", glance),
      this.board.onIntent((intent) => this.intent(intent)),
      listenToKeys(this),
      settings.onChange((name) => name === "lamp" && this.refresh()),
    ];
    this.board.show(state.view, { animate: false });
    this.lamp.look(state);
    this.refresh();
    if (location.hash === "#review" && state.outcome !== "unfinished") this.errands.openReview();
  }

  build() {
    replace(
      this.root,
      el(
        "div",
        { class: "table" },
        this.status.node,
        el("div", { class: "table-middle" }, this.felt, el("div", { class: "over-felt" }, this.message.node, this.endBar.node, this.typing.node)),
        this.reviewPlace,
        this.toolbar.node,
      ),
    );
  }

  destroy() {
    for (const stop of this.stops) stop();
    this.errands.closeReview({ isLeaving: true });
    for (const part of [this.lamp, this.status, this.message, this.hand, this.board]) part.destroy();
    this.seat.close();
  }

  get state() {
    return this.seat.state;
  }

  // -- what the server says ------------------------------------------------------------------------

  /** @param {object} state @param {import("./api.js").ApiError|null} why it is not what was expected */
  changed(state, why) {
    this.errands.closeReview({ isLeaving: true });
    const moves = state.last && !why ? [state.last.move, ...state.last.automoves] : [];
    this.board.show(state.view, { moves });
    this.hand.holdOn();
    this.lamp.look(state); // what it said was about another position
    this.refresh();
    if (why) this.message.show(sentences(why), { kind: "stale", stays: true });
    else if (this.message.node.dataset.kind !== "plain") this.message.hide();
    if (state.last && !why) say(state.last.spoken);
    const isJustWon = state.is_won && !why && state.last && ["move", "redo", "home"].includes(state.last.kind);
    if (isJustWon) this.celebrate(state);
  }

  /** Everything but the cards. */
  refresh() {
    const { state } = this;
    document.title = `${titleOf(state)} · Winnable`;
    this.status.show(state);
    this.toolbar.show(state, { isLampOn: settings.get("lamp"), isReviewing: this.errands.isReviewing });
    this.endBar.show(state, this.lamp.isOn ? this.lamp.verdict : null);
    this.root.dataset.version = state.version;
    this.felt.dataset.version = state.version;
    if (this.board) this.board.node.dataset.version = state.version;
  }

  busy(isBusy) {
    this.board.node.toggleAttribute("data-busy", isBusy);
  }

  standing(standing) {
    this.endBar.show(this.state, standing.verdict);
  }

  /** @param {ApiError} error @param {() => void} again what "Try again" does */
  trouble(error, again) {
    const isWorthAgain = error.status === 0 || error.status >= 500 || error.status === 429;
    const tryAgain = () => {
      this.message.hide();
      again();
    };
    this.message.show(error.status === 0 ? AWAY : sentences(error), {
      kind: "trouble",
      stays: true,
      action: isWorthAgain && { label: "Try again", name: "retry", run: tryAgain },
    });
  }

  /** Whether the last move arrived nobody knows when the line was cut: look at the table first. */
  async lookAgain() {
    try {
      const state = await get(this.seat.path);
      this.message.show("Connected again; here is how it stands.");
      this.seat.take({ ...state, last: null });
    } catch (error) {
      this.trouble(error, () => this.lookAgain());
    }
  }

  async celebrate(state) {
    this.typing.close();
    await this.board.celebrate();
    if (this.state !== state || this.seat.isClosed) return;
    const chosen = await openWon(state);
    if (chosen) this.run(chosen);
  }

  // -- what the player wants -----------------------------------------------------------------------

  run(action) {
    if (!this.seat.isClosed) this.errands.run(action);
  }

  async intent(intent) {
    if (intent.kind === "deal") {
      this.run("deal");
      return;
    }
    const { source, index, target, by, done, instead } = intent;
    // Cards that were dragged stay where they were dropped until the answer comes: then they are let go.
    const { error } = await this.seat.act("move", { source, index, target }, done);
    if (error?.status === 422) this.refused(error, by === "tap" ? instead : null);
  }

  refused(error, instead) {
    const words = sentences(error);
    this.message.show(words, { kind: "refusal" });
    instead?.();
  }

  async type(text) {
    const { error } = await this.seat.act("move", { typed: text });
    if (!error) return null;
    if (error.status === 422 || error.status === 400) {
      say(aloud(sentences(error)));
      return sentences(error);
    }
    return sentences(error);
  }
}

/** Every reason, as sentences. */
export function sentences(error) {
  const reasons = error.problems.length ? error.problems : [error.message];
  return reasons.map((one) => `${one.charAt(0).toUpperCase()}${one.slice(1).replace(/[.]$/, "")}.`).join(" ");
}
