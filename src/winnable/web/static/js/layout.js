// Where everything lies on a board: pure geometry.
// The size of a card depends on the number of places and the room. Columns fan as wide as there is
// room for, and closer together as they grow. Only where a column is so long that its ranks and
// suits would be covered do the cards become smaller.

/**
 * @typedef {object} Layout
 * @property {number} width of a card
 * @property {number} height of a card
 * @property {boolean} isSmall whether cards are too small for faces with pips
 * @property {boolean} isWide whether stock, cells and foundations are beside the columns
 * @property {number} shown how many cards of a single foundation are visible
 * @property {Record<string, {x: number, y: number}>} places where each pile starts
 * @property {Record<string, {x: number, y: number}[]>} cards where each card of a pile lies
 * @property {number} bottom how far down columns may reach
 */

import { FACE_DOWN, pileOf, placesOf } from "./view.js";

const RATIO = 1.4; // a card's height to its width
const MAX_WIDTH = 150;
const MIN_WIDTH = 22;
const PIPS_WIDTH = 78; // narrower cards have one large pip instead
const FANNED_CARDS = 5; // how many cards of a single foundation are visible, at most
const FACE_DOWN_STEP = 0.45; // of the step of a card that is face up
const APART = 0.3; // of a card: between the columns and what is beside them

/**
 * What the corner of each kind of face needs, and how far apart cards are at most. Heights are parts
 * of a card's height, `across` is of its width.
 * @type {Record<string, {corner: number, most: number, across: number}>}
 */
const FACES = {
  usual: { corner: 0.165, most: 0.34, across: 0.44 },
  large: { corner: 0.215, most: 0.37, across: 0.58 },
  small: { corner: 0.285, most: 0.46, across: 0.98 },
  "small-large": { corner: 0.375, most: 0.46, across: 1.02 },
};

/**
 * @param {import("./view.js").View} view
 * @param {{width: number, height: number}} room
 * @param {{isLeft?: boolean, isLarge?: boolean, depth?: number, coveredHeight?: number}} options
 *   depth: how many cards a column can have before the cards become smaller, with the usual index
 *   coveredHeight: how much of the lower edge is covered; columns end above it
 * @returns {Layout}
 */
export function computeLayout(view, room, { coveredHeight = 0, ...options } = {}) {
  const layout = layOut(view, room, options);
  const isFree = lowestEdge(layout, "t") <= room.height - coveredHeight; // then nothing has to move
  return isFree ? layout : layOut(view, room, { ...options, coveredHeight });
}

/** How far down the cards of some places reach. @param {Layout} layout @param {string} areas such as "ct" */
export function lowestEdge({ cards, places, height }, areas) {
  const edges = Object.keys(places)
    .filter((place) => areas.includes(place[0]))
    .map((place) => (cards[place].at(-1) ?? places[place]).y + height);
  return Math.max(0, ...edges);
}

function layOut(view, room, { isLeft = false, isLarge = false, depth = 10, coveredHeight = 0 }) {
  const isWide = room.height < 430 && room.width > room.height * 1.45;
  const place = isWide ? besideColumns : aboveColumns;
  const shapeOf = (isSmall) => {
    const face = FACES[isSmall ? (isLarge ? "small-large" : "small") : isLarge ? "large" : "usual"];
    // The size is that of the usual index, so that a large one enlarges and nothing shrinks.
    const usualSteps = (depth - 1) * (isSmall ? FACES.small : FACES.large).corner;
    const steps = longest(view) * face.corner;
    const fits = (rows) => Math.min(room.height / (rows + usualSteps), (room.height - coveredHeight) / (rows + steps));
    return { ...place(view, room, { isLeft, face, heightFor: fits }), face, isSmall };
  };
  let shape = shapeOf(false);
  if (shape.width < PIPS_WIDTH) shape = shapeOf(true);
  const layout = { ...shape, isWide, bottom: room.height, cards: {} };
  const step = columnStep(view, layout);
  layout.bottom -= coveredHeight;
  for (const one of placesOf(view)) layout.cards[one] = positionsOf(view, one, layout, step, isLeft);
  return layout;
}

/** How many steps the longest column has; a long one rounded up, so that not every move changes something. */
function longest(view) {
  const steps = view.columns.map((column) =>
    column.slice(0, -1).reduce((sum, card) => sum + (card === FACE_DOWN ? FACE_DOWN_STEP : 1), 0),
  );
  const most = Math.max(0, ...steps);
  return most <= 6 ? most : 3 * Math.ceil(most / 3);
}

