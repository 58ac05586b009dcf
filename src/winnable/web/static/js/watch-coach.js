// Watching the coach play: it makes the moves that it would give as hints, one after the other, and
// sees what the player sees. Each is a real move of the game, and each hint is counted. Whatever the
// player does to the game ends it.

import { say } from "./announce.js";
import { button, el, keepFocus } from "./dom.js";
import { t } from "./l10n.js";

const MOVE_TIME = 800; // milliseconds from one move to the next, at least
const MARKED_FOR = 300; // milliseconds that a move is marked before it is made, at least
const PATIENCE = 1000; // milliseconds after which the coach is said to think

export class WatchCoach {
  /** @param {import("./game-page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.isOn = false;
    this.isPaused = false;
    this.turn = 0; // answers to an earlier turn are ignored
    this.timer = null; // until the planned move is made
    this.thinking = null; // until the coach is said to think
    this.movedAt = 0;
    this.text = el("p", { class: "message-text", "data-field": "watch" });
    this.pauseButton = button(t("page.coach.pause"), { "data-action": "pause-coach", onclick: () => this.togglePause() });
    this.node = el(
      "section",
      { class: "message watch-bar", hidden: true, "aria-label": t("page.coach.plays") },
      this.text,
      el(
        "div",
        { class: "actions" },
        this.pauseButton,
        button(t("page.coach.stop"), { "data-action": "stop-coach", onclick: () => this.stop() }),
      ),
    );
  }

  get isPlaying() {
    return this.isOn && !this.isPaused;
  }

  toggle() {
    if (this.isOn) this.stop();
    else this.start();
  }

  /** What is said at the start. */
  greeting() {
    const { outcome, coach_moves: coachMoves } = this.page.state;
    const isNews = outcome !== "won" && !coachMoves;
    return t(isNews ? "page.coach.greeting_apart" : "page.coach.greeting");
  }

  start() {
    const { page } = this;
    page.selection.cancel();
    page.message.hide();
    this.isOn = true;
    this.node.hidden = false;
    const greeting = this.greeting();
    say(`${greeting} ${t("page.coach.escape_stops")}`);
    this.play();
    this.text.textContent = greeting;
  }

  togglePause() {
    if (this.isPaused) this.play();
    else this.pause();
  }

  play() {
    this.isPaused = false;
    this.pauseButton.textContent = t("page.coach.pause");
    this.text.textContent = t("page.coach.plays");
    this.page.lamp.update(this.page.state);
    this.ask();
  }

  pause() {
    this.interrupt();
    this.isPaused = true;
    this.pauseButton.textContent = t("page.coach.continue");
    this.text.textContent = t("page.coach.paused");
    say(t("page.coach.now_paused"));
    this.page.lamp.update(this.page.state);
  }

  /** End it, and say so; an empty text where that is said otherwise. */
  stop(text = t("page.coach.stopped_play_on")) {
    if (!this.isOn) return;
    const { page } = this;
    this.interrupt();
    this.isOn = false;
    const hide = () => {
      this.node.hidden = true;
    };
    keepFocus(this.node, hide, () => page.board.focus());
    page.lamp.update(page.state);
    page.refresh();
    if (text) page.message.show(text);
  }

  /** Forget the move that was planned or asked for. */
  interrupt() {
    this.turn += 1;
    clearTimeout(this.timer);
    this.timer = null;
    clearTimeout(this.thinking);
    this.page.client.stopQuestion("hint");
    this.page.board.clearMarks();
  }

  destroy() {
    this.interrupt();
    this.isOn = false;
  }

  ask() {
    this.turn += 1;
    const { turn, page } = this;
    this.thinking = setTimeout(() => {
      this.text.textContent = t("page.coach.thinking");
    }, PATIENCE);
    page.client.ask(
      "hint",
      (line) => turn === this.turn && this.receive(line),
      (error) => {
        if (turn !== this.turn) return;
        this.stop("");
        page.showError(error, () => this.start());
      },
    );
  }

  /** The move comes first, and more is found out about it; the coach need not wait for that. */
  receive(line) {
    const { page } = this;
    if (line.kind === "hint" && line.move) this.plan(line);
    else if (line.kind === "hint" && line.final) this.end(line.text);
    else if (line.kind === "queued" && line.ahead) this.text.textContent = t("page.coach.queued", { count: line.ahead });
    else if (line.kind === "error") {
      this.stop("");
      page.message.show(t("page.coach.stopped", { reason: line.text }), { kind: "error", stays: true });
    } else if (line.kind === "stopped") {
      this.interrupt();
      const { turn } = this;
      // A change made elsewhere says that it has stopped the coach.
      page.client.checkForChanges().then(() => turn === this.turn && this.stop());
    }
  }

  plan(line) {
    if (this.timer !== null) return;
    clearTimeout(this.thinking);
    this.page.board.markHint(line.move);
    const notes = [
      t("page.coach.plays"),
      line.chance && t("page.lamp.your_chance", { share: line.chance.share }),
      line.autoplay_off && t("page.coach.autoplay_off"),
    ];
    this.text.textContent = notes.filter(Boolean).join(" · ");
    const wait = Math.max(MARKED_FOR, this.movedAt + MOVE_TIME - performance.now());
    this.timer = setTimeout(() => this.move(line), wait);
  }

  async move(line) {
    const { page } = this;
    if (page.selection.isActive) {
      this.stop();
      return;
    }
    this.interrupt(); // what is still being found out about the move
    const { turn } = this;
    let { error } = await this.setAutoplay(line);
    if (!error && turn === this.turn) ({ error } = await page.client.act("move", { move: line.move, by_coach: true }));
    this.movedAt = performance.now();
    if (turn !== this.turn) return;
    if (error) {
      this.stop("");
      if (error.status === 422) page.showIllegal(error);
    } else if (page.state.is_won) this.stop("");
    else if (page.state.is_stuck) this.end(t("page.play.no_moves"));
    else this.ask();
  }

  /** A win may need autoplay off: a card that goes home automatically would break it. */
  async setAutoplay(line) {
    if (!line.autoplay_off || this.page.state.autoplay === "off") return {};
    return this.page.client.act("autoplay", { autoplay: "off" });
  }

  end(text) {
    this.stop("");
    this.page.message.show(t("page.coach.stopped", { reason: text }), { stays: true });
  }
}
