// Picking cards up and putting them down by tap, drag or key.
// Which cards can move, and where to, comes with the state. Other moves are sent to the server all
// the same, because only the server can say why they are not legal.

import { say } from "./announce.js";
import { cardName, placeName } from "./descriptions.js";
import { Drag } from "./drag.js";
import { FACE_DOWN, parseMove } from "./view.js";

const DOUBLE_TAP = 380; // milliseconds

export class Selection {
  /** @param {import("./game-page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.board = page.board;
    this.selected = null; // {place, index, items}
    this.tappedAt = -DOUBLE_TAP;
    this.drag = new Drag(this);
    this.onClick = (event) => this.click(event);
    this.board.node.addEventListener("click", this.onClick);
  }

  destroy() {
    this.drag.destroy();
    this.board.node.removeEventListener("click", this.onClick);
  }

  /** Clicks from keys and assistive technology; `Drag` handles those of pointers. */
  click(event) {
    if (this.drag.hasHandled(event)) return;
    const spot = this.board.locate(event.target);
    if (spot) this.tap(spot.place, spot.index, { isPointer: event.detail !== 0 });
  }

  /** Whether cards are picked up or dragged. */
  get isActive() {
    return Boolean(this.selected || this.drag.isDragging);
  }

  /** The first card that moves when this one is picked up; null if none can. */
  movable({ place, index }) {
    const pile = this.board.piles.get(place);
    if (!pile?.length || place[0] === "f" || place === "stock") return null;
    if (place[0] !== "t") return { place, index: 0 };
    const most = this.page.state.movable_cards[Number(place.slice(1)) - 1];
    return most ? { place, index: Math.max(index, pile.length - most) } : null;
  }

  /** Where cards may go. A tap leaves open how many of them move; a drag is exact. */
  targets({ place, index }, { isExact = false } = {}) {
    const count = this.board.piles.get(place).length - index;
    const moves = this.page.state.legal_moves
      .map(parseMove)
      .filter((move) => move && move.source === place && (!isExact || move.count === count));
    return [...new Set(moves.map((move) => move.target))];
  }

  tap(place, index, { isPointer = true } = {}) {
    if (!this.board.isInteractive) return;
    const isDouble = isPointer && this.isDoubleTap(place);
    if (place === "stock") {
      this.clear();
      this.page.run("deal");
    } else if (isDouble) {
      this.moveToFoundation(place, index);
    } else if (!this.selected) {
      if (this.page.game.is_one_way && place[0] === "t") this.moveToFoundation(place, index);
      else this.select(place, index);
    } else if (this.selected.place === place) {
      this.cancel();
    } else {
      this.moveTo(place, index, isPointer);
    }
  }

  /** Two taps count as one gesture only if the first of them picked the card up. */
  isDoubleTap(place) {
    const isDouble = this.selected?.place === place && performance.now() - this.tappedAt < DOUBLE_TAP;
    this.tappedAt = performance.now();
    return isDouble;
  }

  select(place, index) {
    const first = this.movable({ place, index });
    if (!first) {
      say(this.whyNotMovable(place));
      return;
    }
    const items = this.board.piles.get(place).slice(first.index);
    this.selected = { ...first, items };
    const targets = this.markSelected();
    const others = items.length > 1 ? ` and ${items.length - 1} more` : "";
    const where = targets.length ? `Can go to ${targets.map(placeName).join(", ")}.` : "It has nowhere to go.";
    say(`${cardName(items[0].dataset.card)}${others} picked up. ${where}`);
  }

  markSelected() {
    const targets = this.targets(this.selected);
    this.board.markSelected(this.selected.items);
    this.board.markTargets(targets);
    return targets;
  }

  whyNotMovable(place) {
    const pile = this.board.piles.get(place);
    if (place[0] === "f" && pile.length) return "Cards on a foundation stay there.";
    if (pile.at(-1)?.dataset.card === FACE_DOWN) return "This card is face down.";
    return `There is no card in ${placeName(place)}.`;
  }

  /** The board has changed: keep hold of cards that are still where they were. */
  update() {
    const isUnchanged = ({ place, index }, items) => {
      const now = this.board.piles.get(place).slice(index);
      return now.length === items.length && now.every((item, order) => item === items[order]);
    };
    if (this.selected) {
      if (isUnchanged(this.selected, this.selected.items)) this.markSelected();
      else this.clear();
    }
    if (this.drag.isDragging) {
      if (isUnchanged(this.drag.press.from, this.drag.press.items)) this.drag.updateTargets();
      else this.drag.cancel();
    }
  }

  moveTo(place, index, isPointer) {
    const { place: source, index: first } = this.selected;
    this.clear();
    // Perhaps the player meant to pick up other cards instead.
    const selectInstead = () => index >= 0 && place[0] !== "f" && this.select(place, index);
    this.page.move({ source, index: first, target: place }, { onIllegal: isPointer ? selectInstead : undefined });
  }

  moveToFoundation(place, index) {
    this.clear();
    const last = this.board.piles.get(place).length - 1;
    if (last < 0) say(this.whyNotMovable(place));
    else this.page.move({ source: place, index: index < 0 ? last : index, target: "home" });
  }

  clear() {
    this.selected = null;
    this.board.clearMarks();
  }

  /** Put back cards that are picked up or dragged. @returns {boolean} whether there were any */
  cancel() {
    if (!this.isActive) return false;
    if (this.drag.isDragging) this.drag.cancel();
    else {
      this.clear();
      say("Put back.");
    }
    return true;
  }
}
