// Dragging with mouse, finger or pen. The pointer is captured by the board, not by the card, so
// that nothing a card goes through can lose it; whatever calls the drag off puts the cards back.

import { stop } from "./motion.js";

const SLOP = { mouse: 4, pen: 6, touch: 8 };

export class Drag {
  /** @param {import("./board.js").Board} board @param {import("./hand.js").Hand} hand */
  constructor(board, hand) {
    this.board = board;
    this.hand = hand;
    this.press = null;
    this.ended = null;
    const events = { pointerdown: "down", pointermove: "follow", pointerup: "up", pointercancel: "cancel", lostpointercapture: "cancel" };
    this.stops = Object.entries(events).map(([name, method]) => {
      const listener = (event) => this[method](event);
      board.node.addEventListener(name, listener);
      return () => board.node.removeEventListener(name, listener);
    });
    board.whenShown = () => this.press?.cards && this.holdOn(this.press);
    const onEscape = (event) => event.key === "Escape" && this.press?.cards && this.giveUp();
    document.addEventListener("keydown", onEscape, true);
    this.stops.push(() => document.removeEventListener("keydown", onEscape, true));
  }

  destroy() {
    for (const stop of this.stops) stop();
  }

  /** Whether a click is only the end of something that was dealt with already. */
  hasHandled(event) {
    const isHandled = event.detail !== 0 && this.ended !== null && event.timeStamp - this.ended < 400;
    this.ended = null;
    return isHandled;
  }

  down(event) {
    if (!this.board.interactive || !event.isPrimary || event.button !== 0 || this.press) return;
    const spot = this.board.spotOf(event.target);
    if (!spot) return;
    this.ended = null;
    this.press = { id: event.pointerId, x: event.clientX, y: event.clientY, spot, kind: event.pointerType, cards: null };
  }

  follow(event) {
    const press = this.press;
    if (!press || event.pointerId !== press.id) return;
    const dx = event.clientX - press.x;
    const dy = event.clientY - press.y;
    if (!press.cards) {
      if (Math.hypot(dx, dy) < (SLOP[press.kind] ?? 5) || press.isStuck) return;
      if (!this.pickUp(press)) {
        press.isStuck = true; // nothing to lift: it may still be a tap
        return;
      }
    }
    press.dx = dx;
    press.dy = dy;
    press.pointer = { x: event.clientX, y: event.clientY };
    this.carry(press);
    press.target = this.nearest(press);
    this.board.aim(press.target);
  }

  pickUp(press) {
    const lifted = this.hand.lift(press.spot.place, press.spot.index);
    if (!lifted) return false;
    this.hand.letGo();
    this.board.node.setPointerCapture(press.id);
    press.from = lifted;
    press.targets = this.hand.targets(lifted, { isExact: true });
    press.cards = this.board.piles.get(lifted.place).slice(lifted.index);
    press.spots = press.cards.map((slot) => this.board.spots.get(slot));
    press.cards.forEach((slot, order) => {
      stop(slot);
      slot.classList.add("held");
      slot.style.zIndex = 500 + order;
      this.board.lifted.add(slot);
    });
    this.board.light(press.targets);
    return true;
  }

  /** The table has changed meanwhile: go on if the cards in hand still lie where they were lifted. */
  holdOn(press) {
    const now = this.board.piles.get(press.from.place).slice(press.from.index);
    if (now.length === press.cards.length && now.every((slot, order) => slot === press.cards[order])) {
      press.targets = this.hand.targets(press.from, { isExact: true });
      this.board.light(press.targets);
    } else this.giveUp();
  }

  carry({ cards, spots, dx, dy }) {
    cards.forEach((slot, order) => {
      slot.style.transform = `translate(${spots[order].x + dx}px, ${spots[order].y + dy}px)`;
    });
  }

  up(event) {
    const press = this.press;
    if (!press || event.pointerId !== press.id) return;
    this.press = null;
    this.ended = event.timeStamp;
    if (!press.cards) {
      const spot = this.board.spotOf(document.elementFromPoint(event.clientX, event.clientY));
      const isSame = spot?.place === press.spot.place;
      if (isSame) {
        this.board.point(press.spot.place, press.spot.index, { focus: false });
        this.hand.tap(press.spot.place, press.spot.index);
      }
      return;
    }
    this.lay(press);
  }

  /** Lay the cards down: they stay where they were dropped until the server has answered. */
  lay(press) {
    this.board.clear();
    const target = press.target ?? this.under(press);
    if (!target || target === press.from.place || target === "stock") {
      this.putBack(press);
      return;
    }
    const done = () => this.putBack(press);
    this.board.intend({ kind: "move", source: press.from.place, index: press.from.index, target, by: "drag", done });
  }

  putBack(press) {
    press.cards.forEach((slot) => {
      this.board.lifted.delete(slot);
    });
    this.board.settle();
    press.cards.forEach((slot) => slot.classList.remove("held"));
  }

  cancel(event) {
    // When the board takes a finger over, the card under it loses the pointer: that is no end.
    if (event.type === "lostpointercapture" && event.target !== this.board.node) return;
    if (this.press?.id === event.pointerId) this.giveUp();
  }

  giveUp() {
    const press = this.press;
    this.press = null;
    if (!press?.cards) return;
    this.board.clear();
    this.putBack(press);
  }

  /** The legal place that the cards in hand cover most; near is good enough. */
  nearest(press) {
    const { width, height } = this.board.layout;
    const card = { x: press.spots[0].x + press.dx, y: press.spots[0].y + press.dy };
    let best = null;
    let most = 0;
    for (const place of press.targets) {
      const zone = this.zone(place, 0.3);
      const wide = Math.min(card.x + width, zone.right) - Math.max(card.x, zone.left);
      const high = Math.min(card.y + height, zone.bottom) - Math.max(card.y, zone.top);
      const middle = Math.abs(card.x - this.board.layout.places[place].x);
      const worth = wide > 0 && high > 0 ? wide * Math.min(high, height) - middle * 0.01 : 0;
      if (worth > most) [best, most] = [place, worth];
    }
    return best;
  }

  /** The place under the pointer, legal or not. */
  under({ pointer }) {
    const box = this.board.node.getBoundingClientRect();
    const x = pointer.x - box.left;
    const y = pointer.y - box.top;
    const isIn = (zone) => x >= zone.left && x <= zone.right && y >= zone.top && y <= zone.bottom;
    return [...this.board.lists.keys()].find((place) => isIn(this.zone(place, 0))) ?? null;
  }

  /** The area of a place; a column's reaches to the bottom of the table. */
  zone(place, margin) {
    const { width, height, places, cards, bottom } = this.board.layout;
    const all = [places[place], ...cards[place]];
    const more = margin * width;
    const low = place[0] === "t" ? bottom + height : Math.max(...all.map((spot) => spot.y)) + height;
    return {
      left: Math.min(...all.map((spot) => spot.x)) - more,
      right: Math.max(...all.map((spot) => spot.x)) + width + more,
      top: Math.min(...all.map((spot) => spot.y)) - more,
      bottom: low + more,
    };
  }
}
