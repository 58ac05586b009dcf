// A deal once more, from its start.

import { getText } from "./api.js";
import { startGame } from "./new-game.js";

const KEPT_TAGS = /^\[(?:Winnable|Game|Deck|Board) /;

/**
 * Start a new game of the deal that a game was played with.
 * @param {{key: string, game: string, deal_number: number|null, deal_source?: string|null}} game what is
 *   known of the deal of a game of one's own is known of the new one
 * @param {object} [options] as for `startGame`
 */
export async function playAgain({ key, game, deal_number: dealNumber, deal_source: source }, options = {}) {
  try {
    const numbered = source ? { game, again: key } : { game, deal_number: dealNumber };
    const body = dealNumber === null ? { record: await startOf(key) } : numbered;
    await startGame(body, options);
  } catch (error) {
    options.onError?.(error);
  }
}

/** The record of a game without its moves, and without what was played and how. */
async function startOf(key) {
  const record = await getText(`/games/${encodeURIComponent(key)}/record`);
  const tags = record.split("\n").filter((line) => KEPT_TAGS.test(line));
  return `${tags.join("\n")}\n\n*\n`;
}
