// The review of a game in words: what happened, the move that lost it, and what would have won.

import { say } from "./announce.js";
import { ApiError, stream } from "./api.js";
import { button, el, replace } from "./dom.js";
import { cardName, moveText, shortCardName } from "./descriptions.js";
import { t } from "./l10n.js";
import { showError } from "./page-states.js";

const MOST_ALTERNATIVES = 8; // shown as buttons; the text counts the others

export class GameReview {
  /**
   * @param {object} options
   * @param {string} options.path of the review in the API
   * @param {string[]} options.played the moves of the game, as they are shown
   * @param {(movesMade: number) => import("./analysis-path.js").Step} options.stepAt
   * @param {(review: object) => void} options.onReview more is known
   * @param {(movesMade: number) => void} options.onGoTo
   * @param {(movesMade: number, move: string) => void} options.onTry
   * @param {(line: import("./analysis-path.js").Line) => void} options.onLine a win to step through
   */
  constructor(options) {
    Object.assign(this, options);
    this.request = new AbortController();
    this.review = null;
    this.hasActions = false;
    this.status = el("p", { class: "review-status", "data-field": "review-status" });
    this.error = el("p", { class: "error-text", hidden: true });
    this.summary = el("div", { class: "review-summary", "data-field": "review-summary" });
    this.asking = el("div", { class: "actions" });
    /** Where to look next; the graph comes before it. */
    this.actions = el("div", { class: "actions" });
    this.alternatives = el("div", { class: "review-alternatives" });
    this.costly = el("div", { class: "review-costly" });
    this.details = el("details", { class: "review-details", hidden: true });
    /** What happened. */
    this.head = el(
      "section",
      { class: "game-review", "aria-label": t("page.review.title"), "data-review": "none" },
      this.status,
      this.error,
      this.summary,
      this.asking,
    );
    /** What would have been better. */
    this.node = el("div", { class: "game-review" }, this.alternatives, this.costly, this.details);
  }

  destroy() {
    this.request.abort();
  }

  /** Offer the review instead of asking for it at once. @param {string} [text] what it would mean */
  offer(text = "") {
    this.showStatus(text);
    const ask = button(t("page.review.ask"), { "data-action": "ask-review", onclick: () => this.ask() });
    replace(this.asking, ask);
  }

