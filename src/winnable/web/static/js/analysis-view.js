// The analysis board: a game move by move, with its review, a graph of the winning chance, and
// branches from any position. The player's own games and shared ones are shown alike.

import { say } from "./announce.js";
import { post } from "./api.js";
import { AddressKeeper } from "./analysis-address.js";
import { AnalysisPath } from "./analysis-path.js";
import { AnalysisTable } from "./analysis-table.js";
import { AnalysisTries } from "./analysis-tries.js";
import { positionText, verdictText } from "./analysis-words.js";
import { ChanceGraph, graphLegend } from "./chance-graph.js";
import { button, el, replace } from "./dom.js";
import { GameReview } from "./game-review.js";
import { KeptLines } from "./kept-lines.js";
import { t } from "./l10n.js";
import { Luck } from "./luck.js";
import { Message } from "./message.js";
import { MoveList } from "./move-list.js";
import { reasonsText } from "./page-states.js";
import { PositionVerdict } from "./position-verdict.js";
import { attemptOf } from "./prediction.js";
import { navigate } from "./router.js";
import { Sections } from "./analysis-sections.js";
import { StepControls } from "./step-controls.js";
import { hidesCards } from "./view.js";

export class AnalysisView {
  /**
   * @param {HTMLElement} root
   * @param {object} options
   * @param {import("./games.js").Game} options.game
   * @param {string} options.path of the analysis in the API
   * @param {string} options.reviewPath
   * @param {import("./analysis-path.js").Step[]} options.steps
   * @param {object} options.kept the lines beside the game
   * @param {boolean} options.canKeep whether the game is the player's own
   * @param {number} options.index the position to begin with
   * @param {HTMLElement} options.head
   * @param {HTMLElement[]} options.actions further buttons
   * @param {string} options.againLabel
   */
  constructor(root, { game, path, reviewPath, steps, kept, canKeep, index, head, actions, againLabel }) {
    this.apiPath = path;
    this.path = new AnalysisPath(steps, index, () => this.lines.all);
    this.isOpen = !hidesCards(steps[0].view);
    this.luck = null;
    const boardRoot = el("div", { class: "analysis-board" });
    const goTo = (wanted) => this.goTo(wanted);
    this.controls = new StepControls({ onGoTo: goTo, where: () => this.path });
    this.position = el("p", { class: "analysis-position", "data-field": "step" });
    this.message = new Message(() => this.controls.playButton.focus({ preventScroll: true }));
    this.verdict = new PositionVerdict(path);
    this.moves = new MoveList({
      onChoose: goTo,
      onLine: (line) => this.chooseLine(line),
      nameOf: (line) => this.lines.nameOf(line),
    });
    this.graph = new ChanceGraph(
      (wanted) => this.goToGame(wanted),
      (movesMade) => this.describe(movesMade),
    );
    this.graph.node.hidden = true;
    this.legend = graphLegend(this.isOpen);
    this.legend.hidden = true;
    this.review = new GameReview({
      path: reviewPath,
      played: this.path.played(steps.length - 1),
      stepAt: (movesMade) => steps[movesMade],
      onReview: (review) => this.showReview(review),
      onGoTo: (wanted) => this.fromBelow(() => this.goToGame(wanted)),
      onTry: (movesMade, move) => this.fromBelow(() => this.tryFrom(movesMade, move)),
      onLine: (line) => this.fromBelow(() => this.chooseLine(line)),
    });
    this.lines = new KeptLines({
      path,
      canKeep,
      kept,
      settled: () => this.tries.settled(),
      onChoose: (line, options) => this.fromBelow(() => this.chooseLine(line, options)),
      focusElsewhere: () => this.playHere.focus({ preventScroll: true }),
    });
    this.playHere = button(t("page.analysis.play_here"), {
      "data-action": "play-here",
      onclick: () => this.play(() => this.path.branch, this.playHere),
    });
    this.playAgain = button(againLabel, {
      "data-action": "play-this",
      onclick: () => this.play(() => ({ moves_made: 0, moves: [] }), this.playAgain),
    });
    this.tries = new AnalysisTries(this.path, {
      apiPath: path,
      isOneWay: game.is_one_way,
      onShown: (moves) => this.onShown(moves),
      onAnswer: (step) => this.onAnswer(step),
      onRefused: (error) => this.showRefusal(error),
      onBusy: (isBusy) => this.table.setBusy(isBusy),
    });
    const section = (name, ...children) => el("div", { class: `analysis-section analysis-${name}`, "data-section": name }, children);
    const sections = [
      section("moves", this.lines.current, this.moves.node),
      section("more", el("div", { class: "actions" }, this.playHere, this.playAgain)),
      section("review", this.review.head, this.graph.node, this.legend, this.review.actions, this.review.node),
      section("more", this.lines.node, el("div", { class: "actions" }, actions)),
    ];
    head.dataset.section = "review";
    this.sections = new Sections([head, ...sections], () => this.moves.mark(this.path.index));
    this.side = el(
      "div",
      { class: "panel analysis-side" },
      this.controls.node,
      el("div", { class: "analysis-now" }, this.position, this.verdict.node),
      this.sections.switch,
      this.sections.node,
    );
    const overlay = el("div", { class: "overlays" }, this.message.node);
    replace(root, el("div", { class: "analysis" }, el("div", { class: "analysis-table" }, boardRoot, overlay), this.side));
    this.table = new AnalysisTable(boardRoot, {
      game,
      tries: this.tries,
      onTry: (attempt, beforeShow) => this.tryMove(attempt, beforeShow),
      message: this.message,
    });
    this.address = new AddressKeeper(this.path, {
      apiPath: path,
      keptLines: () => this.lines.all,
      onRestored: () => this.showRestored(),
      onUnreadable: (reason) => this.showUnreadable(reason),
    });
    this.showLine();
    this.show({ isSpoken: false, animate: false });
    this.address.restore();
  }

