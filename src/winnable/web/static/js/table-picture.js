// A small picture of a table: the cards of a view, as a board lays them out, in one SVG.

import { useDeck } from "./card-art.js";
import { tableContents } from "./descriptions.js";
import { svg } from "./dom.js";
import { computeLayout } from "./layout.js";
import * as settings from "./settings.js";
import { FACE_DOWN, pileOf, placesOf } from "./view.js";

/** The layout is computed for this room, and the picture is then shown in any size. */
const ROOM = { width: 640, height: 900 };
const MARGIN = 14;

/**
 * @param {import("./view.js").View} view
 * @param {string} title the first words of its description
 */
export function tablePicture(view, title) {
  useDeck({ isSmall: true });
  const isLeft = settings.get("hand") === "left";
  const layout = computeLayout(view, ROOM, { isLeft, isLarge: true });
  const places = placesOf(view);
  const tops = places.flatMap((place) => [layout.places[place], ...layout.cards[place]]).map(({ y }) => y);
  const width = ROOM.width + 2 * MARGIN;
  const height = Math.max(...tops) + layout.height + 2 * MARGIN;
  return svg(
    "svg",
    {
      class: "table-picture",
      viewBox: `${-MARGIN} ${-MARGIN} ${width} ${height}`,
      role: "img",
      "aria-label": `${title}. ${tableContents(view)}`,
    },
    places.map((place) => pile(view, place, layout)),
  );
}

function pile(view, place, layout) {
  if (place === "stock") return stock(view.stock, layout.places.stock, layout);
  const cards = pileOf(view, place);
  if (!cards.length) return emptyPlace(layout.places[place], layout);
  return cards.map((card, index) => cardAt(card === FACE_DOWN ? "back" : card, layout.cards[place][index], layout));
}

function cardAt(symbol, { x, y }, { width, height }) {
  return svg("use", { href: `#${symbol}`, x, y, width, height });
}

function emptyPlace({ x, y }, { width, height }) {
  const size = { width: width - 2, height: height - 2, rx: width * 0.07 };
  return svg("rect", { class: "empty-place", x: x + 1, y: y + 1, ...size });
}

/** The stock's back, with the number of its cards. */
function stock(count, at, layout) {
  if (!count) return emptyPlace(at, layout);
  const { width, height } = layout;
  const middle = { x: at.x + width / 2, y: at.y + height / 2 };
  return [
    cardAt("back", at, layout),
    svg("circle", { class: "count-disc", cx: middle.x, cy: middle.y, r: width * 0.32 }),
    svg(
      "text",
      { class: "count", x: middle.x, y: middle.y, "font-size": width * 0.36, "text-anchor": "middle", dy: "0.36em" },
      count,
    ),
  ];
}