  async ask() {
    this.request.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    this.error.hidden = true;
    this.hasActions = false;
    replace(this.asking);
    replace(this.actions);
    this.showStatus(t("page.review.working"));
    this.head.dataset.review = "asking";
    try {
      await stream(this.path, { played: this.played }, (line) => this.receive(line), signal);
      if (!signal.aborted && !this.review?.final) throw new ApiError(0, t("page.review.interrupted"));
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  fail(error) {
    if (this.head.dataset.review === "failed") return;
    this.head.dataset.review = "failed";
    this.showStatus("");
    showError(this.error, error);
    replace(this.asking, button(t("page.review.again"), { "data-action": "retry", onclick: () => this.ask() }));
  }

  showStatus(text) {
    this.status.textContent = text;
    this.status.hidden = !text;
  }

  receive(line) {
    if (line.kind === "queued" && line.ahead) this.showStatus(t("page.review.waiting", { count: line.ahead }));
    else if (line.kind === "stopped" || line.kind === "error") this.fail(new ApiError(0, line.text));
    else if (line.kind === "review") this.show(line);
  }

  /** Show what is known so far. */
  show(review) {
    this.review = review;
    const [first, ...others] = review.text_lines;
    const { text: luck, costliest = [] } = review.luck ?? {};
    const isListed = (text) => text === luck || costliest.some((one) => one.text === text);
    const details = [...others.filter((text) => !isListed(text)), ...review.details];
    replace(this.summary, el("p", { class: "review-first" }, first), luck && el("p", {}, luck));
    replace(this.details, el("summary", {}, t("page.review.details")), details.map((text) => el("p", { class: "small" }, text)));
    this.details.hidden = !details.length;
    this.onReview(review);
    // Luck takes longest, and nothing else waits for it.
    const isJudging = !review.final && (review.luck_moves > 0 || review.best !== null);
    const progress = { count: review.verdicts.length - 1, judged: review.luck_moves };
    if (review.final) this.showStatus("");
    else this.showStatus(isJudging ? t("page.review.judging", progress) : t("page.review.still_working"));
    if (review.final || isJudging) this.showResult(review.text_lines);
    if (review.final) {
      this.showCostly();
      this.head.dataset.review = "done";
    }
  }

  showResult(lines) {
    if (this.hasActions) return;
    this.hasActions = true;
    this.showActions();
    say(lines.join(" "));
  }

  get last() {
    return this.review.verdicts.length - 1;
  }

  showActions() {
    const { mistake, last_winnable: lastWinnable, best, rest, is_won: isWon } = this.review;
    const { best_moves: bestMoves, rest_moves: restMoves, kept_by: alternatives } = this.review;
    const action = (label, name, onclick) => button(label, { "data-action": name, onclick });
    const win = (name, movesMade, steps) =>
      this.onLine({
        number: null,
        name,
        moves_made: movesMade,
        isWin: true,
        steps: steps.slice(1).map((step) => ({ ...step, moves_made: movesMade + step.moves_made })),
      });
    const restName = lastWinnable
      ? t("page.review.win_line", { number: String(lastWinnable) })
      : t("page.review.win_line_from_start");
    const restLabel = lastWinnable
      ? t("page.review.win_from", { number: String(lastWinnable), count: restMoves })
      : t("page.review.win_from_start", { count: restMoves });
    const isBestKnown = isWon ? bestMoves === this.last : lastWinnable === 0 && restMoves === bestMoves;
    replace(
      this.actions,
      mistake !== null &&
        action(t("page.review.show_mistake", { number: String(mistake) }), "losing-move", () => this.onGoTo(mistake)),
      rest?.length > 0 &&
        action(restLabel, "rest-win", () => win(restName, lastWinnable, rest)),
      best?.length > 0 &&
        !isBestKnown &&
        action(t("page.review.shortest", { count: bestMoves }), "best-win", () =>
          win(t("page.review.shortest_line"), 0, best),
        ),
    );
    if (alternatives.length && lastWinnable !== null) this.showAlternatives(alternatives, lastWinnable);
    else replace(this.alternatives);
  }

  /** The moves that keep, or would have kept, the win: each can be tried. */
  showAlternatives(moves, movesMade) {
    const { view } = this.stepAt(movesMade);
    const alternative = (move) =>
      button(moveText(move, view, shortCardName), {
        "aria-label": moveText(move, view, cardName),
        "data-move": move,
        onclick: () => this.onTry(movesMade, move),
      });
    const number = String(movesMade);
    const title =
      movesMade === this.last
        ? t(movesMade ? "page.review.keep_win" : "page.review.keep_win_at_start", { number })
        : t(movesMade ? "page.review.would_have_kept" : "page.review.would_have_kept_at_start", { number });
    replace(
      this.alternatives,
      el("h2", {}, title),
      el("div", { class: "actions" }, moves.slice(0, MOST_ALTERNATIVES).map(alternative)),
    );
  }

  /** In games with hidden cards: the moves that cost most, by what was in sight. */
  showCostly() {
    const { luck, luck_status: status } = this.review;
    if (status === "out of time") {
      const again = () => this.ask();
      replace(this.costly, button(t("page.review.judge_again"), { "data-action": "retry-luck", onclick: again }));
      return;
    }
    const item = ({ number, text, details }) => {
      const [better] = luck.steps[number - 1].better;
      const onclick = () => (better ? this.onTry(number - 1, better) : this.onGoTo(number - 1));
      return el(
        "li",
        {},
        button(text.replace(/[.]$/, ""), { "data-costly": String(number), onclick }),
        details && el("p", { class: "small" }, details),
      );
    };
    const isShown = luck?.costliest.length > 0;
    replace(this.costly, isShown && [el("h2", {}, t("page.review.costliest")), el("ul", {}, luck.costliest.map(item))]);
  }
}
