// The rules of a game: the game's own text, pictures, keyboard shortcuts, and a button to play.

import { ApiError, get } from "./api.js";
import { cardFace, useDeck } from "./card-art.js";
import { cardName, parseShortCardName } from "./descriptions.js";
import { button, el, icon, replace } from "./dom.js";
import { listGames } from "./games.js";
import { gamePicture } from "./home-page.js";
import { ICONS } from "./icons.js";
import { join, t } from "./l10n.js";
import { chooseAndStart, preferredDeal, startGame } from "./new-game.js";
import { errorPanel } from "./page-states.js";
import * as settings from "./settings.js";
import { shortcutSections } from "./shortcuts.js";

const FOUNDATION = ["row", "A♦ 2♦ 3♦", "foundation"];
const ALTERNATING = ["column", "9♠ 8♥ 7♣", "alternating"];

/** Examples beside the text: a row or a column of cards, and the key of a caption. */
const EXAMPLES = {
  "aces-up": [
    ["row", "4♥ 9♥", "higher_card"],
    ["row", "K♠ A♠", "aces_high"],
  ],
  easthaven: [["column", "9♠ 8♥ 7♣", "alternating_run"], FOUNDATION],
  "bakers-game": [["column", "9♠ 8♠ 7♠", "by_suit"], FOUNDATION],
  "golf-relaxed": [
    ["row", "7♣ 8♥ 7♦ 6♠", "up_or_down"],
    ["row", "Q♦ K♣ A♥ 2♠", "king_to_ace"],
  ],
  freecell: [ALTERNATING, FOUNDATION],
};

/** @param {HTMLElement} root @param {{slug: string}} params */
export async function show(root, { slug }) {
  const games = await listGames();
  const game = games.find((one) => one.slug === slug);
  if (!game) return showUnknownGame(root, games);
  document.title = t("page.title", { page: t("page.rules.title", { game: game.name }) });
  const picture = el("img", { class: "rules-picture", alt: t("page.rules.picture", { game: game.name }), src: gamePicture(slug) });
  const unfinished = el("span");
  const shortcuts = shortcutSections(); // none where people use their fingers
  useDeck();
  replace(
    root,
    el(
      "article",
      { class: "content rules" },
      el("h1", {}, game.name),
      el(
        "div",
        { class: "rules-grid" },
        el("div", { class: "panel prose" }, rulesText(game), examples(slug)),
        el("div", { class: "rules-aside" }, picture, el("p", { class: "actions rules-actions" }, playButtons(game), unfinished)),
      ),
      shortcuts.length > 0 &&
        el(
          "section",
          { class: "panel", "aria-labelledby": "rules-keys" },
          el("h2", { id: "rules-keys" }, t("page.rules.shortcuts")),
          el("div", { class: "help" }, shortcuts),
        ),
      otherGames(games, slug),
    ),
  );
  get("/games").then(
    (answer) => {
      const found = answer.games.find((one) => one.game === slug);
      if (!found) return;
      const attributes = { class: "button", href: `/play/${found.key}`, "data-action": "continue" };
      replace(unfinished, el("a", attributes, t("page.rules.continue")));
    },
    () => undefined, // the rules can be read without it
  );
  return settings.onChange((name) => {
    if (name === "theme") picture.src = gamePicture(slug);
  });
}

function showUnknownGame(root, games) {
  document.title = t("page.title", { page: t("page.rules.unknown_title") });
  replace(
    root,
    errorPanel(new ApiError(404, t("page.rules.unknown")), { title: t("page.rules.unknown_title") }),
  );
  root.querySelector("p").after(el("ul", {}, games.map(rulesLink)));
}

function rulesText({ rules }) {
  const paragraphs = rules.trim().split(/\n\s*\n/);
  return paragraphs.map((text, index) => el("p", { class: index === 0 && "first" }, text.replace(/\s+/g, " ")));
}

function examples(slug) {
  return el(
    "div",
    { class: "examples" },
    (EXAMPLES[slug] ?? []).map(([shape, names, example]) => {
      const cards = names.split(" ").map(parseShortCardName);
      return el(
        "figure",
        {},
        el(
          "div",
          { class: `example-cards as-${shape}`, role: "img", "aria-label": cards.map(cardName).join(", ") },
          cards.map((card) => el("span", { class: "example-card" }, cardFace(card))),
        ),
        el("figcaption", { class: "small" }, t(`page.rules.example.${example}`)),
      );
    }),
  );
}

function playButtons(game) {
  const play = button([icon(ICONS.play, { class: "icon solid" }), t("page.rules.play")], {
    class: "primary",
    "data-action": "play",
    "aria-label": t("page.rules.play_game", { game: game.name }),
    onclick: () => startGame(preferredDeal(game.slug), { button: play }),
  });
  const choose = button(t("page.rules.choose"), { "data-action": "choose", onclick: () => chooseAndStart(game, choose) });
  return [play, choose];
}

function otherGames(games, slug) {
  return el(
    "nav",
    { class: "other-rules", "aria-label": t("page.rules.others_label") },
    el("h2", {}, t("page.rules.others")),
    el("ul", {}, games.filter((one) => one.slug !== slug).map(rulesLink)),
  );
}

function rulesLink({ slug, name }) {
  return el("li", {}, el("a", { href: `/rules/${slug}` }, name));
}
