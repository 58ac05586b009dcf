// The rules of a game: the game's own text, pictures, keyboard shortcuts, and a button to play.

import { ApiError, get } from "./api.js";
import { cardFace, useDeck } from "./card-art.js";
import { cardName, parseShortCardName } from "./descriptions.js";
import { button, el, icon, replace } from "./dom.js";
import { listGames } from "./games.js";
import { gamePicture } from "./home-page.js";
import { ICONS } from "./icons.js";
import { chooseAndStart, preferredDeal, startGame } from "./new-game.js";
import { errorPanel } from "./page-states.js";
import * as settings from "./settings.js";
import { shortcutSections } from "./shortcuts.js";

const FOUNDATION = ["row", "A♦ 2♦ 3♦", "A foundation builds up by suit from the ace."];
const ALTERNATING = ["column", "9♠ 8♥ 7♣", "Columns build down in alternating colours."];

/** Examples beside the text: a row or a column of cards, and a caption. */
const EXAMPLES = {
  "aces-up": [
    ["row", "4♥ 9♥", "Two hearts are at the ends of their columns: the nine lets you discard the four."],
    ["row", "K♠ A♠", "Aces are high: the ace of spades lets you discard the king."],
  ],
  easthaven: [
    ["column", "9♠ 8♥ 7♣", "Columns build down in alternating colours, and such a sequence moves as a whole."],
    FOUNDATION,
  ],
  "bakers-game": [["column", "9♠ 8♠ 7♠", "Columns build down in suit."], FOUNDATION],
  "golf-relaxed": [
    ["row", "7♣ 8♥ 7♦ 6♠", "Up or down by one, in any suit, changing direction freely."],
    ["row", "Q♦ K♣ A♥ 2♠", "Kings and aces connect: king, ace, two."],
  ],
  freecell: [ALTERNATING, FOUNDATION],
};

/** @param {HTMLElement} root @param {{slug: string}} params */
export async function show(root, { slug }) {
  const games = await listGames();
  const game = games.find((one) => one.slug === slug);
  if (!game) return showUnknownGame(root, games);
  document.title = `Rules of ${game.name} · Winnable`;
  const picture = el("img", { class: "rules-picture", alt: `A deal of ${game.name}`, src: gamePicture(slug) });
  const unfinished = el("span");
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
      el(
        "section",
        { class: "panel", "aria-labelledby": "rules-keys" },
        el("h2", { id: "rules-keys" }, "Keyboard shortcuts"),
        el("div", { class: "help" }, shortcutSections()),
      ),
      otherGames(games, slug),
    ),
  );
  get("/games").then(
    (answer) => {
      const found = answer.games.find((one) => one.game === slug);
      if (!found) return;
      const attributes = { class: "button", href: `/play/${found.key}`, "data-action": "continue" };
      replace(unfinished, el("a", attributes, "Continue your game"));
    },
    () => undefined, // the rules can be read without it
  );
  return settings.onChange((name) => {
    if (name === "theme") picture.src = gamePicture(slug);
  });
}

function showUnknownGame(root, games) {
  document.title = "Unknown game · Winnable";
  replace(
    root,
    errorPanel(new ApiError(404, "There is no game of that name here. These are the games:"), { title: "Unknown game" }),
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
    (EXAMPLES[slug] ?? []).map(([shape, names, caption]) => {
      const cards = names.split(" ").map(parseShortCardName);
      return el(
        "figure",
        {},
        el(
          "div",
          { class: `example-cards as-${shape}`, role: "img", "aria-label": cards.map(cardName).join(", ") },
          cards.map((card) => el("span", { class: "example-card" }, cardFace(card))),
        ),
        el("figcaption", { class: "small" }, caption),
      );
    }),
  );
}

function playButtons(game) {
  const play = button([icon(ICONS.play, { class: "icon solid" }), "Play"], {
    class: "primary",
    "data-action": "play",
    "aria-label": `Play ${game.name}`,
    onclick: () => startGame(preferredDeal(game.slug), { button: play }),
  });
  const choose = button("Choose a deal…", { "data-action": "choose", onclick: () => chooseAndStart(game, choose) });
  return [play, choose];
}

function otherGames(games, slug) {
  return el(
    "nav",
    { class: "other-rules", "aria-label": "Rules of the other games" },
    el("h2", {}, "Other games"),
    el("ul", {}, games.filter((one) => one.slug !== slug).map(rulesLink)),
  );
}

function rulesLink({ slug, name }) {
  return el("li", {}, el("a", { href: `/rules/${slug}` }, name));
}
