// A position of an analysis in words: where it is, and what the review knows of it.

import { t } from "./l10n.js";

/**
 * "Move 12 of 40: K♣ to cell 2", "Line after move 5, move 1 of 3: K♣ to cell 2"
 * @param {import("./analysis-path.js").AnalysisPath} path @param {string} move the last one, in words
 */
export function positionText(path, move) {
  const { index, last, isOfGame, line } = path;
  if (!index) return t("page.analysis.start", { count: last });
  if (isOfGame) return t("page.analysis.position", { number: String(index), last: String(path.game.length - 1), move });
  const made = line.moves_made;
  const values = { made: String(made), number: String(index - made), last: String(line.steps.length), move };
  return t(made ? "page.analysis.line_position" : "page.analysis.line_position_from_start", values);
}

/**
 * What the review knows of a position of the game: the verdict, the chance, what was lost.
 * @param {object} review
 * @param {number} movesMade
 * @param {{luck: import("./luck.js").Luck|null, isOpen: boolean}} options isOpen: no card was hidden
 */
export function verdictText({ is_won: hasWon, mistake, verdicts }, movesMade, { luck, isOpen }) {
  if (hasWon && movesMade === verdicts.length - 1) return t("page.review.won");
  const verdict = verdicts[movesMade];
  const text = isOpen ? t(`page.review.here.${verdict}`) : t(`page.review.as_cards_lay.${verdict}`);
  const texts = [movesMade === 0 && verdict === "lost" ? t("page.review.impossible") : text];
  if (movesMade === mistake) texts.push(t("page.review.mistake_here"));
  if (luck) texts.push(luck.describe(movesMade));
  return texts.join(" ");
}
