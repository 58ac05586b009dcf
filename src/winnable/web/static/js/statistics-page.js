// The statistics page: a panel for each game with numbers, charts, and the same as a table.

import { get } from "./api.js";
import { movesChart, outcomeChart, winRateBar } from "./charts.js";
import { el, replace } from "./dom.js";
import { formatDate, formatNumber, formatPercent, formatTime, gameTitle, outcomeText, pluralize } from "./format.js";
import { emptyState } from "./page-states.js";

/** @param {HTMLElement} root */
export async function show(root) {
  const { games } = await get("/statistics");
  document.title = "Statistics · Winnable";
  const tried = games.filter((game) => game.played || game.unfinished || game.with_coach);
  const untried = games.filter((game) => !tried.includes(game));
  replace(
    root,
    el(
      "div",
      { class: "content" },
      el("h1", {}, "Statistics"),
      tried.length
        ? [totals(games), averageCost(games), el("div", { class: "statistics-grid" }, tried.map(gamePanel))]
        : noGames(),
      tried.length > 0 && untried.length > 0 && untriedGames(untried),
      el(
        "p",
        { class: "small muted" },
        "A game counts once it is won or given up after at least one move. Games in which the coach made moves count apart. A win without hints, undo or verdicts is “unaided”: to try for one, switch the lamp off in the options.",
      ),
    ),
  );
}

function noGames() {
  const choose = el("a", { class: "button primary", href: "/" }, "Choose a game");
  return el("div", { class: "panel" }, emptyState("No games yet", "Your results will be shown here.", choose));
}

function untriedGames(games) {
  const links = games.flatMap(({ game, game_name: gameName }, index) => [
    index ? ", " : "",
    el("a", { href: `/rules/${game}` }, gameName),
  ]);
  return el("p", { "data-field": "untried" }, "Not played yet: ", links, ".");
}

function totals(games) {
  const sum = (field) => games.reduce((total, game) => total + game[field], 0);
  const [played, won, unaided] = [sum("played"), sum("won"), sum("unaided")];
  return el(
    "dl",
    { class: "totals" },
    figure("Played", "played", formatNumber(played)),
    figure("Won", "won", formatNumber(won)),
    figure("Win rate", "win-rate", formatPercent(won, played)),
    figure("Unaided", "unaided", formatNumber(unaided)),
  );
}

// What a decision cost on average in some games' statistics, and over how many games; nothing where none was reviewed.
function averageCost(games) {
  const known = games.filter((game) => game.average_cost !== null);
  if (known.length === 0) return null;
  const sum = (value) => known.reduce((total, game) => total + value(game), 0);
  const share = sum((game) => game.average_cost * game.decisions) / sum((game) => game.decisions);
  const reviewed = pluralize(sum((game) => game.reviewed), "reviewed game");
  return el(
    "p",
    { class: "small", "data-field": "average-cost" },
    `Average cost of a decision: ${(100 * share).toFixed(1)} points of 100 (${reviewed}).`,
  );
}

function withCoach(count) {
  return el("p", { class: "small", "data-field": "with-coach" }, `Played with the coach, and counted apart: ${formatNumber(count)}.`);
}

function figure(name, field, value) {
  return el("div", {}, el("dt", {}, name), el("dd", { class: "numbers", "data-field": field }, value));
}

function gamePanel(statistics) {
  const id = `statistics-${statistics.game}`;
  const wins = statistics.last_games.filter((one) => one.outcome === "won" && !one.coach_moves).reverse();
  const moves = wins.map((one) => one.moves_made);
  return el(
    "section",
    { class: "panel game-statistics", "aria-labelledby": id, "data-game": statistics.game },
    el(
      "div",
      { class: "section-head" },
      el("h2", { id }, statistics.game_name),
      el("span", { class: "win-rate numbers" }, formatPercent(statistics.won, statistics.played)),
    ),
    winRateBar(statistics),
    el(
      "p",
      { class: "small muted" },
      statistics.played
        ? `${statistics.won} of ${pluralize(statistics.played, "game")} won, ${statistics.unaided} unaided`
        : "No finished games yet",
      statistics.unfinished ? `; ${statistics.unfinished} unfinished.` : ".",
    ),
    el(
      "dl",
      { class: "game-totals" },
      figure("Streak", "streak", formatNumber(statistics.streak)),
      figure("Best streak", "best-streak", formatNumber(statistics.best_streak)),
      figure("Fewest moves", "best-moves", formatNumber(statistics.best_moves)),
      figure("Average moves", "average-moves", formatNumber(statistics.average_moves)),
      figure("Fastest win", "best-seconds", formatTime(statistics.best_seconds)),
      figure("Average time", "average-seconds", formatTime(statistics.average_seconds)),
    ),
    statistics.with_coach > 0 && withCoach(statistics.with_coach),
    averageCost([statistics]),
    statistics.last_games.length > 0 && [
      el("h3", {}, "Recent games"),
      outcomeChart(statistics.last_games),
      el("p", { class: "small muted" }, "● won, ✓ unaided, ✕ given up"),
    ],
    moves.length > 1 && [
      el("h3", {}, "Moves in recent wins"),
      movesChart(moves),
      el("p", { class: "small muted" }, "Higher is better: fewer moves."),
    ],
    statistics.last_games.length > 0 && recentGames(statistics),
    el("p", { class: "actions" }, el("a", { href: `/history?game=${statistics.game}` }, `${statistics.game_name} history`)),
  );
}

function recentGames(statistics) {
  const row = (one) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, gameTitle(one)),
      el("td", {}, outcomeText(one)),
      el("td", { class: "numbers" }, formatNumber(one.moves_made)),
      el("td", { class: "numbers" }, formatTime(one.seconds)),
      el("td", {}, formatDate(one.ended ?? one.touched)),
    );
  const columns = ["Game", "Outcome", "Moves", "Time", "When"].map((name) => el("th", { scope: "col" }, name));
  return el(
    "details",
    {},
    el("summary", {}, "Recent games as a table"),
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": `Recent games of ${statistics.game_name}` },
      el("table", {}, el("thead", {}, el("tr", {}, columns)), el("tbody", {}, statistics.last_games.map(row))),
    ),
  );
}
