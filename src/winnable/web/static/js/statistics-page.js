// The statistics page: a panel for each game with numbers, charts, and the same as a table.

import { get } from "./api.js";
import { movesChart, outcomeChart, winRateBar } from "./charts.js";
import { el, replace } from "./dom.js";
import { formatDate, formatDecimal, formatNumber, formatPercent, formatTime, gameTitle, outcomeText } from "./format.js";
import { t } from "./l10n.js";
import { emptyState } from "./page-states.js";

/** @param {HTMLElement} root */
export async function show(root) {
  const { games } = await get("/statistics");
  document.title = t("page.title", { page: t("page.statistics.title") });
  const tried = games.filter((game) => game.played || game.unfinished || game.with_coach);
  const untried = games.filter((game) => !tried.includes(game));
  replace(
    root,
    el(
      "div",
      { class: "content" },
      el("h1", {}, t("page.statistics.title")),
      tried.length
        ? [totals(games), averageCost(games), el("div", { class: "statistics-grid" }, tried.map(gamePanel))]
        : noGames(),
      tried.length > 0 && untried.length > 0 && untriedGames(untried),
      el(
        "p",
        { class: "small muted" },
        t("page.statistics.what_counts"),
      ),
    ),
  );
}

function noGames() {
  const choose = el("a", { class: "button primary", href: "/" }, t("page.statistics.choose"));
  return el("div", { class: "panel" }, emptyState(t("page.statistics.none"), t("page.statistics.none_text"), choose));
}

function untriedGames(games) {
  const links = games.flatMap(({ game, game_name: gameName }, index) => [
    index ? ", " : "",
    el("a", { href: `/rules/${game}` }, gameName),
  ]);
  return el("p", { "data-field": "untried" }, t("page.statistics.untried"), " ", links);
}

function totals(games) {
  const sum = (field) => games.reduce((total, game) => total + game[field], 0);
  const [played, won, unaided] = [sum("played"), sum("won"), sum("unaided")];
  return el(
    "dl",
    { class: "totals" },
    figure(t("page.statistics.played"), "played", formatNumber(played)),
    figure(t("page.statistics.won"), "won", formatNumber(won)),
    figure(t("page.statistics.win_rate"), "win-rate", formatPercent(won, played)),
    figure(t("page.statistics.unaided"), "unaided", formatNumber(unaided)),
  );
}

// What a decision cost on average in some games' statistics, and over how many games; nothing where none was reviewed.
function averageCost(games) {
  const known = games.filter((game) => game.average_cost !== null);
  if (known.length === 0) return null;
  const sum = (value) => known.reduce((total, game) => total + value(game), 0);
  const share = sum((game) => game.average_cost * game.decisions) / sum((game) => game.decisions);
  const count = sum((game) => game.reviewed);
  return el(
    "p",
    { class: "small", "data-field": "average-cost" },
    t("page.statistics.average_cost", { points: formatDecimal(100 * share), count }),
  );
}

function withCoach(count) {
  return el("p", { class: "small", "data-field": "with-coach" }, t("page.statistics.with_coach", { number: count }));
}

function figure(name, field, value) {
  return el("div", {}, el("dt", {}, name), el("dd", { class: "numbers", "data-field": field }, value));
}

function gamePanel(statistics) {
  const id = `statistics-${statistics.game}`;
  const own = statistics.last_games.filter((one) => !one.coach_moves); // the coach's count apart
  const wins = own.filter((one) => one.outcome === "won").reverse();
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
      results(statistics),
    ),
    el(
      "dl",
      { class: "game-totals" },
      figure(t("page.statistics.streak"), "streak", formatNumber(statistics.streak)),
      figure(t("page.statistics.best_streak"), "best-streak", formatNumber(statistics.best_streak)),
      figure(t("page.statistics.best_moves"), "best-moves", formatNumber(statistics.best_moves)),
      figure(t("page.statistics.average_moves"), "average-moves", formatNumber(statistics.average_moves)),
      figure(t("page.statistics.best_time"), "best-seconds", formatTime(statistics.best_seconds)),
      figure(t("page.statistics.average_time"), "average-seconds", formatTime(statistics.average_seconds)),
    ),
    statistics.with_coach > 0 && withCoach(statistics.with_coach),
    averageCost([statistics]),
    own.length > 0 && [
      el("h3", {}, t("page.statistics.recent")),
      outcomeChart(own),
      el("p", { class: "small muted" }, t("page.statistics.legend")),
    ],
    moves.length > 1 && [
      el("h3", {}, t("page.statistics.moves_of_wins")),
      movesChart(moves),
      el("p", { class: "small muted" }, t("page.statistics.fewer_is_better")),
    ],
    statistics.last_games.length > 0 && recentGames(statistics),
    el("p", { class: "actions" }, el("a", { href: `/history?game=${statistics.game}` }, t("page.statistics.history_of", { game: statistics.game_name }))),
  );
}

function results({ played, won, unaided, unfinished }) {
  const texts = [
    played ? t("page.statistics.results", { won, unaided, count: played }) : t("page.statistics.none_finished"),
    unfinished > 0 && t("page.statistics.unfinished", { count: unfinished }),
  ];
  return texts.filter(Boolean).join(" ");
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
  const names = ["game", "outcome", "moves", "time", "when"];
  const columns = names.map((name) => el("th", { scope: "col" }, t(`page.history.${name}`)));
  return el(
    "details",
    {},
    el("summary", {}, t("page.statistics.as_table")),
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": t("page.statistics.recent_of", { game: statistics.game_name }) },
      el("table", {}, el("thead", {}, el("tr", {}, columns)), el("tbody", {}, statistics.last_games.map(row))),
    ),
  );
}
