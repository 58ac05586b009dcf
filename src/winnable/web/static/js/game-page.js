// The game page: the board, the status bar above it, the toolbar, and what happens between them.

import { GameActions } from "./actions.js";
import { say } from "./announce.js";
import { get } from "./api.js";
import { Board } from "./board.js";
import { spokenText } from "./descriptions.js";
import { el, replace } from "./dom.js";
import { feedback } from "./feedback.js";
import { gameTitle } from "./format.js";
import { GameClient, waitForChanges } from "./game-client.js";
import { GameOverBar } from "./game-over.js";
import { findGame } from "./games.js";
import { listenForKeys } from "./keyboard.js";
import { t } from "./l10n.js";
import { Lamp } from "./lamp.js";
import { Message } from "./message.js";
import { MoveInput } from "./move-input.js";
import { Overlays } from "./overlays.js";
import { reasonsText } from "./page-states.js";
import { navigate } from "./router.js";
import { Selection } from "./selection.js";
import * as settings from "./settings.js";
import { StatusBar } from "./status-bar.js";
import { Toolbar } from "./toolbar.js";
import { findUnsent } from "./unsent-changes.js";
import { openWonDialog, resultsOf } from "./win-dialog.js";

/** @param {HTMLElement} root @param {{key: string}} params */
export async function show(root, { key }) {
  if (location.hash === "#review") return navigate(`/analysis/${encodeURIComponent(key)}`, { replace: true }); // an old link
  await waitForChanges(key);
  const state = await get(`/games/${encodeURIComponent(key)}`);
  const game = await findGame(state.game);
  const page = new GamePage(root, state, game);
  return () => page.destroy();
}

export class GamePage {
  constructor(root, state, game) {
    this.root = root;
    this.game = game;
    this.client = new GameClient(state, this, { isOneWay: game.is_one_way });
    const run = (action) => this.run(action);
    const focusBoard = () => this.board.focus();
    this.message = new Message(focusBoard);
    this.lamp = new Lamp(this);
    this.statusBar = new StatusBar(this.lamp.node);
    this.actions = new GameActions(this);
    this.toolbar = new Toolbar(game, run);
    this.gameOverBar = new GameOverBar(run, focusBoard);
    this.moveInput = new MoveInput((text) => this.typeMove(text), focusBoard, () => this.state.legal_moves[0]);
    const boardRoot = el("div", { class: "board-root" });
    const bars = [this.message, this.actions.watch, this.actions.finish, this.gameOverBar, this.moveInput];
    this.overlays = new Overlays(
      bars.map((bar) => bar.node),
      boardRoot,
      (height) => this.board.setCoveredHeight(height),
    );
    replace(
      root,
      el(
        "div",
        { class: "game" },
        this.statusBar.node,
        el("div", { class: "board-area" }, boardRoot, this.overlays.node),
        this.toolbar.node,
      ),
    );
    this.board = new Board(boardRoot, { game, onArranged: (layout) => this.overlays.fit(layout) });
    this.selection = new Selection(this);
    this.listen();
    this.board.show(state.view, { animate: false });
    this.lamp.update(state);
    this.refresh();
    this.lamp.offer();
    this.resume(state);
  }

  /** Make the changes that an earlier page of this game could not send. */
  resume(state) {
    const unsent = findUnsent(state);
    if (!unsent || this.client.addUnsent(unsent)) return;
    this.message.show(t("page.play.elsewhere"), { kind: "conflict", stays: true });
  }

  listen() {
    const listening = new AbortController();
    const { signal } = listening;
    const checkForChanges = () => document.hidden || this.client.checkForChanges();
    document.addEventListener("visibilitychange", checkForChanges, { signal });
    window.addEventListener("online", () => this.lamp.askAgain(), { signal });
    this.stopListening = [
      () => this.overlays.destroy(),
      () => listening.abort(),
      listenForKeys(this),
      settings.onChange((name) => name === "lamp" && this.refresh()),
    ];
  }

  destroy() {
    for (const stop of this.stopListening) stop();
    for (const part of [this.actions.watch, this.actions.finish, this.lamp, this.statusBar, this.toolbar, this.message, this.selection, this.board]) part.destroy();
    this.client.close();
  }

  get state() {
    return this.client.state;
  }

  // -- what the client reports ---------------------------------------------------------------------

