// What the buttons, keys and dialogs of the game page do, by the name of the action.

import { say } from "./announce.js";
import { post } from "./api.js";
import { AutoFinish } from "./auto-finish.js";
import { contentsOf, listMoves } from "./descriptions.js";
import { confirm } from "./dialogs.js";
import { askAutoplay, openBoardDialog, openWhereDialog } from "./game-dialogs.js";
import { t } from "./l10n.js";
import { askForDeal, startGame } from "./new-game.js";
import { openOptionsDialog } from "./options-dialog.js";
import { playAgain } from "./play-again.js";
import { navigate } from "./router.js";
import * as settings from "./settings.js";
import { openShareDialog } from "./share-dialog.js";
import { openHelpDialog } from "./shortcuts.js";
import { WatchCoach } from "./watch-coach.js";

// They change nothing, so the coach may go on playing.
const HARMLESS = ["watch", "lamp", "rules", "type", "where", "moves", "read-pile", "read-board", "options", "help"];

const REWINDING = ["restart", "last-winnable", "go-to"];

export class GameActions {
  /** @param {import("./game-page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.watch = new WatchCoach(page);
    this.finish = new AutoFinish(page);
  }

  run(action) {
    const { page } = this;
    // Not every game has a stock or auto-moves.
    if (["deal", "auto-finish", "autoplay"].includes(action) && !page.toolbar.has(action)) return;
    const isDisabled = page.toolbar.isDisabled(action);
    if (!isDisabled && !HARMLESS.includes(action)) this.watch.stop();
    const handlers = {
      undo: () => (isDisabled ? say(t("page.play.nothing_to_undo")) : this.act("undo")),
      redo: () => (isDisabled ? say(t("page.play.nothing_to_redo")) : this.act("redo")),
      restart: () => !isDisabled && this.act("restart"),
      "auto-finish": () => (isDisabled ? say(t("page.play.nothing_goes_home")) : this.finish.start()),
      deal: () => this.act("move", { move: "deal" }),
      hint: () => !isDisabled && this.hint(),
      watch: () => (isDisabled ? this.cannotWatch() : this.watch.toggle()),
      odds: () => !isDisabled && page.lamp.sayVerdict(),
      lamp: () => this.toggleLamp(),
      new: () => this.newGame(),
      again: () => playAgain(page.state, { onError: (error) => page.showError(error, () => this.run("again")) }),
      "last-winnable": () => this.act("last-winnable"),
      review: () => (isDisabled ? say(t("page.play.nothing_to_review")) : this.review()),
      share: () => (isDisabled ? say(t("page.play.share_later")) : openShareDialog(page.state)),
      rules: () => navigate(`/rules/${page.state.game}`),
      autoplay: () => !isDisabled && this.chooseAutoplay(),
      type: () => page.moveInput.open(),
      where: () => openWhereDialog(page.state.key),
      moves: () => this.showMoves(),
      "read-pile": () => say(contentsOf(page.board.view, [page.board.cursor.place]).join("")),
      "read-board": () => this.showBoardInWords(),
      "give-up": () => !isDisabled && this.giveUp(),
      options: () => openOptionsDialog(),
      help: () => openHelpDialog(page.game, (name) => name === "read-pile" || page.toolbar.has(name)),
    };
    handlers[action]?.();
  }

  cannotWatch() {
    const { message, state } = this.page;
    if (state.is_stuck) message.show(t("page.play.no_moves"));
    else if (state.is_won) message.show(t("page.play.game_won"));
  }

  async act(name, body) {
    const { error } = await this.page.client.act(name, body);
    if (error?.status === 422) this.page.showIllegal(error);
    else if (!error && REWINDING.includes(name)) this.sayHowFar();
  }

  /** How many moves were undone at once. */
  sayHowFar() {
    const { text } = this.page.state.last_change ?? {};
    if (text) this.page.message.show(text, { isSpoken: false });
  }

  hint() {
    const { page } = this;
    page.selection.cancel();
    page.message.show(t("page.coach.looking"), { kind: "hint", isSpoken: false, stays: true });
    page.client.ask(
      "hint",
      (line) => this.showHint(line),
      (error) => page.showError(error, () => this.hint()),
    );
  }

  showHint(line) {
    const { page } = this;
    if (page.message.node.hidden) {
      page.client.stopQuestion("hint"); // the player has dismissed it
    } else if (line.kind === "hint") {
      const details = line.details && { label: t("page.coach.details"), name: "hint-details", run: () => this.showHintDetails(line) };
      page.message.show(line.text, { kind: "hint", isSpoken: line.final, stays: true, action: details });
      if (!page.selection.isActive) page.board.markHint(line.move);
    } else if (line.kind === "error") page.message.show(line.text, { kind: "error" });
    else if (line.kind === "stopped") page.message.hide();
  }

  showHintDetails(line) {
    this.page.message.show(`${line.text} ${line.details}`, { kind: "hint", stays: true });
  }

  toggleLamp() {
    const isOn = !settings.get("lamp");
    settings.set("lamp", isOn);
    say(t(isOn ? "page.lamp.now_on" : "page.lamp.now_off"));
  }

  async newGame() {
    const { page } = this;
    const deal = await askForDeal(page.game);
    if (!deal) return;
    const isLost = page.gameOverBar.kind === "lost";
    const { path } = page.client;
    const { version } = page.state;
    page.message.show(t("page.play.dealing"), { isSpoken: false, stays: true });
    const hasStarted = await startGame(deal, {
      button: page.toolbar.buttons.get("new"),
      onError: (error) => page.showError(error, () => startGame(deal)),
    });
    // A game known to be lost counts as played. Any other can be continued later.
    if (hasStarted && isLost) await post(`${path}/give-up`, { version }).catch(() => undefined);
  }

  /** The legal moves, as soon as they are known. */
  async showMoves() {
    const { client, message } = this.page;
    await client.queue;
    if (!client.isClosed) message.show(listMoves(client.state.legal_moves, client.state.view), { stays: true });
  }

  async showBoardInWords() {
    const { board, message } = this.page;
    if (await openBoardDialog(board.view)) message.show(t("page.dialogs.copied"));
  }

  async chooseAutoplay() {
    const { game, state } = this.page;
    const chosen = await askAutoplay(game, state.autoplay);
    if (chosen && chosen !== this.page.state.autoplay) await this.act("autoplay", { autoplay: chosen });
  }

  async giveUp() {
    const isSure = await confirm({
      title: t("page.play.give_up.title"),
      text: t("page.play.give_up.text"),
      yes: t("page.play.give_up.yes"),
      no: t("page.play.give_up.no"),
    });
    if (isSure) await this.act("give-up");
  }

  review() {
    navigate(`/analysis/${encodeURIComponent(this.page.state.key)}`);
  }
}
