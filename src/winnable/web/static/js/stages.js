// In which order cards fly when one change moves several: the player's own first, then those that
// went home by themselves, one after the other. Cards are only carried about here, as the moves say.

import { placesOf, pileOf } from "./layout.js";
import { readMove } from "./words.js";

/**
 * @param {import("./layout.js").View} view how the table looked before
 * @param {(string|null)[]} moves
 * @returns {Map<string, number>} card -> the number of the move that carries it last
 */
export function stages(view, moves) {
  const piles = new Map(placesOf(view).map((place) => [place, [...pileOf(view, place)]]));
  const stage = new Map();
  moves.forEach((move, number) => {
    const parts = readMove(move);
    if (!parts || !piles.has(parts.source) || !piles.has(parts.target)) return;
    const carried = piles.get(parts.source).splice(-parts.count);
    piles.get(parts.target).push(...carried);
    for (const card of carried) stage.set(card, number);
  });
  return stage;
}
