// The winning chance over the moves of a game. Where all cards are in sight it is exact: all or
// nothing. Where cards are hidden, the line is the chance after each move, judged by what was in
// sight then, and the band below it has the verdicts, as the cards lay. Line and band, and the
// patterns of the band, can be told apart without colour.
// The graph is a slider: a click, a tap or an arrow key chooses the position that the board shows.

import { el, replace, svg, uniqueId } from "./dom.js";
import { t } from "./l10n.js";

const LEFT = 38;
const RIGHT = 10;
const TOP = 16;
const PLOT = 92;
const BAND_TOP = TOP + PLOT + 8;
const BAND = 12;
const HEIGHT = BAND_TOP + BAND + 18;
const SCALES = [5, 10, 20, 50, 100]; // percent at the top of the graph
const LABEL_WIDTH = 30; // a number below the band, with space around it

export class ChanceGraph {
  /**
   * @param {(movesMade: number) => void} onChoose
   * @param {(movesMade: number) => string} describe a position in words
   */
  constructor(onChoose, describe) {
    this.onChoose = onChoose;
    this.describe = describe;
    this.verdicts = [];
    this.mistake = null;
    this.luck = null;
    this.note = "";
    this.chosen = 0;
    this.hatchId = uniqueId("hatch");
    this.dotsId = uniqueId("dots");
    this.tip = el("p", { class: "luck-tip small", hidden: true, "aria-hidden": "true" });
    this.picture = el("div", { class: "luck-picture" });
    this.slider = el(
      "div",
      {
        class: "luck-slider",
        role: "slider",
        tabindex: "0",
        "aria-label": t("page.review.graph"),
        "data-field": "graph",
        onkeydown: (event) => this.handleKey(event),
        onclick: (event) => this.choose(this.moveAt(event)),
        onpointermove: (event) => event.pointerType === "mouse" && this.showTip(this.moveAt(event)),
        onpointerleave: () => this.hideTip(),
      },
      this.picture,
      this.tip,
    );
    this.node = el("div", { class: "luck-chart", hidden: true }, this.slider);
    this.resizing = new ResizeObserver(() => this.draw());
    this.resizing.observe(this.slider);
  }

  destroy() {
    this.resizing.disconnect();
  }

  /**
   * @param {object} shown
   * @param {string[]} shown.verdicts
   * @param {number|null} shown.mistake the move that lost the game
   * @param {import("./luck.js").Luck|null} shown.luck
   * @param {boolean} shown.isOpen all cards are in sight, so the verdicts are the chance
   * @param {string} shown.note what is shown as long as there is no luck
   * @param {number|null} shown.chosen the position on the board
   */
  update({ verdicts, mistake, luck, isOpen, note, chosen }) {
    Object.assign(this, { verdicts, mistake, luck, isOpen, note });
    this.node.hidden = false;
    this.slider.setAttribute("aria-valuemin", "0");
    this.slider.setAttribute("aria-valuemax", String(this.last));
    this.setCurrent(chosen);
  }

  get hasFocus() {
    return document.activeElement === this.slider;
  }

  get last() {
    return this.verdicts.length - 1;
  }

  choose(movesMade) {
    this.hideTip();
    this.onChoose(Math.max(0, Math.min(this.last, movesMade)));
  }

  /** Mark the position that is shown. */
  setCurrent(movesMade) {
    this.chosen = movesMade ?? this.last;
    this.slider.setAttribute("aria-valuenow", String(this.chosen));
    this.slider.setAttribute("aria-valuetext", this.describe(this.chosen));
    this.draw();
  }

