// The review of a game, below the board: where it could still be won, the move that lost it, what
// would have kept the win, and how to win. The board shows the chosen position.

import { say } from "./announce.js";
import { ApiError, get, stream } from "./api.js";
import { cardName, placeName, shortCardName } from "./descriptions.js";
import { button, el, replace, uniqueId } from "./dom.js";
import { capitalize, pluralize } from "./format.js";
import { showError } from "./page-states.js";
import { ReplayControls } from "./replay-controls.js";
import { ReviewLuck } from "./review-luck.js";
import { VerdictStrip, verdictText } from "./verdict-strip.js";
import { parseMove, pileOf } from "./view.js";

const MOST_ALTERNATIVES = 8; // shown as buttons; the text counts the others

/**
 * @param {HTMLElement} root
 * @param {object} options
 * @param {string} options.key of the game
 * @param {number} options.coachMoves how many moves the coach made in it
 * @param {import("./board.js").Board} options.board
 * @param {(movesMade: number) => void} options.onBack goes back to the last winnable position
 * @param {(version: number) => void} options.onVersion asking for a review may raise the version
 * @param {() => void} options.onClose
 * @returns {() => void} removes the panel; the board keeps what it shows
 */
export function mountReviewPanel(root, options) {
  const panel = new ReviewPanel(root, options);
  panel.ask();
  return () => panel.destroy();
}