/** Stock, cells and foundations in a row above the columns. */
function aboveColumns(view, room, { isLeft, face, heightFor }) {
  const columns = view.columns.length;
  const near = (view.stock === null ? 0 : 1) + view.cells.length;
  const top = near + view.foundations.length;
  const isSingle = view.foundations.length === 1;
  const across = Math.max(columns + 0.07 * (columns - 1), 1.06 * top);
  const shown = isSingle ? clamp(1 + Math.floor((across - 1.06 * near - 1.1) / face.across), 1, FANNED_CARDS) : 1;
  const width = size(room.width / across, heightFor(2.12) / RATIO);
  const height = Math.round(width * RATIO);
  const spare = (room.width - columns * width) / Math.max(columns - 1, 1);
  const gap = Math.max(2, Math.min(spare, width * 0.17, 18));
  const inner = Math.min(Math.max(columns * width + (columns - 1) * gap, width * 1.06 * top), room.width);
  const left = Math.round((room.width - inner) / 2);
  const places = {};
  const y = Math.round(height + Math.max(8, Math.min(height * 0.13, 20)));
  const first = (room.width - columns * width - (columns - 1) * gap) / 2;
  view.columns.forEach((_, slot) => {
    places[`t${slot + 1}`] = { x: Math.round(first + slot * (width + gap)), y };
  });
  for (const [place, x] of topRow(view, isLeft, width, gap, inner)) places[place] = { x: Math.round(left + x), y: 0 };
  return { width, height, places, shown };
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

/** On a wide, low screen: stock, cells and foundations beside the columns, and apart from them. */
function besideColumns(view, room, { isLeft, face, heightFor }) {
  const columns = view.columns.length;
  const near = [...(view.stock === null ? [] : ["stock"]), ...view.cells.map((_, slot) => `c${slot + 1}`)];
  const far = view.foundations.map((_, slot) => `f${slot + 1}`);
  const sizes = [1, 2, 3, 4].map((rows) => widthFor(columns, near, far, rows, room, heightFor(1)));
  const { width, rows } = sizes.reduce((best, one) => (one.width > best.width ? one : best));
  const height = Math.round(width * RATIO);
  const across = (names) => Math.ceil(names.length / rows);
  const all = columns + across(near) + across(far);
  const gap = clamp((room.width - (all + 2 * APART) * width) / (all + 1), 2, width * 0.2);
  const pitch = width + gap;
  const apart = clamp((room.width - all * pitch - gap) / 2, 0, width * 0.8);
  const places = {};
  const stack = (names, x) =>
    names.forEach((place, slot) => {
      const row = slot % rows;
      const column = Math.floor(slot / rows);
      places[place] = { x: Math.round(x + column * pitch), y: Math.round(row * (height + gap)) };
    });
  const [first, last] = isLeft ? [far, near] : [near, far];
  const left = (room.width - all * pitch + gap - 2 * apart) / 2;
  const middle = left + across(first) * pitch + apart;
  stack(first, left);
  stack(last, middle + columns * pitch + apart);
  view.columns.forEach((_, slot) => {
    places[`t${slot + 1}`] = { x: Math.round(middle + slot * pitch), y: 0 };
  });
  const below = Math.floor((room.height / height - 1) / Math.max(0.3, face.corner));
  return { width, height, places, shown: far.length === 1 ? clamp(1 + below, 1, FANNED_CARDS) : 1 };
}

/** How wide cards can be when the places beside the columns are in so many rows. */
function widthFor(columns, near, far, rows, room, height) {
  const all = columns + Math.ceil(near.length / rows) + Math.ceil(far.length / rows);
  const limit = Math.min(height, room.height / (rows + 0.06 * (rows - 1)));
  return { rows, width: size(room.width / (all + 0.06 * (all + 1) + 2 * APART), limit / RATIO) };
}

/** The distance between cards in a column: as much as the longest one has room for. */
function columnStep(view, { height, bottom, places, face }) {
  const room = (bottom - (places.t1?.y ?? 0) - height) / Math.max(longest(view), 4);
  return clamp(room, face.corner * height, face.most * height);
}

function size(...limits) {
  return Math.floor(clamp(Math.min(...limits), MIN_WIDTH, MAX_WIDTH));
}

function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}

/** Where each card of a pile lies. */
function positionsOf(view, place, layout, step, isLeft) {
  const pile = pileOf(view, place);
  const { x, y } = layout.places[place];
  if (place[0] === "t") return columnPositions(pile, x, y, layout, step);
  if (place[0] !== "f" || view.foundations.length > 1) return pile.map(() => ({ x, y }));
  const { width, height, face } = layout;
  const shown = Math.min(pile.length, layout.shown);
  return pile.map((_, index) => {
    const back = Math.min(pile.length - 1 - index, shown - 1);
    const steps = layout.isWide || isLeft ? shown - 1 - back : -back;
    if (layout.isWide) return { x, y: y + Math.round(steps * height * Math.max(0.3, face.corner)) };
    return { x: x + Math.round(steps * width * face.across), y };
  });
}

/** Down a column: face-down cards are closer together, and long columns are compressed. */
function columnPositions(pile, x, y, layout, step) {
  const steps = pile.slice(0, -1).map((card) => (card === FACE_DOWN ? step * FACE_DOWN_STEP : step));
  const wanted = steps.reduce((sum, one) => sum + one, 0);
  const compression = Math.min(1, Math.max(0, layout.bottom - y - layout.height) / Math.max(wanted, 1));
  let down = y;
  return pile.map((_, index) => {
    const at = { x, y: Math.round(down) };
    down += (steps[index] ?? 0) * compression;
    return at;
  });
}
