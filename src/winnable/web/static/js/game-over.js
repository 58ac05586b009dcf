// What is shown when a game is won, lost or stuck: a bar that stays until play continues, and a
// dialog for a win. A lost game can always be played on.

import { say } from "./announce.js";
import { openDialog } from "./dialogs.js";
import { button, el, icon, keepFocus, replace } from "./dom.js";
import { aids, formatTime, gameTitle, pluralize, spokenDuration } from "./format.js";
import { ICONS } from "./icons.js";
import { canReview } from "./toolbar.js";

const TEXTS = {
  hopeless: "This deal cannot be won.",
  lost: "This game can no longer be won.",
  stuck: "No moves left.",
  won: "Won.",
  "given up": "You gave up this game. A move resumes it.",
};

/** A bar over the lower edge of the board. */
export class GameOverBar {
  /** @param {(action: string) => void} run @param {() => void} focusElsewhere */
  constructor(run, focusElsewhere) {
    this.run = run;
    this.focusElsewhere = focusElsewhere;
    this.node = el("section", { class: "game-over-bar", hidden: true, "aria-label": "Result" });
    this.kind = null;
    this.canReview = false;
    this.isDismissed = false;
  }

  /** @param {object} state @param {string|null} verdict the lamp's */
  show(state, verdict) {
    const kind = resultOf(state, verdict);
    const isNew = kind !== this.kind;
    this.canReview = canReview(state);
    if (isNew) this.isDismissed = false;
    this.kind = kind;
    keepFocus(this.node, () => this.redraw(isNew), this.focusElsewhere);
    // The lamp says that a game is lost, and the dialog that it is won.
    if (!isNew || !kind) return;
    if (kind === "lost") say("You can go back to the last winnable position.");
    else if (!["won", "hopeless"].includes(kind)) say(TEXTS[kind]);
  }

  redraw(isNew) {
    const { kind } = this;
    this.node.hidden = !kind || this.isDismissed;
    if (!kind || !isNew) return;
    this.node.dataset.result = kind;
    replace(
      this.node,
      el("p", { class: "game-over-text" }, TEXTS[kind]),
      el("div", { class: "actions" }, this.actionButtons(kind)),
      ["lost", "hopeless"].includes(kind) && this.dismissButton(),
    );
  }

  actionButtons(kind) {
    const action = (name, label, look = "") =>
      button(label, { class: look, "data-action": name, onclick: () => this.run(name) });
    return [
      ["lost", "stuck", "given up"].includes(kind) &&
        action("last-winnable", "Back to the last winnable position", "primary"),
      kind === "stuck" && action("undo", "Undo"),
      this.canReview && action("review", "Review"),
      ["won", "given up"].includes(kind) && action("share", "Share"),
      action("new", "New deal", kind === "won" ? "primary" : ""),
    ];
  }

  dismissButton() {
    const dismiss = () => {
      this.isDismissed = true;
      keepFocus(this.node, () => this.redraw(false), this.focusElsewhere);
    };
    return button(icon(ICONS.close), {
      class: "quiet game-over-dismiss",
      "aria-label": "Keep playing",
      "data-action": "keep-playing",
      onclick: dismiss,
    });
  }
}

function resultOf(state, verdict) {
  if (state.is_won) return "won";
  if (state.outcome === "given up") return "given up";
  if (state.is_stuck) return "stuck";
  if (verdict === "lost") return state.moves_made ? "lost" : "hopeless";
  return null;
}

/** Who has won. */
function winner({ coach_moves: coachMoves, moves_made: movesMade }) {
  if (!coachMoves) return "You won!";
  return coachMoves >= movesMade ? "The coach won this game" : "Won with the coach";
}

/** Show a win. @returns {Promise<string|null>} the action chosen */
export function openWonDialog(state) {
  const apart = state.coach_moves ? " It counts apart in the statistics." : "";
  const help = state.used_help ? `With ${aids(state).join(", ")}.${apart}` : "Unaided: no hints, undos or verdicts.";
  const moves = pluralize(state.moves_made, "move");
  say(`Won in ${moves}, ${spokenDuration(state.seconds)}. ${help}`);
  const fact = (name, value) => el("div", {}, el("dt", {}, name), el("dd", { class: "numbers" }, value));
  return openDialog({
    title: winner(state),
    name: "won",
    body: [
      el("p", { class: "won-title" }, gameTitle(state)),
      el("dl", { class: "won-facts" }, fact("Moves", state.moves_made), fact("Time", formatTime(state.seconds))),
      el("p", { class: state.used_help ? "won-help" : "won-help unaided" }, help),
    ],
    buttons: [
      { label: "Review", value: "review", action: "review" },
      { label: "Share", value: "share", action: "share" },
      { label: "New deal", value: "new", kind: "primary", action: "new" },
    ],
  }).result;
}
