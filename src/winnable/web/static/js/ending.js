// What is said when a game is won, lost or stuck. Winning opens a small dialog after the cards have
// had their leap; a lost game gets a quiet bar, and nobody is kept from playing on.

import { say } from "./announce.js";
import { button, el, icon, openDialog, replace } from "./dom.js";
import { titleOf } from "./figures.js";
import { clock, counted, duration } from "./words.js";

/** A bar over the board's lower edge that stays until the game goes on. */
export class EndBar {
  /** @param {(action: string) => void} run */
  constructor(run) {
    this.run = run;
    this.node = el("section", { class: "end-bar", hidden: true, "aria-label": "How the game stands" });
    this.isDismissed = false;
  }

  /** @param {object} state @param {string|null} verdict what the lamp has said last */
  show(state, verdict) {
    const kind = state.is_won ? "won" : state.outcome === "given up" ? "given up" : state.is_stuck ? "stuck" : verdict === "lost" ? "lost" : null;
    if (kind !== "lost") this.isDismissed = false;
    const isNew = kind && kind !== this.kind;
    this.kind = kind;
    this.node.hidden = !kind || (kind === "lost" && this.isDismissed);
    if (this.node.hidden || !isNew) return;
    this.node.dataset.ending = kind;
    replace(this.node, el("p", { class: "end-words" }, WORDS[kind]), el("div", { class: "actions" }, this.ways(kind)), kind === "lost" && this.dismissal());
    // That a game is lost the lamp has said, and that it is won the dialog says.
    if (kind === "lost") say("You can go back to the last winnable position.");
    else if (kind !== "won") say(WORDS[kind]);
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
      this.node.hidden = true;
    };
    return button(icon("M6 6l12 12M18 6L6 18"), { class: "quiet end-dismiss", "aria-label": "Play on", "data-action": "play-on", onclick: dismiss });
  }
}

const WORDS = {
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
