// What is said when a game is won, lost or stuck. Winning opens a small dialog after the cards have
// had their leap; a lost game gets a quiet bar, and nobody is kept from playing on.

import { say } from "./announce.js";
import { button, el, icon, keepFocus, openDialog, replace } from "./dom.js";
import { titleOf } from "./figures.js";
import { ICONS } from "./icons.js";
import { clock, counted, duration } from "./words.js";

/** A bar over the board's lower edge that stays until the game goes on. */
export class EndBar {
  /** @param {(action: string) => void} run @param {() => void} elsewhere where the focus goes when the bar goes */
  constructor(run, elsewhere) {
    this.run = run;
    this.elsewhere = elsewhere;
    this.node = el("section", { class: "end-bar", hidden: true, "aria-label": "How the game stands" });
    this.isDismissed = false;
  }

  /** @param {object} state @param {string|null} verdict what the lamp has said last */
  show(state, verdict) {
    const kind = endingOf(state, verdict);
    const isNew = kind !== this.kind;
    if (isNew) this.isDismissed = false;
    this.kind = kind;
    keepFocus(this.node, () => this.redraw(isNew), this.elsewhere);
    // That a game is lost the lamp has said, and that it is won the dialog says.
    if (!isNew || !kind) return;
    if (kind === "lost") say("You can go back to the last winnable position.");
    else if (!["won", "hopeless"].includes(kind)) say(WORDS[kind]);
  }

  redraw(isNew) {
    const { kind } = this;
    this.node.hidden = !kind || this.isDismissed;
    if (!kind || !isNew) return;
    this.node.dataset.ending = kind;
    const isLost = ["lost", "hopeless"].includes(kind);
    replace(this.node, el("p", { class: "end-words" }, WORDS[kind]), el("div", { class: "actions" }, this.ways(kind)), isLost && this.dismissal());
  }

  ways(kind) {
    const way = (name, label, look = "") => button(label, { class: look, "data-action": name, onclick: () => this.run(name) });
    return [
      (kind === "lost" || kind === "stuck" || kind === "given up") && way("last-winnable", "Back to the last winnable position", "primary"),
      kind === "stuck" && way("undo", "Undo"),
      way("review", "Review"),
      (kind === "won" || kind === "given up") && way("share", "Share"),
      way("new", "New deal", kind === "won" ? "primary" : ""),
    ];
  }

  dismissal() {
    const dismiss = () => {
      this.isDismissed = true;
      keepFocus(this.node, () => this.redraw(false), this.elsewhere);
    };
    return button(icon(ICONS.close), { class: "quiet end-dismiss", "aria-label": "Play on", "data-action": "play-on", onclick: dismiss });
  }
}

function endingOf(state, verdict) {
  if (state.is_won) return "won";
  if (state.outcome === "given up") return "given up";
  if (state.is_stuck) return "stuck";
  if (verdict === "lost") return state.made ? "lost" : "hopeless";
  return null;
}

const WORDS = {
  hopeless: "This deal cannot be won.",
  lost: "This game can no longer be won.",
  stuck: "No move is left.",
  won: "Won.",
  "given up": "This game is given up. A move takes it up again.",
};

/** The figures of a win, and where to go from there. @returns {Promise<string|null>} the action chosen */
export function openWon(state) {
  const facts = [
    ["Moves", state.made, counted(state.made, "move")],
    ["Time", clock(state.seconds), duration(state.seconds)],
  ];
  const aids = [
    state.hints && counted(state.hints, "hint"),
    state.undos && counted(state.undos, "undo"),
    state.verdicts && counted(state.verdicts, "verdict"),
  ].filter(Boolean);
  const how = state.unaided ? "Unaided: no hint, no undo, no verdict." : `With ${aids.join(", ")}.`;
  say(`Won in ${facts[0][2]}, ${facts[1][2]}. ${how}`);
  return openDialog({
    title: "Won!",
    name: "won",
    body: [
      el("p", { class: "won-what" }, titleOf(state)),
      el("dl", { class: "won-figures" }, facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", { class: "numbers" }, value)))),
      el("p", { class: state.unaided ? "won-how unaided" : "won-how" }, how),
    ],
    buttons: [
      { label: "Review", value: "review", action: "review" },
      { label: "Share", value: "share", action: "share" },
      { label: "New deal", value: "new", kind: "primary", action: "new" },
    ],
  }).result;
}
