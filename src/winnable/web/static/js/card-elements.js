// The elements of a board: a list item for each card, and one for the empty place under each pile.
// On a board that is played on they hold buttons, otherwise named pictures.

import { cardFace, setFace } from "./card-art.js";
import { cardName, placeLabel } from "./descriptions.js";
import { el } from "./dom.js";
import { t } from "./l10n.js";
import { FACE_DOWN, pileOf } from "./view.js";

/** A card. All face-down cards are alike: the page does not know which they are. */
export function createCard(card, isInteractive) {
  const inner = isInteractive
    ? el("button", { type: "button", class: "card", tabindex: "-1" }, cardFace("back"))
    : el("span", { class: "card", role: "img" }, cardFace("back"));
  const item = el("li", { class: "item" }, inner);
  setCard(item, card);
  return item;
}

function setCard(item, card) {
  const inner = item.firstChild;
  item.dataset.card = card;
  inner.dataset.card = card;
  inner.setAttribute("aria-label", cardName(card));
  setFace(inner.firstChild, card === FACE_DOWN ? "back" : card);
}

/** The place under a pile: what is seen, and tapped, when it is empty. */
export function createBase(place, isInteractive, game) {
  const startsWithAce = place[0] === "f" && (game.foundations ?? 4) > 1;
  const kind = startsWithAce ? "place for-aces" : "place";
  const inner = isInteractive
    ? el("button", { type: "button", class: kind, tabindex: "-1" })
    : el("span", { class: kind, role: "img" });
  if (place === "stock") {
    inner.append(cardFace("back"));
    inner.dataset.action = "deal";
  }
  return el("li", { class: "item base" }, inner);
}

/** Label a place. Screen readers skip it while cards lie on it. */
export function labelBase(base, place, count, view) {
  const inner = base.firstChild;
  const isStock = place === "stock";
  inner.classList.toggle("has-cards", isStock && count > 0);
  inner.classList.toggle("has-several-cards", isStock && count > 1);
  const label = isStock
    ? t(count ? "page.status.stock" : "page.status.stock_empty", { count })
    : t("page.status.place_empty", { place: placeLabel(place, view) });
  inner.setAttribute("aria-label", label);
  if (!isStock && count > 0) base.setAttribute("aria-hidden", "true");
  else base.removeAttribute("aria-hidden");
}

/**
 * Decide which element shows which card of a view: the one that showed it before, the face-down one
 * that is turned over where it lies, or a new one. Face-down cards are identified by place alone.
 * @param {import("./view.js").View} view
 * @param {Map<string, HTMLElement[]>} piles place -> the elements there now
 * @param {(card: string) => HTMLElement} create
 * @returns {{piles: Map<string, HTMLElement[]>, created: Set<HTMLElement>, turned: Set<HTMLElement>,
 *   removed: HTMLElement[]}}
 */
export function reconcile(view, piles, create) {
  const existing = [...piles.values()].flat();
  const byCard = new Map(existing.map((item) => [item.dataset.card, item]));
  const used = new Set();
  const use = (item) => {
    if (!item || used.has(item)) return null;
    used.add(item);
    return item;
  };
  const result = new Map();
  for (const [place, old] of piles) {
    const faceDown = (index) => (old[index]?.dataset.card === FACE_DOWN ? old[index] : null);
    const items = pileOf(view, place).map((card, index) =>
      use(card === FACE_DOWN ? faceDown(index) : byCard.get(card)),
    );
    result.set(place, items);
  }
  const created = new Set();
  const turned = new Set();
  for (const [place, items] of result) {
    pileOf(view, place).forEach((card, index) => {
      if (items[index]) return;
      items[index] = use(piles.get(place)[index]);
      if (items[index]) {
        setCard(items[index], card);
        turned.add(items[index]);
      } else {
        items[index] = create(card);
        created.add(items[index]);
      }
    });
  }
  return { piles: result, created, turned, removed: existing.filter((item) => !used.has(item)) };
}
