// First, back, play, next, last: buttons, and keys that work at once wherever the focus is.

import { button, el, icon } from "./dom.js";
import { ICONS } from "./icons.js";
import { t } from "./l10n.js";

const STEP_TIME = 900; // milliseconds per step while playing
const OWN_KEYS = ["input", "select", "textarea", "summary", "[role=slider]"].join();

export class StepControls {
  /**
   * @param {object} options
   * @param {(index: number) => void} options.onGoTo
   * @param {() => {index: number, last: number}} options.where
   */
  constructor({ onGoTo, where }) {
    this.onGoTo = onGoTo;
    this.where = where;
    this.timer = null;
    this.playButton = button(null, { "data-action": "replay-play", onclick: () => this.toggle() });
    this.back = [this.stepButton("first", () => 0), this.stepButton("back", ({ index }) => index - 1)];
    this.forward = [this.stepButton("next", ({ index }) => index + 1), this.stepButton("last", ({ last }) => last)];
    this.node = el(
      "div",
      { class: "step-controls", role: "group", "aria-label": t("page.replay.controls") },
      this.back,
      this.playButton,
      this.forward,
    );
    this.onKey = (event) => this.handleKey(event);
    document.addEventListener("keydown", this.onKey);
    this.pause();
  }

  destroy() {
    clearInterval(this.timer);
    document.removeEventListener("keydown", this.onKey);
  }

  stepButton(name, target) {
    const onclick = () => this.goTo(target(this.where()));
    return button(icon(ICONS[name]), { "aria-label": t(`page.replay.${name}`), "data-action": `replay-${name}`, onclick });
  }

  goTo(index) {
    this.pause();
    this.onGoTo(index);
  }

  /** The position has changed. */
  update() {
    const { index, last } = this.where();
    // Not `disabled`: the button would lose the focus at the end.
    for (const one of this.back) one.setAttribute("aria-disabled", String(index === 0));
    for (const one of this.forward) one.setAttribute("aria-disabled", String(index === last));
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  play() {
    const { index, last } = this.where();
    if (index >= last) this.onGoTo(0);
    this.showPlayButton(t("page.replay.pause"), icon(ICONS.pause));
    this.timer = setInterval(() => {
      this.onGoTo(this.where().index + 1);
      const now = this.where();
      if (now.index >= now.last) this.pause();
    }, STEP_TIME);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.showPlayButton(t("page.replay.play"), icon(ICONS.play, { class: "icon solid" }));
  }

  showPlayButton(label, picture) {
    this.playButton.replaceChildren(picture);
    this.playButton.setAttribute("aria-label", label);
  }

  handleKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (document.querySelector("dialog[open]")) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.matches(OWN_KEYS)) return;
    const { index, last } = this.where();
    const wanted = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (event.key === " " && !target.closest("button, a")) this.toggle();
    else if (wanted !== undefined) this.goTo(wanted);
    else return;
    event.preventDefault();
  }
}
