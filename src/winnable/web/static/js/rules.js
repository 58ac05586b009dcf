// The rules of a game: prose from the game itself, pictures, keys, and a way straight to the table.

import { ApiError, get } from "./api.js";
import { pictureOf } from "./chooser.js";
import { face, wearDeck } from "./deck.js";
import { button, el, icon, replace } from "./dom.js";
import { allGames } from "./games.js";
import { helpTable } from "./keys.js";
import { askForDeal, startTable, usualDeal } from "./newdeal.js";
import { trouble } from "./notice.js";
import * as settings from "./settings.js";
import { cardName } from "./words.js";

const FOUNDATION = ["row", ["AD", "2D", "3D"], "A foundation goes up by suit from the ace."];

/** Pictures beside the prose: a column or a row of cards, and what it shows. */
const EXAMPLES = {
  "aces-up": [
    ["row", ["4H", "9H"], "Two hearts are last in their columns: the nine throws out the four."],
    ["row", ["KS", "AS"], "Aces are high: the ace of spades throws out the king."],
  ],
  easthaven: [
    [
      "column",
      ["9S", "8H", "7C"],
      "A column goes down in alternating colours, and such a sequence moves whole.",
    ],
    FOUNDATION,
  ],
  "bakers-game": [["column", ["9S", "8S", "7S"], "A column goes down in one suit."], FOUNDATION],
  "golf-relaxed": [
    ["row", ["7C", "8H", "7D", "6S"], "One up or one down, whatever the suits, and back again."],
    ["row", ["QD", "KC", "AH", "2S"], "Round the corner: king, ace, two."],
  ],
  freecell: [["column", ["9S", "8H", "7C"], "A column goes down in alternating colours."], FOUNDATION],
};

/** @param {HTMLElement} root @param {{slug: string}} params */
export async function show(root, { slug }) {
  const games = await allGames();
  const game = games.find((one) => one.slug === slug);
  if (!game) return unknown(root, games);
  document.title = `Rules of ${game.name} · Winnable`;
  const picture = el("img", { class: "rules-picture", alt: `A deal of ${game.name}`, src: pictureOf(slug) });
  const going = el("span");
  wearDeck();
  replace(
    root,
    el(
      "article",
      { class: "sheet rules" },
      el("h1", {}, game.name),
      el(
        "div",
        { class: "rules-grid" },
        el("div", { class: "panel prose" }, prose(game), examples(slug)),
        el(
          "div",
          { class: "rules-sight" },
          picture,
          el("p", { class: "actions rules-ways" }, ways(game), going),
        ),
      ),
      el(
        "section",
        { class: "panel", "aria-labelledby": "rules-keys" },
        el("h2", { id: "rules-keys" }, "Playing by keyboard"),
        helpTable(),
      ),
      others(games, slug),
    ),
  );
  get("/tables").then(
    ({ tables }) => {
      const open = tables.find((one) => one.game === slug);
      if (open)
        replace(
          going,
          el(
            "a",
            { class: "button", href: `/t/${open.key}`, "data-action": "go-on" },
            "Go on with your game",
          ),
        );
    },
    () => {},
  );
  return settings.onChange((name) => {
    if (name === "theme") picture.src = pictureOf(slug);
  });
}

function unknown(root, games) {
  document.title = "No such game · Winnable";
  replace(
    root,
    trouble(new ApiError(404, "There is no game of that name here. There are:"), { title: "No such game" }),
  );
  root.querySelector("p").after(
    el(
      "ul",
      {},
      games.map(({ slug, name }) => el("li", {}, el("a", { href: `/rules/${slug}` }, name))),
    ),
  );
  return undefined;
}

function prose({ rules }) {
  const paragraphs = rules.trim().split(/\n\s*\n/);
  return paragraphs.map((one, at) => el("p", at === 0 ? { class: "first" } : {}, one.replace(/\s+/g, " ")));
}

function examples(slug) {
  const shown = EXAMPLES[slug] ?? [];
  return el(
    "div",
    { class: "examples" },
    shown.map(([shape, cards, words]) => example(shape, cards, words)),
  );
}

function example(shape, cards, words) {
  return el(
    "figure",
    {},
    el(
      "div",
      { class: `fan fan-${shape}`, role: "img", "aria-label": cards.map(cardName).join(", ") },
      cards.map((card) => el("span", { class: "fan-card" }, face(card))),
    ),
    el("figcaption", { class: "small" }, words),
  );
}

function ways(game) {
  const play = button([icon("M8 5.5v13l11-6.5z", { class: "icon solid" }), "Play"], {
    class: "primary",
    "data-action": "play",
    "aria-label": `Play ${game.name}`,
    onclick: () => startTable(usualDeal(game.slug), { button: play }),
  });
  const choose = button("Choose a deal…", {
    "data-action": "choose",
    onclick: async () => {
      const body = await askForDeal(game);
      if (body) startTable(body, { button: choose });
    },
  });
  return [play, choose];
}

function others(games, slug) {
  const links = games
    .filter((one) => one.slug !== slug)
    .map((one) => el("li", {}, el("a", { href: `/rules/${one.slug}` }, one.name)));
  return el(
    "nav",
    { class: "other-rules", "aria-label": "Rules of the other games" },
    el("h2", {}, "The other games"),
    el("ul", {}, links),
  );
}
