// Dragging with mouse, finger or pen. The board captures the pointer, not the card, so nothing that
// happens to a card can lose it; a drag that is cancelled puts the cards back.

const THRESHOLD = { mouse: 4, pen: 6, touch: 8 }; // pixels before a press becomes a drag

export class Drag {
  /** @param {import("./selection.js").Selection} selection */
  constructor(selection) {
    this.selection = selection;
    this.board = selection.board;
    this.press = null;
    this.endedAt = null;
    this.listening = new AbortController();
    const { signal } = this.listening;
    const { node } = this.board;
    node.addEventListener("pointerdown", (event) => this.down(event), { signal });
    node.addEventListener("pointermove", (event) => this.move(event), { signal });
    node.addEventListener("pointerup", (event) => this.up(event), { signal });
    node.addEventListener("pointercancel", (event) => this.lose(event), { signal });
    node.addEventListener("lostpointercapture", (event) => this.lose(event), { signal });
  }

  destroy() {
    this.listening.abort();
  }

  get isDragging() {
    return Boolean(this.press?.items);
  }

  /** Whether a click only ends a press that was handled already. */
  hasHandled(event) {
    const isHandled = event.detail !== 0 && this.endedAt !== null && event.timeStamp - this.endedAt < 400;
    this.endedAt = null;
    return isHandled;
  }

  down(event) {
    if (!this.board.isInteractive || !event.isPrimary || event.button !== 0 || this.press) return;
    const spot = this.board.locate(event.target);
    if (!spot) return;
    this.endedAt = null;
    this.press = {
      pointerId: event.pointerId,
      pointerType: event.pointerType,
      x: event.clientX,
      y: event.clientY,
      spot,
      items: null, // the cards that are dragged
    };
  }

  move(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.pointerId) return;
    const dx = event.clientX - press.x;
    const dy = event.clientY - press.y;
    if (!press.items) {
      if (Math.hypot(dx, dy) < (THRESHOLD[press.pointerType] ?? 5) || press.cannotDrag) return;
      if (!this.start(press)) {
        press.cannotDrag = true; // it may still be a tap
        return;
      }
    }
    Object.assign(press, { dx, dy, pointer: { x: event.clientX, y: event.clientY } });
    press.items.forEach((item, order) => {
      const { x, y } = press.positions[order];
      item.style.transform = `translate(${x + dx}px, ${y + dy}px)`;
    });
    press.target = this.nearestTarget(press);
    this.board.markDropTarget(press.target);
  }

  start(press) {
    const from = this.selection.movable(press.spot);
    if (!from) return false;
    this.selection.clear();
    this.board.node.setPointerCapture(press.pointerId);
    press.from = from;
    press.items = this.board.piles.get(from.place).slice(from.index);
    press.positions = press.items.map((item) => this.board.positions.get(item));
    this.board.startDrag(press.items);
    this.updateTargets();
    return true;
  }

  updateTargets() {
    this.press.targets = this.selection.targets(this.press.from, { isExact: true });
    this.board.markTargets(this.press.targets);
  }

  up(event) {
    const { press } = this;
    if (!press || event.pointerId !== press.pointerId) return;
    this.press = null;
    this.endedAt = event.timeStamp;
    if (press.items) {
      this.drop(press);
      return;
    }
    const { place, index } = press.spot;
    const end = this.board.locate(document.elementFromPoint(event.clientX, event.clientY));
    if (end?.place !== place) return;
    this.board.setCursor(place, index, { focus: false });
    this.selection.tap(place, index);
  }

  /** A move that is known to be legal is shown at once. Else the cards stay where they were dropped
   * until the server has answered. */
  drop({ items, from, target, pointer }) {
    this.board.clearMarks();
    const place = target ?? this.placeUnder(pointer);
    if (!place || place === from.place || place === "stock") this.putBack(items);
    else this.selection.page.move(this.selection.attempt(from.place, items, place), { dragged: items });
  }

  putBack(items) {
    this.board.endDrag(items);
    this.board.settle();
  }

  lose(event) {
    // When the board captures a finger, the card under it loses the pointer; the drag goes on.
    if (event.type === "lostpointercapture" && event.target !== this.board.node) return;
    if (this.press?.pointerId === event.pointerId) this.cancel();
  }

  cancel() {
    const { press } = this;
    this.press = null;
    if (!press?.items) return;
    this.board.clearMarks();
    this.putBack(press.items);
  }

  /** The legal target that the dragged cards overlap most; near is good enough. */
  nearestTarget({ positions, dx, dy, targets }) {
    const { width, height, places } = this.board.layout;
    const card = { x: positions[0].x + dx, y: positions[0].y + dy };
    let best = null;
    let most = 0;
    for (const place of targets) {
      const area = this.areaOf(place, 0.3 * width);
      const overlapX = Math.min(card.x + width, area.right) - Math.max(card.x, area.left);
      const overlapY = Math.min(card.y + height, area.bottom) - Math.max(card.y, area.top);
      const offCentre = Math.abs(card.x - places[place].x);
      const score = overlapX > 0 && overlapY > 0 ? overlapX * Math.min(overlapY, height) - offCentre * 0.01 : 0;
      if (score > most) [best, most] = [place, score];
    }
    return best;
  }

  /** The place under the pointer, legal or not: only the server can say why a move is illegal. */
  placeUnder(pointer) {
    const box = this.board.node.getBoundingClientRect();
    const x = pointer.x - box.left;
    const y = pointer.y - box.top;
    const isInside = (area) => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
    return [...this.board.lists.keys()].find((place) => isInside(this.areaOf(place, 0))) ?? null;
  }

  /** The area of a place; a column's reaches to the lower edge of the board. */
  areaOf(place, margin) {
    const { width, height, places, cards, bottom } = this.board.layout;
    const all = [places[place], ...cards[place]];
    const lowest = place[0] === "t" ? bottom + height : Math.max(...all.map(({ y }) => y)) + height;
    return {
      left: Math.min(...all.map(({ x }) => x)) - margin,
      right: Math.max(...all.map(({ x }) => x)) + width + margin,
      top: Math.min(...all.map(({ y }) => y)) - margin,
      bottom: lowest + margin,
    };
  }
}
