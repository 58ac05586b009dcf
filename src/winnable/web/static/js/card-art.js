// The pictures of the cards: one SVG sheet of symbols from the server, in the player's style.
// Cards refer to symbols by name, so another sheet changes them all at once.

import { svg } from "./dom.js";
import * as settings from "./settings.js";

const sheets = new Map(); // style -> promise of its sheet
let holder = null;
let currentStyle = "";
let isSmallScreen = false;

/** The face of a card, or "back". It is decorative: the element around it has the card's name. */
export function cardFace(symbol) {
  return svg(
    "svg",
    { class: "face", viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#${symbol}` }),
  );
}

/** Show another card on a face. */
export function setFace(face, symbol) {
  face.firstChild.setAttribute("href", `#${symbol}`);
}

/** Use the right sheet. Small cards have no room for pips. @param {{isSmall?: boolean}} [options] */
export function useDeck({ isSmall = isSmallScreen } = {}) {
  isSmallScreen = isSmall;
  const parts = [settings.isDark() ? "dark" : "light"];
  if (settings.get("four")) parts.push("four");
  if (settings.get("index") === "large") parts.push("large");
  if (isSmall) parts.push("small");
  const style = parts.join("-");
  if (style === currentStyle) return;
  currentStyle = style;
  if (!sheets.has(style)) sheets.set(style, fetchSheet(style));
  sheets.get(style).then(
    (sheet) => style === currentStyle && showSheet(sheet, style),
    () => {
      // Blank cards still have names. The next move tries again.
      sheets.delete(style);
      if (style === currentStyle) currentStyle = "";
    },
  );
}

async function fetchSheet(style) {
  const response = await fetch(`/static/deck.svg?style=${style}`);
  if (!response.ok) throw new Error(`no deck: ${response.status}`);
  const parsed = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  return document.importNode(parsed.documentElement, true);
}

function showSheet(sheet, style) {
  if (!holder) {
    holder = document.createElement("div");
    holder.id = "deck";
    holder.setAttribute("aria-hidden", "true");
    document.body.append(holder);
  }
  holder.replaceChildren(sheet);
  holder.dataset.style = style;
  showBack();
}

/** The symbol "back" is the design that the player has chosen. */
function showBack() {
  const chosen = holder.querySelector(`[id="back-${settings.get("back")}"]`);
  if (chosen) holder.querySelector("[id=back]").replaceChildren(...chosen.cloneNode(true).children);
}

settings.onChange((name) => {
  if (["theme", "four", "index"].includes(name) && holder) useDeck();
  if (name === "back" && holder) showBack();
});
