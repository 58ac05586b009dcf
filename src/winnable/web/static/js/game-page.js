// The game page: the board, the status bar above it, the toolbar, and what happens between them.

import { GameActions } from "./actions.js";
import { say } from "./announce.js";
import { get } from "./api.js";
import { Board } from "./board.js";
import { spokenText } from "./descriptions.js";
import { el, replace } from "./dom.js";
import { capitalize, gameTitle } from "./format.js";
import { GameClient } from "./game-client.js";
import { GameOverBar, openWonDialog } from "./game-over.js";
import { findGame } from "./games.js";
import { listenForKeys } from "./keyboard.js";
import { Lamp } from "./lamp.js";
import { Message } from "./message.js";
import { MoveInput } from "./move-input.js";
import { Selection } from "./selection.js";
import * as settings from "./settings.js";
import { StatusBar } from "./status-bar.js";
import { Toolbar } from "./toolbar.js";

const PLAYED_ELSEWHERE = "You played this game elsewhere. This is the current position.";
const LOST_CONNECTION = "Connection lost. Your last move may not have been saved.";

/** @param {HTMLElement} root @param {{key: string}} params */
export async function show(root, { key }) {
  const state = await get(`/games/${encodeURIComponent(key)}`);
  const game = await findGame(state.game);
  const page = new GamePage(root, state, game);
  return () => page.destroy();
}

export class GamePage {
  constructor(root, state, game) {
    this.root = root;
    this.game = game;
    this.client = new GameClient(state, this);
    const run = (action) => this.run(action);
    const focusBoard = () => this.board.focus();
    this.message = new Message(focusBoard);
    this.lamp = new Lamp(this);
    this.statusBar = new StatusBar(this.lamp.node);
    this.actions = new GameActions(this);
    this.toolbar = new Toolbar(game, run);
    this.gameOverBar = new GameOverBar(run, focusBoard);
    this.moveInput = new MoveInput((text) => this.typeMove(text), focusBoard);
    this.reviewArea = el("div", { class: "review-area", hidden: true });
    const boardRoot = el("div", { class: "board-root" });
    const overlays = el(
      "div",
      { class: "overlays" },
      this.message.node,
      this.actions.watch.node,
      this.gameOverBar.node,
      this.moveInput.node,
    );
    replace(
      root,
      el(
        "div",
        { class: "game" },
        this.statusBar.node,
        el("div", { class: "board-area" }, boardRoot, overlays),
        this.reviewArea,
        this.toolbar.node,
      ),
    );
    this.board = new Board(boardRoot, { game });
    this.selection = new Selection(this);
    this.listen();
    this.board.show(state.view, { animate: false });
    this.lamp.update(state);
    this.refresh();
    if (location.hash === "#review" && state.outcome !== "unfinished") this.actions.openReview();
  }

  listen() {
    const checkForChanges = () => document.hidden || this.actions.isReviewing || this.client.checkForChanges();
    document.addEventListener("visibilitychange", checkForChanges);
    const bars = [this.gameOverBar.node, this.actions.watch.node];
    const resizing = new ResizeObserver(() =>
      this.board.setCoveredHeight(Math.max(...bars.map((bar) => bar.offsetHeight))),
    );
    for (const bar of bars) resizing.observe(bar);
    this.stopListening = [
      () => resizing.disconnect(),
      () => document.removeEventListener("visibilitychange", checkForChanges),
      listenForKeys(this),
      settings.onChange((name) => name === "lamp" && this.refresh()),
    ];
  }

  destroy() {
    for (const stop of this.stopListening) stop();
    this.actions.closeReview({ isLeaving: true });
    for (const part of [this.actions.watch, this.lamp, this.statusBar, this.message, this.selection, this.board]) part.destroy();
    this.client.close();
  }

  get state() {
    return this.client.state;
  }

  // -- what the client reports ---------------------------------------------------------------------

