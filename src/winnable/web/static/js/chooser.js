// The first page: five games to choose from, the ones to go on with, and a box for deals from elsewhere.

import { address, get } from "./api.js";
import { button, el, icon, replace } from "./dom.js";
import { longDay, number, time, titleOf, when } from "./figures.js";
import { allGames } from "./games.js";
import { askForDeal, startTable, usualDeal, usualWords } from "./newdeal.js";
import { pasteBox } from "./paste.js";
import { navigate } from "./router.js";
import * as settings from "./settings.js";
import { counted } from "./words.js";

const SHOWN = 3;

/** @typedef {{tables: object[], deals: Record<string, number|null>}} Known what is known of today's play */
const PLAY = "M8 5.5v13l11-6.5z";

/** @param {HTMLElement} root */
export async function show(root) {
  const games = await allGames();
  document.title = "Winnable: five patience games";
  const going = el("section", { class: "going", hidden: true, "aria-labelledby": "going-on" });
  const record = el("p", { class: "your-line", hidden: true });
  const liking = el("span", { class: "liking small" }, usualWords());
  const today = el("p", { class: "today" }, el("span", {}), liking);
  /** @type {Known} */
  const known = { tables: [], deals: {} };
  replace(
    root,
    el(
      "div",
      { class: "chooser" },
      el(
        "header",
        { class: "welcome" },
        el("h1", {}, "What shall we play?"),
        el(
          "p",
          { class: "lead" },
          "Five games of patience, and a lamp that tells the truth: whether this deal can still be won.",
        ),
      ),
      going,
      el(
        "section",
        { "aria-labelledby": "the-games" },
        el("div", { class: "section-head" }, el("h2", { id: "the-games" }, "The games"), today),
        el(
          "ul",
          { class: "tiles" },
          games.map((game) => tile(game, known)),
          pasteTile(games),
        ),
      ),
      record,
    ),
  );
  // These come when they come; the games can be played without them.
  const off = settings.onChange((name) => {
    if (name === "newDeal") liking.textContent = usualWords();
    if (name === "theme") repaint(root);
  });
  get("/tables").then(({ tables }) => {
    known.tables = tables;
    goOn(going, tables);
  }, ignore);
  get("/statistics").then((answer) => {
    yours(record, answer.games);
    for (const game of answer.games) onTile(root, game);
  }, ignore);
  get("/daily").then((answer) => {
    known.deals = answer.deals;
    today.firstChild.textContent = `Today is ${longDay(answer.date)}.`;
  }, ignore);
  return off;
}

function ignore(error) {
  console.info(error.message);
}

/** The address of a game's picture in the colours of the page. */
export function pictureOf(slug) {
  return address(`/games/${slug}/picture.svg`) + (settings.isDark() ? "?dark=true" : "");
}

function repaint(root) {
  for (const picture of root.querySelectorAll("img[data-picture]"))
    picture.src = pictureOf(picture.dataset.picture);
}

/** Play today's deal; who has begun it goes on with it. */
function playDaily({ slug }, { tables, deals }, button) {
  const begun = tables.find((one) => one.game === slug && one.deal !== null && one.deal === deals[slug]);
  if (begun) return navigate(`/t/${begun.key}`);
  return startTable({ game: slug, date: "today" }, { button });
}

function tile(game, known) {
  const play = button([icon(PLAY, { class: "icon solid" }), "Play"], {
    class: "primary",
    "data-action": "play",
    "aria-label": `Play ${game.name}`,
    onclick: () => startTable(usualDeal(game.slug), { button: play }),
  });
  const daily = button("Daily", {
    "data-action": "daily",
    "aria-label": `Today’s deal of ${game.name}`,
    onclick: () => playDaily(game, known, daily),
  });
  const choose = button("Choose…", {
    class: "quiet",
    "data-action": "choose",
    "aria-label": `Choose a deal of ${game.name}`,
    onclick: async () => {
      const body = await askForDeal(game);
      if (body) startTable(body, { button: choose });
    },
  });
  return el(
    "li",
    { class: "panel tile", "data-game": game.slug },
    el(
      "div",
      { class: "tile-picture", "aria-hidden": "true" },
      el("img", { src: pictureOf(game.slug), alt: "", decoding: "async", "data-picture": game.slug }),
    ),
    el(
      "div",
      { class: "tile-words" },
      el(
        "div",
        { class: "tile-head" },
        el("h3", {}, game.name),
        el(
          "a",
          { class: "tile-rules small", href: `/rules/${game.slug}`, "aria-label": `Rules of ${game.name}` },
          "Rules",
        ),
      ),
      el("p", {}, sentence(game.summary)),
      el("p", { class: "tile-record small numbers", hidden: true }),
    ),
    el("div", { class: "tile-foot" }, play, daily, choose),
  );
}

function sentence(words) {
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

function pasteTile(games) {
  return el(
    "li",
    { class: "panel tile paste-tile" },
    el("h3", {}, "Bring your own deal"),
    el("p", {}, "Paste what somebody sent you, or the number of a deal you remember."),
    pasteBox(games),
  );
}

function goOn(section, tables) {
  if (!tables.length) return;
  replace(
    section,
    el("h2", { id: "going-on" }, "Go on"),
    el("ul", { class: "going-list" }, tables.slice(0, SHOWN).map(unfinished)),
    tables.length > SHOWN &&
      el("p", {}, el("a", { href: "/history?outcome=unfinished" }, `All ${tables.length} unfinished games`)),
  );
  section.hidden = false;
}

function unfinished(kept) {
  const facts = [counted(kept.moves, "move"), time(kept.seconds), when(kept.touched)]
    .filter(Boolean)
    .join(" · ");
  return el(
    "li",
    {},
    el(
      "a",
      { class: "going-link", href: `/t/${kept.key}`, "data-action": "go-on" },
      el("strong", {}, titleOf(kept)),
      el("span", { class: "small" }, facts),
      icon("M9 5l7 7-7 7"),
    ),
  );
}

/** How the player fares at a game, on its tile. */
function onTile(root, { slug, played, won, streak }) {
  const line = root.querySelector(`[data-game="${slug}"] .tile-record`);
  if (!line || !played) return;
  const running = streak > 1 ? `, ${streak} in a row` : "";
  line.textContent = `Won ${number(won)} of ${number(played)}${running}`;
  line.hidden = false;
}

function yours(line, games) {
  const sum = (field) => games.reduce((total, game) => total + (game[field] ?? 0), 0);
  const [played, won, unaided] = [sum("played"), sum("won"), sum("unaided")];
  if (!played) return;
  replace(
    line,
    `You have won ${number(won)} of ${counted(played, "game")}`,
    unaided ? `, ${number(unaided)} of them unaided. ` : ". ",
    el("a", { href: "/statistics" }, "Your statistics"),
  );
  line.hidden = false;
}
