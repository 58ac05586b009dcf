// A form to paste something to play: a record, a deal number, an fc-solve board.
// The server finds out what the text is.

import { el, uniqueId } from "./dom.js";
import { parseDealNumber, startGame } from "./new-game.js";
import { showError } from "./page-states.js";

/** @param {import("./games.js").Game[]} games @returns {HTMLElement} */
export function pasteForm(games) {
  const error = el("p", { class: "error-text", id: uniqueId("error"), hidden: true });
  const text = el("textarea", {
    id: uniqueId("paste"),
    rows: 4,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    maxlength: 60_000,
    "aria-describedby": error.id,
    "data-field": "paste",
  });
  const game = el(
    "select",
    { id: uniqueId("paste-game"), "data-field": "paste-game" },
    el("option", { value: "" }, "From the record"),
    games.map(({ slug, name }) => el("option", { value: slug }, name)),
  );
  const play = el("button", { class: "primary", "data-action": "paste" }, "Play it");
  const refuse = (reason, field) => {
    showError(error, reason);
    field.setAttribute("aria-invalid", "true");
    field.focus();
  };
  const submit = async (event) => {
    event.preventDefault();
    error.hidden = true;
    for (const field of [text, game]) field.removeAttribute("aria-invalid");
    const pasted = text.value.trim();
    if (!pasted) return refuse("Paste a record, a deal number or a board first.", text);
    const dealNumber = parseDealNumber(pasted);
    // Only a record, which starts with its tags, says which game it belongs to.
    if (!game.value && !pasted.startsWith("[")) {
      return refuse(`Choose the game for this ${dealNumber === null ? "board" : "deal number"}.`, game);
    }
    // As it was pasted: an error names the line that the player sees.
    const body = dealNumber === null ? { pasted: text.value } : { deal_number: dealNumber };
    if (game.value) body.game = game.value;
    await startGame(body, { button: play, onError: (failure) => refuse(failure, text) });
  };
  return el(
    "form",
    { class: "paste-form", onsubmit: submit, novalidate: true },
    el("label", { class: "label", for: text.id }, "Record, deal number or fc-solve board"),
    text,
    error,
    el("div", { class: "paste-actions" }, el("label", { for: game.id }, "Game"), game, play),
  );
}
