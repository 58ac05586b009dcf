// A message over the lower edge of the board, or on a low screen in the header: why a move is illegal, a
// hint, an error.
// It never takes the focus. Screen readers hear it too.

import { alert, say } from "./announce.js";
import { spokenText } from "./descriptions.js";
import { button, el, icon, keepFocus, replace } from "./dom.js";
import { ICONS } from "./icons.js";
import { t } from "./l10n.js";

const SHOWN_FOR = 7000; // milliseconds
const SHORT = 110; // characters that the header of a low screen has room for

export class Message {
  /** @param {() => void} focusElsewhere called when the message had the focus and goes */
  constructor(focusElsewhere) {
    this.focusElsewhere = focusElsewhere;
    this.text = el("p", { class: "message-text" });
    this.actions = el("div", { class: "message-actions" });
    this.node = el("div", { class: "message", hidden: true, "data-field": "message" }, this.text, this.actions);
    this.timer = null;
  }

  destroy() {
    clearTimeout(this.timer);
  }

  /**
   * @param {string} text
   * @param {{kind?: "plain"|"conflict"|"illegal"|"error"|"hint"|"offer", isSpoken?: boolean, stays?: boolean,
   *   action?: {label: string, name: string, run: () => void}}} [options]
   */
  show(text, { kind = "plain", isSpoken = true, stays = false, action } = {}) {
    clearTimeout(this.timer);
    this.node.hidden = false;
    this.node.dataset.kind = kind;
    this.node.classList.toggle("short-message", text.length <= SHORT);
    this.text.textContent = text;
    const buttons = [
      action && button(action.label, { "data-action": action.name, onclick: action.run }),
      stays &&
        button(icon(ICONS.close), {
          class: "quiet",
          "aria-label": t("page.play.dismiss"),
          "data-action": "dismiss",
          onclick: () => this.hide(),
        }),
    ];
    keepFocus(this.node, () => replace(this.actions, buttons), this.focusElsewhere);
    if (isSpoken) (kind === "error" ? alert : say)(spokenText(text));
    if (!stays) this.timer = setTimeout(() => this.hide(), SHOWN_FOR);
  }

  hide() {
    clearTimeout(this.timer);
    const hide = () => {
      this.node.hidden = true;
    };
    keepFocus(this.node, hide, this.focusElsewhere);
  }
}
