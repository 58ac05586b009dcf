// The lamp: a live evaluation. After every change it asks whether the game can still be won, and
// shows the verdict by colour, shape and text; pressing it shows the details. It is off until the
// player turns it on: a game that is won without it can be "unaided".

import { say } from "./announce.js";
import { openDialog } from "./dialogs.js";
import { button, el, icon, replace } from "./dom.js";
import { capitalize } from "./format.js";
import { VERDICT_ICONS } from "./icons.js";
import { t } from "./l10n.js";
import * as settings from "./settings.js";

const SHAPES = {
  ...VERDICT_ICONS,
  off: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  won: "M12 3l2.7 5.8 6.3.8-4.6 4.3 1.2 6.2L12 17l-5.6 3.1 1.2-6.2L3 9.6l6.3-.8z",
};

export class Lamp {
  /** @param {import("./game-page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.text = el("span", { class: "lamp-text" });
    this.shape = el("span", { class: "lamp-icon" });
    this.node = button(this.shape, { class: "lamp", id: "lamp", onclick: () => this.press() }, this.text);
    this.node.classList.toggle("lamp-of-two", page.game.hides_cards); // numbers: see the style sheet
    this.verdict = null; // final
    this.evaluation = null; // the coach's latest message
    this.answered = null; // the final message, and the state it is about
    this.details = ""; // the whole sentence
    this.hasFailed = false;
    this.stopListening = settings.onChange((name) => name === "lamp" && this.update(this.page.state));
  }

  destroy() {
    this.stopListening();
  }

  get isOn() {
    return settings.get("lamp");
  }

  /** Offer the lamp to somebody who has not decided about it: once. */
  offer() {
    if (settings.isChosen("lamp") || settings.get("lampOffered") || this.page.state.outcome !== "unfinished") return;
    settings.set("lampOffered", true);
    const turnOn = { label: t("page.lamp.turn_on"), name: "lamp-offer", run: () => settings.set("lamp", true) };
    this.page.message.show(t("page.lamp.offer"), { kind: "offer", stays: true, action: turnOn });
  }

  /** The game has changed. */
  update(state) {
    this.verdict = null;
    this.evaluation = null;
    this.hasFailed = false;
    if (this.isOn && this.page.message.node.dataset.kind === "offer") this.page.message.hide();
    if (state.is_won) this.show("won", t("page.lamp.won"));
    else if (this.isOn && this.page.actions?.watch.isPlaying) {
      this.page.client.stopQuestion("evaluation");
      this.show("off", t("page.lamp.waits"));
    } else if (this.isOn && this.page.actions?.finish.isOn) {
      this.page.client.stopQuestion("evaluation");
      this.show("thinking", t("page.status.lamp_waits"));
    } else if (this.isOn) this.ask();
    else {
      this.page.client.stopQuestion("evaluation");
      this.show("off", t("page.lamp.off"));
    }
  }

  /** A move is shown before its answer: what was known is about the position before it. */
  wait() {
    this.verdict = null;
    this.evaluation = null;
    this.page.client.stopQuestion("evaluation");
    if (this.node.dataset.verdict !== "off") this.show("thinking", t("page.lamp.thinking"));
  }

  /** A move that was shown is taken back: what was known holds again. */
  restore(state) {
    if (this.answered?.state === state && this.isOn) this.showEvaluation(this.answered.line);
    else if (this.node.dataset.verdict === "thinking") this.update(state);
  }

  /** Show the details; turn it on, or ask again, where there are none. */
  press() {
    if (this.hasFailed) this.ask();
    else if (this.evaluation) this.openDetails(this.evaluation);
    else if (!this.isOn && !this.page.state.is_won) settings.set("lamp", true);
    else this.page.message.show(this.details);
  }

