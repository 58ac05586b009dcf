// Where everything lies on a board: pure geometry.
// The size of a card depends on the number of places and the room, never on how long the columns are:
// cards that change size during a game would be a nuisance. Long columns are compressed instead.

/**
 * @typedef {object} Layout
 * @property {number} width of a card
 * @property {number} height of a card
 * @property {boolean} isSmall whether cards are so small that they need a large index
 * @property {Record<string, {x: number, y: number}>} places where each pile starts
 * @property {Record<string, {x: number, y: number}[]>} cards where each card of a pile lies
 * @property {number} bottom how far down columns may reach
 */

import { FACE_DOWN, pileOf, placesOf } from "./view.js";

const RATIO = 1.4; // a card's height to its width
const MAX_WIDTH = 150;
const MIN_WIDTH = 22;
const SMALL_WIDTH = 120; // narrower cards get a large index
const USUAL_STEPS = 12; // a column of so many steps is not compressed
const FANNED_CARDS = 5; // how many cards of a single foundation are visible

/**
 * @param {import("./view.js").View} view
 * @param {{width: number, height: number}} room
 * @param {{isLeft?: boolean, isLarge?: boolean, depth?: number, coveredHeight?: number}} options
 *   depth: how many cards a column should show without being compressed
 *   coveredHeight: how much of the lower edge is covered; columns end above it
 * @returns {Layout}
 */
export function computeLayout(view, room, { isLeft = false, isLarge = false, depth = 10, coveredHeight = 0 } = {}) {
  const isWide = room.height < 430 && room.width > room.height * 1.45;
  const shape = isWide ? besideColumns(view, room, isLeft, depth) : aboveColumns(view, room, isLeft, depth, isLarge);
  const isSmall = shape.width < SMALL_WIDTH;
  const layout = { ...shape, isSmall, isWide, bottom: room.height, cards: {} };
  const step = columnStep(layout, isSmall || isLarge);
  layout.bottom -= coveredHeight;
  for (const place of placesOf(view)) {
    layout.cards[place] = positionsOf(view, place, layout, step, isLeft);
  }
  return layout;
}

/** Stock, cells and foundations in a row above the columns. */
function aboveColumns(view, room, isLeft, depth, isLarge) {
  const columns = view.columns.length;
  const fanned = view.foundations.length === 1 ? (FANNED_CARDS - 1) * 0.34 : 0;
  const top = (view.stock === null ? 0 : 1) + view.cells.length + view.foundations.length;
  const across = Math.max(columns + 0.07 * (columns - 1), top + 0.06 * top + fanned);
  const down = 2 + 0.12 + (isLarge ? 0.28 : 0.2) * (depth - 1);
  const width = size(room.width / across, room.height / down / RATIO);
  const height = Math.round(width * RATIO);
  const spare = (room.width - columns * width) / Math.max(columns - 1, 1);
  const gap = Math.max(2, Math.min(spare, width * 0.17, 18));
  const inner = Math.max(columns * width + (columns - 1) * gap, width * (top + fanned + 0.06 * top));
  const left = Math.round((room.width - Math.min(inner, room.width)) / 2);
  const right = left + Math.min(inner, room.width);
  const places = {};
  const y = Math.round(height + Math.max(8, Math.min(height * 0.13, 20)));
  const first = (room.width - columns * width - (columns - 1) * gap) / 2;
  view.columns.forEach((_, slot) => {
    places[`t${slot + 1}`] = { x: Math.round(first + slot * (width + gap)), y };
  });
  for (const [place, x] of topRow(view, isLeft, width, gap, right - left)) places[place] = { x: Math.round(left + x), y: 0 };
  return { width, height, places };
}

/** Stock and cells on one side, foundations on the other, each group from left to right. */
function topRow(view, isLeft, width, gap, room) {
  const cells = view.cells.map((_, slot) => `c${slot + 1}`);
  const stock = view.stock === null ? [] : ["stock"];
  const near = isLeft ? [...cells, ...stock] : [...stock, ...cells];
  const far = view.foundations.map((_, slot) => `f${slot + 1}`);
  const pitch = width + Math.max(2, gap * 0.55);
  const [first, last] = isLeft ? [far, near] : [near, far];
  const start = room - last.length * pitch + pitch - width;
  return [...first.map((place, order) => [place, order * pitch]), ...last.map((place, order) => [place, start + order * pitch])];
}

