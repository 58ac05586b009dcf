// The table's cards on the page. A card keeps its element for as long as it is in sight, so that it
// can fly from where it is seen to where it belongs, whatever happens in between.
// The board knows no rules: it shows views, and tells what the player points at.

import { wearDeck } from "./deck.js";
import { el } from "./dom.js";
import { layOut, pileOf, placesOf } from "./layout.js";
import { cascade, fade, flip, fly, stop, whereSeen } from "./motion.js";
import { seat } from "./seating.js";
import * as settings from "./settings.js";
import { makeHole, makeSlot, nameSlot } from "./slots.js";
import { stages } from "./stages.js";
import { pileLabel, readMove } from "./words.js";

const AIDS = ["picked", "lit", "aimed", "hinted", "hinted-target"];

export class Board {
  /**
   * @param {HTMLElement} root what the board fills; it needs a size of its own
   * @param {{game?: {name?: string, one_tap?: boolean}, interactive?: boolean, label?: string}} [options]
   */
  constructor(root, { game = {}, interactive = true, label } = {}) {
    this.root = root;
    this.game = game;
    this.interactive = interactive;
    this.view = null;
    this.layout = null;
    this.node = el("div", { class: "board", role: "group", "aria-label": label ?? `${game.name ?? "The"} table` });
    this.node.classList.toggle("to-look-at", !interactive);
    root.append(this.node);
    this.lists = new Map(); // place -> <ol>
    this.piles = new Map(); // place -> its cards' elements, deepest first
    this.spots = new Map(); // element -> where it lies
    this.badges = new Map();
    this.cursor = null; // where the keyboard is: {place, index}
    this.lifted = new Set(); // cards in the player's hand: they lie where the hand holds them
    this.listeners = new Set();
    this.foot = 0;
    this.node.addEventListener("focusin", (event) => {
      const spot = this.spotOf(event.target);
      if (spot && this.view) this.point(spot.place, spot.index, { focus: false });
    });
    this.watch = new ResizeObserver(() => this.relay());
    this.watch.observe(root);
    this.unsubscribe = settings.onChange((name) => ["hand", "index"].includes(name) && this.relay());
  }

  destroy() {
    this.watch.disconnect();
    this.unsubscribe();
    this.node.remove();
  }

  /** Listen to what the player wants. @returns {() => void} stops it */
  onIntent(fn) {
    this.listeners.add(fn);
    return () => this.listeners.delete(fn);
  }

  intend(intent) {
    if (this.interactive) for (const fn of [...this.listeners]) fn(intent);
  }

  setInteractive(isInteractive) {
    this.interactive = isInteractive;
    this.node.classList.toggle("to-look-at", !isInteractive);
    if (!isInteractive) this.clear();
  }

  /**
   * Show a view.
   * @param {import("./layout.js").View} view
   * @param {{animate?: boolean, moves?: (string|null)[]}} [options] moves: what led here, so that
   *   cards fly one after the other
   */
  show(view, { animate = true, moves = [] } = {}) {
    const isFirst = this.view === null;
    const stage = isFirst ? new Map() : stages(this.view, moves);
    const seen = new Map([...this.spots.keys()].map((slot) => [slot, whereSeen(slot, this.spots.get(slot))]));
    const hadFocus = this.node.contains(document.activeElement);
    const { place = "t1", index = -1 } = this.cursor ?? {};
    const wasLast = index === (this.piles.get(place)?.length ?? 0) - 1;
    this.clear();
    this.view = view;
    for (const place of placesOf(view)) if (!this.lists.has(place)) this.addPlace(place);
    const { rows, born, gone, turned } = seat(view, this.piles, (card) => makeSlot(card, this.interactive));
    for (const [at, row] of rows) this.fill(at, row, pileOf(view, at));
    this.place();
    this.whenShown?.(); // a hand that holds cards looks whether they are still there to be held
    const isMoving = animate && !isFirst && !settings.isStill();
    this.move(seen, { born, gone, turned, stage, isMoving });
    this.mind(place, wasLast ? Infinity : index, hadFocus);
  }

  addPlace(place) {
    const hole = makeHole(place, this.interactive, this.game);
    const list = el("ol", { class: `pile ${place[0]}-pile`, role: "list", "data-place": place }, hole);
    this.lists.set(place, list);
    this.piles.set(place, []);
    this.node.append(list);
  }