  onState(state, { isConflict }) {
    this.actions.closeReview({ isLeaving: true });
    const change = isConflict ? null : state.last_change;
    this.board.show(state.view, { moves: change ? [change.move, ...change.automoves] : [] });
    this.selection.update();
    this.lamp.update(state);
    this.refresh();
    if (isConflict) {
      const stopped = this.actions.watch.isOn ? "The coach has stopped. " : "";
      this.actions.watch.stop("");
      this.message.show(`${stopped}${PLAYED_ELSEWHERE}`, { kind: "conflict", stays: true });
    } else if (this.message.node.dataset.kind !== "plain") this.message.hide();
    if (change) say(change.spoken);
    if (state.is_won && ["move", "redo", "home"].includes(change?.kind)) this.celebrate(state);
  }

  onError(error, retry) {
    if (error.status === 0) this.showError(error, () => this.reconnect(), LOST_CONNECTION);
    else this.showError(error, retry);
  }

  onIllegal(error) {
    this.showIllegal(error);
  }

  onBusy(isBusy) {
    this.board.node.toggleAttribute("data-busy", isBusy);
  }

  onAid() {
    this.refresh();
  }

  /** Update everything but the cards. */
  refresh() {
    const { state } = this;
    document.title = `${gameTitle(state)} · Winnable`;
    this.statusBar.show(state);
    this.toolbar.show(state, {
      isLampOn: this.lamp.isOn,
      isReviewing: this.actions.isReviewing,
      isWatching: this.actions.watch.isOn,
    });
    this.refreshGameOver();
    this.board.node.dataset.version = state.version;
  }

  refreshGameOver() {
    this.gameOverBar.show(this.state, this.lamp.isOn ? this.lamp.verdict : null);
  }

  // -- messages ------------------------------------------------------------------------------------

  /** @param {import("./api.js").ApiError} error @param {() => void} retry */
  showError(error, retry, text = problemText(error)) {
    const canRetry = error.status === 0 || error.status >= 500 || error.status === 429;
    const run = () => {
      this.message.hide();
      retry();
    };
    const action = canRetry && { label: "Try again", name: "retry", run };
    this.message.show(text, { kind: "error", stays: true, action });
  }

  async reconnect() {
    try {
      await this.client.reload();
      this.message.show("Connected again. This is the current position.");
    } catch (error) {
      this.onError(error, () => this.reconnect());
    }
  }

  showIllegal(error) {
    this.message.show(problemText(error), { kind: "illegal" });
  }

  async celebrate(state) {
    this.moveInput.close();
    await this.board.celebrate();
    if (this.state !== state || this.client.isClosed) return;
    const chosen = await openWonDialog(state);
    if (chosen) this.run(chosen);
  }

  // -- what the player does ------------------------------------------------------------------------

  run(action) {
    if (!this.client.isClosed) this.actions.run(action);
  }

  /**
   * @param {{source: string, index: number, target: string}} move
   * @param {{dragged?: HTMLElement[], onIllegal?: () => void}} [options] dragged: elements that stay
   *   where they were dropped until the answer comes
   */
  async move(move, { dragged = [], onIllegal } = {}) {
    this.actions.watch.stop();
    const { error } = await this.client.act("move", move, () => this.board.endDrag(dragged));
    if (error && dragged.length) this.board.settle();
    if (error?.status !== 422) return;
    this.showIllegal(error);
    onIllegal?.();
  }

  /** @returns {Promise<string|null>} what is wrong with a typed move */
  async typeMove(text) {
    this.actions.watch.stop();
    const { error } = await this.client.act("move", { typed: text });
    if (!error) return null;
    if (error.status === 422 || error.status === 400) say(spokenText(problemText(error)));
    return problemText(error);
  }
}

/** Every reason of an error, as sentences. */
function problemText(error) {
  const reasons = error.problems.length ? error.problems : [error.message];
  return reasons.map((reason) => `${capitalize(reason).replace(/[.]$/, "")}.`).join(" ");
}
