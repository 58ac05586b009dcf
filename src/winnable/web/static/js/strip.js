// The verdict strip: a sign for each position of a game. Colour, shape and name all tell the verdict.
// It is one stop for the Tab key; arrows walk along it, and its label sums it up for those who listen.

import { el, svg } from "./dom.js";

const SHAPES = {
  winnable: "M2 8a6 6 0 1 1 12 0a6 6 0 1 1 -12 0z",
  lost: "M4 4L12 12M12 4L4 12",
  unsettled: "M8 3.5L12.5 8L8 12.5L3.5 8z",
};
const WORDS = { winnable: "winnable", lost: "lost", unsettled: "not settled" };

/** What a verdict is called. */
export function verdictWords(verdict) {
  return WORDS[verdict] ?? verdict;
}

export class Strip {
  /** @param {{onChoose: (made: number) => void}} options */
  constructor({ onChoose }) {
    this.onChoose = onChoose;
    this.verdicts = [];
    this.mistake = null;
    this.chosen = null;
    this.node = el("div", {
      class: "strip",
      role: "toolbar",
      "aria-label": "Verdicts",
      onkeydown: (event) => this.key(event),
      onclick: (event) => {
        const sign = event.target.closest("button");
        if (sign) this.choose(Number(sign.dataset.made));
      },
    });
  }

  /** Show what is known so far. @param {string[]} verdicts @param {number|null} mistake */
  update(verdicts, mistake) {
    this.verdicts = verdicts;
    this.mistake = mistake;
    while (this.node.children.length > verdicts.length) this.node.lastChild.remove();
    verdicts.forEach((verdict, made) => this.sign(made, verdict));
    this.node.setAttribute("aria-label", `Verdicts. ${this.summary()}`);
    this.rove();
  }

  sign(made, verdict) {
    let sign = this.node.children[made];
    if (!sign) {
      const path = svg("path");
      sign = el(
        "button",
        { type: "button", class: "sign", tabindex: "-1" },
        svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" }, path),
      );
      sign.dataset.made = made;
      this.node.append(sign);
    }
    sign.querySelector("path").setAttribute("d", SHAPES[verdict] ?? SHAPES.unsettled);
    sign.dataset.verdict = verdict;
    sign.classList.toggle("mistake", made === this.mistake);
    sign.setAttribute("aria-label", this.name(made));
    sign.title = this.name(made);
  }

  /** "after move 12: winnable". */
  name(made) {
    const where = made ? `after move ${made}` : "at the start";
    const lost = made === this.mistake ? "; this move lost the game" : "";
    return `${where}: ${verdictWords(this.verdicts[made])}${lost}`;
  }

  /** The whole strip in a sentence or two. */
  summary() {
    const runs = [];
    this.verdicts.forEach((verdict, made) => {
      if (runs.at(-1)?.verdict === verdict) runs.at(-1).to = made;
      else runs.push({ verdict, from: made, to: made });
    });
    const span = ({ from, to }) => {
      if (from === 0) return to === 0 ? "At the start" : `From the start to move ${to}`;
      return from === to ? `After move ${from}` : `After moves ${from} to ${to}`;
    };
    return runs.map((run) => `${span(run)}: ${verdictWords(run.verdict)}.`).join(" ");
  }

  choose(made) {
    this.mark(made);
    this.onChoose(made);
  }

  /** Mark a position as the one that is shown; null for none. */
  mark(made) {
    this.chosen = made;
    for (const sign of this.node.children) sign.removeAttribute("aria-current");
    const sign = made === null ? null : this.node.children[made];
    sign?.setAttribute("aria-current", "step");
    // On a narrow screen the strip is longer than the screen; only it is moved, not the page.
    if (sign) this.node.scrollLeft = sign.offsetLeft - (this.node.clientWidth - sign.offsetWidth) / 2;
    this.rove();
  }

  /** One sign alone can be reached with Tab. */
  rove() {
    const home = Math.min(this.chosen ?? this.mistake ?? 0, this.verdicts.length - 1);
    [...this.node.children].forEach((sign, made) =>
      sign.setAttribute("tabindex", made === home ? "0" : "-1"),
    );
  }

  key(event) {
    const at = Number(document.activeElement?.dataset.made ?? 0);
    const last = this.verdicts.length - 1;
    const wanted = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - 10,
      ArrowDown: at + 10,
      PageUp: at - 10,
      PageDown: at + 10,
      Home: 0,
      End: last,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // the table has a use for arrows too
    const made = Math.max(0, Math.min(last, wanted));
    this.node.children[made]?.focus();
    this.choose(made);
  }
}
