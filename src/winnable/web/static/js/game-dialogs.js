// Small dialogs of the game page: find a card, the board in words, choose the auto-moves.

import { say } from "./announce.js";
import { get } from "./api.js";
import { contentsOf } from "./descriptions.js";
import { openDialog } from "./dialogs.js";
import { el, uniqueId } from "./dom.js";
import { capitalize } from "./format.js";
import { t } from "./l10n.js";
import { showError } from "./page-states.js";
import { copyText } from "./player-page.js";
import { placesOf } from "./view.js";

/** "Where is the seven of hearts?" The dialog stays open for the next card. */
export function openWhereDialog(key) {
  const id = uniqueId("card");
  const input = el("input", {
    id,
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 30,
    autofocus: true,
    "data-field": "card",
  });
  const location = el("p", { class: "card-location", "data-field": "where" });
  const error = el("p", { class: "error-text", hidden: true });
  const find = async () => {
    const card = input.value.trim();
    if (!card) return false;
    error.hidden = true;
    location.textContent = "";
    try {
      const { text } = await get(`/games/${encodeURIComponent(key)}/where?card=${encodeURIComponent(card)}`);
      location.textContent = capitalize(text);
      say(text);
    } catch (failure) {
      showError(error, failure);
    }
    input.select();
    return false;
  };
  openDialog({
    title: t("commands.where.label"),
    name: "where",
    body: [el("label", { class: "label", for: id }, t("page.dialogs.which_card")), input, location, error],
    check: find,
    buttons: [
      { label: t("page.dialogs.close"), action: "cancel" },
      { label: t("page.dialogs.find"), kind: "primary", action: "find" },
    ],
  });
}

/**
 * The board in words, a line for each pile: screen readers say all of it, and go through it line by line.
 * @param {import("./view.js").View} view
 * @returns {Promise<boolean|null>} whether it was copied
 */
export function openBoardDialog(view) {
  const lines = contentsOf(view, placesOf(view));
  const error = el("p", { class: "error-text", role: "alert", hidden: true }, t("page.dialogs.cannot_copy"));
  const copy = async () => {
    error.hidden = await copyText(lines.join("\n"));
    return error.hidden;
  };
  const { result } = openDialog({
    title: t("commands.read.label"),
    name: "board",
    kind: "wide",
    body: [
      error,
      el(
        "ul",
        { class: "board-in-words" },
        lines.map((line) => el("li", {}, line)),
      ),
    ],
    check: copy,
    buttons: [
      { label: t("page.dialogs.close"), action: "close-board" },
      { label: t("page.dialogs.copy"), kind: "primary", action: "copy-board" },
    ],
  });
  say(lines.join(" "));
  return result;
}

/** Choose what moves to the foundations by itself. @returns {Promise<string|null>} */
export function askAutoplay(game, current) {
  const name = uniqueId("autoplay");
  const option = (value) => {
    const input = el("input", { type: "radio", name, value });
    input.checked = value === current;
    const label = t(`page.dialogs.autoplay.${value}`);
    const help = t(`page.dialogs.autoplay_help.${value}`);
    return el("label", { class: "option" }, input, el("span", {}, label, el("span", { class: "small muted" }, help)));
  };
  const field = el("fieldset", {}, el("legend", {}, t("page.dialogs.after_every_move")), game.autoplays.map(option));
  return openDialog({
    title: t("commands.autoplay.label"),
    name: "autoplay",
    body: field,
    check: () => field.querySelector("input:checked").value,
    buttons: [
      { label: t("page.dialogs.cancel"), action: "cancel" },
      { label: t("page.dialogs.save"), kind: "primary", action: "save" },
    ],
  }).result;
}
