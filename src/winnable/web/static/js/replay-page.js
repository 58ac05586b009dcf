// The replay of a finished game that somebody shared.

import { get } from "./api.js";
import { Board } from "./board.js";
import { button, el, icon, replace } from "./dom.js";
import { resultPictureUrl, saveFile, savePng } from "./downloads.js";
import { fileName, formatDate, formatTime, gameTitle, outcomeText, pluralize } from "./format.js";
import { findGame } from "./games.js";
import { ICONS } from "./icons.js";
import { startGame } from "./new-game.js";
import { errorPanel } from "./page-states.js";
import { ReplayControls } from "./replay-controls.js";

/** @param {HTMLElement} root @param {{key: string}} params */
export async function show(root, { key }) {
  let shared;
  try {
    shared = await get(`/shared/${encodeURIComponent(key)}`);
  } catch (error) {
    if (error.status !== 404) throw error;
    document.title = "Not found · Winnable";
    error.message = "No game is shared under this link. The player may have stopped sharing it, or the link is incomplete.";
    replace(root, errorPanel(error, { title: "Game not found" }));
    return undefined;
  }
  const game = await findGame(shared.game);
  document.title = `${gameTitle(shared)}, ${shared.outcome} · Winnable`;
  const boardRoot = el("div", { class: "replay-board" });
  const moves = el("div", { class: "replay-moves" });
  replace(
    root,
    el(
      "div",
      { class: "replay" },
      el(
        "div",
        { class: "replay-head" },
        el("h1", {}, gameTitle(shared)),
        el("p", { class: "replay-facts" }, facts(shared)),
      ),
      boardRoot,
      el("div", { class: "panel replay-foot" }, moves, actions(shared, key)),
    ),
  );
  const board = new Board(boardRoot, { game, isInteractive: false });
  const controls = new ReplayControls(moves, { steps: shared.steps, board, label: "Moves of the game" });
  return () => {
    controls.destroy();
    board.destroy();
  };
}

function facts(shared) {
  const parts = [pluralize(shared.moves_made, "move"), formatTime(shared.seconds), formatDate(shared.ended)];
  return [
    el("span", { class: "outcome on-background", "data-outcome": shared.outcome }, outcomeText(shared)),
    ` · ${parts.filter(Boolean).join(" · ")}`,
  ];
}

function actions(shared, key) {
  const name = fileName(shared);
  const play = button([icon(ICONS.play, { class: "icon solid" }), "Play this deal"], {
    class: "primary",
    "data-action": "play-this",
    onclick: () => startGame(sameDeal(shared), { button: play }),
  });
  return el(
    "div",
    { class: "actions" },
    play,
    button("Record", {
      class: "quiet",
      "data-action": "record",
      "aria-label": "Download the record",
      onclick: () => saveFile(new Blob([shared.record], { type: "text/plain" }), `${name}.txt`),
    }),
    button("Picture", {
      class: "quiet",
      "data-action": "picture",
      "aria-label": "Download the picture",
      // A browser that cannot create a PNG opens the SVG.
      onclick: () => savePng(key, name).catch(() => open(resultPictureUrl(key))),
    }),
  );
}

/** The same deal from the start: by number, or else the tags of the record without its moves. */
function sameDeal({ game, deal_number: dealNumber, record }) {
  if (dealNumber !== null) return { game, deal_number: dealNumber };
  const tags = record
    .split(/\n\s*\n/)[0]
    .split("\n")
    .filter((line) => !line.startsWith("[Result"));
  return { record: `${tags.join("\n")}\n\n*\n` };
}
