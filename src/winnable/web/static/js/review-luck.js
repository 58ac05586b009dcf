// Luck and skill in the review of a game with hidden cards: the graph, and the costliest moves as
// buttons. They come after everything else in a review, or not at all if time runs out.

import { button, el, replace } from "./dom.js";
import { pluralize } from "./format.js";
import { LuckChart, luckLegend } from "./luck-chart.js";

/** Chances, costs and luck in points: games won out of a hundred. */
export class Luck {
  /** @param {object} luck of a review message */
  constructor(luck) {
    this.luck = luck;
  }

  points(games) {
    return Math.round((100 * games) / this.luck.games);
  }

  /** The games won after so many moves. */
  won(movesMade) {
    const { start, steps } = this.luck;
    return movesMade ? steps[movesMade - 1].after : start;
  }

  /** The chance after so many moves, in points. */
  chance(movesMade) {
    return this.points(this.won(movesMade));
  }

  /** The same in percent, not rounded. */
  percent(movesMade) {
    return (100 * this.won(movesMade)) / this.luck.games;
  }

  /** The highest of them. */
  get highest() {
    return Math.max(...[0, ...this.luck.steps.keys()].map((_, movesMade) => this.percent(movesMade)));
  }

  /** The numbers of the moves with a noticeable cost. */
  get costly() {
    return this.luck.steps.flatMap((step, index) => (step.is_noticeable ? [index + 1] : []));
  }

  /** What is known about a position and the move that led to it, in words. */
  describe(movesMade) {
    const texts = [`your chance about ${this.chance(movesMade)}%`];
    const step = this.luck.steps[movesMade - 1];
    // Differences of rounded chances, so that the figures add up from move to move.
    const cost = step ? this.points(step.before) - this.points(step.made) : 0;
    if (step?.is_noticeable) {
      const margin = Math.ceil((100 * step.margin) / this.luck.games);
      texts.push(`the move cost ${cost} ± ${margin} points`);
    } else if (cost) texts.push(`the move cost ${pluralize(cost, "point")}, perhaps none`);
    const gained = step ? this.points(step.after) - this.points(step.made) : 0;
    if (gained) texts.push(`luck ${gained > 0 ? "+" : "−"}${Math.abs(gained)}`);
    return texts.join("; ");
  }
}

export class ReviewLuck {
  /**
   * @param {object} options
   * @param {(movesMade: number) => void} options.onChoose
   * @param {(number: number, better: string|null) => void} options.onCostly a costly move was chosen
   * @param {(movesMade: number) => string} options.describe a position in words
   * @param {() => void} options.onRetry
   */
  constructor({ onChoose, onCostly, describe, onRetry }) {
    Object.assign(this, { onCostly, onRetry });
    this.luck = null;
    this.status = "none";
    this.chart = new LuckChart(onChoose, describe);
    this.legend = luckLegend();
    this.costly = el("div", { class: "review-costly" });
  }

  destroy() {
    this.chart.destroy();
  }

  /** Whether there is a graph: cards were hidden, and the coach can judge the moves. */
  get isShown() {
    return this.status !== "none";
  }

  /** @param {object} review the latest message @param {number|null} chosen the position shown */
  update(review, chosen) {
    const { luck, luck_status: status, luck_moves: judged, verdicts, mistake } = review;
    const isNew = status !== this.status || Boolean(luck) !== Boolean(this.luck);
    this.status = status;
    this.luck = luck && new Luck(luck);
    this.chart.node.hidden = this.legend.hidden = !this.isShown;
    if (!this.isShown) return;
    const progress = judged ? `Judging the moves: ${judged} of ${verdicts.length - 1}…` : "Judging the moves…";
    this.chart.update({
      verdicts,
      mistake,
      luck: this.luck,
      note: status === "pending" ? progress : "No time was left to judge the moves.",
      chosen,
    });
    if (isNew) replace(this.costly, status === "out of time" ? this.retryButton() : this.costlyMoves(luck));
  }

  /** What is known about a position, in words. */
  describe(movesMade) {
    return this.luck ? `By what was in sight: ${this.luck.describe(movesMade)}.` : "";
  }

  retryButton() {
    return button("Judge the moves again", { "data-action": "retry-luck", onclick: this.onRetry });
  }

  costlyMoves(luck) {
    if (!luck?.costliest.length) return [];
    const item = ({ number, text }) => {
      const better = luck.steps[number - 1].better[0] ?? null;
      const onclick = () => this.onCostly(number, better);
      return el("li", {}, button(text.replace(/[.]$/, ""), { "data-costly": number, onclick }));
    };
    return [el("h3", {}, "Costliest moves, by what was in sight"), el("ul", {}, luck.costliest.map(item))];
  }
}
