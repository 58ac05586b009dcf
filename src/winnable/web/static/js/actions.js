// What the buttons, keys and dialogs of the game page do, by the name of the action.

import { say } from "./announce.js";
import { post } from "./api.js";
import { listMoves, pileContents } from "./descriptions.js";
import { confirm } from "./dialogs.js";
import { askAutoplay, openWhereDialog } from "./game-dialogs.js";
import { askForDeal, startGame } from "./new-game.js";
import { openOptionsDialog } from "./options-dialog.js";
import { mountReviewPanel } from "./review-panel.js";
import { navigate } from "./router.js";
import * as settings from "./settings.js";
import { openShareDialog } from "./share-dialog.js";
import { openHelpDialog } from "./shortcuts.js";
import { hidesCards, pileOf, placesOf } from "./view.js";
import { WatchCoach } from "./watch-coach.js";

// They change nothing, so the coach may go on playing.
const HARMLESS = ["watch", "lamp", "rules", "type", "where", "moves", "read-pile", "read-board", "options", "help"];

export class GameActions {
  /** @param {import("./game-page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.unmountReview = null;
    this.watch = new WatchCoach(page);
  }

  get isReviewing() {
    return this.unmountReview !== null;
  }

  run(action) {
    const { page } = this;
    // Not every game has a stock or auto-moves.
    if (["deal", "auto-finish", "autoplay"].includes(action) && !page.toolbar.has(action)) return;
    const isDisabled = page.toolbar.isDisabled(action);
    if (!isDisabled && !HARMLESS.includes(action)) this.watch.stop();
    const handlers = {
      undo: () => (isDisabled ? say("There is nothing to undo.") : this.act("undo")),
      redo: () => (isDisabled ? say("There is nothing to redo.") : this.act("redo")),
      restart: () => !isDisabled && this.act("restart"),
      "auto-finish": () => (isDisabled ? say("No card can move to a foundation.") : this.act("home")),
      deal: () => this.act("move", { move: "deal" }),
      hint: () => !isDisabled && this.hint(),
      watch: () => (isDisabled ? this.cannotWatch() : this.watch.toggle()),
      verdict: () => !isDisabled && page.lamp.sayVerdict(),
      lamp: () => this.toggleLamp(),
      new: () => this.newGame(),
      "last-winnable": () => this.act("last-winnable"),
      review: () => (isDisabled ? say("There is nothing to review: no move has been made.") : this.toggleReview()),
      share: () => (isDisabled ? say("You can share a game when it is over.") : openShareDialog(page.state)),
      rules: () => navigate(`/rules/${page.state.game}`),
      autoplay: () => !isDisabled && this.chooseAutoplay(),
      type: () => page.moveInput.open(),
      where: () => openWhereDialog(page.state.key),
      moves: () => page.message.show(listMoves(page.state.legal_moves)),
      "read-pile": () => this.readPiles([page.board.cursor.place]),
      "read-board": () => this.readPiles(placesOf(page.board.view)),
      "give-up": () => !isDisabled && this.giveUp(),
      options: () => openOptionsDialog(),
      help: () => openHelpDialog((name) => name === "read-pile" || page.toolbar.has(name)),
    };
    handlers[action]?.();
  }

  cannotWatch() {
    const { message, state } = this.page;
    if (state.is_stuck) message.show("No moves are left.");
    else if (state.is_won) message.show("The game is won.");
  }

  async act(name, body) {
    if (this.isReviewing) return;
    const { error } = await this.page.client.act(name, body);
    if (error?.status === 422) this.page.showIllegal(error);
  }

  hint() {
    const { page } = this;
    page.selection.cancel();
    page.message.show("Looking for a hint…", { kind: "hint", isSpoken: false, stays: true });
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
      page.message.show(line.text, { kind: "hint", isSpoken: line.final, stays: true });
      if (!page.selection.isActive) page.board.markHint(line.move);
    } else if (line.kind === "error") page.message.show(line.text, { kind: "error" });
    else if (line.kind === "stopped") page.message.hide();
  }

  toggleLamp() {
    const isOn = !settings.get("lamp");
    settings.set("lamp", isOn);
    say(isOn ? "Lamp on." : "Lamp off.");
  }

  async newGame() {
    const { page } = this;
    const deal = await askForDeal(page.game);
    if (!deal) return;
    const isOver = ["lost", "stuck"].includes(page.gameOverBar.kind);
    const { path } = page.client;
    const { version } = page.state;
    page.message.show("Dealing…", { isSpoken: false, stays: true });
    const hasStarted = await startGame(deal, {
      button: page.toolbar.buttons.get("new"),
      onError: (error) => page.showError(error, () => startGame(deal)),
    });
    // A game known to be over counts as played. Any other can be continued later.
    if (hasStarted && isOver) await post(`${path}/give-up`, { version }).catch(() => undefined);
  }

  async chooseAutoplay() {
    const { game, state } = this.page;
    const chosen = await askAutoplay(game, state.autoplay);
    if (chosen && chosen !== this.page.state.autoplay) await this.act("autoplay", { autoplay: chosen });
  }

  async giveUp() {
    const isSure = await confirm({
      title: "Give up this game?",
      text: "It will count as played and not won. You can then review and share it; a move resumes it.",
      yes: "Give up",
      no: "Keep playing",
    });
    if (isSure) await this.act("give-up");
  }

  // -- review --------------------------------------------------------------------------------------

  toggleReview() {
    if (this.isReviewing) this.closeReview();
    else this.review();
  }

  async review() {
    const { client, state } = this.page;
    if (state.outcome === "unfinished" && hidesCards(state.view)) {
      const isSure = await confirm({
        title: "Review this game?",
        text: "A review reveals the hidden cards, so the game is given up first. A move resumes it.",
        yes: "Give up and review",
        no: "Keep playing",
      });
      if (!isSure) return;
      const { error } = await client.act("give-up");
      if (error) return;
    }
    this.openReview();
  }

  openReview() {
    const { page } = this;
    page.selection.cancel();
    page.message.hide();
    page.board.setInteractive(false);
    page.reviewArea.hidden = false;
    page.root.classList.add("reviewing");
    this.unmountReview = mountReviewPanel(page.reviewArea, {
      key: page.state.key,
      coachMoves: page.state.coach_moves,
      board: page.board,
      onVersion: (version) => {
        page.state.version = version;
      },
      onBack: (movesMade) => {
        this.closeReview();
        this.act("go-to", { moves_made: movesMade });
      },
      onClose: () => this.closeReview(),
    });
    page.refresh();
    page.reviewArea.querySelector("h2").focus();
  }

  closeReview({ isLeaving = false } = {}) {
    if (!this.isReviewing) return;
    const { page } = this;
    this.unmountReview();
    this.unmountReview = null;
    page.reviewArea.hidden = true;
    page.root.classList.remove("reviewing");
    page.board.setInteractive(true);
    if (isLeaving) return;
    page.board.show(page.state.view);
    page.refresh();
    page.toolbar.focus("review");
  }

  // -- screen readers ------------------------------------------------------------------------------

  readPiles(places) {
    const { view } = this.page.board;
    say(places.map((place) => pileContents(place, place === "stock" ? view.stock : pileOf(view, place))).join(" "));
  }
}