  /** Put a pile's elements into its list, touching only what is out of place. */
  fill(place, row, pile) {
    const list = this.lists.get(place);
    row.forEach((slot, index) => {
      if (list.children[index + 1] !== slot) list.insertBefore(slot, list.children[index + 1] ?? null);
    });
    this.piles.set(place, row);
    const label = pileLabel(place, place === "stock" ? this.view.stock : pile);
    list.setAttribute("aria-label", label);
    nameSlot(list.firstChild, place, place === "stock" ? this.view.stock : pile.length);
    const shown = place[0] === "f" ? (this.view.foundations.length > 1 ? 1 : 5) : Infinity;
    row.forEach((slot, index) => {
      const isCovered = index < row.length - shown;
      if (isCovered) slot.setAttribute("aria-hidden", "true");
      else slot.removeAttribute("aria-hidden");
      slot.classList.toggle("deep", index < row.length - shown - 1);
    });
  }

  /** Work out where everything lies, and lay it there. */
  place() {
    const room = { width: this.root.clientWidth, height: this.root.clientHeight };
    const style = getComputedStyle(this.root);
    room.width -= parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    room.height -= parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
    const options = {
      isLeft: settings.get("hand") === "left",
      isLarge: settings.get("index") === "large",
      depth: this.game.one_tap ? 6 : 13,
      foot: this.foot,
    };
    this.layout = layOut(this.view, room, options);
    wearDeck({ small: this.layout.isSmall });
    this.node.style.setProperty("--card-width", `${this.layout.width}px`);
    this.node.style.setProperty("--card-height", `${this.layout.height}px`);
    const spots = new Map();
    for (const [place, list] of this.lists) {
      lay(list.firstChild, this.layout.places[place], 0);
      this.piles.get(place).forEach((slot, index) => {
        const spot = this.layout.cards[place][index];
        spots.set(slot, spot);
        if (!this.lifted.has(slot)) lay(slot, spot, index + 1);
      });
    }
    this.spots = spots;
    this.count();
  }

  /** Numbers on the stock and on a lone foundation. */
  count() {
    const wanted = new Map();
    if (this.view.stock !== null) wanted.set("stock", this.view.stock);
    if (this.view.foundations.length === 1 && this.view.foundations[0].length > 1) {
      wanted.set("f1", this.view.foundations[0].length);
    }
    for (const [place, badge] of this.badges) badge.hidden = !wanted.has(place);
    for (const [place, number] of wanted) {
      if (!this.badges.has(place)) {
        this.badges.set(place, el("div", { class: "badge", "aria-hidden": "true" }));
        this.node.append(this.badges.get(place));
      }
      const badge = this.badges.get(place);
      badge.textContent = number;
      const spot = this.layout.cards[place].at(-1) ?? this.layout.places[place];
      lay(badge, { x: spot.x + this.layout.width / 2, y: spot.y + this.layout.height }, 90);
    }
  }

  move(seen, { born, gone, turned, stage, isMoving }) {
    const stock = this.layout.places.stock;
    let order = 0;
    for (const [slot, to] of this.spots) {
      if (this.lifted.has(slot)) continue;
      const from = born.has(slot) ? stock : seen.get(slot);
      const delay = born.has(slot) ? 35 * order : (stage.get(slot.dataset.card) ?? 0) * 70;
      const isAway = from && (Math.abs(from.x - to.x) > 1 || Math.abs(from.y - to.y) > 1);
      if (!isMoving) stop(slot);
      else if (isAway) {
        fly(slot, from, to, { delay, height: 200 + order, isThin: born.has(slot) });
        order += 1;
      }
      if (isMoving && (turned.has(slot) || (born.has(slot) && from))) flip(slot, delay);
    }
    for (const slot of gone) {
      slot.setAttribute("aria-hidden", "true");
      if (isMoving && stock) fly(slot, seen.get(slot), stock, { height: 150, isThin: true }).finished.then(() => slot.remove(), () => slot.remove());
      else if (isMoving) fade(slot).finished.then(() => slot.remove(), () => slot.remove());
      else slot.remove();
    }
  }