  destroy() {
    this.tries.close();
    const { controls, verdict, graph, review, lines, table, message, address } = this;
    for (const part of [controls, verdict, graph, review, lines, table, message, address]) part.destroy();
  }

  /** What was pressed is below: show the board, and what is known of the position, again. */
  fromBelow(act) {
    act();
    this.sections.show("moves");
    this.side.scrollTo({ top: 0 });
    scrollTo({ top: 0 });
  }

  // -- going through the moves ---------------------------------------------------------------------

  goTo(index) {
    const before = this.path.index;
    this.path.goTo(index);
    const isNext = this.path.index === before + 1;
    const isNeighbour = isNext || this.path.index === before - 1;
    this.show({ animate: isNeighbour, isNext });
  }

  /** Go to a position of the game, out of a line. */
  goToGame(movesMade) {
    if (this.path.line) {
      this.path.choose(null);
      this.showLine();
    }
    this.goTo(movesMade);
  }

  /** @param {import("./analysis-path.js").Line|null} line @param {{isSame?: boolean}} [options] it has only changed */
  chooseLine(line, { isSame = false } = {}) {
    if (!isSame) this.path.choose(line);
    this.showLine();
    this.show({ animate: false });
  }

  /** Another line is shown, or none. */
  showLine() {
    this.moves.show(this.path, this.review.review);
    this.lines.show(this.path);
  }

  /** @param {{isSpoken?: boolean, animate?: boolean, isNext?: boolean, moves?: string[]}} [options] */
  show({ isSpoken = true, animate = true, isNext = false, moves = null } = {}) {
    const { index, step } = this.path;
    this.message.hide();
    this.table.show(step, { animate, moves: moves ?? (isNext ? [step.move, ...step.automoves] : []) });
    this.showPosition();
    this.moves.mark(index);
    if (isSpoken) this.sayPosition();
  }

  /** Everything about the position but its cards. */
  showPosition() {
    const { index, step, isOfGame, line } = this.path;
    this.controls.update();
    this.position.textContent = positionText(this.path, step.text);
    this.playHere.setAttribute("aria-disabled", String(Boolean(step.is_won)));
    if (this.graph.node.hidden === false) this.graph.setCurrent(isOfGame ? index : line.moves_made);
    this.showVerdict();
    this.address?.write();
  }

  sayPosition() {
    if (!this.graph.hasFocus) say(`${positionText(this.path, this.path.step.spoken)}. ${this.verdict.known}`);
  }

  // -- the verdict on the position that is shown ------------------------------------------------------

