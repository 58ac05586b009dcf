// A form to paste something to play: a title, a link, a deal number, a record, an fc-solve board.
// The server finds out what a text is; what a link leads to is shown at once.

import { get } from "./api.js";
import { el, uniqueId } from "./dom.js";
import { t } from "./l10n.js";
import { startGame } from "./new-game.js";
import { showError } from "./page-states.js";
import { navigate } from "./router.js";

const LINK = /(?:https?:\/\/([^\s/]+))?\/(s|play|deals)\/([\w-]{1,64})(?![\w/-])/i;

const NUMBER = /^[#\d\s,.’'_]+$/;

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
    el("option", { value: "" }, t("page.paste.game_as_pasted")),
    games.map(({ slug, name }) => el("option", { value: slug }, name)),
  );
  const play = el("button", { class: "primary", "data-action": "paste" }, t("page.paste.play"));
  const refuse = (reason, field) => {
    showError(error, reason);
    field.setAttribute("aria-invalid", "true");
    field.focus();
  };
  const start = (pasted) => {
    const body = game.value ? { pasted, game: game.value } : { pasted };
    const onError = (failure) =>
      failure.missing === "game" ? refuse(t("page.paste.choose_game"), game) : refuse(failure, text);
    return startGame(body, { button: play, onError });
  };
  const submit = async (event) => {
    event.preventDefault();
    error.hidden = true;
    for (const field of [text, game]) field.removeAttribute("aria-invalid");
    if (!text.value.trim()) return refuse(t("page.paste.empty"), text);
    const link = text.value.trim().startsWith("[") ? null : LINK.exec(text.value);
    if (!link && !game.value && NUMBER.test(text.value)) return refuse(t("page.paste.choose_game"), game);
    // As it was pasted: an error names the line that the player sees.
    return link ? follow(link, { start, refuse: (reason) => refuse(reason, text) }) : start(text.value);
  };
  return el(
    "form",
    { class: "paste-form", onsubmit: submit, novalidate: true },
    el("label", { class: "label", for: text.id }, t("page.paste.label")),
    text,
    error,
    el("div", { class: "paste-actions" }, el("label", { for: game.id }, t("page.paste.game")), game, play),
  );
}

/** Show what a link leads to: a game of one's own, a shared one, or a numbered deal to play. */
async function follow([, host, kind, key], { start, refuse }) {
  if (kind === "deals") return start(key); // its number is the same on every server
  if (host && host.toLowerCase() !== location.host) return refuse(t("page.paste.other_server", { host }));
  if (kind === "play") {
    try {
      await get(`/games/${key}`);
    } catch (failure) {
      return refuse(failure.status === 404 ? t("page.paste.not_yours") : failure);
    }
  }
  return navigate(`/${kind}/${key}`);
}