  /** Lay everything out again: the room, the hand or the deck has changed. */
  relay() {
    if (this.view && this.root.clientWidth && this.root.clientHeight) this.place();
  }

  /** Something covers so much of the lower edge: columns make room. */
  setFoot(height) {
    if (height === this.foot) return;
    this.foot = height;
    if (this.view) this.settle();
  }

  /** Let cards lie where they belong, from wherever they are seen. */
  settle({ animate = true } = {}) {
    const seen = new Map([...this.spots.keys()].map((slot) => [slot, whereSeen(slot, this.spots.get(slot))]));
    this.place();
    const isMoving = animate && !settings.isStill();
    this.move(seen, { born: new Set(), gone: [], turned: new Set(), stage: new Map(), isMoving });
  }

  // -- what the player is shown beside the cards ---------------------------------------------------

  clear() {
    for (const node of this.node.querySelectorAll(AIDS.map((one) => `.${one}`).join())) {
      node.classList.remove(...AIDS);
      node.firstChild.removeAttribute("aria-pressed");
    }
  }

  /** Show cards as picked up; `select(null)` lets go. */
  select(place, index = 0) {
    this.clear();
    for (const slot of place ? this.piles.get(place).slice(index) : []) {
      slot.classList.add("picked");
      slot.firstChild.setAttribute("aria-pressed", "true");
    }
  }

  /** The element at which a card would be laid down on a place. */
  landing(place) {
    return this.piles.get(place)?.at(-1) ?? this.lists.get(place)?.firstChild;
  }

  light(places) {
    for (const node of this.node.querySelectorAll(".lit")) node.classList.remove("lit");
    for (const place of places) this.landing(place)?.classList.add("lit");
  }

  /** Of the places that are lit, the one where the cards in hand would go. */
  aim(place) {
    for (const node of this.node.querySelectorAll(".aimed")) node.classList.remove("aimed");
    if (place) this.landing(place)?.classList.add("aimed");
  }

  /** Point out a move. */
  mark(move) {
    this.clear();
    if (move === "deal") this.landing("stock")?.classList.add("hinted");
    const parts = readMove(move);
    if (!parts) return;
    this.piles.get(parts.source)?.slice(-parts.count).forEach((slot) => slot.classList.add("hinted"));
    this.landing(parts.target)?.classList.add("hinted-target");
  }

  /** The win is celebrated: the cards fall off the table. @returns {Promise<void>} */
  celebrate() {
    return settings.isStill() ? Promise.resolve() : cascade(this);
  }

  // -- the keyboard's place ------------------------------------------------------------------------

  buttonAt({ place, index }) {
    return (this.piles.get(place)?.[index] ?? this.lists.get(place)?.firstChild)?.firstChild;
  }

  /** Put the cursor at a card: the last one of a pile unless told otherwise. */
  point(place, index = Infinity, { focus = true } = {}) {
    if (!this.lists.has(place)) return;
    const last = this.piles.get(place).length - 1;
    const was = this.cursor && this.buttonAt(this.cursor);
    if (was) was.tabIndex = -1;
    this.cursor = { place, index: Math.max(-1, Math.min(index, last)) };
    const now = this.buttonAt(this.cursor);
    now.tabIndex = 0;
    if (focus) now.focus({ preventScroll: true });
  }

  focus(place, index) {
    this.point(place ?? this.cursor?.place, index);
  }

  /** After a change, one element of the board can be reached with Tab, and the focus is not lost. */
  mind(place, index, hadFocus) {
    if (!this.interactive) return;
    for (const node of this.node.querySelectorAll("[tabindex='0']")) node.tabIndex = -1;
    this.point(place, index, { focus: hadFocus });
  }

  /** What lies under a node of the board. @returns {{place: string, index: number}|null} */
  spotOf(node) {
    const slot = node instanceof Element ? node.closest(".slot") : null;
    const list = slot?.parentElement;
    if (!list?.dataset.place || !this.node.contains(list)) return null;
    const place = list.dataset.place;
    return { place, index: slot === list.firstChild ? -1 : this.piles.get(place).indexOf(slot) };
  }
}

function lay(node, { x, y }, height) {
  node.style.transform = `translate(${x}px, ${y}px)`;
  node.style.zIndex = height;
}
