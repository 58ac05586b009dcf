// Small questions at the table: a typed move, where a card lies, what may go home by itself.

import { say } from "./announce.js";
import { get } from "./api.js";
import { button, el, icon, openDialog, uniqueId } from "./dom.js";
import { ICONS } from "./icons.js";
import { complain, reason } from "./notice.js";
import { placeName, readMove } from "./words.js";

/** The line on which moves are typed; it stays open until it is closed. */
export class Typing {
  /**
   * @param {(text: string) => Promise<string|null>} make makes the move; says why not, or null
   * @param {() => void} elsewhere where the focus goes when it came from nowhere
   */
  constructor(make, elsewhere) {
    this.make = make;
    this.elsewhere = elsewhere;
    this.input = el("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send", maxlength: 100, placeholder: "7h to t3, 26, deal" });
    this.complaint = el("p", { class: "typed-complaint", id: uniqueId("typed"), hidden: true });
    this.input.setAttribute("aria-describedby", this.complaint.id);
    this.node = el(
      "form",
      { class: "typing", hidden: true, onsubmit: (event) => this.send(event) },
      el("label", { for: "typed" }, "Move"),
      this.input,
      el("button", { type: "submit", class: "primary" }, "Make"),
      button(icon(ICONS.close), { class: "quiet", "aria-label": "Close", "data-action": "close-typing", onclick: () => this.close() }),
      this.complaint,
    );
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  open() {
    if (this.node.hidden) this.before = document.activeElement;
    this.node.hidden = false;
    this.complaint.hidden = true;
    this.input.removeAttribute("aria-invalid");
    this.input.focus();
    this.input.select();
  }

  close() {
    this.node.hidden = true;
    this.input.blur(); // what is hidden would keep the focus for a moment
    if (this.before?.isConnected && this.before !== document.body) this.before.focus({ preventScroll: true });
    else this.elsewhere();
  }

  async send(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    const why = await this.make(text);
    this.complaint.hidden = !why;
    this.complaint.textContent = why ?? "";
    if (why) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
    if (why) this.input.select();
    else this.input.value = "";
  }
}

/** "Where is the seven of hearts?" */
export function askWhere(key) {
  const id = uniqueId("card");
  const input = el("input", { id, autocomplete: "off", spellcheck: "false", maxlength: 30, autofocus: true, "data-field": "card" });
  const answer = el("p", { class: "where-answer", "data-field": "where" });
  const complaint = el("p", { class: "complaint", hidden: true });
  const look = async () => {
    if (!input.value.trim()) return false;
    complaint.hidden = true;
    answer.textContent = "";
    try {
      const found = await get(`/tables/${encodeURIComponent(key)}/where?card=${encodeURIComponent(input.value.trim())}`);
      answer.textContent = found.words.charAt(0).toUpperCase() + found.words.slice(1);
      say(found.words);
    } catch (error) {
      complain(complaint, reason(error));
    }
    input.select();
    return false; // the dialog stays for the next card
  };
  openDialog({
    title: "Where is a card?",
    name: "where",
    body: [el("label", { class: "label", for: id }, "Card, such as 7H or seven of hearts"), input, answer, complaint],
    check: look,
    buttons: [
      { label: "Close", action: "cancel" },
      { label: "Look", kind: "primary", action: "look" },
    ],
  });
}

const AUTOPLAY = {
  off: ["Nothing", "No card goes home by itself."],
  safe: ["Safe cards", "Cards go home once no other card could need them."],
  all: ["All cards", "Every card that can go home does."],
};

/** What goes home by itself. @returns {Promise<string|null>} */
export function askAutoplay(game, now) {
  const name = uniqueId("autoplay");
  const choice = (value) => {
    const input = el("input", { type: "radio", name, value });
    input.checked = value === now;
    const [label, words] = AUTOPLAY[value];
    return el("label", { class: "choice" }, input, el("span", {}, label, el("span", { class: "small muted" }, words)));
  };
  const field = el("fieldset", {}, el("legend", {}, "After every move"), game.autoplays.map(choice));
  return openDialog({
    title: "What goes home by itself",
    name: "autoplay",
    body: field,
    check: () => field.querySelector("input:checked").value,
    buttons: [
      { label: "Cancel", action: "cancel" },
      { label: "Keep", kind: "primary", action: "keep" },
    ],
  }).result;
}

/** All legal moves in words, grouped by where they begin: columns first, then cells. */
export function movesWords(moves) {
  const ways = new Map();
  for (const move of moves) {
    const parts = readMove(move);
    if (parts) ways.set(parts.source, (ways.get(parts.source) ?? new Set()).add(placeName(parts.target)));
  }
  const order = ([one], [other]) => (one[0] === other[0] ? one.slice(1) - other.slice(1) : one < other ? 1 : -1);
  const said = [...ways].sort(order).map(([source, targets]) => `${placeName(source)} to ${[...targets].join(", ")}`);
  if (moves.includes("deal")) said.push("deal");
  return said.length ? `Moves: ${said.join("; ")}.` : "No move is left.";
}
