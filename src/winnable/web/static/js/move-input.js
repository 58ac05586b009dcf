// The field where moves are typed. It stays open until it is closed.

import { button, el, icon, uniqueId } from "./dom.js";
import { ICONS } from "./icons.js";
import { t } from "./l10n.js";

export class MoveInput {
  /**
   * @param {(text: string) => Promise<string|null>} makeMove returns what was wrong, or null
   * @param {() => void} focusElsewhere called on closing when there is no focus to return to
   * @param {() => string|undefined} findExample a move that can be typed now, if there is any
   */
  constructor(makeMove, focusElsewhere, findExample) {
    this.makeMove = makeMove;
    this.focusElsewhere = focusElsewhere;
    this.findExample = findExample;
    this.input = el("input", {
      id: "typed-move",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      maxlength: 100,
    });
    this.error = el("p", { class: "move-error", id: uniqueId("move-error"), hidden: true });
    this.input.setAttribute("aria-describedby", this.error.id);
    this.node = el(
      "form",
      { class: "move-input", hidden: true, onsubmit: (event) => this.submit(event) },
      el("label", { for: "typed-move" }, t("page.play.typed_move")),
      this.input,
      el("button", { type: "submit", class: "primary" }, t("page.play.typed_play")),
      button(icon(ICONS.close), {
        class: "quiet",
        "aria-label": t("page.play.close"),
        "data-action": "close-move-input",
        onclick: () => this.close(),
      }),
      this.error,
    );
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  open() {
    if (this.node.hidden) this.focusedBefore = document.activeElement;
    this.node.hidden = false;
    const move = this.findExample();
    this.input.placeholder = move ? t("page.play.typed_example", { move }) : "";
    this.showError(null);
    this.input.focus();
    this.input.select();
  }

  close() {
    this.node.hidden = true;
    this.input.blur(); // a hidden input would keep the focus for a moment
    const before = this.focusedBefore;
    if (before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
    else this.focusElsewhere();
  }

  async submit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    const error = await this.makeMove(text);
    this.showError(error);
    if (error) this.input.select();
    else this.input.value = "";
  }

  showError(error) {
    this.error.hidden = !error;
    this.error.textContent = error ?? "";
    if (error) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }
}
