// The cards' pictures: one sheet of symbols from the server, in the style the player likes.
// Cards refer to symbols by name, so another sheet in the same place changes them all at once.

import { svg } from "./dom.js";
import * as settings from "./settings.js";

const sheets = new Map();
let holder = null;
let wanted = "";
let isSmall = false;

/** A card's face (or "back"), as decoration: its name stands beside it. */
export function face(symbol) {
  return svg(
    "svg",
    { class: "face", viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#${symbol}` }),
  );
}

/** Show another card on a face. */
export function turn(node, symbol) {
  node.firstChild.setAttribute("href", `#${symbol}`);
}

/** Whether cards have a large index: because the player likes it, or because they are small. */
export function isLarge() {
  return isSmall || settings.get("index") === "large";
}

/** Lay the right sheet out. @param {{small?: boolean}} [options] whether cards are small on this screen */
export function wearDeck({ small = isSmall } = {}) {
  isSmall = small;
  const parts = [settings.isDark() ? "dark" : "light"];
  if (settings.get("four")) parts.push("four");
  if (isLarge()) parts.push("large");
  const style = parts.join("-");
  if (style === wanted) return;
  wanted = style;
  if (!sheets.has(style)) sheets.set(style, fetchSheet(style));
  sheets.get(style).then(
    (sheet) => style === wanted && lay(sheet, style),
    () => {
      // Blank cards with names are still playable; the next move tries again.
      sheets.delete(style);
      if (style === wanted) wanted = "";
    },
  );
}

async function fetchSheet(style) {
  const answer = await fetch(`/static/deck.svg?style=${style}`);
  if (!answer.ok) throw new Error(`no deck: ${answer.status}`);
  const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  return document.importNode(parsed.documentElement, true);
}

function lay(sheet, style) {
  if (!holder) {
    holder = document.createElement("div");
    holder.id = "deck";
    holder.setAttribute("aria-hidden", "true");
    document.body.append(holder);
  }
  holder.replaceChildren(sheet);
  holder.dataset.style = style;
}

settings.onChange((name) => {
  if (["theme", "four", "index"].includes(name) && wanted) wearDeck();
});
