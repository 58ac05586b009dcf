// Where everything lies: pure geometry, from the shape of a table and the room there is.
// The size of a card depends on the table's shape and the room alone, never on how long the columns
// are: cards that change their size in mid-game would be a nuisance. Columns compress instead.

/**
 * @typedef {object} View
 * @property {string[][]} columns
 * @property {string[][]} foundations
 * @property {(string|null)[]} cells
 * @property {number|null} stock
 *
 * @typedef {object} Layout
 * @property {number} width of a card
 * @property {number} height of a card
 * @property {boolean} isSmall whether cards need a large index to be read
 * @property {Record<string, {x: number, y: number}>} places where each pile begins
 * @property {Record<string, {x: number, y: number}[]>} cards where each card of a pile lies
 * @property {number} bottom how far down columns may reach
 */

import { DOWN } from "./words.js";

const RATIO = 1.4; // a card's height to its width
const WIDEST = 150;
const SMALL = 120; // narrower cards get a large index
const NEVER_BELOW = 22;
const USUAL = 12; // steps of a column that should not have to be compressed
const SHOWN = 5; // of a lone foundation, the last cards are spread out

/** Every place of a table, in the order in which it is read. @param {View} view */
export function placesOf(view) {
  const numbered = (letter, piles) => piles.map((_, slot) => `${letter}${slot + 1}`);
  return [
    ...(view.stock === null ? [] : ["stock"]),
    ...numbered("c", view.cells),
    ...numbered("f", view.foundations),
    ...numbered("t", view.columns),
  ];
}

/** The cards of a place; the stock is so many cards that nobody knows. */
export function pileOf(view, place) {
  if (place === "stock") return [];
  const slot = Number(place.slice(1)) - 1;
  if (place[0] === "t") return view.columns[slot];
  if (place[0] === "f") return view.foundations[slot];
  return view.cells[slot] === null ? [] : [view.cells[slot]];
}

/**
 * @param {View} view
 * @param {{width: number, height: number}} room
 * @param {{isLeft?: boolean, isLarge?: boolean, depth?: number, foot?: number}} options
 *   depth: how many cards of a column should lie there uncompressed
 *   foot: so much of the lower edge is covered by something else, and columns end above it
 * @returns {Layout}
 */
export function layOut(view, room, { isLeft = false, isLarge = false, depth = 10, foot = 0 } = {}) {
  const isFlat = room.height < 430 && room.width > room.height * 1.45;
  const shape = isFlat ? sideways(view, room, isLeft, depth) : upright(view, room, isLeft, depth, isLarge);
  const isSmall = shape.width < SMALL;
  const layout = { ...shape, isSmall, isFlat, bottom: room.height, cards: {} };
  const step = comfortable(layout, isSmall || isLarge);
  layout.bottom -= foot;
  for (const place of placesOf(view)) {
    layout.cards[place] = spread(view, place, layout, step, isLeft);
  }
  return layout;
}

/** Stock, cells and foundations in a row above the columns. */
function upright(view, room, isLeft, depth, isLarge) {
  const columns = view.columns.length;
  const lone = view.foundations.length === 1 ? (SHOWN - 1) * 0.34 : 0;
  const top = (view.stock === null ? 0 : 1) + view.cells.length + view.foundations.length;
  const across = Math.max(columns + 0.07 * (columns - 1), top + 0.06 * top + lone);
  const down = 2 + 0.12 + (isLarge ? 0.28 : 0.2) * (depth - 1);
  const width = size(room.width / across, room.height / down / RATIO);
  const height = Math.round(width * RATIO);
  const spare = (room.width - columns * width) / Math.max(columns - 1, 1);
  const gap = Math.max(2, Math.min(spare, width * 0.17, 18));
  const inner = Math.max(columns * width + (columns - 1) * gap, width * (top + lone + 0.06 * top));
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

/** On a screen that is wide and low, stock, cells and foundations stand beside the columns. */
function sideways(view, room, isLeft, depth) {
  const columns = view.columns.length;
  const near = [...(view.stock === null ? [] : ["stock"]), ...view.cells.map((_, slot) => `c${slot + 1}`)];
  const far = view.foundations.map((_, slot) => `f${slot + 1}`);
  const high = 1 + 0.27 * (depth - 1);
  const sizes = [1, 2, 3, 4].map((rows) => beside(columns, near, far, rows, room, high));
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

/** How large cards can be when the places beside the columns stand in so many rows. */
function beside(columns, near, far, rows, room, high) {
  const all = columns + Math.ceil(near.length / rows) + Math.ceil(far.length / rows);
  const down = Math.max(rows + 0.06 * (rows - 1), high);
  return { rows, width: size(room.width / (all + 0.06 * (all + 1)), room.height / down / RATIO) };
}

/** How far apart cards lie in a column: as far as a column of usual length has room for. */
function comfortable({ height, bottom, places }, isLarge) {
  const [least, most] = isLarge ? [0.29, 0.41] : [0.2, 0.34];
  const room = (bottom - (places.t1?.y ?? 0) - height) / USUAL;
  return Math.max(least * height, Math.min(most * height, room));
}

function size(...limits) {
  return Math.max(NEVER_BELOW, Math.floor(Math.min(WIDEST, ...limits)));
}

/** Where each card of a pile lies. */
function spread(view, place, layout, step, isLeft) {
  const pile = pileOf(view, place);
  const { x, y } = layout.places[place];
  if (place[0] === "t") return fan(pile, x, y, layout, step);
  if (place[0] !== "f" || view.foundations.length > 1) return pile.map(() => ({ x, y }));
  const shown = Math.min(pile.length, SHOWN);
  return pile.map((_, index) => {
    const back = Math.min(pile.length - 1 - index, shown - 1);
    const steps = layout.isFlat || isLeft ? shown - 1 - back : -back;
    if (layout.isFlat) return { x, y: y + Math.round(steps * layout.height * 0.3) };
    return { x: x + Math.round(steps * layout.width * 0.34), y };
  });
}

/** Down a column: face-down cards lie closer together, and a long column closer still. */
function fan(pile, x, y, layout, step) {
  const steps = pile.slice(0, -1).map((card) => (card === DOWN ? step * 0.45 : step));
  const wanted = steps.reduce((sum, one) => sum + one, 0);
  const squeeze = Math.min(1, Math.max(0, layout.bottom - y - layout.height) / Math.max(wanted, 1));
  let down = y;
  return pile.map((_, index) => {
    const at = { x, y: Math.round(down) };
    down += (steps[index] ?? 0) * squeeze;
    return at;
  });
}
