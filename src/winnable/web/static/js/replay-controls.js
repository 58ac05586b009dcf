// Controls to step through moves: slider, buttons, arrow keys, autoplay.

import { say } from "./announce.js";
import { button, el, icon } from "./dom.js";
import { ICONS } from "./icons.js";

const STEP_TIME = 900; // milliseconds per step while playing

/** @typedef {{moves_made: number, move: string|null, text: string, spoken: string, view: object}} Step */

export class ReplayControls {
  /**
   * @param {HTMLElement} root
   * @param {object} options
   * @param {Step[]} options.steps the first is the start, without a move
   * @param {import("./board.js").Board} options.board
   * @param {string} options.label
   */
  constructor(root, { steps, board, label }) {
    this.steps = steps;
    this.board = board;
    this.index = 0;
    this.timer = null;
    this.text = el("p", { class: "replay-text", "data-field": "step" });
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: this.last,
      step: 1,
      "aria-label": label,
      "data-field": "replay",
      oninput: () => this.goTo(Number(this.slider.value), { isSpoken: false }), // the slider speaks itself
    });
    this.playButton = button(null, { "data-action": "replay-play", onclick: () => this.toggle() });
    this.backButtons = [
      this.stepButton("First", "first", () => this.goTo(0)),
      this.stepButton("Back", "back", () => this.goTo(this.index - 1)),
    ];
    this.forwardButtons = [
      this.stepButton("Next", "next", () => this.goTo(this.index + 1)),
      this.stepButton("Last", "last", () => this.goTo(this.last)),
    ];
    this.node = el(
      "div",
      { class: "replay-controls", role: "group", "aria-label": label },
      this.text,
      this.slider,
      el("div", { class: "replay-buttons" }, this.backButtons, this.playButton, this.forwardButtons),
    );
    root.append(this.node);
    this.onKey = (event) => this.handleKey(event);
    document.addEventListener("keydown", this.onKey);
    this.goTo(0, { isSpoken: false, isAnimated: false });
  }

  destroy() {
    this.pause();
    document.removeEventListener("keydown", this.onKey);
    this.node.remove();
  }

  get last() {
    return this.steps.length - 1;
  }

  stepButton(label, name, onclick) {
    return button(icon(ICONS[name]), { "aria-label": label, "data-action": `replay-${name}`, onclick });
  }

  goTo(wanted, { isSpoken = true, isAnimated = true, isPlaying = false } = {}) {
    if (!isPlaying) this.pause();
    const index = Math.max(0, Math.min(wanted, this.last));
    const step = this.steps[index];
    const isNext = index === this.index + 1;
    const isNeighbour = isNext || index === this.index - 1;
    this.index = index;
    const spoken = this.describe(step.spoken || step.text);
    this.text.textContent = this.describe(step.text);
    this.slider.value = String(index);
    this.slider.setAttribute("aria-valuetext", spoken);
    // Not `disabled`: the button would lose the focus at the end.
    for (const one of this.backButtons) one.setAttribute("aria-disabled", String(index === 0));
    for (const one of this.forwardButtons) one.setAttribute("aria-disabled", String(index === this.last));
    this.board.show(step.view, { animate: isAnimated && isNeighbour, moves: isNext ? [step.move] : [] });
    if (isSpoken) say(spoken);
  }

  describe(move) {
    if (this.index === 0) return `Start of ${this.last} moves`;
    return `Move ${this.index} of ${this.last}${move ? `: ${move}` : ""}`;
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  play() {
    if (this.index >= this.last) this.goTo(0, { isSpoken: false });
    this.showPlayButton("Pause", icon(ICONS.pause));
    this.timer = setInterval(() => {
      this.goTo(this.index + 1, { isPlaying: true });
      if (this.index >= this.last) this.pause();
    }, STEP_TIME);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.showPlayButton("Play", icon(ICONS.play, { class: "icon solid" }));
  }

  showPlayButton(label, picture) {
    this.playButton.replaceChildren(picture);
    this.playButton.setAttribute("aria-label", label);
  }

  handleKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const target = event.target instanceof Element ? event.target : document.body;
    // The slider and text fields use these keys themselves.
    if (target.matches("input, select, textarea, summary")) return;
    const wanted = {
      ArrowLeft: this.index - 1,
      ArrowRight: this.index + 1,
      Home: 0,
      End: this.last,
    }[event.key];
    if (event.key === " " && !target.closest("button, a")) this.toggle();
    else if (wanted !== undefined) this.goTo(wanted);
    else return;
    event.preventDefault();
  }
}
