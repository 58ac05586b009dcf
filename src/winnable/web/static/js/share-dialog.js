// Sharing a finished game: a link that replays it for anyone, and a picture of the result.

import { say } from "./announce.js";
import { del, post } from "./api.js";
import { openDialog } from "./dialogs.js";
import { button, el, keepFocus, replace, uniqueId } from "./dom.js";
import { resultPictureUrl, savePng, saveSvg } from "./downloads.js";
import { fileName, gameTitle } from "./format.js";
import { loadingText, showError } from "./page-states.js";
import { copyText } from "./player-page.js";

/**
 * Create the link and show it. Keeps `game.share_key` up to date.
 * @param {{key: string, game_name: string, deal_number: number|null, share_key?: string|null}} game
 * @returns {Promise<void>} when the dialog is closed
 */
export async function openShareDialog(game) {
  const body = el("div", {}, loadingText("Creating the link…"));
  const { dialog, result, close } = openDialog({ title: `Share ${gameTitle(game)}`, body, name: "share" });
  const focusTitle = () => dialog.querySelector("h2").focus();
  const showContent = (...children) => keepFocus(body, () => replace(body, children), focusTitle);
  const createLink = async () => {
    try {
      const link = await post(`/games/${encodeURIComponent(game.key)}/share`);
      game.share_key = link.share_key;
      showContent(linkContent(game, link, close));
    } catch (failure) {
      const error = el("p", { class: "error-text" });
      const retry = button("Try again", { "data-action": "retry", onclick: createLink });
      showContent(error, el("p", { class: "actions" }, retry));
      showError(error, failure);
    }
  };
  await createLink();
  await result;
}

function linkContent(game, link, close) {
  const url = new URL(link.url, location.href).href;
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
    if (await copyText(url)) return showStatus("Link copied.");
    input.focus();
    showStatus("This browser does not allow copying. The link is selected: copy it by hand.");
  };
  const download = (label, save, action) =>
    button(label, {
      "data-action": action,
      onclick: () => save(link.share_key, fileName(game)).catch((failure) => showError(error, failure)),
    });
  const withdraw = async () => {
    try {
      await del(`/games/${encodeURIComponent(game.key)}/share`);
      game.share_key = null;
      close();
      say("The link no longer works.");
    } catch (failure) {
      showError(error, failure);
    }
  };
  return [
    el("p", {}, "Anyone with this link can watch the game move by move. It does not say who played."),
    el("label", { class: "label", for: input.id }, "Link"),
    el(
      "div",
      { class: "field-with-button" },
      input,
      button("Copy", { class: "primary", "data-action": "copy-link", onclick: copyLink }),
    ),
    status,
    el("img", { class: "result-picture", src: resultPictureUrl(link.share_key), alt: `The result of ${gameTitle(game)}` }),
    error,
    el(
      "p",
      { class: "actions" },
      download("Picture (PNG)", savePng, "save-png"),
      download("Picture (SVG)", saveSvg, "save-svg"),
      el("a", { class: "button quiet", href: link.url, "data-action": "watch" }, "Watch the replay"),
    ),
    el(
      "p",
      { class: "actions withdraw" },
      button("Stop sharing", { class: "danger", "data-action": "withdraw", onclick: withdraw }),
    ),
  ];
}
