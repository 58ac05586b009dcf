// The player's hand: what is picked up, and what pointing at a place means then.
// Finger, mouse, pen and keyboard all end here, so that they can all do the same. What may be lifted
// and where it may go comes with the state from the server; what is not among that is still asked
// for, because only the server can say why not.

import { Drag } from "./drag.js";
import { cardName, counted, DOWN, placeName, readMove } from "./words.js";

const DOUBLE = 380; // milliseconds between the two taps of a double tap

export class Hand {
  /**
   * @param {import("./board.js").Board} board
   * @param {{state: () => {moves: string[], lift: number[]}, oneTap: boolean, say: (words: string) => void}} options
   */
  constructor(board, { state, oneTap, say }) {
    this.board = board;
    this.state = state;
    this.oneTap = oneTap;
    this.say = say;
    this.picked = null; // {place, index}
    this.pickedAt = -DOUBLE;
    this.drag = new Drag(board, this);
    this.onClick = (event) => this.click(event);
    board.node.addEventListener("click", this.onClick);
  }

  destroy() {
    this.drag.destroy();
    this.board.node.removeEventListener("click", this.onClick);
  }

  /** Buttons answer to keys and to helping devices with clicks; pointers are followed by the drag. */
  click(event) {
    if (this.drag.hasHandled(event)) return;
    const spot = this.board.spotOf(event.target);
    if (spot) this.tap(spot.place, spot.index, event.detail === 0 ? "key" : "tap");
  }

  /** Whether there are cards in it, picked up or dragged. */
  get isHolding() {
    return Boolean(this.picked || this.drag.press?.cards);
  }

  /** Which card is lifted when this one is pointed at; null where none can be. */
  lift(place, index) {
    const pile = this.board.piles.get(place);
    if (!pile?.length || place[0] === "f" || place === "stock") return null;
    if (place[0] !== "t") return { place, index: 0 };
    const most = this.state().lift[Number(place.slice(1)) - 1];
    return most ? { place, index: Math.max(index, pile.length - most) } : null;
  }

  /** Where the cards picked up may go; a tap leaves the number of cards open. */
  targets({ place, index }, { isExact = false } = {}) {
    const count = this.board.piles.get(place).length - index;
    const fitting = this.state()
      .moves.map(readMove)
      .filter((move) => move && move.source === place && (!isExact || move.count === count));
    return [...new Set(fitting.map((move) => move.target))];
  }

  tap(place, index, by = "tap") {
    if (!this.board.interactive) return;
    const isDouble = this.isDouble(place, by);
    if (place === "stock") {
      this.letGo();
      this.board.intend({ kind: "deal" });
    } else if (isDouble) {
      this.sendHome(place, index);
    } else if (!this.picked) {
      if (this.oneTap && place[0] === "t") this.sendHome(place, index);
      else this.pickUp(place, index);
    } else if (this.picked.place === place) {
      this.letGo();
      this.say("Let go.");
    } else {
      this.layDown(place, index, by);
    }
  }

  /** Two taps are one gesture only if the first of them picked the card up. */
  isDouble(place, by) {
    const isDouble = by === "tap" && this.picked?.place === place && performance.now() - this.pickedAt < DOUBLE;
    this.pickedAt = performance.now();
    return isDouble;
  }

  pickUp(place, index) {
    const lifted = this.lift(place, index);
    if (!lifted) {
      this.say(this.whyNot(place));
      return;
    }
    const cards = this.board.piles.get(place).slice(lifted.index);
    this.picked = { ...lifted, cards };
    const targets = this.showPicked();
    const more = cards.length > 1 ? ` and ${counted(cards.length - 1, "more card").replace("more cards", "more")}` : "";
    const where = targets.length ? `Can go to ${targets.map(placeName).join(", ")}.` : "There is no place for it now.";
    this.say(`${cardName(cards[0].dataset.card)}${more} picked up. ${where}`);
  }

  showPicked() {
    const targets = this.targets(this.picked);
    this.board.select(this.picked.place, this.picked.index);
    this.board.light(targets);
    return targets;
  }

  /** The table has changed: what is picked up stays so if it still lies there as it did. */
  holdOn() {
    if (!this.picked) return;
    const { place, index, cards } = this.picked;
    const now = this.board.piles.get(place).slice(index);
    if (now.length === cards.length && now.every((slot, order) => slot === cards[order])) this.showPicked();
    else this.letGo();
  }

  whyNot(place) {
    const pile = this.board.piles.get(place);
    if (place[0] === "f" && pile.length) return "A card on a foundation stays there.";
    if (pile.at(-1)?.dataset.card === DOWN) return "This card lies face down.";
    return `There is no card in ${placeName(place)}.`;
  }

  layDown(place, index, by) {
    const { place: source, index: first } = this.picked;
    this.letGo();
    // Somebody who is refused has perhaps pointed at other cards instead: they are picked up then.
    const instead = () => index >= 0 && place[0] !== "f" && this.pickUp(place, index);
    this.board.intend({ kind: "move", source, index: first, target: place, by, instead });
  }

  sendHome(place, index) {
    this.letGo();
    const last = this.board.piles.get(place).length - 1;
    if (last < 0) this.say(this.whyNot(place));
    else this.board.intend({ kind: "move", source: place, index: index < 0 ? last : index, target: "home", by: "home" });
  }

  letGo() {
    this.picked = null;
    this.board.clear();
  }
}