  openDetails({ odds, chance, details }) {
    const all = (one) => [one.text, one.details].filter(Boolean).join(" ");
    const part = (name, title, text) => el("section", { "data-field": name }, el("h3", {}, title), el("p", {}, text));
    const { deal_source: source } = this.page.state;
    openDialog({
      title: t("page.lamp.question"),
      name: "lamp",
      body: odds
        ? [
            source && part("deal", t("page.lamp.winnable_deal"), t("page.lamp.deal_meaning")),
            part("odds", t("page.lamp.winnable"), all(odds)),
            chance && part("chance", t("page.lamp.chance_title"), all(chance)),
            chance && el("p", { class: "small muted" }, t("page.lamp.two_numbers")),
          ]
        : el("p", {}, all({ text: this.details, details })),
      isShortText: !odds,
      buttons: [{ label: t("page.lamp.close"), kind: "primary", action: "close-details" }],
    });
  }

  /** Say the verdict, whether the lamp is on or off. */
  sayVerdict() {
    if (this.isOn && this.verdict) say(this.details);
    else this.ask();
  }

  /** The server may be reached again. */
  askAgain() {
    if (this.hasFailed) this.ask();
  }

  ask() {
    this.hasFailed = false;
    this.show("thinking", t("page.lamp.thinking"));
    this.page.client.ask(
      "evaluation",
      (line) => this.receive(line),
      (error) => this.fail(error.status ? t("page.lamp.failed", { reason: error.message }) : t("page.lamp.no_connection")),
    );
  }

  receive(line) {
    if (line.kind === "queued") {
      if (line.ahead > 0) this.show("thinking", t("page.lamp.queued", { count: line.ahead }));
    } else if (line.kind === "evaluation") {
      this.showEvaluation(line);
      if (!line.final) return;
      this.answered = { line, state: this.page.state };
      say(this.details);
      this.page.refreshGameOver();
    } else if (line.kind === "error" || line.kind === "stopped") {
      this.fail(line.text);
    }
  }

  showEvaluation(line) {
    const { state } = this.page;
    // What is proved of the deal holds of the position only before the first move.
    const isProved = Boolean(line.odds && line.verdict === "unsettled" && state.deal_source && !state.moves_made);
    this.show(isProved ? "winnable" : line.verdict, shortText(line, state.moves_made, isProved), fullText(line));
    this.evaluation = line;
    if (line.final) this.verdict = line.verdict;
  }

  fail(text) {
    this.hasFailed = true;
    this.show("unsettled", text);
  }

  /** @param {string|Array<string|Node>} text @param {string} [details] the whole sentence */
  show(kind, text, details = text) {
    if (this.node.dataset.verdict !== kind) replace(this.shape, icon(SHAPES[kind]));
    this.node.dataset.verdict = kind;
    replace(this.text, text);
    this.details = details;
  }
}

/** The server's text, as a sentence. */
function fullText({ text, odds }) {
  return `${capitalize((text || odds?.text || "").trim().replace(/[.…]+$/, ""))}.`;
}

/** The same in a few words: the odds, and the player's chance where there is one. Each says what it
 * is a share of, also on a small screen; where there is room for one, it is the chance. */
function shortText(line, movesMade, isProved) {
  const { chance } = line;
  const odds = isProved ? t("page.lamp.winnable_deal") : oddsText(line, movesMade);
  if (!chance) return [el("span", {}, odds)];
  const between = el("span", { class: "lamp-separator" }, " · ");
  const yours = el("span", {}, t("page.lamp.your_chance", { share: chance.share }));
  return [el("span", { class: "lamp-odds" }, odds), between, yours];
}

function oddsText({ verdict, odds, moves_to_win: movesToWin, final, text }, movesMade) {
  const ellipsis = final ? "" : "…";
  if (verdict === "lost") return t(movesMade ? "page.lamp.lost" : "page.lamp.hopeless") + ellipsis;
  if (verdict === "winnable" && movesToWin) return t("page.lamp.winnable_in", { count: movesToWin }) + ellipsis;
  if (verdict === "winnable") return t("page.lamp.winnable") + ellipsis;
  if (!odds) return final ? text.replace(/[.]$/, "") : t("page.lamp.thinking");
  if (!final) return t("page.lamp.so_far", { won: odds.won, count: odds.won + odds.lost + odds.unsettled });
  return capitalize(t("page.lamp.odds", { share: odds.share }));
}
