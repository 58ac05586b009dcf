// The elements of a board: a list item for each card, and one for each place under its cards.
// On a board that is played on they hold buttons, on one to look at pictures with names.

import { face, turn } from "./deck.js";
import { el } from "./dom.js";
import { capital, cardName, counted, DOWN, placeName } from "./words.js";

/** A card. A face-down one is like every other face-down one: the page knows nothing of it. */
export function makeSlot(card, isInteractive) {
  const inner = isInteractive
    ? el("button", { type: "button", class: "card", tabindex: "-1" }, face("back"))
    : el("span", { class: "card", role: "img" }, face("back"));
  const slot = el("li", { class: "slot" }, inner);
  turnSlot(slot, card);
  return slot;
}

/** Show a card on an element that is there already. */
export function turnSlot(slot, card) {
  const inner = slot.firstChild;
  slot.dataset.card = card;
  inner.dataset.card = card;
  inner.setAttribute("aria-label", cardName(card));
  turn(inner.firstChild, card === DOWN ? "back" : card);
}

/** The place itself: what is seen, and pointed at, where no card lies. */
export function makeHole(place, isInteractive, game) {
  const isAce = place[0] === "f" && (game.foundations ?? 4) > 1;
  const kind = `place ${isAce ? "for-aces" : ""}`;
  const inner = isInteractive
    ? el("button", { type: "button", class: kind, tabindex: "-1" })
    : el("span", { class: kind, role: "img" });
  if (place === "stock") {
    inner.append(face("back"));
    inner.dataset.action = "deal";
  }
  return el("li", { class: "slot hole" }, inner);
}

/** Name a place; where cards lie on it, those speak for it. */
export function nameSlot(hole, place, count) {
  const inner = hole.firstChild;
  const isStock = place === "stock";
  const isCovered = !isStock && count > 0;
  inner.classList.toggle("has-cards", isStock && count > 0);
  inner.classList.toggle("has-more", isStock && count > 1);
  const name = isStock ? `Deal from the stock: ${count ? counted(count, "card") : "empty"}` : `${capital(placeName(place))}, empty`;
  inner.setAttribute("aria-label", name);
  if (isCovered) hole.setAttribute("aria-hidden", "true");
  else hole.removeAttribute("aria-hidden");
}
