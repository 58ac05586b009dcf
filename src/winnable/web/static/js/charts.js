// Small charts as SVG. Colours come from classes, shapes differ too, and each chart has a sentence
// that says what it shows; the figures themselves stand in a table beside it.

import { svg } from "./dom.js";
import { percent } from "./figures.js";

function chart(label, width, height, ...parts) {
  return svg(
    "svg",
    { class: "chart", role: "img", "aria-label": label, viewBox: `0 0 ${width} ${height}` },
    parts,
  );
}

/** The share of games won, and within it the share won unaided. */
export function shareBar({ played, won, unaided }) {
  const wide = (part) => (played ? (300 * part) / played : 0);
  const label = played
    ? `Won ${won} of ${played}, ${percent(won, played)}; unaided ${unaided}, ${percent(unaided, played)}.`
    : "No games yet.";
  return chart(
    label,
    300,
    16,
    svg("rect", { class: "chart-ground", width: 300, height: 16, rx: 4 }),
    svg("rect", { class: "chart-won", width: wide(won), height: 16, rx: 4 }),
    unaided > 0 && svg("rect", { class: "chart-unaided", y: 10, width: wide(unaided), height: 6, rx: 2 }),
  );
}

const SIGN = {
  won: { class: "chart-won", d: "M2 9a7 7 0 1 1 14 0a7 7 0 1 1 -14 0z" },
  "given up": { class: "chart-lost", d: "M4 4L14 14M14 4L4 14" },
  unfinished: { class: "chart-open", d: "M4 9h10" },
};

/** The last games, the oldest on the left: a disc for a win, a cross for a game given up. */
export function outcomeStrip(last) {
  const shown = [...last].reverse();
  const won = shown.filter((one) => one.outcome === "won").length;
  const words = shown.map((one) => (one.outcome === "won" && one.unaided ? "won unaided" : one.outcome));
  const label = `The last ${shown.length} games, oldest first: ${words.join(", ")}. ${won} won.`;
  return chart(label, Math.max(shown.length, 10) * 20, 18, shown.map(sign));
}

function sign({ outcome, unaided }, at) {
  const drawn = SIGN[outcome] ?? SIGN.unfinished;
  const star =
    outcome === "won" && unaided && svg("path", { class: "chart-star", d: "M5.6 9.2l2.4 2.4 4.4-5.2" });
  return svg("g", { transform: `translate(${at * 20 + 1} 0)` }, svg("path", drawn), star);
}

/** Moves of the last wins as a line, the lowest marked: fewer is better. */
export function sparkline(values, noun = "moves") {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least || 1;
  const point = (value, at) => [
    values.length === 1 ? 150 : 8 + (284 * at) / (values.length - 1),
    10 + (36 * (value - least)) / span,
  ];
  // The axis is turned over: the best game stands highest.
  const points = values.map(point);
  const best = points[values.indexOf(least)];
  const label = `The last ${values.length} wins, oldest first, in ${noun}: ${values.join(", ")}. Best ${least}.`;
  return chart(
    label,
    300,
    56,
    svg("polyline", { class: "chart-line", points: points.map((pair) => pair.join(",")).join(" ") }),
    points.map(([x, y]) => svg("circle", { class: "chart-dot", cx: x, cy: y, r: 2.5 })),
    svg("circle", { class: "chart-best", cx: best[0], cy: best[1], r: 5 }),
  );
}
