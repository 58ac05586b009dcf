// The verdict lamp: after every change it asks whether the game can still be won, and shows it in
// colour, in shape and in words. It can be switched off; a game won without it may be "unaided".

import { say } from "./announce.js";
import { button, el, icon, replace } from "./dom.js";
import * as settings from "./settings.js";
import { counted } from "./words.js";

const SHAPES = {
  winnable: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM7.8 12.3l3 3 5.4-6",
  lost: "M4 4h16v16H4zM8.5 8.5l7 7M15.5 8.5l-7 7",
  unsettled: "M12 2.8L21.2 12 12 21.2 2.8 12zM12 8v5M12 16v.01",
  thinking: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12h.01M12 12h.01M16 12h.01",
  off: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  won: "M12 3l2.7 5.8 6.3.8-4.6 4.3 1.2 6.2L12 17l-5.6 3.1 1.2-6.2L3 9.6l6.3-.8z",
};

export class Lamp {
  /**
   * @param {import("./seat.js").Seat} seat
   * @param {(standing: object) => void} onFinal
   * @param {(words: string) => void} onMore tells the whole sentence
   */
  constructor(seat, onFinal, onMore) {
    this.seat = seat;
    this.onMore = onMore;
    this.onFinal = onFinal;
    this.words = el("span", { class: "lamp-words" });
    this.shape = el("span", { class: "lamp-shape" });
    this.node = button(this.shape, { class: "lamp", id: "lamp", onclick: () => this.press() }, this.words);
    this.whole = "";
    this.last = null;
    this.verdict = null;
    this.unsubscribe = settings.onChange((name) => name === "lamp" && this.look(this.seat.state));
  }

  destroy() {
    this.unsubscribe();
  }

  get isOn() {
    return settings.get("lamp");
  }

  /** The lamp tells its whole sentence; where the question failed it asks again. */
  press() {
    if (this.hasFailed) this.ask();
    else this.onMore(this.whole);
  }

  /** The table has changed. */
  look(state) {
    this.hasFailed = false;
    this.last = this.verdict = null;
    if (state.is_won) this.show("won", "Won");
    else if (!this.isOn) {
      this.seat.questions.get("standing")?.stop();
      this.show("off", "Lamp off");
    } else this.ask();
  }

  /** Ask now, for the lamp or for somebody who wants to know once. */
  ask() {
    this.hasFailed = false;
    this.show("thinking", "Thinking…");
    this.seat.ask(
      "standing",
      (line) => this.hear(line),
      (error) => this.fail(error.status ? error.message : "not connected"),
    );
  }

  fail(why) {
    this.hasFailed = true;
    this.show("unsettled", `No verdict: ${why}`);
  }

  hear(line) {
    if (line.kind === "queued") {
      if (line.ahead > 0) this.show("thinking", `Waiting, ${line.ahead} ahead…`);
    } else if (line.kind === "standing") {
      const words = sentence(line);
      this.show(line.verdict, brief(line, this.seat.state.made), words);
      if (!line.final) return;
      this.last = words;
      this.verdict = line.verdict;
      say(words);
      this.onFinal(line);
    } else if (line.kind === "trouble") {
      this.show("unsettled", line.words);
    }
  }

  show(kind, words, whole = words) {
    if (this.node.dataset.verdict !== kind) replace(this.shape, icon(SHAPES[kind]));
    this.node.dataset.verdict = kind;
    this.words.textContent = words;
    this.whole = whole;
  }
}

/** What the server says, as a sentence. */
function sentence({ words, odds }) {
  const said = (words || odds?.words || "").trim().replace(/[.…]+$/, "");
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** The same in as few words as the line has room for; ends of an interval are rounded outwards. */
function brief({ verdict, odds, moves, final, words }, made) {
  const more = final ? "" : "…";
  if (verdict === "lost") return `${made ? "Can no longer" : "Cannot"} be won${more}`;
  if (verdict === "winnable") return moves ? `Can be won in ${counted(moves, "move")}${more}` : `Can still be won${more}`;
  if (!odds) return final ? words.replace(/[.]$/, "") : "Thinking…";
  if (!final) return `Can be won in ${odds.won} of ${odds.won + odds.lost + odds.unsettled} ways so far…`;
  const low = Math.floor(100 * odds.low);
  const high = Math.ceil(100 * odds.high);
  return `Can be won: ${odds.exact ? "" : "about "}${low < high ? `${low}–${high}` : low}%`;
}
