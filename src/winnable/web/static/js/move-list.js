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
    const rows = path.steps.map((step, index) =>
      index > branchAt ? this.lineRow(step, index, index - branchAt) : this.row(step, index, review),
    );
    const start = path.line && el("li", { class: "line-start" }, lineStart(branchAt));
    if (start) rows.splice(branchAt + 1, 0, start);
    replace(this.list, rows);
    this.mark(path.index);
    if (hadFocus) this.current?.focus({ preventScroll: true });
  }

  /** A move of the game. */
  row(step, index, review) {
    const isMistake = index > 0 && review?.mistake === index;
    const label = index ? t("page.analysis.move", { number: String(index), move: step.spoken }) : step.text;
    return el("li", {}, moveButton(step, { index, number: index, label, verdict: review?.verdicts[index], isMistake }));
  }

  /** A move of a line, which counts from where it leaves the game. */
  lineRow(step, index, number) {
    const label = t("page.analysis.line_move", { number: String(number), move: step.spoken });
    return el("li", { class: "of-line" }, moveButton(step, { index, number, label, verdict: step.evaluation?.verdict }));
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

/** "Line after move 5" */
function lineStart(made) {
  return made ? t("page.analysis.line_start", { number: String(made) }) : t("page.analysis.line_start_from_start");
}

function moveButton(step, { index, number, label, verdict, isMistake = false }) {
  const note = isMistake && t("page.analysis.losing_move");
  return button(
    [
      el("span", { class: "move-number numbers", "aria-hidden": "true" }, number || ""),
      el("span", { class: "move-text" }, step.text),
      note && el("span", { class: "move-note" }, note),
      verdict && icon(VERDICT_ICONS[verdict], { class: "icon move-verdict" }),
    ],
    {
      class: isMistake ? "move mistake" : "move",
      tabindex: "-1",
      "data-index": index,
      "data-verdict": verdict,
      "aria-label": [label, verdict && t(`page.review.verdict.${verdict}`), note].filter(Boolean).join(", "),
    },
  );
}
