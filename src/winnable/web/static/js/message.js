// A line over the board's lower edge: why a move was refused, what a hint says, trouble.
// It never takes the focus and never covers a dialog; the same words are spoken.

import { alert, say } from "./announce.js";
import { button, el, icon, keepFocus, replace } from "./dom.js";
import { ICONS } from "./icons.js";
import { aloud } from "./words.js";

const LONG_ENOUGH = 7000;

export class Message {
  /** @param {() => void} elsewhere where the focus goes when it was in the message */
  constructor(elsewhere) {
    this.elsewhere = elsewhere;
    this.text = el("p", { class: "message-words" });
    this.actions = el("div", { class: "message-actions" });
    this.node = el("div", { class: "message", hidden: true, "data-field": "message" }, this.text, this.actions);
    this.timer = null;
  }

  destroy() {
    clearTimeout(this.timer);
  }

  /**
   * @param {string} words
   * @param {{kind?: "plain"|"stale"|"refusal"|"trouble"|"hint", isSaid?: boolean, stays?: boolean,
   *   action?: {label: string, name: string, run: () => void}}} [options]
   */
  show(words, { kind = "plain", isSaid = true, stays = false, action } = {}) {
    clearTimeout(this.timer);
    this.node.hidden = false;
    this.node.dataset.kind = kind;
    this.text.textContent = words;
    const buttons = [
      action && button(action.label, { "data-action": action.name, onclick: action.run }),
      stays && button(icon(ICONS.close), { class: "quiet", "aria-label": "Dismiss", "data-action": "dismiss", onclick: () => this.hide() }),
    ];
    keepFocus(this.node, () => replace(this.actions, buttons), this.elsewhere);
    if (isSaid) (kind === "trouble" ? alert : say)(aloud(words));
    if (!stays) this.timer = setTimeout(() => this.hide(), LONG_ENOUGH);
  }

  hide() {
    clearTimeout(this.timer);
    const close = () => {
      this.node.hidden = true;
    };
    keepFocus(this.node, close, this.elsewhere);
  }
}
