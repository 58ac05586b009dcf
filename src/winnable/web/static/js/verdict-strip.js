// The verdict strip: a mark for each position of a game. Colour, shape and label all show the verdict.
// Tab reaches one mark and the arrow keys the others; the strip's label sums it up.

import { el, svg } from "./dom.js";

const SHAPES = {
  winnable: "M2 8a6 6 0 1 1 12 0a6 6 0 1 1 -12 0z",
  lost: "M4 4L12 12M12 4L4 12",
  unsettled: "M8 3.5L12.5 8L8 12.5L3.5 8z",
};
export const VERDICT_TEXTS = { winnable: "winnable", lost: "lost", unsettled: "unknown" };

export function verdictText(verdict) {
  return VERDICT_TEXTS[verdict] ?? verdict;
}

export class VerdictStrip {
  /** @param {(movesMade: number) => void} onChoose called with the number of moves made */
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.verdicts = [];
    this.mistake = null;
    this.chosen = null;
    this.node = el("div", {
      class: "verdict-strip",
      role: "toolbar",
      "aria-label": "Verdicts",
      onkeydown: (event) => this.handleKey(event),
      onclick: (event) => {
        const mark = event.target.closest("button");
        if (mark) this.choose(Number(mark.dataset.movesMade));
      },
    });
  }

  /** @param {string[]} verdicts @param {number|null} mistake the move that lost the game */
  update(verdicts, mistake) {
    this.verdicts = verdicts;
    this.mistake = mistake;
    while (this.node.children.length > verdicts.length) this.node.lastChild.remove();
    verdicts.forEach((verdict, movesMade) => this.updateMark(movesMade, verdict));
    this.node.setAttribute("aria-label", `Verdicts. ${this.summary()}`);
    this.updateTabStop();
  }

  updateMark(movesMade, verdict) {
    let mark = this.node.children[movesMade];
    if (!mark) {
      mark = el(
        "button",
        { type: "button", class: "verdict-mark", tabindex: "-1", "data-moves-made": movesMade },
        svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" }, svg("path")),
      );
      this.node.append(mark);
    }
    mark.querySelector("path").setAttribute("d", SHAPES[verdict] ?? SHAPES.unsettled);
    mark.dataset.verdict = verdict;
    mark.classList.toggle("mistake", movesMade === this.mistake);
    mark.setAttribute("aria-label", this.label(movesMade));
    mark.title = this.label(movesMade);
  }

  /** "After move 12: winnable". */
  label(movesMade) {
    const where = movesMade ? `After move ${movesMade}` : "At the start";
    const mistake = movesMade === this.mistake ? "; this move lost the game" : "";
    return `${where}: ${verdictText(this.verdicts[movesMade])}${mistake}`;
  }

  /** All verdicts in a sentence or two. */
  summary() {
    const runs = [];
    this.verdicts.forEach((verdict, movesMade) => {
      if (runs.at(-1)?.verdict === verdict) runs.at(-1).to = movesMade;
      else runs.push({ verdict, from: movesMade, to: movesMade });
    });
    const span = ({ from, to }) => {
      if (from === 0) return to === 0 ? "At the start" : `From the start to move ${to}`;
      return from === to ? `After move ${from}` : `After moves ${from} to ${to}`;
    };
    return runs.map((run) => `${span(run)}: ${verdictText(run.verdict)}.`).join(" ");
  }

  choose(movesMade) {
    this.setCurrent(movesMade);
    this.onChoose(movesMade);
  }

  /** Mark the position that is shown; null for none. */
  setCurrent(movesMade) {
    this.chosen = movesMade;
    for (const mark of this.node.children) mark.removeAttribute("aria-current");
    const mark = movesMade === null ? null : this.node.children[movesMade];
    mark?.setAttribute("aria-current", "step");
    // On a narrow screen the strip scrolls, and only the strip.
    if (mark) this.node.scrollLeft = mark.offsetLeft - (this.node.clientWidth - mark.offsetWidth) / 2;
    this.updateTabStop();
  }

  updateTabStop() {
    const tabStop = Math.min(this.chosen ?? this.mistake ?? 0, this.verdicts.length - 1);
    [...this.node.children].forEach((mark, movesMade) => {
      mark.tabIndex = movesMade === tabStop ? 0 : -1;
    });
  }

  handleKey(event) {
    const current = Number(document.activeElement?.dataset.movesMade ?? 0);
    const last = this.verdicts.length - 1;
    const wanted = {
      ArrowLeft: current - 1,
      ArrowRight: current + 1,
      ArrowUp: current - 10,
      ArrowDown: current + 10,
      PageUp: current - 10,
      PageDown: current + 10,
      Home: 0,
      End: last,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // the board uses the arrow keys too
    const movesMade = Math.max(0, Math.min(last, wanted));
    this.node.children[movesMade]?.focus();
    this.choose(movesMade);
  }
}
