// A finished game that somebody shared: watched move by move, never changed.

import { get } from "./api.js";
import { Board } from "./board.js";
import { button, el, icon, replace } from "./dom.js";
import { fileNameOf, outcomeOf, time, titleOf, when } from "./figures.js";
import { gameOf } from "./games.js";
import { Line } from "./line.js";
import { startTable } from "./newdeal.js";
import { trouble } from "./notice.js";
import { pictureAddress, save, savePng } from "./picture.js";
import { counted } from "./words.js";

/** @param {HTMLElement} root @param {{key: string}} params */
export async function show(root, { key }) {
  let shared;
  try {
    shared = await get(`/shared/${encodeURIComponent(key)}`);
  } catch (error) {
    if (error.status !== 404) throw error;
    document.title = "No such game · Winnable";
    error.message =
      "Nobody shares a game under this link. It may have been withdrawn, or a letter of it is missing.";
    replace(root, trouble(error, { title: "No game here" }));
    return undefined;
  }
  const game = await gameOf(shared.game);
  document.title = `${titleOf(shared)}, ${shared.outcome} · Winnable`;
  const felt = el("div", { class: "replay-board" });
  const walk = el("div", { class: "replay-line" });
  replace(
    root,
    el(
      "div",
      { class: "replay" },
      el(
        "div",
        { class: "replay-head" },
        el("h1", {}, titleOf(shared)),
        el("p", { class: "replay-facts" }, facts(shared)),
      ),
      felt,
      el("div", { class: "panel replay-foot" }, walk, actions(shared, key)),
    ),
  );
  const board = new Board(felt, { game, interactive: false });
  const line = new Line(walk, { steps: shared.steps, board, label: "Moves of the game", everywhere: true });
  return () => {
    line.destroy();
    board.destroy();
  };
}

function facts(shared) {
  const parts = [counted(shared.moves, "move"), time(shared.seconds), when(shared.ended)].filter(Boolean);
  return [
    el("span", { class: "outcome on-felt", "data-outcome": shared.outcome }, outcomeOf(shared)),
    ` · ${parts.join(" · ")}`,
  ];
}

function actions(shared, key) {
  const name = fileNameOf(shared);
  const own = button([icon("M8 5.5v13l11-6.5z", { class: "icon solid" }), "Play it yourself"], {
    class: "primary",
    "data-action": "play-this",
    "aria-label": "Play it yourself: this deal from the start",
    onclick: () => startTable(sameDeal(shared), { button: own }),
  });
  return el(
    "div",
    { class: "actions" },
    own,
    button("Record", {
      class: "quiet",
      "data-action": "record",
      "aria-label": "Download the record",
      onclick: () => save(new Blob([shared.record], { type: "text/plain" }), `${name}.txt`),
    }),
    button("Picture", {
      class: "quiet",
      "data-action": "picture",
      "aria-label": "Download the picture",
      // A browser that cannot paint opens the drawing itself.
      onclick: () => savePng(key, name).catch(() => open(pictureAddress(key))),
    }),
  );
}

/** The deal without its moves: by number, or else the tags of its record with no move after them. */
function sameDeal({ game, deal, record }) {
  if (deal !== null && deal !== undefined) return { game, deal };
  const tags = record
    .split(/\n\s*\n/)[0]
    .split("\n")
    .filter((line) => !line.startsWith("[Result"));
  return { record: `${tags.join("\n")}\n\n*\n` };
}
