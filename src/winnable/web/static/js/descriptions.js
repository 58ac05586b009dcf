// Cards, places, piles and moves in words. Sentences about the game itself come from the server.

import { capitalize } from "./format.js";
import { t } from "./l10n.js";
import { FACE_DOWN, parseMove, pileOf, placesOf } from "./view.js";

const RANKS = "A23456789TJQK";
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const SYMBOLS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const LETTERS = Object.fromEntries(Object.entries(SYMBOLS).map(([letter, symbol]) => [symbol, letter]));
const AREAS = { t: "column", c: "cell", f: "foundation" };

/** "7H" → "seven of hearts". */
export function cardName(card) {
  if (card === FACE_DOWN) return t("page.play.face_down_card");
  const rank = t(`cards.rank_${RANKS.indexOf(card[0]) + 1}`);
  return t("cards.name", { rank, suit: t(`cards.${SUITS[card[1]]}`) });
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

/** "t3" → "column 3", and "f1" → "the foundation" where there is one. @param {import("./view.js").View} view */
export function placeName(place, view) {
  if (place === "stock") return t("page.play.the_stock");
  if (isOnlyFoundation(place, view)) return t("places.the_foundation");
  return t(`places.${AREAS[place[0]]}`, { number: place.slice(1) });
}

/** "t3" → "Column 3", and "f1" → "Foundation" where there is one. @param {import("./view.js").View} view */
export function placeLabel(place, view) {
  if (place === "stock") return t("page.play.stock");
  return capitalize(isOnlyFoundation(place, view) ? t("places.only_foundation") : placeName(place, view));
}

function isOnlyFoundation(place, view) {
  return place === "f1" && view.foundations.length === 1;
}

/** The label of a pile: "Column 3, 6 cards". @param {string[]|number} pile the stock is a number */
export function pileLabel(place, pile, view) {
  const count = pile.length ?? pile;
  const name = placeLabel(place, view);
  if (!count) return t("page.play.pile_empty", { name });
  if (place[0] === "c") return t("page.play.pile_of_one", { name, card: cardName(pile[0]) });
  if (place[0] === "f") return t("page.play.pile_with_top", { name, count, card: cardName(pile.at(-1)) });
  return t("page.play.pile", { name, count });
}

/** A pile with all its cards, from the deepest to the playable one. @param {import("./view.js").View} view */
function pileContents(place, view) {
  const pile = place === "stock" ? view.stock : pileOf(view, place);
  const label = pileLabel(place, pile, view);
  if (place === "stock" || !pile.length || place[0] !== "t") return `${label}.`;
  const faceDown = pile.filter((card) => card === FACE_DOWN).length;
  const names = pile.filter((card) => card !== FACE_DOWN).map(cardName);
  const parts = faceDown ? [t("page.play.cards_face_down", { count: faceDown }), ...names] : names;
  return `${label}: ${parts.join(", ")}.`;
}

/** The contents of some places, a sentence for each. @param {import("./view.js").View} view @param {string[]} places */
export function contentsOf(view, places) {
  return places.map((place) => pileContents(place, view));
}

/** A table in words: every card that can be seen. @param {import("./view.js").View} view */
export function tableContents(view) {
  const places = placesOf(view).filter((place) => !"cf".includes(place[0]) || pileOf(view, place).length);
  return contentsOf(view, places).join(" ");
}

/** All legal moves by the cards they move, columns first: "7♥ to column 3 or cell 1; deal." */
export function listMoves(moves, view) {
  const targets = new Map(); // the cards -> names of their targets
  for (const { source, target, count } of inOrder(moves.map(parseMove).filter(Boolean))) {
    const card = shortCardName(pileOf(view, source).at(-count));
    const cards = count > 1 ? t("page.play.run", { card, count: count - 1 }) : card;
    const names = targets.get(cards) ?? targets.set(cards, new Set()).get(cards);
    const isAlike = isEmpty(view, target) && !isOnlyFoundation(target, view);
    names.add(isAlike ? t(`page.play.empty_${AREAS[target[0]]}`) : placeName(target, view));
  }
  const texts = [...targets].map(([cards, names]) => t("page.play.cards_to", { cards, places: [...names].join(", ") }));
  if (moves.includes("deal")) texts.push(t("page.play.deal_move"));
  return texts.length ? t("page.play.moves", { moves: texts.join("; ") }) : t("page.play.no_moves");
}

/** Empty places of a kind are all alike. */
function isEmpty(view, place) {
  return !pileOf(view, place).length;
}

function inOrder(moves) {
  const areas = "tc";
  const order = ({ source }) => 100 * areas.indexOf(source[0]) + Number(source.slice(1));
  return moves.sort((one, other) => order(one) - order(other));
}

/**
 * A move by its card: "7♥ to cell 1".
 * @param {string} move as it is written @param {import("./view.js").View} view before it
 * @param {(card: string) => string} nameOf
 */
export function moveText(move, view, nameOf) {
  const parts = parseMove(move);
  if (!parts) return t("page.review.deal");
  const card = pileOf(view, parts.source).at(-parts.count);
  const values = { card: nameOf(card), place: placeName(parts.target, view), count: parts.count - 1 };
  if (parts.count > 1) return capitalize(t("page.review.alternative_run", values));
  const isToCell = parts.target[0] === "c";
  return capitalize(isToCell ? t("page.review.alternative_to_cell", values) : t("page.review.alternative", values));
}
