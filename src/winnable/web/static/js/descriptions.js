// Cards, places, piles and moves in words. Sentences about the game itself come from the server.

import { capitalize, pluralize } from "./format.js";
import { FACE_DOWN, parseMove, pileOf, placesOf } from "./view.js";

const RANKS = {
  A: "ace",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
};
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const SYMBOLS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const LETTERS = Object.fromEntries(Object.entries(SYMBOLS).map(([letter, symbol]) => [symbol, letter]));
const AREAS = { t: "column", c: "cell", f: "foundation" };

/** "7H" → "seven of hearts". */
export function cardName(card) {
  return card === FACE_DOWN ? "face-down card" : `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

/** "TH" → "10♥". */
export function shortCardName(card) {
  return (card[0] === "T" ? "10" : card[0]) + SYMBOLS[card[1]];
}

/** "10♥" → "TH". */
export function parseShortCardName(name) {
  return (name.startsWith("10") ? "T" : name[0]) + LETTERS[name.at(-1)];
}

/** Text for a screen reader: "5♦ to cell 1" → "five of diamonds to cell 1". */
export function spokenText(text) {
  return text.replace(/(10|[A2-9JQK])[♣♦♥♠]/g, (name) => cardName(parseShortCardName(name)));
}

/** "t3" → "column 3". */
export function placeName(place) {
  return place === "stock" ? "the stock" : `${AREAS[place[0]]} ${place.slice(1)}`;
}

/** The label of a pile: "Column 3, 6 cards". @param {string[]|number} pile the stock is a number */
export function pileLabel(place, pile) {
  if (place === "stock") return `Stock, ${pile ? pluralize(pile, "card") : "empty"}`;
  const name = capitalize(placeName(place));
  if (!pile.length) return `${name}, empty`;
  if (place[0] === "c") return `${name}, ${cardName(pile[0])}`;
  const top = place[0] === "f" ? `, ${cardName(pile.at(-1))} on top` : "";
  return `${name}, ${pluralize(pile.length, "card")}${top}`;
}

/** A pile with all its cards, from the deepest to the playable one. */
export function pileContents(place, pile) {
  if (place === "stock" || !pile.length || place[0] !== "t") return `${pileLabel(place, pile)}.`;
  const faceDown = pile.filter((card) => card === FACE_DOWN).length;
  const names = pile.filter((card) => card !== FACE_DOWN).map(cardName);
  const parts = faceDown ? [`${faceDown} face down`, ...names] : names;
  return `${pileLabel(place, pile)}: ${parts.join(", ")}.`;
}

/** A table in words: every card that can be seen. @param {import("./view.js").View} view */
export function tableContents(view) {
  const contents = (place) => pileContents(place, place === "stock" ? view.stock : pileOf(view, place));
  const texts = placesOf(view).map(contents);
  return texts.filter((text) => !/^(Cell|Foundation) \d+, empty/.test(text)).join(" ");
}

/** All legal moves, grouped by where they start: columns first, then cells. */
export function listMoves(moves) {
  const targets = new Map(); // source -> names of its targets
  for (const move of moves) {
    const parts = parseMove(move);
    if (parts) targets.set(parts.source, (targets.get(parts.source) ?? new Set()).add(placeName(parts.target)));
  }
  const order = ([one], [other]) => (one[0] === other[0] ? one.slice(1) - other.slice(1) : one < other ? 1 : -1);
  const texts = [...targets].sort(order).map(([source, names]) => `${placeName(source)} to ${[...names].join(", ")}`);
  if (moves.includes("deal")) texts.push("deal");
  return texts.length ? `Moves: ${texts.join("; ")}.` : "No moves left.";
}
