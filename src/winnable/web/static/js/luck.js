// Luck and skill in the review of a game with hidden cards, judged by what was in sight.

import { t } from "./l10n.js";

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
    const texts = [t("page.review.chance", { percent: this.chance(movesMade) })];
    const step = this.luck.steps[movesMade - 1];
    // Differences of rounded chances, so that the figures add up from move to move.
    const cost = step ? this.points(step.before) - this.points(step.made) : 0;
    if (step?.is_noticeable) {
      const margin = Math.ceil((100 * step.margin) / this.luck.games);
      texts.push(t("page.review.cost", { cost, margin }));
    } else if (cost) texts.push(t("page.review.small_cost", { count: cost }));
    const gained = step ? this.points(step.after) - this.points(step.made) : 0;
    if (gained > 0) texts.push(t("page.review.good_luck", { count: gained }));
    if (gained < 0) texts.push(t("page.review.bad_luck", { count: -gained }));
    return texts.join(" ");
  }
}