/** On a wide, low screen: stock, cells and foundations beside the columns. */
function besideColumns(view, room, isLeft, depth) {
  const columns = view.columns.length;
  const near = [...(view.stock === null ? [] : ["stock"]), ...view.cells.map((_, slot) => `c${slot + 1}`)];
  const far = view.foundations.map((_, slot) => `f${slot + 1}`);
  const high = 1 + 0.27 * (depth - 1);
  const sizes = [1, 2, 3, 4].map((rows) => widthFor(columns, near, far, rows, room, high));
  const { width, rows } = sizes.reduce((best, one) => (one.width > best.width ? one : best));
  const height = Math.round(width * RATIO);
  const across = (names) => Math.ceil(names.length / rows);
  const all = columns + across(near) + across(far);
  const gap = Math.min((room.width - all * width) / (all + 1), width * 0.2);
  const pitch = width + gap;
  const places = {};
  const stack = (names, x) =>
    names.forEach((place, slot) => {
      const row = slot % rows;
      const column = Math.floor(slot / rows);
      places[place] = { x: Math.round(x + column * pitch), y: Math.round(row * (height + gap)) };
    });
  const [first, last] = isLeft ? [far, near] : [near, far];
  const left = (room.width - all * pitch - gap) / 2 + gap / 2;
  const middle = left + across(first) * pitch + gap * 0.5;
  stack(first, left);
  stack(last, middle + columns * pitch + gap * 0.5);
  view.columns.forEach((_, slot) => {
    places[`t${slot + 1}`] = { x: Math.round(middle + slot * pitch), y: 0 };
  });
  return { width, height, places };
}

/** How wide cards can be when the places beside the columns are in so many rows. */
function widthFor(columns, near, far, rows, room, high) {
  const all = columns + Math.ceil(near.length / rows) + Math.ceil(far.length / rows);
  const down = Math.max(rows + 0.06 * (rows - 1), high);
  return { rows, width: size(room.width / (all + 0.06 * (all + 1)), room.height / down / RATIO) };
}

/** The distance between cards in a column: as much as a column of usual length has room for. */
function columnStep({ height, bottom, places }, isLarge) {
  const [least, most] = isLarge ? [0.29, 0.41] : [0.2, 0.34];
  const room = (bottom - (places.t1?.y ?? 0) - height) / USUAL_STEPS;
  return Math.max(least * height, Math.min(most * height, room));
}

function size(...limits) {
  return Math.max(MIN_WIDTH, Math.floor(Math.min(MAX_WIDTH, ...limits)));
}

/** Where each card of a pile lies. */
function positionsOf(view, place, layout, step, isLeft) {
  const pile = pileOf(view, place);
  const { x, y } = layout.places[place];
  if (place[0] === "t") return columnPositions(pile, x, y, layout, step);
  if (place[0] !== "f" || view.foundations.length > 1) return pile.map(() => ({ x, y }));
  const shown = Math.min(pile.length, FANNED_CARDS);
  return pile.map((_, index) => {
    const back = Math.min(pile.length - 1 - index, shown - 1);
    const steps = layout.isWide || isLeft ? shown - 1 - back : -back;
    if (layout.isWide) return { x, y: y + Math.round(steps * layout.height * 0.3) };
    return { x: x + Math.round(steps * layout.width * 0.34), y };
  });
}

/** Down a column: face-down cards are closer together, and long columns are compressed. */
function columnPositions(pile, x, y, layout, step) {
  const steps = pile.slice(0, -1).map((card) => (card === FACE_DOWN ? step * 0.45 : step));
  const wanted = steps.reduce((sum, one) => sum + one, 0);
  const compression = Math.min(1, Math.max(0, layout.bottom - y - layout.height) / Math.max(wanted, 1));
  let down = y;
  return pile.map((_, index) => {
    const at = { x, y: Math.round(down) };
    down += (steps[index] ?? 0) * compression;
    return at;
  });
}
