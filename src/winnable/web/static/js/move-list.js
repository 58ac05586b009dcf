// The moves of a game, or of a line that leaves it, each named by its cards; the losing move is
// marked, and so is where kept lines leave the game. Tab reaches the current move.

import { button, el, icon, replace } from "./dom.js";
import { VERDICT_ICONS } from "./icons.js";
import { t } from "./l10n.js";

export class MoveList {
  /**
   * @param {object} options
   * @param {(index: number) => void} options.onChoose
   * @param {(line: import("./analysis-path.js").Line) => void} options.onLine a kept line is chosen
   * @param {(line: import("./analysis-path.js").Line) => string} options.nameOf
   */
  constructor({ onChoose, onLine, nameOf }) {
    Object.assign(this, { onChoose, onLine, nameOf });
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
    const others = path.keptLines().filter((line) => !line.isSide && line.number !== path.line?.number);
    const rows = path.steps.flatMap((step, index) => {
      if (index > branchAt) return this.lineRow(step, index, index - branchAt);
      const leaving = others.filter((line) => line.moves_made === index).map((line) => this.lineLink(line));
      const start = index === branchAt && el("li", { class: "line-start" }, lineStart(branchAt));
      return [this.row(step, index, review), ...leaving, start];
    });
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

  /** A kept line, where it leaves the game. */
  lineLink(line) {
    const name = this.nameOf(line);
    return el(
      "li",
      { class: "of-line" },
      button([el("span", { class: "move-number", "aria-hidden": "true" }, "↳"), el("span", { class: "line-name" }, name)], {
        class: "move",
        tabindex: "-1",
        "data-leads-to": String(line.number),
        "aria-label": t("page.analysis.line_named", { name }),
        onclick: () => this.onLine(line),
      }),
    );
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
