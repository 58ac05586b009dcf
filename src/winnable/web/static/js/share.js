// Sharing a finished game: a link that replays it for anybody, a picture of the result, and taking it back.

import { say } from "./announce.js";
import { del, post } from "./api.js";
import { button, el, keepFocus, openDialog, replace, uniqueId } from "./dom.js";
import { fileNameOf, titleOf } from "./figures.js";
import { complain, waiting } from "./notice.js";
import { pictureAddress, savePng, saveSvg } from "./picture.js";
import { copy } from "./player.js";

/**
 * Make the link and show it. `state.shared` is kept up to date.
 * @param {{key: string, name: string, deal: number|null, shared?: string|null}} state a State or a Kept
 * @returns {Promise<void>} when the dialog is closed
 */
export async function openShare(state) {
  const body = el("div", {}, waiting("Making the link…"));
  const { dialog, result, close } = openDialog({ title: `Share ${titleOf(state)}`, body, name: "share" });
  const change = (...children) =>
    keepFocus(
      body,
      () => replace(body, ...children),
      () => dialog.querySelector("h2").focus(),
    );
  const fill = async () => {
    try {
      const link = await post(`/tables/${encodeURIComponent(state.key)}/share`);
      state.shared = link.key;
      change(contents(state, link, close));
    } catch (error) {
      const complaint = el("p", { class: "complaint" });
      change(complaint, el("p", { class: "actions" }, button("Try again", { onclick: fill })));
      complain(complaint, error);
    }
  };
  await fill();
  await result;
}

function contents(state, link, close) {
  const url = new URL(link.url, location.href).href;
  const field = uniqueId("link");
  const input = el("input", {
    id: field,
    class: "code",
    readonly: true,
    value: url,
    "data-field": "link",
    onfocus: () => input.select(),
  });
  const complaint = el("p", { class: "complaint", hidden: true });
  const done = el("p", { class: "small share-done", "data-field": "share-done" });
  const tell = (words) => {
    done.textContent = words;
    say(words);
  };
  const copyIt = async () => {
    if (await copy(url)) return tell("Link copied.");
    input.focus();
    tell("Copying is not allowed here: the link is selected, copy it by hand.");
  };
  const name = fileNameOf(state);
  const file = (label, make, action) =>
    button(label, {
      "data-action": action,
      onclick: () => make(link.key, name).catch((error) => complain(complaint, error)),
    });
  return [
    el("p", {}, "Whoever has this link can watch the game, move by move. It tells nothing about you."),
    el("label", { class: "label", for: field }, "Link"),
    el(
      "div",
      { class: "code-entry" },
      input,
      button("Copy", { class: "primary", "data-action": "copy-link", onclick: copyIt }),
    ),
    done,
    el("img", {
      class: "result-picture",
      src: pictureAddress(link.key),
      alt: `Picture of the result of ${titleOf(state)}`,
    }),
    complaint,
    el(
      "p",
      { class: "actions" },
      file("Picture (PNG)", savePng, "save-png"),
      file("Picture (SVG)", saveSvg, "save-svg"),
      el("a", { class: "button quiet", href: link.url, "data-action": "watch" }, "Watch it"),
    ),
    el(
      "p",
      { class: "actions withdraw" },
      button("Withdraw the link", {
        class: "danger",
        "data-action": "withdraw",
        onclick: () => withdraw(state, close, complaint),
      }),
    ),
  ];
}

async function withdraw(state, close, complaint) {
  try {
    await del(`/tables/${encodeURIComponent(state.key)}/share`);
    state.shared = null;
    close();
    say("The link is withdrawn: it shows nothing any more.");
  } catch (error) {
    complain(complaint, error);
  }
}
