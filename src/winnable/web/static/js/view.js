// The view of a position as the server sends it: places, piles, and moves as they are written.
// A place is "stock", or a letter and a number: "t3" is column 3, "c1" cell 1, "f2" foundation 2.

/**
 * @typedef {object} View
 * @property {string[][]} columns
 * @property {string[][]} foundations
 * @property {(string|null)[]} cells
 * @property {number|null} stock how many cards are left; null where the game has no stock
 */

/** A face-down card. */
export const FACE_DOWN = "??";

/** Every place, in reading order. @param {View} view */
export function placesOf(view) {
  const numbered = (letter, piles) => piles.map((_, slot) => `${letter}${slot + 1}`);
  return [
    ...(view.stock === null ? [] : ["stock"]),
    ...numbered("c", view.cells),
    ...numbered("f", view.foundations),
    ...numbered("t", view.columns),
  ];
}

/** The cards of a place. The stock has none: only their number is known. */
export function pileOf(view, place) {
  if (place === "stock") return [];
  const slot = Number(place.slice(1)) - 1;
  if (place[0] === "t") return view.columns[slot];
  if (place[0] === "f") return view.foundations[slot];
  return view.cells[slot] === null ? [] : [view.cells[slot]];
}

/** Whether a card is face down, on a column or in the stock. @param {View} view */
export function hidesCards(view) {
  return Boolean(view.stock) || view.columns.some((pile) => pile.includes(FACE_DOWN));
}

/**
 * The parts of a written move such as "t2t5x4"; null for "deal".
 * @returns {{source: string, target: string, count: number}|null}
 */
export function parseMove(move) {
  const found = /^([tcf]\d+)([tcf]\d+)(?:x(\d+))?$/.exec(move ?? "");
  return found && { source: found[1], target: found[2], count: Number(found[3] ?? 1) };
}

/** A move as the server writes it. @param {{source: string, target: string, count: number}|string} move or "deal" */
export function writeMove(move) {
  if (typeof move === "string") return move;
  const { source, target, count } = move;
  return `${source}${target}${count > 1 ? `x${count}` : ""}`;
}
