// Sharing a finished game: a link at which anyone can step through it, and a picture of the result.

import { say } from "./announce.js";
import { del, get, post } from "./api.js";
import { openDialog } from "./dialogs.js";
import { button, el, keepFocus, replace, uniqueId } from "./dom.js";
import { resultPictureUrl, savePng, saveSvg } from "./downloads.js";
import { fileName, gameTitle } from "./format.js";
import { t } from "./l10n.js";
import { loadingText, showError } from "./page-states.js";
import { copyText } from "./player-page.js";

/**
 * Show the link, or offer to create one. Keeps `game.share_key` up to date.
 * @param {{key: string, game_name: string, deal_number: number|null, share_key?: string|null}} game
 * @returns {Promise<void>} when the dialog is closed
 */
export async function openShareDialog(game) {
  const path = `/games/${encodeURIComponent(game.key)}`;
  const body = el("div", {}, loadingText());
  const { dialog, result } = openDialog({ title: t("page.share.title", { game: gameTitle(game) }), body, name: "share" });
  const focusTitle = () => dialog.querySelector("h2").focus();
  const showContent = (...children) => keepFocus(body, () => replace(body, children), focusTitle);
  const showFailure = (failure, again) => {
    const error = el("p", { class: "error-text" });
    const retry = button(t("page.share.again"), { "data-action": "retry", onclick: again });
    showContent(error, el("p", { class: "actions" }, retry));
    showError(error, failure);
  };
  const showLink = () => {
    if (game.share_key) showContent(linkContent(game, showLink));
    else showContent(invitation(createLink));
  };
  const createLink = async () => {
    try {
      game.share_key = (await post(`${path}/share`)).share_key;
      showLink();
      say(t("page.share.created"));
    } catch (failure) {
      showFailure(failure, createLink);
    }
  };
  const look = async () => {
    try {
      game.share_key = (await get(path)).share_key; // another window may have changed it
      showLink();
    } catch (failure) {
      showFailure(failure, look);
    }
  };
  await look();
  await result;
}

/** What a link would do, and the button that makes it. */
function invitation(createLink) {
  const create = button(t("page.share.create"), { class: "primary", "data-action": "create-link", onclick: createLink });
  const text = isOwnComputer() ? t("page.share.offer_own_computer") : t("page.share.offer");
  return [el("p", {}, text), el("p", { class: "actions" }, create)];
}

/** @param {() => void} onStopped the game is not shared any more */
function linkContent(game, onStopped) {
  const path = `/s/${encodeURIComponent(game.share_key)}`;
  const url = new URL(path, location.href).href;
  const input = el("input", {
    id: uniqueId("link"),
    class: "code",
    readonly: true,
    value: url,
    "data-field": "link",
    onfocus: () => input.select(),
  });
  const error = el("p", { class: "error-text", hidden: true });
  const status = el("p", { class: "small share-status", "data-field": "share-status" });
  const showStatus = (text) => {
    status.textContent = text;
    say(text);
  };
  const copyLink = async () => {
    if (await copyText(url)) return showStatus(t("page.share.copied"));
    input.focus();
    showStatus(t("page.share.copy_by_hand"));
  };
  const download = (label, save, action) =>
    button(label, {
      "data-action": action,
      onclick: () => save(game.share_key, fileName(game)).catch((failure) => showError(error, failure)),
    });
  const withdraw = async () => {
    try {
      await del(`/games/${encodeURIComponent(game.key)}/share`);
      game.share_key = null;
      onStopped();
      say(t("page.share.stopped"));
    } catch (failure) {
      showError(error, failure);
    }
  };
  return [
    el("p", {}, isOwnComputer() ? t("page.share.text_own_computer") : t("page.share.text")),
    el("label", { class: "label", for: input.id }, t("page.share.link")),
    el(
      "div",
      { class: "field-with-button" },
      input,
      button(t("page.share.copy"), { class: "primary", "data-action": "copy-link", onclick: copyLink }),
    ),
    status,
    el("img", { class: "result-picture", src: resultPictureUrl(game.share_key), alt: t("page.share.result", { game: gameTitle(game) }) }),
    error,
    el(
      "p",
      { class: "actions" },
      download(t("page.share.png"), savePng, "save-png"),
      download(t("page.share.svg"), saveSvg, "save-svg"),
      el("a", { class: "button quiet", href: path, "data-action": "watch" }, t("page.share.open")),
    ),
    el(
      "p",
      { class: "actions withdraw" },
      button(t("page.share.stop"), { class: "danger", "data-action": "withdraw", onclick: withdraw }),
    ),
  ];
}

/** Whether the page comes from the reader's own computer, so that its links open nowhere else. */
function isOwnComputer() {
  return location.hostname === "localhost" || location.hostname === "[::1]" || location.hostname.startsWith("127.");
}
