// The lamp: a live evaluation. After every change it asks whether the game can still be won, and
// shows the verdict by colour, shape and text. It can be switched off: a game that is won without
// it can be "unaided".

import { say } from "./announce.js";
import { button, el, icon, replace } from "./dom.js";
import { capitalize, pluralize } from "./format.js";
import { VERDICT_ICONS } from "./icons.js";
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

  /** The game has changed. */
  update(state) {
    this.verdict = null;
    this.hasFailed = false;
    if (state.is_won) this.show("won", "Won");
    else if (this.isOn && this.page.actions?.watch.isPlaying) {
      this.page.client.stopQuestion("evaluation");
      this.show("off", "Lamp waits for the coach");
    } else if (this.isOn) this.ask();
    else {
      this.page.client.stopQuestion("evaluation");
      this.show("off", "Lamp off");
    }
  }

  /** Show the whole sentence, or ask again after a failure. */
  press() {
    if (this.hasFailed) this.ask();
    else this.page.message.show(this.details, { stays: true });
  }

  /** Say the verdict, whether the lamp is on or off. */
  sayVerdict() {
    if (this.isOn && this.verdict) say(this.details);
    else this.ask();
  }

  ask() {
    this.hasFailed = false;
    this.show("thinking", "Thinking…");
    this.page.client.ask(
      "evaluation",
      (line) => this.receive(line),
      (error) => this.fail(error.status ? `No verdict: ${error.message}` : "No verdict: connection lost"),
    );
  }

  receive(line) {
    if (line.kind === "queued") {
      if (line.ahead > 0) this.show("thinking", `Waiting, ${line.ahead} ahead…`);
    } else if (line.kind === "evaluation") {
      this.show(line.verdict, shortText(line, this.page.state.moves_made), fullText(line));
      if (!line.final) return;
      this.verdict = line.verdict;
      say(this.details);
      this.page.refreshGameOver();
    } else if (line.kind === "error") {
      this.fail(line.text);
    }
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
function shortText(line, movesMade) {
  const { chance } = line;
  const odds = oddsText(line, movesMade);
  if (!chance) return [el("span", {}, odds)];
  const between = el("span", { class: "lamp-separator" }, " · ");
  return [el("span", { class: "lamp-odds" }, odds), between, el("span", {}, `your chance ${percentages(chance)}`)];
}

/** Parts of a text; some are left out on a small screen. */
function oddsText({ verdict, odds, moves_to_win: movesToWin, final, text }, movesMade) {
  const ellipsis = final ? "" : "…";
  if (verdict === "lost") return [`${movesMade ? "No longer winnable" : "Not winnable"}${ellipsis}`];
  const length = movesToWin ? ` (${pluralize(movesToWin, "move")} or fewer)` : "";
  if (verdict === "winnable") return [`Winnable${length}${ellipsis}`];
  if (!odds) return [final ? text.replace(/[.]$/, "") : "Thinking…"];
  if (!final) return [`Winnable in ${odds.won} of ${odds.won + odds.lost + odds.unsettled} cases so far…`];
  const about = odds.exact ? [] : [el("span", { class: "lamp-more" }, "about ")];
  return ["Winnable in ", ...about, `${percentages(odds)} of cases`];
}

/** An interval such as "58–67%"; its ends are rounded outwards. */
export function percentages({ low, high }) {
  const [from, to] = [Math.floor(100 * low), Math.ceil(100 * high)];
  return `${from < to ? `${from}–${to}` : from}%`;
}
