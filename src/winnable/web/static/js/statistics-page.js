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
  const tried = games.filter((game) => game.played || game.unfinished);
  const untried = games.filter((game) => !tried.includes(game));
  replace(
    root,
    el(
      "div",
      { class: "content" },
      el("h1", {}, "Statistics"),
      tried.length ? [totals(games), el("div", { class: "statistics-grid" }, tried.map(gamePanel))] : noGames(),
      tried.length > 0 && untried.length > 0 && untriedGames(untried),
      el(
        "p",
        { class: "small muted" },
        "A game counts once it is won or given up after at least one move. A win without hints, undo or verdicts is “unaided”: to try for one, switch the lamp off in the options.",
      ),
    ),
  );
}

function noGames() {
  const choose = el("a", { class: "button primary", href: "/" }, "Choose a game");
  return el("div", { class: "panel" }, emptyState("No games yet", "Your results will be shown here.", choose));
}

function untriedGames(games) {
  const links = games.flatMap(({ slug, name }, index) => [
    index ? ", " : "",
    el("a", { href: `/rules/${slug}` }, name),
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

function figure(name, field, value) {
  return el("div", {}, el("dt", {}, name), el("dd", { class: "numbers", "data-field": field }, value));
}

function gamePanel(game) {
  const id = `statistics-${game.slug}`;
  const wins = game.last.filter((one) => one.outcome === "won").reverse();
  const moves = wins.map((one) => one.moves);
  return el(
    "section",
    { class: "panel game-statistics", "aria-labelledby": id, "data-game": game.slug },
    el(
      "div",
      { class: "section-head" },
      el("h2", { id }, game.name),
      el("span", { class: "win-rate numbers" }, formatPercent(game.won, game.played)),
    ),
    winRateBar(game),
    el(
      "p",
      { class: "small muted" },
      game.played
        ? `${game.won} of ${pluralize(game.played, "game")} won, ${game.unaided} unaided`
        : "No finished games yet",
      game.unfinished ? `; ${game.unfinished} unfinished.` : ".",
    ),
    el(
      "dl",
      { class: "game-totals" },
      figure("Streak", "streak", formatNumber(game.streak)),
      figure("Best streak", "best-streak", formatNumber(game.best_streak)),
      figure("Fewest moves", "best-moves", formatNumber(game.best_moves)),
      figure("Average moves", "average-moves", formatNumber(game.average_moves)),
      figure("Fastest win", "best-seconds", formatTime(game.best_seconds)),
      figure("Average time", "average-seconds", formatTime(game.average_seconds)),
    ),
    game.last.length > 0 && [
      el("h3", {}, "Recent games"),
      outcomeChart(game.last),
      el("p", { class: "small muted" }, "● won, ✓ unaided, ✕ given up"),
    ],
    moves.length > 1 && [
      el("h3", {}, "Moves in recent wins"),
      movesChart(moves),
      el("p", { class: "small muted" }, "Higher is better: fewer moves."),
    ],
    game.last.length > 0 && recentGames(game),
    el("p", { class: "actions" }, el("a", { href: `/history?game=${game.slug}` }, `${game.name} history`)),
  );
}

function recentGames(game) {
  const row = (one) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, gameTitle(one)),
      el("td", {}, outcomeText(one)),
      el("td", { class: "numbers" }, formatNumber(one.moves)),
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
      { class: "scroll", tabindex: "0", role: "region", "aria-label": `Recent games of ${game.name}` },
      el("table", {}, el("thead", {}, el("tr", {}, columns)), el("tbody", {}, game.last.map(row))),
    ),
  );
}
