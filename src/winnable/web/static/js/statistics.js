// How the player fares: a panel a game, with figures, three small charts and the same as a table.

import { get } from "./api.js";
import { outcomeStrip, shareBar, sparkline } from "./charts.js";
import { el, replace } from "./dom.js";
import { number, outcomeOf, percent, time, titleOf, when } from "./figures.js";
import { nothing } from "./notice.js";
import { counted } from "./words.js";

/** @param {HTMLElement} root */
export async function show(root) {
  const { games } = await get("/statistics");
  document.title = "Statistics · Winnable";
  const tried = games.filter((game) => game.played || game.unfinished);
  const rest = games.filter((game) => !tried.includes(game));
  replace(
    root,
    el(
      "div",
      { class: "sheet" },
      el("h1", {}, "Your statistics"),
      tried.length ? [total(games), el("div", { class: "figures-grid" }, tried.map(panel))] : empty(),
      tried.length > 0 && rest.length > 0 && untried(rest),
      el(
        "p",
        { class: "small muted" },
        "A game counts once it is won or given up, and not before its first move. A win without hints, undo or verdicts is “unaided”: switch the lamp off in the options to go for it.",
      ),
    ),
  );
}

function empty() {
  return el(
    "div",
    { class: "panel" },
    nothing(
      "Nothing played yet",
      "Play a game, and how you fare will stand here.",
      el("a", { class: "button primary", href: "/" }, "To the games"),
    ),
  );
}

function untried(games) {
  const links = games.flatMap(({ slug, name }, at) => [
    at ? ", " : "",
    el("a", { href: `/rules/${slug}` }, name),
  ]);
  return el("p", {}, "Not tried yet: ", links, ".");
}

function total(games) {
  const sum = (field) => games.reduce((all, game) => all + game[field], 0);
  const [played, won, unaided] = [sum("played"), sum("won"), sum("unaided")];
  return el(
    "dl",
    { class: "big-figures" },
    figure("Played", number(played)),
    figure("Won", number(won)),
    figure("Share won", percent(won, played)),
    figure("Unaided", number(unaided)),
  );
}

function figure(name, value) {
  return el("div", {}, el("dt", {}, name), el("dd", { class: "numbers" }, value));
}

function panel(game) {
  const id = `figures-${game.slug}`;
  const wins = game.last.filter((one) => one.outcome === "won").reverse();
  const moves = wins.map((one) => one.moves);
  return el(
    "section",
    { class: "panel figures", "aria-labelledby": id, "data-game": game.slug },
    el(
      "div",
      { class: "section-head" },
      el("h2", { id }, game.name),
      el("span", { class: "share numbers" }, percent(game.won, game.played)),
    ),
    shareBar(game),
    el(
      "p",
      { class: "small muted" },
      game.played
        ? `${game.won} of ${counted(game.played, "game")} won, ${game.unaided} unaided`
        : "No game finished yet",
      game.unfinished ? `; ${game.unfinished} unfinished.` : ".",
    ),
    el(
      "dl",
      { class: "small-figures" },
      figure("Streak", number(game.streak)),
      figure("Best streak", number(game.best_streak)),
      figure("Fewest moves", number(game.best_moves)),
      figure("Average moves", number(game.average_moves)),
      figure("Fastest win", time(game.best_seconds)),
      figure("Average time", time(game.average_seconds)),
    ),
    game.last.length > 0 && [el("h3", {}, "Last games"), outcomeStrip(game.last), legend()],
    moves.length > 1 && [
      el("h3", {}, "Moves of the last wins"),
      sparkline(moves),
      el("p", { class: "small muted" }, "Higher is better: fewer moves."),
    ],
    game.last.length > 0 && details(game),
    el("p", { class: "actions" }, el("a", { href: `/history?game=${game.slug}` }, `History of ${game.name}`)),
  );
}

function legend() {
  return el("p", { class: "small muted" }, "● won, ✓ in it: unaided, ✕ given up");
}

function details(game) {
  const row = (one) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, titleOf(one)),
      el("td", {}, outcomeOf(one)),
      el("td", { class: "numbers" }, number(one.moves)),
      el("td", { class: "numbers" }, time(one.seconds)),
      el("td", {}, when(one.ended ?? one.touched)),
    );
  return el(
    "details",
    {},
    el("summary", {}, "The last games as a table"),
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": `The last games of ${game.name}` },
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ["Game", "Outcome", "Moves", "Time", "When"].map((name) => el("th", { scope: "col" }, name)),
          ),
        ),
        el("tbody", {}, game.last.map(row)),
      ),
    ),
  );
}
