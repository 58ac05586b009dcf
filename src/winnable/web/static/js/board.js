// A board with cards. A card keeps its element for as long as it is visible, so it can slide from
// where it is seen to where it belongs, whatever happens in between.
// The board knows no rules: it shows views, marks cards, and says what is at a point.

import { animationOrder, arrival, celebrate, fade, flip, slide, stop, visiblePosition } from "./animation.js";
import { useDeck } from "./card-art.js";
import { createBase, createCard, labelBase, reconcile } from "./card-elements.js";
import { pileLabel } from "./descriptions.js";
import { el } from "./dom.js";
import { feedback } from "./feedback.js";
import { t } from "./l10n.js";
import { computeLayout } from "./layout.js";
import * as settings from "./settings.js";
import { FACE_DOWN, parseMove, placesOf } from "./view.js";

const MARKS = ["selected", "target", "drop-target", "hint-card", "hint-target"];

export class Board {
  /**
   * @param {HTMLElement} root the element to fill; it needs a size of its own
   * @param {object} options
   * @param {{name: string, is_one_way?: boolean}} options.game
   * @param {boolean} [options.isInteractive]
   * @param {(layout: import("./layout.js").Layout) => void} [options.onArranged] called when everything has its place
   */
  constructor(root, { game, isInteractive = true, onArranged = () => undefined }) {
    this.root = root;
    this.game = game;
    this.onArranged = onArranged;
    this.view = null;
    this.layout = null;
    this.node = el("div", { class: "board", role: "group", "aria-label": t("page.status.board", { game: game.name }) });
    root.append(this.node);
    this.lists = new Map(); // place -> <ol>
    this.piles = new Map(); // place -> its cards' elements, deepest first
    this.positions = new Map(); // element -> where it lies
    this.badges = new Map(); // place -> the number on it
    this.cursor = null; // the card with the keyboard focus: {place, index}
    this.dragged = new Set(); // elements that follow the pointer
    this.coveredHeight = 0;
    this.setInteractive(isInteractive);
    this.node.addEventListener("focusin", (event) => {
      const spot = this.locate(event.target);
      if (spot && this.view) this.setCursor(spot.place, spot.index, { focus: false });
    });
    this.resizing = new ResizeObserver(() => this.arrange());
    this.resizing.observe(root);
    this.stopListening = settings.onChange((name) => ["hand", "index"].includes(name) && this.arrange());
  }

  destroy() {
    this.resizing.disconnect();
    this.stopListening();
    this.node.remove();
  }

  setInteractive(isInteractive) {
    this.isInteractive = isInteractive;
    this.node.classList.toggle("read-only", !isInteractive);
    if (!isInteractive) this.clearMarks();
  }

  /**
   * Show a view.
   * @param {import("./view.js").View} view
   * @param {{animate?: boolean, moves?: (string|null)[]}} [options] moves: what led here, so that
   *   cards move one after the other
   */
  show(view, { animate = true, moves = [] } = {}) {
    const isFirst = this.view === null;
    const order = isFirst ? new Map() : animationOrder(this.view, moves);
    const before = this.visiblePositions();
    const hadFocus = this.node.contains(document.activeElement);
    const { place = "t1", index = -1 } = this.cursor ?? {};
    const wasLast = index === (this.piles.get(place)?.length ?? 0) - 1;
    this.clearMarks();
    this.view = view;
    for (const one of placesOf(view)) if (!this.lists.has(one)) this.addPlace(one);
    const changes = reconcile(view, this.piles, (card) => createCard(card, this.isInteractive));
    const hasMoved = [...changes.piles].some(([one, items]) =>
      items.some((item) => !changes.created.has(item) && !this.piles.get(one).includes(item)),
    );
    for (const [one, items] of changes.piles) this.fillPile(one, items);
    if (!isFirst && this.isInteractive && (hasMoved || changes.created.size)) {
      feedback(changes.created.size ? "deal" : "place");
    }
    this.arrange();
    this.animate(before, { ...changes, order, isAnimated: animate && !isFirst });
    this.restoreCursor(place, wasLast ? Infinity : index, hadFocus);
  }

  addPlace(place) {
    const base = createBase(place, this.isInteractive, this.game);
    const list = el("ol", { class: "pile", role: "list", "data-place": place }, base);
    this.lists.set(place, list);
    this.piles.set(place, []);
    this.node.append(list);
  }

