// What a move will do, as far as the page can know before the server has answered: the cards that
// were moved are in their new place, and those that are dealt lie face down. What is turned up or goes
// home by itself comes later.

import { FACE_DOWN, parseMove, pileOf, placesOf } from "./view.js";

/**
 * @typedef {object} Position
 * @property {import("./view.js").View} view
 * @property {number[]} movable_cards of each column
 */

/**
 * @typedef {object} Attempt what the player wants to move
 * @property {string} source
 * @property {string[]} cards
 * @property {string} target a place, or "home" (the foundation), or "best" (of tapped cards)
 * @property {string|null} [onto] the last card of the target, as the player saw it
 */

/** A written move as an attempt; null for a deal. @returns {Attempt|null} */
export function attemptOf(move, view) {
  const parts = parseMove(move);
  if (!parts) return null;
  const { source, target, count } = parts;
  return { source, cards: pileOf(view, source).slice(-count), target };
}

/** By how much a change changes the number of moves made, where that is known. */
export const MOVES_MADE = { move: 1, redo: 1, undo: -1 };

/** The legal move that an attempt means, as the server will find it; null if there is none. */
export function findMove({ legal_moves: legal, best_moves: best }, { source, cards, target }) {
  const count = cards.length;
  const found = (target === "best" ? best : legal).map(parseMove).filter((move) => move?.source === source);
  if (target === "best") return found.find((move) => move.count === count) ?? null;
  if (target === "home" || target[0] === "f") {
    const home = found.filter((move) => count === 1 && move.target[0] === "f");
    return home.find((move) => move.target === target) ?? home[0] ?? null;
  }
  const there = found.filter((move) => move.target === target).sort((one, other) => other.count - one.count);
  return there.find((move) => move.count === count) ?? there[0] ?? null;
}

/**
 * The move that an attempt will be, while others are shown that have no answer yet; null if that
 * depends on them.
 * @param {{state: object, touched: Set<string>, isOneWay: boolean}} client
 */
export function expectMove({ state, touched, isOneWay }, attempt) {
  if (isOneWay && touched.size) {
    const isDealing = state.view.foundations[0].at(-1) === FACE_DOWN;
    return isDealing ? null : { source: attempt.source, target: "f1", count: 1 };
  }
  const isOnly = (place) => place[0] === "f" && state.view.foundations.length === 1;
  const isKnown = (place) => !touched.has(place) || isOnly(place);
  const move = findMove(state, attempt);
  if (!move || !isKnown(move.source)) return null;
  if (isKnown(move.target)) return move;
  if (attempt.target !== "best" || move.target[0] !== "c") return null;
  const moves = state.legal_moves.map(parseMove).filter((one) => one?.source === move.source);
  return moves.find(({ target }) => target[0] === "c" && isKnown(target)) ?? null; // all cells are alike
}

/** @param {Position} position @returns {Position} the position after a move */
export function predict({ view, movable_cards: movable }, { source, target, count }) {
  const moved = pileOf(view, source).slice(-count);
  const change = (letter, piles) =>
    piles.map((pile, slot) => {
      const place = `${letter}${slot + 1}`;
      if (place === source) return pile.slice(0, -count);
      return place === target ? [...pile, ...moved] : pile;
    });
  const cells = change("c", view.cells.map((card) => (card === null ? [] : [card])));
  const columns = change("t", view.columns);
  return {
    view: {
      columns,
      foundations: change("f", view.foundations),
      cells: cells.map((cell) => cell[0] ?? null),
      stock: view.stock,
    },
    movable_cards: columns.map((pile, slot) => {
      const place = `t${slot + 1}`;
      if (place === target) return (view.columns[slot].length ? movable[slot] : 0) + count;
      if (place !== source) return movable[slot];
      const isHidden = !pile.length || pile.at(-1) === FACE_DOWN;
      return isHidden ? 0 : Math.max(1, movable[slot] - count);
    }),
  };
}

/** @param {Position & {deal_places: string[]}} position @returns {Position} with the cards dealt, face down */
export function predictDeal({ view, movable_cards: movable, deal_places: places }) {
  const dealt = places.slice(0, view.stock);
  const deal = (letter, piles) =>
    piles.map((pile, slot) => (dealt.includes(`${letter}${slot + 1}`) ? [...pile, FACE_DOWN] : pile));
  return {
    view: {
      columns: deal("t", view.columns),
      foundations: deal("f", view.foundations),
      cells: view.cells,
      stock: view.stock - dealt.length,
    },
    movable_cards: movable.map((count, slot) => (dealt.includes(`t${slot + 1}`) ? 0 : count)),
  };
}

/** Whether the cards of an attempt, and what they go onto, are still where the player saw them. */
export function isStillMeant(view, { source, cards, target, onto }) {
  const isThere = pileOf(view, source).slice(-cards.length).join() === cards.join();
  return isThere && (onto === undefined || (pileOf(view, target).at(-1) ?? null) === onto);
}

/** Whether cards have left their place for where they should go, or have gone home since. */
function haveMoved(view, { source, cards }, target) {
  const isIn = (place) => cards.every((card) => pileOf(view, place).includes(card));
  if (isIn(source)) return false;
  return isIn(target) || cards.every((card) => view.foundations.flat().includes(card));
}

/** Whether cards have gone home, and nothing else has moved. */
function haveGoneHome(before, after) {
  const others = placesOf(before).filter((place) => place[0] !== "f");
  return before.stock === after.stock && others.every((place) => pileOf(after, place).length <= pileOf(before, place).length);
}

/** Whether a change whose answer was lost has been made, by the states before and after it. */
export function hasArrived({ name, effect, more, attempt }, before, after) {
  if (name === "restart") return before.moves_made > 0 && after.moves_made === 0;
  if (name === "home") return after.moves_made > before.moves_made && haveGoneHome(before.view, after.view);
  const isHere = after.moves_made === before.moves_made && isSameView(after.view, before.view);
  if (name === "give-up") return isHere && after.outcome === "given up";
  if (name === "autoplay") return isHere && after.autoplay === more.autoplay;
  const made = MOVES_MADE[name];
  // Of the other changes it cannot be told: another tab may have made what is new.
  if (made === undefined || after.moves_made !== before.moves_made + made) return false;
  if (attempt) return haveMoved(after.view, attempt, effect?.target ?? attempt.target);
  return more.move !== "deal" || after.view.stock !== before.view.stock;
}

export const isSameView = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Whether two states differ in nothing but the help that was counted, and the time. */
export function isSamePosition(one, other) {
  const isSame = ["moves_made", "moves_undone", "outcome", "autoplay"].every((name) => one[name] === other[name]);
  return isSame && isSameView(one.view, other.view);
}