  handleKey(event) {
    const wanted = {
      ArrowLeft: this.chosen - 1,
      ArrowDown: this.chosen - 1,
      ArrowRight: this.chosen + 1,
      ArrowUp: this.chosen + 1,
      PageDown: this.chosen - 10,
      PageUp: this.chosen + 10,
      Home: 0,
      End: this.last,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // the board uses the arrow keys too
    this.choose(wanted);
  }

  // -- the tip -------------------------------------------------------------------------------------

  moveAt(event) {
    const { left } = this.slider.getBoundingClientRect();
    const movesMade = Math.round((event.clientX - left - LEFT) / this.spacing);
    return Math.max(0, Math.min(this.last, movesMade));
  }

  showTip(movesMade) {
    this.tip.hidden = false;
    this.tip.textContent = this.describe(movesMade);
    const most = this.width - this.tip.offsetWidth;
    this.tip.style.left = `${Math.max(0, Math.min(most, this.x(movesMade) - this.tip.offsetWidth / 2))}px`;
  }

  hideTip() {
    this.tip.hidden = true;
  }

  // -- drawing -------------------------------------------------------------------------------------

  get width() {
    return this.slider.clientWidth;
  }

  get spacing() {
    return (this.width - LEFT - RIGHT) / Math.max(1, this.last);
  }

  x(movesMade) {
    return LEFT + movesMade * this.spacing;
  }

  /** The percentage at the top: where chances are small, a line up to 100% would lie on the ground. */
  get scale() {
    const highest = this.luck?.highest ?? 100;
    return SCALES.find((top) => top >= highest) ?? 100;
  }

  /** The chance after so many moves; null where it is not known. */
  percent(movesMade) {
    if (this.luck) return this.luck.percent(movesMade);
    return this.isOpen ? ({ winnable: 100, lost: 0 }[this.verdicts[movesMade]] ?? null) : null;
  }

  get hasLine() {
    return Boolean(this.luck || this.isOpen);
  }

  y(percent) {
    return TOP + PLOT * (1 - percent / this.scale);
  }

  draw() {
    if (this.node.hidden || !this.width || this.last < 0) return;
    const attributes = { width: this.width, height: HEIGHT, "aria-hidden": "true", focusable: "false" };
    replace(
      this.picture,
      svg(
        "svg",
        attributes,
        this.patterns(),
        [0, this.scale / 2, this.scale].map((percent) => this.gridLine(percent)),
        this.band(),
        this.moveNumbers(),
        this.hasLine ? this.curve() : this.placeholder(),
        this.marker(),
      ),
    );
  }

  patterns() {
    const pattern = (id, ...parts) =>
      svg("pattern", { id, width: 6, height: 6, patternUnits: "userSpaceOnUse" }, parts);
    return svg(
      "defs",
      {},
      pattern(this.hatchId, svg("path", { class: "luck-hatch", d: "M-1 7L7 -1M-1 1L1 -1M5 7L7 5" })),
      pattern(this.dotsId, svg("circle", { class: "luck-dot", cx: 3, cy: 3, r: 1.2 })),
    );
  }

  gridLine(percent) {
    const y = this.y(percent);
    return [
      svg("path", { class: "luck-grid", d: `M${LEFT} ${y}H${this.width - RIGHT}` }),
      svg("text", { class: "luck-label", x: LEFT - 6, y: y + 4, "text-anchor": "end" }, t("page.review.percent", { percent })),
    ];
  }

  /** The verdicts: one piece for each run of the same verdict. */
  band() {
    const pieces = [];
    this.verdicts.forEach((verdict, movesMade) => {
      if (pieces.at(-1)?.verdict === verdict) pieces.at(-1).to = movesMade;
      else pieces.push({ verdict, from: movesMade, to: movesMade });
    });
    const edge = (movesMade) => Math.max(LEFT, Math.min(this.width - RIGHT, this.x(movesMade)));
    return pieces.map(({ verdict, from, to }) => {
      const [left, right] = [edge(from - 0.5), edge(to + 0.5)];
      const fill = { lost: `url(#${this.hatchId})`, unsettled: `url(#${this.dotsId})` }[verdict];
      const size = { x: left, y: BAND_TOP, width: Math.max(2, right - left), height: BAND };
      return svg("rect", { class: "luck-band", "data-verdict": verdict, fill, ...size });
    });
  }

  moveNumbers() {
    const every = [1, 5, 10, 20, 50, 100, 200].find((step) => step * this.spacing >= LABEL_WIDTH) ?? 500;
    const numbers = this.verdicts.map((_, movesMade) => movesMade).filter((number) => number % every === 0);
    return numbers.map((number) =>
      svg("text", { class: "luck-label", x: this.x(number), y: HEIGHT - 4, "text-anchor": "middle" }, number),
    );
  }

  curve() {
    const at = (movesMade) => `${this.x(movesMade)},${this.y(this.percent(movesMade))}`;
    const known = this.knownRuns();
    const costly = this.luck ? this.luck.costly : [];
    return [
      known.map((run) => {
        const points = run.map(at).join(" ");
        const area = `${this.x(run[0])},${this.y(0)} ${points} ${this.x(run.at(-1))},${this.y(0)}`;
        return [svg("polygon", { class: "luck-area", points: area }), svg("polyline", { class: "luck-line", points })];
      }),
      costly.map((number) => [
        svg("polyline", { class: "luck-cost", points: `${at(number - 1)} ${at(number)}` }),
        this.costMark(number),
      ]),
      this.mistake !== null && !costly.includes(this.mistake) && this.lossMark(),
    ];
  }

  /** The positions with a known chance, in runs. */
  knownRuns() {
    const runs = [];
    this.verdicts.forEach((_, movesMade) => {
      if (this.percent(movesMade) === null) return;
      if (runs.at(-1)?.at(-1) === movesMade - 1) runs.at(-1).push(movesMade);
      else runs.push([movesMade]);
    });
    return runs;
  }

  /** A triangle above the band: the move that lost the game. */
  lossMark() {
    const [x, y] = [this.x(this.mistake), BAND_TOP - 1];
    return svg("path", { class: "luck-mark", "data-number": this.mistake, d: `M${x} ${y}l-5.5 -10h11z` });
  }

  /** A triangle above a move that cost something. */
  costMark(number) {
    const [x, y] = [this.x(number), Math.max(12, this.y(this.luck.percent(number)) - 5)];
    return svg("path", { class: "luck-mark", "data-number": number, d: `M${x} ${y}l-5.5 -10h11z` });
  }

  placeholder() {
    const [x, y] = [(LEFT + this.width - RIGHT) / 2, this.y(this.scale / 2) - 8];
    return svg("text", { class: "luck-note", x, y, "text-anchor": "middle" }, this.note);
  }

  marker() {
    const x = this.x(this.chosen);
    const percent = this.percent(this.chosen);
    const mark = { class: "luck-current", cx: x, cy: percent === null ? BAND_TOP + BAND / 2 : this.y(percent), r: 5 };
    return [svg("path", { class: "luck-cursor", d: `M${x} ${TOP}V${BAND_TOP + BAND}` }), svg("circle", mark)];
  }
}

/** What line, marks and band mean. @param {boolean} isOpen all cards are in sight */
export function graphLegend(isOpen) {
  const item = (kind, text) => el("span", {}, el("span", { class: `luck-key luck-key-${kind}`, "aria-hidden": "true" }), text);
  return el(
    "p",
    { class: "luck-legend small" },
    !isOpen && item("line", t("page.review.legend_line")),
    !isOpen && item("cost", t("page.review.legend_cost")),
    !isOpen && el("span", { class: "luck-legend-band" }, t("page.review.legend_band")),
    ["winnable", "lost", "unsettled"].map((verdict) => item(verdict, t(`page.review.verdict.${verdict}`))),
  );
}
