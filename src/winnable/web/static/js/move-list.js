// The moves of a game, or of a line that leaves it, each named by its cards; the losing move is
// marked. Tab reaches the current one.

import { button, el, icon, replace } from "./dom.js";
import { VERDICT_ICONS } from "./icons.js";
import { t } from "./l10n.js";

export class MoveList {
  /** @param {(index: number) => void} onChoose */
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.list = el("ol", {
      class: "move-list",
      "aria-label": t("page.analysis.moves"),
      onclick: (event) => {
        const row = event.target.closest("[data-index]");
        if (row) this.onChoose(Number(row.dataset.index));
      },
    });
    this.node = el("div", { class: "move-list-frame" }, this.list);
  }

  /**
   * @param {import("./analysis-path.js").AnalysisPath} path
   * @param {object|null} review what is known of the moves of the game
   */
  show(path, review) {
    const hadFocus = this.list.contains(document.activeElement);
    const branchAt = path.line?.moves_made ?? Infinity;
    replace(
      this.list,
      path.steps.map((step, index) => this.row(step, index, index > branchAt, index > branchAt ? null : review)),
    );
    this.mark(path.index);
    if (hadFocus) this.current?.focus({ preventScroll: true });
  }

  row(step, index, isBranch, review) {
    const verdict = review?.verdicts[index] ?? step.evaluation?.verdict;
    const isMistake = review !== null && review?.mistake === index;
    return el(
      "li",
      { class: isBranch ? "of-line" : null },
      button(
        [
          el("span", { class: "move-number numbers", "aria-hidden": "true" }, index || ""),
          el("span", { class: "move-text" }, step.text),
          isMistake && el("span", { class: "move-note" }, t("page.analysis.losing_move")),
          verdict && icon(VERDICT_ICONS[verdict], { class: "icon move-verdict" }),
        ],
        {
          class: isMistake ? "move mistake" : "move",
          tabindex: "-1",
          "data-index": index,
          "data-verdict": verdict,
          "aria-label": [
            index ? t("page.analysis.move", { number: String(index), move: step.spoken }) : step.text,
            verdict && t(`page.review.verdict.${verdict}`),
            isMistake && t("page.analysis.losing_move"),
          ]
            .filter(Boolean)
            .join(", "),
        },
      ),
    );
  }

  /** Mark the position that is shown. */
  mark(index) {
    for (const row of this.list.querySelectorAll("[aria-current]")) {
      row.removeAttribute("aria-current");
      row.tabIndex = -1;
    }
    this.current = this.list.querySelector(`[data-index="${index}"]`);
    if (!this.current) return;
    this.current.setAttribute("aria-current", "step");
    this.current.tabIndex = 0;
    if (this.list.contains(document.activeElement)) this.current.focus({ preventScroll: true });
    // Only the list scrolls, not the page.
    const { offsetTop: top, offsetHeight: height } = this.current;
    this.node.scrollTop = top - (this.node.clientHeight - height) / 2;
  }
}
