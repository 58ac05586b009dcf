// Everything a button, a key or a dialog of the table page can ask for, by the name of its action.

import { say } from "./announce.js";
import { post } from "./api.js";
import { askAutoplay, askWhere, movesWords } from "./asking.js";
import { confirm } from "./dom.js";
import { openHelp } from "./keys.js";
import { askForDeal, startTable } from "./newdeal.js";
import { openOptions } from "./options.js";
import { mountReview } from "./review.js";
import { navigate } from "./router.js";
import * as settings from "./settings.js";
import { openShare } from "./share.js";
import { pileOf, placesOf } from "./layout.js";
import { pileRead } from "./words.js";

const HIDDEN = "A review tells the hidden cards, so this game counts as given up then.";

export class Errands {
  /** @param {object} page the table page */
  constructor(page) {
    this.page = page;
    this.endReview = null;
  }

  get isReviewing() {
    return this.endReview !== null;
  }

  run(action) {
    const { page } = this;
    // Not every game has a stock, or cards that could go home by themselves.
    if (["deal", "home", "autoplay"].includes(action) && !page.toolbar.has(action)) return;
    const off = page.toolbar.off?.[action];
    const errands = {
      undo: () => (off ? say("There is nothing to take back.") : this.act("undo")),
      redo: () => (off ? say("There is nothing to make again.") : this.act("redo")),
      restart: () => !off && this.act("restart"),
      home: () => (off ? say("No card can go home.") : this.act("home")),
      deal: () => this.act("move", { move: "deal" }),
      hint: () => !off && this.hint(),
      verdict: () => !off && this.verdict(),
      lamp: () => this.toggleLamp(),
      new: () => this.deal(),
      "last-winnable": () => this.act("last-winnable"),
      review: () => (this.isReviewing ? this.closeReview() : this.review()),
      share: () => (off ? say("A game can be shared when it is over.") : openShare(page.state)),
      rules: () => navigate(`/rules/${page.state.game}`),
      autoplay: () => !off && this.autoplay(),
      type: () => page.typing.open(),
      where: () => askWhere(page.state.key),
      moves: () => page.message.show(movesWords(page.state.moves)),
      read: () => this.read(),
      board: () => this.readBoard(),
      "give-up": () => !off && this.giveUp(),
      options: () => openOptions(),
      help: () => openHelp(new Set([...page.toolbar.tools.map((tool) => tool.name), "read"])),
    };
    errands[action]?.();
  }

  async act(name, body) {
    const { page } = this;
    if (this.isReviewing) return;
    const { error } = await page.seat.act(name, body);
    if (error?.status === 422) page.refused(error);
  }

  hint() {
    const { page } = this;
    page.hand.letGo();
    page.message.show("Looking for a hint…", { kind: "hint", isSaid: false, stays: true });
    page.seat.ask(
      "hint",
      (line) => this.hear(line),
      (error) => page.trouble(error, () => this.hint()),
    );
  }

  hear(line) {
    const { page } = this;
    if (page.message.node.hidden) {
      page.seat.questions.get("hint")?.stop(); // it was put away: no more of it
    } else if (line.kind === "hint") {
      page.message.show(line.words, { kind: "hint", isSaid: line.final, stays: true });
      if (!page.hand.isHolding) page.board.mark(line.move);
    } else if (line.kind === "trouble") page.message.show(line.words, { kind: "trouble" });
    else if (line.kind === "stopped") page.message.hide();
  }

  verdict() {
    const { lamp } = this.page;
    if (lamp.isOn && lamp.last) say(lamp.last);
    else lamp.ask();
  }

  toggleLamp() {
    const isOn = !settings.get("lamp");
    settings.set("lamp", isOn);
    say(isOn ? "The lamp is on." : "The lamp is off.");
  }

  async deal() {
    const body = await askForDeal(this.page.game);
    if (!body) return;
    const { page } = this;
    const left = ["lost", "stuck"].includes(page.endBar.kind) && { path: page.seat.path, version: page.state.version };
    page.message.show("Dealing…", { isSaid: false, stays: true });
    const button = page.toolbar.buttons.get("new");
    const isDealt = await startTable(body, { button, onTrouble: (error) => page.trouble(error, () => startTable(body)) });
    // A game that is known to be over counts as played; any other can be gone on with later.
    if (isDealt && left) await post(`${left.path}/give-up`, { version: left.version }).catch(() => undefined);
  }

  async autoplay() {
    const { page } = this;
    const chosen = await askAutoplay(page.game, page.state.autoplay);
    if (chosen && chosen !== page.state.autoplay) await this.act("autoplay", { autoplay: chosen });
  }

  async giveUp() {
    const isSure = await confirm({
      title: "Give this game up?",
      text: "It counts as played and not won. It can be reviewed and shared then, and a move takes it up again.",
      yes: "Give up",
      no: "Play on",
    });
    if (isSure) await this.act("give-up");
  }

  // -- looking back --------------------------------------------------------------------------------

  async review() {
    const { page } = this;
    const { state, game } = page;
    const isHidden = state.outcome === "unfinished" && (state.view.stock || state.view.columns.some((pile) => pile.includes("??")));
    if (isHidden && game.hides_cards) {
      const isSure = await confirm({ title: "Look back at this game?", text: HIDDEN, yes: "Give up and look back", no: "Play on" });
      if (!isSure) return;
      const { error } = await page.seat.act("give-up");
      if (error) return;
    }
    this.openReview();
  }

  openReview() {
    const { page } = this;
    page.hand.letGo();
    page.message.hide();
    page.board.setInteractive(false);
    page.reviewPlace.hidden = false;
    page.root.classList.add("reviewing");
    const end = mountReview(page.reviewPlace, {
      key: page.state.key,
      board: page.board,
      onVersion: (version) => {
        page.state.version = version;
      },
      onBack: (made) => {
        this.closeReview();
        this.act("go-to", { made });
      },
      onClose: () => this.closeReview(),
    });
    this.endReview = end;
    page.refresh();
    page.reviewPlace.querySelector("h2")?.focus();
  }

  closeReview({ isLeaving = false } = {}) {
    if (!this.isReviewing) return;
    const { page } = this;
    this.endReview();
    this.endReview = null;
    page.reviewPlace.hidden = true;
    page.root.classList.remove("reviewing");
    page.board.setInteractive(true);
    if (isLeaving) return;
    page.board.show(page.state.view);
    page.refresh();
    page.toolbar.focus("review");
  }

  // -- for those who listen ------------------------------------------------------------------------

  read() {
    const { board } = this.page;
    const { place } = board.cursor;
    say(pileRead(place, place === "stock" ? board.view.stock : pileOf(board.view, place)));
  }

  readBoard() {
    const { view } = this.page.board;
    const lines = placesOf(view).map((place) => pileRead(place, place === "stock" ? view.stock : pileOf(view, place)));
    say(lines.join(" "));
  }
}
