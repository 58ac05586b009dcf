// The game as it is shown: the server's latest state, and the changes that have no answer yet, as far
// as it is known what they will do.

import { isStillMeant, predict, predictDeal } from "./prediction.js";

/**
 * @typedef {object} Projection a state, in which these differ from the server's
 * @property {import("./view.js").View} view
 * @property {number[]} movable_cards
 * @property {string[]} legal_moves those of the last position that was seen; where the piles are touched, less is known
 * @property {Set<string>} touched places of which less is known until the changes have an answer
 * @property {number} moves_made
 * @property {number} moves_undone
 */

/** Changes that go back and forth through the game. */
export const WALKS = ["undo", "redo", "restart"];

const FIELDS = ["view", "movable_cards", "legal_moves", "best_moves", "deal_places", "is_stuck"];

/** A position that was seen, with all that is known of it. */
function exact(state, movesMade) {
  const fields = FIELDS.map((name) => [name, state[name]]);
  return { ...Object.fromEntries(fields), touched: new Set(), moves_made: movesMade };
}

/**
 * @param {object} state the latest
 * @param {import("./known-states.js").KnownStates} states
 * @param {{effect: object|string|null, attempt: object|null, from?: number}[]} changes the oldest
 *   first; the effect is a move, or "deal" or one of `WALKS`; null if it is not known; `from` is the
 *   number of moves made before it
 * @returns {Projection}
 */
export function project(state, states, changes) {
  const predicted = new Map(); // moves made -> what is shown then
  let end = state.moves_made + state.moves_undone;
  let now = exact(state, state.moves_made);
  let usedHelp = state.used_help;
  const effects = changes.filter(({ effect }) => effect);
  for (const { effect, attempt, from = now.moves_made } of effects) {
    if (from !== now.moves_made) continue;
    const made = movesMadeAfter(effect, now.moves_made);
    if (WALKS.includes(effect)) {
      const seen = predicted.get(made) ?? states.get(made);
      if (!seen || made > end) continue;
      now = seen.touched ? seen : exact(seen, made);
      usedHelp ||= effect !== "redo";
    } else if (effect === "deal" || isStillMeant(now.view, attempt)) {
      now = { ...after(now, effect), moves_made: made };
      end = made;
      predicted.set(made, now);
    }
  }
  const outcome = state.outcome === "lost" && !now.is_stuck ? "unfinished" : state.outcome;
  return { ...state, ...now, moves_undone: end - now.moves_made, used_help: usedHelp, outcome };
}

function movesMadeAfter(effect, movesMade) {
  if (effect === "restart") return 0;
  return movesMade + (effect === "undo" ? -1 : 1);
}

function after(now, effect) {
  const isDeal = effect === "deal";
  const places = isDeal ? ["stock", ...now.deal_places] : [effect.source, effect.target];
  const position = isDeal ? predictDeal(now) : predict(now, effect);
  return { ...now, ...position, is_stuck: false, touched: new Set([...now.touched, ...places]) };
}