class ReviewPanel {
  constructor(root, { key, coachMoves, board, onBack, onVersion, onClose }) {
    Object.assign(this, { key, coachMoves, board, onBack, onVersion });
    this.steps = [];
    this.review = null;
    this.controls = null;
    this.request = new AbortController();
    const id = uniqueId("review");
    this.strip = new VerdictStrip((movesMade) => this.showPosition(movesMade));
    this.luck = new ReviewLuck({
      onChoose: (movesMade) => this.strip.choose(movesMade),
      onCostly: (number, better) => this.showCostly(number, better),
      describe: (movesMade) => this.describe(movesMade),
      onRetry: () => this.ask(),
    });
    this.hasActions = false;
    this.status = el("p", { class: "review-status", "data-field": "review-status" });
    this.error = el("p", { class: "error-text", hidden: true });
    this.summary = el("p", { class: "review-summary", "data-field": "review-summary" });
    this.details = el("div", { class: "review-details" });
    this.position = el("p", { class: "review-position", "data-field": "review-position" });
    this.actions = el("div", { class: "actions" });
    this.alternatives = el("div", { class: "review-alternatives" });
    this.stripArea = el("div", { class: "review-strip" }, this.strip.node, legend());
    this.replay = el("div", { class: "review-replay", hidden: true });
    this.replay.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.controls) return;
      event.preventDefault(); // keeps the review open
      this.leaveReplay();
    });
    this.node = el(
      "section",
      { class: "panel review", "aria-labelledby": id },
      el(
        "div",
        { class: "review-head" },
        el("h2", { id, tabindex: "-1" }, "Review"),
        this.status,
        this.summary,
        button("Close", { class: "quiet", "data-action": "end-review", onclick: onClose }),
      ),
      this.error,
      this.stripArea,
      this.luck.chart.node,
      this.position,
      this.luck.legend,
      this.replay,
      el("div", { class: "review-more" }, el("div", {}, this.actions, this.luck.costly, this.alternatives), this.details),
    );
    replace(root, this.node);
  }

  destroy() {
    this.request.abort();
    this.controls?.destroy();
    this.luck.destroy();
    this.node.remove();
  }

  async ask() {
    this.request.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    const path = `/games/${encodeURIComponent(this.key)}`;
    this.error.hidden = true;
    this.status.textContent = "Reviewing the game…";
    this.node.dataset.review = "asking";
    this.hasActions = false;
    try {
      this.steps = (await get(`${path}/steps`, { signal })).steps;
      await stream(`${path}/review`, {}, (line) => this.receive(line), signal);
      if (!signal.aborted && !this.review?.final) throw new ApiError(0, "The review was interrupted.");
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  fail(error) {
    if (this.node.dataset.review === "failed") return;
    this.node.dataset.review = "failed";
    this.status.textContent = "";
    showError(this.error, error);
    replace(this.actions, button("Try again", { "data-action": "retry", onclick: () => this.ask() }));
  }

  receive(line) {
    if (line.kind === "queued") {
      if (line.version !== undefined) this.onVersion(line.version);
      this.status.textContent = line.ahead ? `Waiting, ${line.ahead} ahead…` : "Reviewing the game…";
    } else if (line.kind === "stopped" || line.kind === "error") {
      this.fail(new ApiError(0, line.text));
    } else if (line.kind === "review") {
      this.showReview(line);
    }
  }

  /** Show what is known so far. */
  showReview(review) {
    const isFirst = this.review === null;
    this.review = review;
    this.strip.update(review.verdicts, review.mistake);
    if (isFirst) this.strip.setCurrent(this.last);
    this.showLuck();
    const [summary = "", ...details] = review.text_lines;
    const listed = (review.luck?.costliest ?? []).map(({ text }) => text);
    this.summary.textContent = summary;
    const byCoach = this.coachMoves > 0 && `The coach made ${pluralize(this.coachMoves, "move")} in this game.`;
    replace(
      this.details,
      details.filter((text) => !listed.includes(text)).map((text) => el("p", {}, text)),
      byCoach && el("p", {}, byCoach),
    );
    // Luck takes longest, and nothing else waits for it.
    const isJudging = review.luck_moves > 0 || (!review.final && review.best !== null);
    this.status.textContent = "Still working…";
    this.status.hidden = review.final || isJudging;
    this.describePosition();
    if (review.final || isJudging) this.showResult();
    if (review.final) this.node.dataset.review = "done";
  }

  /** What can be done, once everything but luck is known. */
  showResult() {
    const { final, luck, text_lines: lines } = this.review;
    if (!this.hasActions) {
      this.hasActions = true;
      this.showActions();
      say(`Review. ${lines.join(" ")}`);
    } else if (final && luck) say([luck.text, ...luck.costliest.map(({ text }) => text)].join(" "));
    else if (final) say(lines.at(-1));
  }

  /** In games with hidden cards a graph takes the place of the verdict strip. */
  showLuck() {
    const hadFocus = this.stripArea.contains(document.activeElement);
    this.luck.update(this.review, this.strip.chosen);
    this.stripArea.hidden = this.luck.isShown;
    if (hadFocus && this.luck.isShown) this.luck.chart.slider.focus();
  }

  /** Show the position before a costly move, and what was better. */
  showCostly(number, better) {
    this.strip.choose(number - 1);
    this.board.markHint(better);
  }

  /** How many moves the game has. */
  get last() {
    return this.review.verdicts.length - 1;
  }

  /** Show a position of the game on the board. */
  showPosition(movesMade) {
    this.removeReplay();
    const step = this.steps[movesMade];
    this.luck.chart.setCurrent(movesMade);
    if (step) this.board.show(step.view, { animate: false });
    this.describePosition();
    if (!this.luck.chart.hasFocus) say(this.position.textContent); // a slider speaks itself
  }

  describePosition() {
    if (this.strip.chosen !== null) this.position.textContent = this.describe(this.strip.chosen);
  }

  /** A position in words: the move that led to it, the verdict, and the chance. */
  describe(movesMade) {
    const { is_won: isWon, mistake, verdicts } = this.review;
    const move = movesMade ? `Move ${movesMade}: ${this.steps[movesMade]?.text ?? ""}` : "The start.";
    const where = this.luck.isShown ? "as the cards lay" : "here";
    const isEnd = isWon && movesMade === this.last;
    const verdict = isEnd ? "Won." : `${capitalize(verdictText(verdicts[movesMade]))} ${where}.`;
    const mistakeNote = movesMade === mistake ? "This move lost the game." : "";
    return [move, verdict, mistakeNote, this.luck.describe(movesMade)].filter(Boolean).join(" ");
  }

  showActions() {
    const { mistake, last_winnable: lastWinnable, best, rest } = this.review;
    const { best_moves: bestMoves, rest_moves: restMoves, kept_by: alternatives } = this.review;
    // A game that was given up early may still be winnable.
    const canGoBack = lastWinnable !== null && lastWinnable !== this.last;
    const winLabel = lastWinnable === this.last ? "Win from here" : "Win from there";
    const action = (label, name, onclick, kind = null) => button(label, { class: kind, "data-action": name, onclick });
    const withMoves = (label, count) => (count ? `${label}: ${pluralize(count, "move")}` : label);
    replace(
      this.actions,
      canGoBack &&
        action("Back to the last winnable position", "last-winnable", () => this.onBack(lastWinnable), "primary"),
      mistake !== null && action("Losing move", "losing-move", () => this.strip.choose(mistake)),
      rest?.length > 0 &&
        action(withMoves(winLabel, restMoves), "rest-win", () => this.startReplay(rest, winLabel)),
      best?.length > 0 &&
        action(withMoves("Shortest win found", bestMoves), "best-win", () =>
          this.startReplay(best, "Shortest win found"),
        ),
    );
    if (alternatives.length && lastWinnable !== null) this.showAlternatives(alternatives, lastWinnable);
    else replace(this.alternatives);
  }

  /** The moves that keep, or would have kept, the win. */
  showAlternatives(moves, movesMade) {
    const view = this.steps[movesMade]?.view;
    const alternative = (move) =>
      button(moveText(move, view, shortCardName), {
        "aria-label": moveText(move, view, cardName),
        "data-move": move,
        onclick: () => {
          this.strip.choose(movesMade);
          this.board.markHint(move);
        },
      });
    const where = movesMade ? `After move ${movesMade}` : "At the start";
    const title = movesMade === this.last ? "Moves that keep the win" : `${where}, these would have kept the win`;
    replace(
      this.alternatives,
      el("h3", {}, title),
      el("div", { class: "actions" }, moves.slice(0, MOST_ALTERNATIVES).map(alternative)),
    );
  }

  // -- replaying a win -----------------------------------------------------------------------------

  startReplay(steps, label) {
    this.removeReplay();
    this.strip.setCurrent(null);
    this.position.textContent = "";
    this.replay.hidden = false;
    this.node.classList.add("replaying");
    const title = el("h3", { tabindex: "-1" }, label);
    const back = button("Back to the review", {
      class: "quiet",
      "data-action": "end-replay",
      onclick: () => this.leaveReplay(),
    });
    replace(this.replay, el("div", { class: "section-head" }, title, back));
    this.controls = new ReplayControls(this.replay, { steps, board: this.board, label });
    title.focus();
  }

  leaveReplay() {
    this.strip.choose(this.last);
  }

  removeReplay() {
    if (!this.controls) return;
    const hadFocus = this.replay.contains(document.activeElement);
    this.controls.destroy();
    this.controls = null;
    this.replay.hidden = true;
    this.node.classList.remove("replaying");
    if (hadFocus) this.node.querySelector("h2").focus();
  }
}

/** A move by its card: "7♥ to cell 1". */
function moveText(move, view, nameOf) {
  const parts = parseMove(move);
  if (!parts) return capitalize(move);
  const card = view && pileOf(view, parts.source).at(-parts.count);
  const others = parts.count > 1 ? ` and ${parts.count - 1} more` : "";
  return capitalize(`${card ? nameOf(card) : placeName(parts.source)}${others} to ${placeName(parts.target)}`);
}

function legend() {
  const item = (verdict, symbol) =>
    el(
      "span",
      { "data-verdict": verdict },
      el("span", { "aria-hidden": "true" }, symbol),
      ` ${verdictText(verdict)}`,
    );
  return el(
    "p",
    { class: "verdict-legend small" },
    item("winnable", "●"),
    item("lost", "✕"),
    item("unsettled", "◆"),
  );
}
