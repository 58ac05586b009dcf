// Moving cards by tap, drag or key. A tap sends a card to its best place, or picks it up, as the
// settings say; keys and assistive technology always pick it up, and put it down elsewhere.
// Which cards can move, and where to, comes with the state. Other moves are sent to the server all
// the same, because only the server can say why they are not legal.

import { say } from "./announce.js";
import { cardName, placeName, shortCardName } from "./descriptions.js";
import { Drag } from "./drag.js";
import { t } from "./l10n.js";
import * as settings from "./settings.js";
import { FACE_DOWN, parseMove } from "./view.js";

const DOUBLE_TAP = 300; // milliseconds

export class Selection {
  /** @param {import("./game-page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.board = page.board;
    this.selected = null; // {place, index, items}
    this.tapped = { place: null, at: -DOUBLE_TAP }; // the tap that counts, and when it was
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

  /** Whether a tap sends a card to its best place: always in games where no other place makes sense. */
  get movesByTap() {
    return this.page.game.takes_one_tap || settings.get("tap") === "moves";
  }

  /** The first card that moves when this one is picked up; null if none can. */
  movable({ place, index }) {
    const pile = this.board.piles.get(place);
    if (!pile?.length || place[0] === "f" || place === "stock") return null;
    if (place[0] !== "t") return { place, index: 0 };
    const most = this.page.client.shown.movable_cards[Number(place.slice(1)) - 1];
    return most ? { place, index: Math.max(index, pile.length - most) } : null;
  }

  /** Where cards may go. Picked up, it is open how many of them move; a drag is exact. */
  targets({ place, index }, { isExact = false } = {}) {
    const count = this.board.piles.get(place).length - index;
    const { touched } = this.page.client; // what is legal there now is not known yet
    const moves = this.page.client.shown.legal_moves
      .map(parseMove)
      .filter((move) => move && move.source === place && (!isExact || move.count === count))
      .filter((move) => !touched.has(move.source) && !touched.has(move.target));
    return [...new Set(moves.map((move) => move.target))];
  }

  tap(place, index, { isPointer = true } = {}) {
    if (!this.board.isInteractive) return;
    const isRepeated = isPointer && this.isRepeated(place);
    if (place === "stock") {
      this.clear();
      this.page.run("deal");
    } else if (this.selected?.place === place) {
      if (isRepeated) this.moveToFoundation(place, index);
      else this.cancel();
    } else if (this.selected) {
      this.moveTo(place, index, isPointer);
    } else if (isPointer && this.movesByTap) {
      // The second tap of a double tap must not send the next card away.
      if (!isRepeated && this.sendToBestPlace(place, index)) this.remember(place);
    } else if (this.page.game.is_one_way && place[0] === "t") {
      this.moveToFoundation(place, index);
    } else if (this.select(place, index)) {
      this.remember(place);
    }
  }

  remember(place) {
    this.tapped = { place, at: performance.now() };
  }

  /** Whether this is the second tap of a double tap: the first one picked a card up, or sent it. */
  isRepeated(place) {
    return this.tapped.place === place && performance.now() - this.tapped.at < DOUBLE_TAP;
  }

  /** @returns {boolean} whether the cards can move, as far as the page knows */
  sendToBestPlace(place, index) {
    const pile = this.board.piles.get(place);
    const first = this.page.game.takes_one_tap ? pile.length - 1 : index;
    if (this.explain(place, first)) return false;
    this.page.move(this.attempt(place, pile.slice(first), "best"));
    return true;
  }

  /** @returns {import("./prediction.js").Attempt} */
  attempt(source, items, target) {
    const cards = items.map((item) => item.dataset.card);
    const isPile = target[0] === "t" || target[0] === "c";
    const onto = isPile ? (this.board.piles.get(target).at(-1)?.dataset.card ?? null) : undefined;
    return { source, cards, target, onto };
  }

  /** @returns {boolean} whether the cards were picked up */
  select(place, index) {
    if (this.explain(place, index)) return false;
    const items = this.board.piles.get(place).slice(index);
    this.selected = { place, index, items };
    const targets = this.markSelected();
    const card = cardName(items[0].dataset.card);
    const key = items.length > 1 ? "page.play.cards_picked_up" : "page.play.picked_up";
    const places = targets.map((place) => placeName(place, this.board.view)).join(", ");
    const where = targets.length ? t("page.play.can_go_to", { places }) : t("page.play.nowhere");
    say(`${t(key, { card, count: items.length - 1 })} ${where}`);
    return true;
  }

  markSelected() {
    const targets = this.targets(this.selected);
    this.board.markSelected(this.selected.items);
    this.board.markTargets(targets);
    return targets;
  }

  /** Say why a card cannot move, if it cannot wherever it may go. @returns {boolean} whether it was said */
  explain(place, index) {
    const pile = this.board.piles.get(place);
    if (!pile.length) {
      say(t("page.play.place_empty", { place: placeName(place, this.board.view) }));
      return true;
    }
    // The server is about to say which card is turned up.
    const { card } = pile[index].dataset;
    if (card === FACE_DOWN && this.page.client.touched.has(place)) return true;
    const reason = this.whyNotMovable(place, index, card);
    if (reason) this.page.message.show(reason, { kind: "illegal" });
    return Boolean(reason);
  }

  whyNotMovable(place, index, card) {
    if (place[0] === "f") return t("page.play.foundation_stays");
    if (card === FACE_DOWN) return t("page.play.face_down");
    if (index >= this.movable({ place, index }).index) return null;
    return t("page.play.not_in_sequence", { card: shortCardName(card) });
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
    const { place: source, items } = this.selected;
    this.clear();
    // Perhaps the player meant to pick up other cards instead.
    const selectInstead = () => index >= 0 && place[0] !== "f" && this.select(place, index);
    const onIllegal = isPointer && !this.movesByTap ? selectInstead : undefined;
    this.page.move(this.attempt(source, items, place), { onIllegal });
  }

  /** The last card of a pile to its foundation. */
  moveToFoundation(place, index) {
    this.clear();
    const pile = this.board.piles.get(place);
    if (!pile.length || place[0] === "f") this.explain(place, index);
    else this.page.move(this.attempt(place, pile.slice(-1), "home"));
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
      say(t("page.play.put_back"));
    }
    return true;
  }
}
