// Small SVG charts. Results differ in colour and shape; each chart has a label that says what it
// shows, and the numbers are in a table beside it.

import { svg } from "./dom.js";
import { formatPercent, outcomeText } from "./format.js";
import { join, t } from "./l10n.js";

function chart(label, width, height, ...parts) {
  return svg("svg", { class: "chart", role: "img", "aria-label": label, viewBox: `0 0 ${width} ${height}` }, parts);
}

/** The win rate, and within it the rate of unaided wins. */
export function winRateBar({ played, won, unaided }) {
  const width = (part) => (played ? (300 * part) / played : 0);
  const label = played
    ? t("page.charts.win_rate", {
        won,
        played,
        rate: formatPercent(won, played),
        unaided,
        unaidedRate: formatPercent(unaided, played),
      })
    : t("page.charts.no_games");
  return chart(
    label,
    300,
    16,
    svg("rect", { class: "chart-background", width: 300, height: 16, rx: 4 }),
    svg("rect", { class: "chart-won", width: width(won), height: 16, rx: 4 }),
    unaided > 0 && svg("rect", { class: "chart-unaided", y: 10, width: width(unaided), height: 6, rx: 2 }),
  );
}

const SHAPES = {
  won: { class: "chart-won", d: "M2 9a7 7 0 1 1 14 0a7 7 0 1 1 -14 0z" },
  lost: { class: "chart-lost", d: "M4 4L14 14M14 4L4 14" },
  "given up": { class: "chart-lost", d: "M4 4L14 14M14 4L4 14" },
  unfinished: { class: "chart-open", d: "M4 9h10" },
};

/** Recent games, the oldest on the left: a disc for a win, a cross for a game lost or given up. */
export function outcomeChart(recent) {
  const games = [...recent].reverse();
  const won = games.filter((game) => game.outcome === "won").length;
  const outcomes = games.map(outcomeText);
  const label = t("page.charts.outcomes", { count: games.length, outcomes: outcomes.join(", "), won });
  return chart(label, Math.max(games.length, 10) * 20, 18, games.map(outcomeShape));
}

function outcomeShape({ outcome, is_unaided: isUnaided }, index) {
  const tick = outcome === "won" && isUnaided && svg("path", { class: "chart-tick", d: "M5.6 9.2l2.4 2.4 4.4-5.2" });
  const shape = svg("path", SHAPES[outcome] ?? SHAPES.unfinished);
  return svg("g", { transform: `translate(${index * 20 + 1} 0)` }, shape, tick);
}

/** The moves of recent wins as a line. The best win, with the fewest moves, is highest. */
export function movesChart(moves) {
  const [least, most] = [Math.min(...moves), Math.max(...moves)];
  const span = most - least || 1;
  const points = moves.map((value, index) => [
    8 + (284 * index) / (moves.length - 1),
    10 + (36 * (value - least)) / span,
  ]);
  const best = points[moves.indexOf(least)];
  const label = t("page.charts.moves", { count: moves.length, moves: moves.join(", "), best: least });
  return chart(
    label,
    300,
    56,
    svg("polyline", { class: "chart-line", points: points.map((pair) => pair.join(",")).join(" ") }),
    points.map(([x, y]) => svg("circle", { class: "chart-dot", cx: x, cy: y, r: 2.5 })),
    svg("circle", { class: "chart-best", cx: best[0], cy: best[1], r: 5 }),
  );
}
