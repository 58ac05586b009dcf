// A walk along a line of steps: slider, buttons, arrow keys, and playing it by itself.
// It drives anything that has `show(view, {animate})`; replay, review and solutions use it.

import { say } from "./announce.js";
import { button, el, icon } from "./dom.js";

const PACE = 900; // milliseconds a step while it plays by itself
const FIRST = "M18 6l-8 6 8 6zM6 6v12";
const BACK = "M15 5l-8 7 8 7";
const NEXT = "M9 5l8 7-8 7";
const LAST = "M6 6l8 6-8 6zM18 6v12";
const PLAY = "M8 5.5v13l11-6.5z";
const PAUSE = "M8 5v14M16 5v14";

/** @typedef {{made: number, move: string|null, words: string, spoken: string, view: object}} Step */

export class Line {
  /**
   * @param {HTMLElement} root
   * @param {object} options
   * @param {Step[]} options.steps the first is the start, with no move
   * @param {{show: (view: object, options?: object) => void}} options.board
   * @param {string} options.label what is walked along
   * @param {number} [options.at] where to begin
   * @param {boolean} [options.everywhere] whether arrow keys work wherever the focus is, unless something else wants them
   * @param {(at: number, step: Step) => void} [options.onStep]
   */
  constructor(root, { steps, board, label, at = 0, everywhere = false, onStep }) {
    this.steps = steps;
    this.board = board;
    this.onStep = onStep;
    this.at = Math.min(at, steps.length - 1);
    this.timer = null;
    this.words = el("p", { class: "line-words", "data-field": "step" });
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: steps.length - 1,
      step: 1,
      "aria-label": label,
      "data-field": "line",
      oninput: () => this.go(Number(this.slider.value), { heard: true }),
    });
    this.playing = button(icon(PLAY, { class: "icon solid" }), {
      "data-action": "line-play",
      onclick: () => this.toggle(),
    });
    this.backward = [
      this.tool("First", FIRST, "line-first", () => this.go(0)),
      this.tool("Back", BACK, "line-back", () => this.go(this.at - 1)),
    ];
    this.forward = [
      this.tool("Next", NEXT, "line-next", () => this.go(this.at + 1)),
      this.tool("Last", LAST, "line-last", () => this.go(this.steps.length - 1)),
    ];
    this.node = el(
      "div",
      { class: "line", role: "group", "aria-label": label },
      this.words,
      this.slider,
      el("div", { class: "line-tools" }, this.backward, this.playing, this.forward),
    );
    root.append(this.node);
    this.keys = (event) => this.key(event);
    this.listens = everywhere ? document : this.node;
    this.listens.addEventListener("keydown", this.keys);
    this.pause();
    this.go(this.at, { quiet: true, animate: false });
  }

  tool(name, path, action, onclick) {
    return button(icon(path), { "aria-label": name, "data-action": action, onclick });
  }

  /** Go to a step and show it; said aloud unless the slider says it already. */
  go(wanted, { quiet = false, heard = false, animate = true, plays = false } = {}) {
    if (!plays) this.pause();
    const at = Math.max(0, Math.min(wanted, this.steps.length - 1));
    const step = this.steps[at];
    const isNext = at === this.at + 1;
    const isNear = isNext || at === this.at - 1;
    this.at = at;
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", this.title(at, step.spoken || step.words));
    this.words.textContent = this.title(at, step.words);
    // Disabled would throw the focus away at the end of the line.
    for (const one of this.backward) one.setAttribute("aria-disabled", String(at === 0));
    for (const one of this.forward) one.setAttribute("aria-disabled", String(at === this.steps.length - 1));
    this.board.show(step.view, { animate: animate && isNear, moves: isNext ? [step.move] : [] });
    this.onStep?.(at, step);
    if (!quiet && !heard) say(this.title(at, step.spoken || step.words));
  }

  title(at, words) {
    const where = at === 0 ? "Start" : `Move ${at} of ${this.steps.length - 1}`;
    return words && at > 0
      ? `${where}: ${words}`
      : `${where}${at === 0 ? ` of ${this.steps.length - 1} moves` : ""}`;
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  play() {
    if (this.at >= this.steps.length - 1) this.go(0, { quiet: true });
    this.mark(PAUSE, "Pause", "icon");
    this.timer = setInterval(() => {
      this.go(this.at + 1, { plays: true });
      if (this.at >= this.steps.length - 1) this.pause();
    }, PACE);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.mark(PLAY, "Play", "icon solid");
  }

  mark(path, name, look) {
    this.playing.replaceChildren(icon(path, { class: look }));
    this.playing.setAttribute("aria-label", name);
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") && !this.node.closest("dialog")) return;
    // The slider has these keys already, and a field for text needs them itself.
    if (event.target instanceof Element && event.target.matches("input, select, textarea, summary")) return;
    const wanted = {
      ArrowLeft: this.at - 1,
      ArrowRight: this.at + 1,
      Home: 0,
      End: this.steps.length - 1,
    }[event.key];
    const isFree = !(event.target instanceof Element && event.target.closest("button, a"));
    if (event.key === " " && isFree) this.toggle();
    else if (wanted !== undefined) this.go(wanted);
    else return;
    event.preventDefault();
  }

  destroy() {
    this.pause();
    this.listens.removeEventListener("keydown", this.keys);
    this.node.remove();
  }
}
