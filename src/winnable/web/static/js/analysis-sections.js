// The parts of an analysis beside its board. Where there is room for all of them they are one
// under the other; on small screens one is shown at a time, and a switch says which.

import { button, el } from "./dom.js";
import { t } from "./l10n.js";

const NAMES = ["moves", "review", "more"];

export class Sections {
  /**
   * @param {HTMLElement[]} sections each with its name as `data-section`; several may have the same
   * @param {() => void} onShow
   */
  constructor(sections, onShow) {
    this.onShow = onShow;
    this.buttons = NAMES.map((name) =>
      button(t(`page.analysis.section.${name}`), { "data-show": name, onclick: () => this.show(name) }),
    );
    this.switch = el("div", { class: "section-switch", role: "group", "aria-label": t("page.analysis.sections") }, this.buttons);
    this.node = el("div", { class: "analysis-sections" }, sections);
    this.mark(NAMES[0]);
  }

  /** @param {"moves"|"review"|"more"} name */
  show(name) {
    this.mark(name);
    this.node.scrollTo({ top: 0 });
    this.onShow();
  }

  mark(name) {
    this.node.dataset.shown = name;
    for (const one of this.buttons) one.setAttribute("aria-pressed", String(one.dataset.show === name));
  }
}
