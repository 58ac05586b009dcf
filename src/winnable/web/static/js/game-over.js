// The bar that is shown when a game is won, lost or stuck. It stays until play continues; a lost game
// can always be played on. win-dialog.js has the dialog for a win.

import { say } from "./announce.js";
import { button, el, icon, keepFocus, replace } from "./dom.js";
import { ICONS } from "./icons.js";
import { t } from "./l10n.js";
import { canReview } from "./toolbar.js";
import { winner } from "./win-dialog.js";

/** A bar over the lower edge of the board. */
export class GameOverBar {
  /** @param {(action: string) => void} run @param {() => void} focusElsewhere */
  constructor(run, focusElsewhere) {
    this.run = run;
    this.focusElsewhere = focusElsewhere;
    this.node = el("section", { class: "game-over-bar", hidden: true, "aria-label": t("page.status.result") });
    this.kind = null;
    this.canReview = false;
    this.canShare = false;
    this.hasWayBack = false;
    this.isDismissed = false;
  }

  /** @param {object} state @param {string|null} verdict the lamp's */
  show(state, verdict) {
    const kind = resultOf(state, verdict);
    const isNew = kind !== this.kind;
    // A game that was given up may still be winnable: then there is no way to go back.
    const hasWayBack = ["lost", "stuck"].includes(kind) || (kind === "given up" && verdict !== "winnable");
    const isChanged = isNew || hasWayBack !== this.hasWayBack;
    this.canReview = canReview(state);
    this.canShare = state.outcome !== "unfinished";
    this.hasWayBack = hasWayBack;
    if (isNew) this.isDismissed = false;
    this.kind = kind;
    this.text = kind === "won" && state.coach_moves ? winner(state) : kind && resultText(kind);
    keepFocus(this.node, () => this.redraw(isChanged), this.focusElsewhere);
    // The lamp says that a game is lost, and the dialog that it is won.
    if (!isNew || !kind) return;
    if (kind === "lost") say(t("page.status.can_go_back"));
    else if (!["won", "hopeless"].includes(kind)) say(this.text);
  }

  redraw(isChanged) {
    const { kind } = this;
    this.node.hidden = !kind || this.isDismissed;
    if (!kind || !isChanged) return;
    this.node.dataset.result = kind;
    replace(
      this.node,
      el(
        "div",
        { class: "game-over-content" },
        el("p", { class: "game-over-text" }, this.text),
        el("div", { class: "actions" }, this.actionButtons(kind)),
      ),
      ["lost", "hopeless"].includes(kind) && this.dismissButton(),
    );
  }

  actionButtons(kind) {
    const action = (name, label, look = "") =>
      button(label, { class: look, "data-action": name, onclick: () => this.run(name) });
    const wayBack = (look) => action("last-winnable", t("page.status.last_winnable"), look);
    return [
      this.hasWayBack && kind !== "given up" && wayBack("primary"),
      kind === "stuck" && action("undo", t("page.status.undo")),
      this.canReview && action("review", t("page.won.review")),
      kind === "won" && action("again", t("page.won.again")),
      this.canShare && action("share", t("page.won.share")),
      action("new", t("page.won.new"), ["won", "given up"].includes(kind) ? "primary" : ""),
      this.hasWayBack && kind === "given up" && wayBack(""), // last: whoever gives up does not ask for it
    ];
  }

  dismissButton() {
    const dismiss = () => {
      this.isDismissed = true;
      keepFocus(this.node, () => this.redraw(false), this.focusElsewhere);
    };
    return button(icon(ICONS.close), {
      class: "quiet game-over-dismiss",
      "aria-label": t("page.status.keep_playing"),
      "data-action": "keep-playing",
      onclick: dismiss,
    });
  }
}

function resultText(kind) {
  return t(`page.status.${kind.replace(" ", "_")}`);
}

function resultOf(state, verdict) {
  if (state.is_won) return "won";
  if (state.outcome === "given up") return "given up";
  if (state.is_stuck) return "stuck";
  if (verdict === "lost") return state.moves_made ? "lost" : "hopeless";
  return null;
}