  /** Put a pile's elements into its list, moving only those that are out of place. */
  fillPile(place, items) {
    const list = this.lists.get(place);
    items.forEach((item, index) => {
      if (list.children[index + 1] !== item) list.insertBefore(item, list.children[index + 1] ?? null);
    });
    this.piles.set(place, items);
    const cards = place === "stock" ? this.view.stock : items.map((item) => item.dataset.card);
    list.setAttribute("aria-label", pileLabel(place, cards, this.view));
    labelBase(list.firstChild, place, cards.length ?? cards, this.view);
  }

  /** Screen readers skip the cards of a foundation that others cover. */
  hideCovered(place, items) {
    const visible = place[0] === "f" ? this.layout.shown : Infinity;
    items.forEach((item, index) => {
      if (index < items.length - visible) item.setAttribute("aria-hidden", "true");
      else item.removeAttribute("aria-hidden");
      item.classList.toggle("buried", index < items.length - visible - 1);
    });
  }

  /** Compute the layout and place everything, for the room and the settings there are now. */
  arrange() {
    if (!this.view) return;
    const style = getComputedStyle(this.root);
    const room = {
      width: this.root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),
      height: this.root.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom),
    };
    this.layout = computeLayout(this.view, room, {
      isLeft: settings.get("hand") === "left",
      isLarge: settings.get("index") === "large",
      depth: this.usualDepth(),
      coveredHeight: this.coveredHeight,
    });
    useDeck({ isSmall: this.layout.isSmall });
    this.node.style.setProperty("--card-width", `${this.layout.width}px`);
    this.node.style.setProperty("--card-height", `${this.layout.height}px`);
    this.positions = new Map();
    for (const [place, list] of this.lists) {
      placeAt(list.firstChild, this.layout.places[place], 0);
      this.hideCovered(place, this.piles.get(place));
      this.piles.get(place).forEach((item, index) => {
        const position = this.layout.cards[place][index];
        this.positions.set(item, position);
        if (this.dragged.has(item)) return;
        item.classList.remove("dragged");
        placeAt(item, position, index + 1);
      });
    }
    this.updateBadges();
    this.onArranged(this.layout);
  }

  /** How many cards a long column has in most games. */
  usualDepth() {
    if (this.game.is_one_way) return 6;
    return this.view.columns.length > 4 ? 13 : 9;
  }

  /** How many cards the stock and a single foundation have. */
  updateBadges() {
    const counts = new Map();
    if (this.view.stock !== null) counts.set("stock", this.view.stock);
    if (this.view.foundations.length === 1 && this.view.foundations[0].length > 1) {
      counts.set("f1", this.view.foundations[0].length);
    }
    for (const [place, badge] of this.badges) badge.hidden = !counts.has(place);
    for (const [place, count] of counts) {
      if (!this.badges.has(place)) {
        this.badges.set(place, el("div", { class: "count-badge", "aria-hidden": "true" }));
        this.node.append(this.badges.get(place));
      }
      const badge = this.badges.get(place);
      badge.textContent = count;
      const { x, y } = this.layout.cards[place].at(-1) ?? this.layout.places[place];
      placeAt(badge, { x: x + this.layout.width / 2, y: y + this.layout.height }, 90);
    }
  }

  visiblePositions() {
    return new Map([...this.positions].map(([item, position]) => [item, visiblePosition(item, position)]));
  }

  /** Slide the cards from where they were seen to where they are placed now. */
  animate(before, { created = new Set(), removed = [], turned = new Set(), order = new Map(), isAnimated }) {
    const canMove = isAnimated && !settings.isStill();
    const { stock } = this.layout.places;
    let count = 0;
    for (const [item, to] of this.positions) {
      if (this.dragged.has(item)) continue;
      const isNew = created.has(item);
      const from = isNew ? stock : before.get(item);
      const delay = isNew ? 35 * count : (order.get(item.dataset.card) ?? 0) * 70;
      const hasMoved = from && (Math.abs(from.x - to.x) > 1 || Math.abs(from.y - to.y) > 1);
      if (!canMove) stop(item);
      else if (hasMoved) {
        slide(item, from, to, { delay, zIndex: 200 + count, isClickThrough: isNew });
        count += 1;
      }
      const isTurned = turned.has(item) || (isNew && from && item.dataset.card !== FACE_DOWN);
      if (canMove && isTurned) flip(item, delay);
    }
    for (const item of removed) {
      item.setAttribute("aria-hidden", "true");
      const remove = () => item.remove();
      if (!canMove) remove();
      else if (!stock) fade(item).finished.then(remove, remove);
      else slide(item, before.get(item), stock, { zIndex: 150, isClickThrough: true }).finished.then(remove, remove);
    }
  }

  /** Something covers so much of the lower edge; columns end above it. */
  setCoveredHeight(height) {
    if (height === this.coveredHeight) return;
    this.coveredHeight = height;
    if (this.view) this.settle();
  }

  /** Slide all cards to where they belong. */
  settle() {
    const before = this.visiblePositions();
    this.arrange();
    this.animate(before, { isAnimated: true });
  }

  /** Cards begin to follow the pointer. */
  startDrag(items) {
    items.forEach((item, order) => {
      stop(item);
      item.classList.add("dragged");
      item.style.zIndex = 500 + order;
      this.dragged.add(item);
    });
  }

  /** Cards no longer follow the pointer; the next `show` or `settle` moves them. */
  endDrag(items) {
    for (const item of items) this.dragged.delete(item);
  }

  // -- marks ---------------------------------------------------------------------------------------

  clearMarks() {
    for (const item of this.node.querySelectorAll(MARKS.map((mark) => `.${mark}`).join())) {
      item.classList.remove(...MARKS);
      item.firstChild.removeAttribute("aria-pressed");
    }
  }

  markSelected(items) {
    this.clearMarks();
    for (const item of items) {
      item.classList.add("selected");
      item.firstChild.setAttribute("aria-pressed", "true");
    }
  }

  /** Mark cards whose move waits for the server. @param {string[]} cards */
  markWaiting(cards) {
    for (const items of this.piles.values()) {
      for (const item of items) item.classList.toggle("waiting", cards.includes(item.dataset.card));
    }
  }

  /** Mark the places where the cards may go. */
  markTargets(places) {
    for (const item of this.node.querySelectorAll(".target")) item.classList.remove("target");
    for (const place of places) this.topItem(place)?.classList.add("target");
  }

  /** Mark the place where the dragged cards would be dropped now, if any. */
  markDropTarget(place) {
    for (const item of this.node.querySelectorAll(".drop-target")) item.classList.remove("drop-target");
    if (place) this.topItem(place)?.classList.add("drop-target");
  }

  /** Mark a move as a hint. */
  markHint(move) {
    this.clearMarks();
    if (move === "deal") this.topItem("stock")?.classList.add("hint-card");
    const parts = parseMove(move);
    if (!parts) return;
    this.piles.get(parts.source)?.slice(-parts.count).forEach((item) => item.classList.add("hint-card"));
    this.topItem(parts.target)?.classList.add("hint-target");
  }

  /** The last card of a place, or the empty place itself. */
  topItem(place) {
    return this.piles.get(place)?.at(-1) ?? this.lists.get(place)?.firstChild;
  }

  /** Celebrate a win once the last card has come home. @returns {Promise<void>} */
  async celebrate() {
    if (settings.isStill()) return;
    await Promise.allSettled([...this.positions.keys()].flatMap(arrival));
    if (this.node.isConnected) await celebrate(this);
  }

  // -- cursor --------------------------------------------------------------------------------------

  buttonAt({ place, index }) {
    return (this.piles.get(place)?.[index] ?? this.lists.get(place)?.firstChild)?.firstChild;
  }

  /** Move the cursor to a card: the last one of the pile unless `index` says otherwise. */
  setCursor(place, index = Infinity, { focus = true } = {}) {
    if (!this.lists.has(place)) return;
    const last = this.piles.get(place).length - 1;
    const before = this.cursor && this.buttonAt(this.cursor);
    if (before) before.tabIndex = -1;
    this.cursor = { place, index: Math.max(-1, Math.min(index, last)) };
    const button = this.buttonAt(this.cursor);
    button.tabIndex = 0;
    if (focus) button.focus({ preventScroll: true });
  }

  focus() {
    this.setCursor(this.cursor?.place);
  }

  /** After a change, exactly one element can be reached with Tab, and the focus is not lost. */
  restoreCursor(place, index, hadFocus) {
    if (!this.isInteractive) return;
    for (const node of this.node.querySelectorAll("[tabindex='0']")) node.tabIndex = -1;
    this.setCursor(place, index, { focus: hadFocus });
  }

  /** The place and card of a node; index -1 is the empty place. @returns {{place: string, index: number}|null} */
  locate(node) {
    const item = node instanceof Element ? node.closest(".item") : null;
    const list = item?.parentElement;
    if (!list?.dataset.place || !this.node.contains(list)) return null;
    const { place } = list.dataset;
    return { place, index: this.piles.get(place).indexOf(item) };
  }
}

function placeAt(node, { x, y }, zIndex) {
  node.style.transform = `translate(${x}px, ${y}px)`;
  node.style.zIndex = zIndex;
}