  showVerdict() {
    const { index, isOfGame, line, step } = this.path;
    const { review } = this.review;
    if (isOfGame) {
      const verdict = review?.verdicts[index] ?? null;
      this.verdict.show(verdict, verdict ? this.verdictText(index) : "");
    } else if (line.isWin) this.verdict.show("winnable", t("page.analysis.on_a_win"));
    else if (step.is_won) this.verdict.show("winnable", t("page.review.won"));
    else if (step.isPending) this.verdict.show("thinking", t("page.analysis.thinking"));
    else if (step.evaluation) this.verdict.show(step.evaluation.verdict, step.evaluation.text, step.evaluation.details);
    else this.verdict.ask(this.path.branch, (evaluation) => this.keepEvaluation(step, evaluation));
  }

  /** A position that was tried is judged once. */
  keepEvaluation(step, evaluation) {
    step.evaluation = evaluation;
    this.moves.show(this.path, this.review.review);
  }

  verdictText(movesMade) {
    return verdictText(this.review.review, movesMade, { luck: this.luck, isOpen: this.isOpen });
  }

  /** A position of the game in words, for the graph. */
  describe(movesMade) {
    const step = this.path.game[movesMade];
    const where = movesMade ? t("page.analysis.move", { number: String(movesMade), move: step.text }) : step.text;
    return `${where}. ${this.verdictText(movesMade)}`;
  }

  showReview(review) {
    const isNew = review.verdicts.join() !== this.shownVerdicts;
    this.shownVerdicts = review.verdicts.join();
    this.luck = review.luck && new Luck(review.luck);
    const isJudged = review.luck_status === "known" || review.luck_status === "pending";
    this.legend.hidden = false;
    this.graph.update({
      verdicts: review.verdicts,
      mistake: review.mistake,
      luck: this.luck,
      isOpen: this.isOpen,
      note: isJudged ? t("page.review.judging_note") : t("page.review.not_judged"),
      chosen: this.path.isOfGame ? this.path.index : this.path.line.moves_made,
    });
    if (isNew) this.moves.show(this.path, review);
    if (this.path.isOfGame) this.showVerdict();
  }

  // -- branches ------------------------------------------------------------------------------------

  /** Try a move from a position of the game. @param {string} move as it is written */
  tryFrom(movesMade, move) {
    this.goToGame(movesMade);
    this.tryMove(attemptOf(move, this.path.step.view));
  }

  /** @param {import("./prediction.js").Attempt|null} attempt null: a deal */
  tryMove(attempt, beforeShow) {
    this.controls.pause();
    this.message.hide();
    return this.tries.make(attempt, beforeShow);
  }

  /** A try is shown, or taken back. */
  onShown(moves) {
    this.showLine();
    const { step } = this.path;
    this.show({ moves, isSpoken: moves.length > 0 && !step.isPending });
  }

  /** Of a step that is shown, everything is known now. */
  onAnswer(answered) {
    const { step, trail } = this.path;
    if (!this.path.line?.steps.includes(answered)) return;
    this.showLine();
    if (!trail.steps.includes(answered)) return;
    this.table.show(step, { moves: answered === step ? step.automoves : [] });
    this.showPosition();
    if (answered === step) this.sayPosition();
  }

  showRefusal(error) {
    this.message.show(reasonsText(error), error.status === 422 || error.status === 409 ? { kind: "illegal" } : { kind: "error", stays: true });
  }

  // -- the address -----------------------------------------------------------------------------------

  showRestored() {
    this.showLine();
    this.show({ animate: false });
  }

  /** @param {ApiError|null} error null: it cannot be read at all */
  showUnreadable(error) {
    const text = error ? t("page.analysis.line_not_shown", { why: reasonsText(error) }) : t("page.analysis.bad_address");
    this.message.show(text, { kind: "error", stays: true });
  }

  /** Start a new game from a position. @param {() => object} branch where, once all tries have their answers */
  async play(branch, pressed) {
    if (pressed.getAttribute("aria-disabled") === "true" || pressed.getAttribute("aria-busy") === "true") return;
    pressed.setAttribute("aria-busy", "true");
    try {
      await this.tries.settled();
      const state = await post(`${this.apiPath}/play`, branch());
      if (this.tries.isClosed) return; // the player has gone elsewhere
      await navigate(`/play/${encodeURIComponent(state.key)}`);
    } catch (error) {
      this.showRefusal(error);
    } finally {
      pressed.removeAttribute("aria-busy");
    }
  }
}
