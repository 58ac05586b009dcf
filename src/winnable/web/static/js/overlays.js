// What lies over the lower edge of the board: messages, bars, the field for moves. It covers no card
// that can be played: columns end above it, and where places beside the columns reach as far down, it
// is as narrow as the columns.

import { el } from "./dom.js";
import { lowestEdge } from "./layout.js";

export class Overlays {
  /**
   * @param {HTMLElement[]} children
   * @param {HTMLElement} boardRoot what it lies over
   * @param {(height: number) => void} onCover so much of the lower edge is covered now
   */
  constructor(children, boardRoot, onCover) {
    this.boardRoot = boardRoot;
    this.node = el("div", { class: "overlays" }, children);
    this.resizing = new ResizeObserver(() => onCover(this.coveredHeight));
    this.resizing.observe(this.node);
  }

  destroy() {
    this.resizing.disconnect();
  }

  get coveredHeight() {
    if (!this.node.offsetHeight) return 0;
    const { paddingBottom } = getComputedStyle(this.boardRoot);
    return Math.max(0, this.boardRoot.clientHeight - parseFloat(paddingBottom) - this.node.offsetTop);
  }

  /** @param {import("./layout.js").Layout} layout of the board */
  fit(layout) {
    const columns = Object.entries(layout.places).filter(([place]) => place[0] === "t");
    const edges = columns.map(([, { x }]) => x);
    const { paddingLeft, paddingBottom, paddingTop } = getComputedStyle(this.boardRoot);
    const free = this.boardRoot.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom) - this.coveredHeight;
    const isNarrow = layout.isWide && lowestEdge(layout, "cfs") > free;
    const { style } = this.node;
    const start = parseFloat(paddingLeft) + Math.min(...edges);
    const end = parseFloat(paddingLeft) + Math.max(...edges) + layout.width;
    style.paddingLeft = isNarrow ? `${start}px` : "";
    style.paddingRight = isNarrow ? `${this.boardRoot.clientWidth - end}px` : "";
  }
}
