// The home page: the games, unfinished games to continue, and a form for deals from elsewhere.

import { apiUrl, get } from "./api.js";
import { button, el, icon, replace } from "./dom.js";
import { capitalize, formatDate, formatLongDate, formatTime, gameTitle, movesText } from "./format.js";
import { listGames } from "./games.js";
import { ICONS } from "./icons.js";
import { t } from "./l10n.js";
import { chooseAndStart, preferredDeal, preferredDealText, startGame } from "./new-game.js";
import { pasteForm } from "./paste-form.js";
import { navigate } from "./router.js";
import * as settings from "./settings.js";

const MOST_UNFINISHED = 3; // on this page; the history lists all

/** @typedef {{unfinished: object[], dailyDeals: Record<string, number|null>}} Daily what the Daily buttons need */

/** @param {HTMLElement} root */
export async function show(root) {
  const games = await listGames();
  document.title = t("page.home.page_title");
  const unfinished = el("section", { class: "unfinished", hidden: true, "aria-labelledby": "unfinished-title" });
  const record = el("p", { class: "record-summary", hidden: true });
  const date = el("span");
  const preference = el("span", { class: "small" }, preferredDealText());
  /** @type {Daily} */
  const daily = { unfinished: [], dailyDeals: {} };
  replace(
    root,
    el(
      "div",
      { class: "home" },
      el(
        "header",
        { class: "home-header" },
        el("h1", {}, t("page.home.title")),
        el("p", { class: "lead" }, t("page.home.lead")),
      ),
      unfinished,
      el(
        "section",
        { "aria-labelledby": "games-title" },
        el(
          "div",
          { class: "section-head" },
          el("h2", { id: "games-title" }, t("page.home.games")),
          el("p", { class: "home-notes" }, date, preference),
        ),
        el(
          "ul",
          { class: "tiles" },
          games.map((game) => gameTile(game, daily)),
          pasteTile(games),
        ),
      ),
      record,
    ),
  );
  // The games can be played without waiting for these.
  get("/games").then((answer) => {
    daily.unfinished = answer.games;
    showUnfinished(unfinished, answer.games);
  }, logError);
  get("/statistics").then((statistics) => {
    showRecord(record, statistics.games);
    for (const game of statistics.games) showTileRecord(root, game);
  }, logError);
  get("/daily").then((answer) => {
    daily.dailyDeals = answer.deals;
    date.textContent = formatLongDate(answer.date);
  }, logError);
  return settings.onChange((name) => {
    if (name === "newDeal") preference.textContent = preferredDealText();
    if (name !== "theme") return;
    for (const image of root.querySelectorAll("img[data-picture]")) image.src = gamePicture(image.dataset.picture);
  });
}

function logError(error) {
  console.info(error.message);
}

/** The address of a game's picture, in the page's theme. */
export function gamePicture(slug) {
  return apiUrl(`/catalog/${slug}/picture.svg`) + (settings.isDark() ? "?dark=true" : "");
}

/** Start today's deal, or continue it. */
function playDaily({ slug }, { unfinished, dailyDeals }, pressed) {
  const dealNumber = dailyDeals[slug]; // not known yet, perhaps
  const started = dealNumber && unfinished.find((one) => one.game === slug && one.deal_number === dealNumber);
  if (started) return navigate(`/play/${started.key}`);
  return startGame({ game: slug, date: "today" }, { button: pressed });
}

function gameTile(game, daily) {
  const play = button([icon(ICONS.play, { class: "icon solid" }), t("page.home.play")], {
    class: "primary",
    "data-action": "play",
    "aria-label": t("page.home.play_game", { game: game.name }),
    onclick: () => startGame(preferredDeal(game.slug), { button: play }),
  });
  const today = button(t("page.home.daily"), {
    "data-action": "daily",
    "aria-label": t("page.home.daily_game", { game: game.name }),
    onclick: () => playDaily(game, daily, today),
  });
  const choose = button(t("page.home.choose"), {
    class: "quiet",
    "data-action": "choose",
    "aria-label": t("page.home.choose_game", { game: game.name }),
    onclick: () => chooseAndStart(game, choose),
  });
  return el(
    "li",
    {
      class: "panel tile",
      "data-game": game.slug,
      // One tap anywhere on a game plays it; for keyboards and screen readers there is the button.
      onclick: (event) => event.target.closest("a, .tile-actions") || play.click(),
    },
    el(
      "div",
      { class: "tile-picture", "aria-hidden": "true" },
      el("img", { src: gamePicture(game.slug), alt: "", decoding: "async", "data-picture": game.slug }),
    ),
    el(
      "div",
      { class: "tile-text" },
      el(
        "div",
        { class: "tile-head" },
        el("h3", {}, game.name),
        el(
          "a",
          { class: "tile-rules small", href: `/rules/${game.slug}`, "aria-label": t("page.home.rules_of", { game: game.name }) },
          t("page.home.rules"),
        ),
      ),
      el("p", {}, `${capitalize(game.summary)}.`),
      el("p", { class: "tile-record small numbers", hidden: true }),
    ),
    el("div", { class: "tile-actions" }, play, today, choose),
  );
}

function pasteTile(games) {
  return el(
    "li",
    { class: "panel tile paste-tile" },
    el("h3", {}, t("page.home.own_deal")),
    el("p", {}, t("page.home.own_deal_help")),
    pasteForm(games),
    el("p", { class: "look-up" }, el("a", { href: "/deals" }, t("page.home.look_up"))),
  );
}

function showUnfinished(section, games) {
  if (!games.length) return;
  replace(
    section,
    el("h2", { id: "unfinished-title" }, t("page.home.continue")),
    el("ul", { class: "unfinished-list" }, games.slice(0, MOST_UNFINISHED).map(unfinishedGame)),
    games.length > MOST_UNFINISHED &&
      el("p", {}, el("a", { href: "/history?outcome=unfinished" }, t("page.home.all_unfinished", { count: games.length }))),
  );
  section.hidden = false;
}

function unfinishedGame(game) {
  const facts = [movesText(game.moves_made), formatTime(game.seconds), formatDate(game.touched)];
  return el(
    "li",
    {},
    el(
      "a",
      { class: "unfinished-link", href: `/play/${game.key}`, "data-action": "continue" },
      el("strong", {}, gameTitle(game)),
      el("span", { class: "small" }, facts.filter(Boolean).join(" · ")),
      icon(ICONS.open),
    ),
  );
}

/** The player's record in one game, on its tile. */
function showTileRecord(root, { game: slug, played, won, streak }) {
  const line = root.querySelector(`[data-game="${slug}"] .tile-record`);
  if (!line || !played) return;
  const key = streak > 1 ? "page.home.record_streak" : "page.home.record";
  line.textContent = t(key, { won, played, streak });
  line.hidden = false;
}

/** The player's record in all games. */
function showRecord(line, games) {
  const sum = (field) => games.reduce((total, game) => total + game[field], 0);
  const [played, won, unaided] = [sum("played"), sum("won"), sum("unaided")];
  if (!played) return;
  replace(
    line,
    t(unaided ? "page.home.total_unaided" : "page.home.total", { won, unaided, count: played }),
    " ",
    el("a", { href: "/statistics" }, t("page.home.statistics")),
  );
  line.hidden = false;
}