  onState(state, { isConflict, wasShown }) {
    const change = isConflict ? null : state.last_change;
    const moves = change ? [change.move, ...change.automoves] : [];
    this.board.show(this.client.shown.view, { moves: wasShown ? moves.slice(1) : moves });
    this.selection.update();
    this.lamp.update(state);
    this.refresh();
    if (isConflict) {
      const text = t(this.actions.watch.isOn ? "page.play.elsewhere_coach" : "page.play.elsewhere");
      this.actions.watch.stop("");
      this.message.show(text, { kind: "conflict", stays: true });
    } else if (this.message.node.dataset.kind !== "plain") this.message.hide();
    if (change) say(change.spoken);
    if (state.is_won && ["move", "redo", "home"].includes(change?.kind)) this.celebrate(state);
  }

  /** A change is shown before its answer, or taken back. */
  onShown(moves) {
    this.board.show(this.client.shown.view, { moves });
    this.selection.update();
    if (this.client.isAhead) this.lamp.wait();
    else this.lamp.restore(this.state);
    if (moves.length && ["illegal", "hint"].includes(this.message.node.dataset.kind)) this.message.hide();
    this.refresh();
  }

  onError(error, retry) {
    this.showError(error, retry);
  }

  onLost(error, retry) {
    this.actions.watch.stop("");
    this.showError(error, retry, error.status ? undefined : t("page.play.connection_lost"));
  }

  onFound() {
    this.message.show(t("page.play.connected_again"));
  }

  onIllegal(error) {
    this.showIllegal(error);
  }

  onBusy(isBusy) {
    this.board.node.toggleAttribute("data-busy", isBusy);
    this.refreshWaiting();
  }

  onAid() {
    this.refresh();
  }

  /** Update everything but the cards. */
  refresh() {
    // What can be undone, and the number of moves, follow at once, like the cards.
    const state = this.client.shown;
    document.title = [gameTitle(state), "Winnable"].join(" · ");
    this.statusBar.show(state);
    this.toolbar.show(state, {
      isLampOn: this.lamp.isOn,
      isWatching: this.actions.watch.isOn,
    });
    this.refreshGameOver();
    this.refreshWaiting();
    this.board.node.dataset.version = state.version;
  }

  /** Show which changes wait for the server. */
  refreshWaiting() {
    const { waiting } = this.client;
    this.toolbar.markWaiting(waiting.filter((change) => !change.attempt).map(actionOf));
    this.board.markWaiting(waiting.flatMap((change) => change.attempt?.cards ?? []));
  }

  refreshGameOver() {
    this.gameOverBar.show(this.client.shown, this.lamp.isOn ? this.lamp.verdict : null);
  }

  // -- messages ------------------------------------------------------------------------------------

  /** @param {import("./api.js").ApiError} error @param {() => void} retry */
  showError(error, retry, text = reasonsText(error)) {
    const canRetry = error.status === 0 || error.status >= 500 || error.status === 429;
    const run = () => {
      if (!this.client.changes.length) this.message.hide();
      retry();
    };
    const action = canRetry && { label: t("page.play.try_again"), name: "retry", run };
    this.message.show(text, { kind: "error", stays: true, action });
  }

  showIllegal(error) {
    feedback("illegal");
    this.message.show(reasonsText(error), { kind: "illegal" });
  }

  async celebrate(state) {
    this.moveInput.close();
    const results = resultsOf(state.game);
    feedback("win");
    await this.board.celebrate();
    if (this.state !== state || this.client.isClosed) return;
    const chosen = await openWonDialog(state, results);
    if (chosen) this.run(chosen);
  }

  // -- what the player does ------------------------------------------------------------------------

  run(action) {
    if (!this.client.isClosed) this.actions.run(action);
  }

  /**
   * @param {import("./prediction.js").Attempt} attempt
   * @param {{dragged?: HTMLElement[], onIllegal?: () => void}} [options] dragged: elements that stay
   *   where they were dropped until the move is shown
   */
  async move(attempt, { dragged = [], onIllegal } = {}) {
    this.actions.watch.stop();
    const { error } = await this.client.move(attempt, () => this.board.endDrag(dragged));
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
    if (error.status === 422 || error.status === 400) say(spokenText(reasonsText(error)));
    return reasonsText(error);
  }
}

/** What the player has pressed for a change. */
function actionOf({ name, more }) {
  if (more.move === "deal") return "deal";
  return name === "home" ? "auto-finish" : name;
}
