// Moves that are tried on the analysis board. One that is known to be legal is shown at once
// (optimistic update), and taken back with all that follows it if the server refuses it. They are
// sent one after the other, because each rests on the one before.

import { ApiError, post } from "./api.js";
import { cardName, moveText, shortCardName } from "./descriptions.js";
import { expectMove, findMove, isStillMeant, predict } from "./prediction.js";
import { parseMove, pileOf, writeMove } from "./view.js";

const LONGEST_WAIT = 20_000; // milliseconds without an answer after which a try is taken back

/**
 * @typedef {object} Try
 * @property {import("./prediction.js").Attempt|null} attempt null: a deal
 * @property {() => void} beforeShow
 * @property {import("./analysis-path.js").Step|Try} base what it was tried after; a try if that one
 *   is not shown yet
 * @property {import("./analysis-path.js").Step|null} step where it leads, once that is shown
 * @property {{moves_made: number, steps: import("./analysis-path.js").Step[]}} [trail] what comes before
 */

export class AnalysisTries {
  /**
   * @param {import("./analysis-path.js").AnalysisPath} path
   * @param {object} options
   * @param {string} options.apiPath of the analysis
   * @param {boolean} options.isOneWay whether a card can only go to the one foundation
   * @param {(moves: string[]) => void} options.onShown the path has changed: by these moves, or back
   * @param {(step: import("./analysis-path.js").Step) => void} options.onAnswer a step that is shown is sure now
   * @param {(error: ApiError) => void} options.onRefused
   * @param {(isBusy: boolean) => void} options.onBusy
   */
  constructor(path, { apiPath, isOneWay, onShown, onAnswer, onRefused, onBusy }) {
    Object.assign(this, { path, apiPath, isOneWay, onShown, onAnswer, onRefused, onBusy });
    this.queue = Promise.resolve();
    this.tries = []; // without an answer, the oldest first
    this.isClosed = false;
  }

  close() {
    this.isClosed = true;
  }

  /** When everything that was tried has its answer. */
  settled() {
    return this.queue;
  }

  /** The last position that is sure. */
  get state() {
    return this.path.confirmed;
  }

  /** Places of which less is known until the moves that are shown have an answer. */
  get touched() {
    const moves = this.path.pending.map(({ move }) => parseMove(move));
    return new Set(moves.flatMap(({ source, target }) => [source, target]));
  }

  /**
   * Try a move at the position that is shown.
   * @param {import("./prediction.js").Attempt|null} attempt null: a deal
   * @param {() => void} [beforeShow] called before anything is shown for it
   * @returns {Promise<{isMade: boolean, error?: ApiError}>} never rejects
   */
  make(attempt, beforeShow = () => undefined) {
    const here = this.path.step;
    const waiting = this.tries.filter((one) => !one.step && rootOf(one) === here).at(-1);
    const one = { attempt, beforeShow, base: waiting ?? here, step: null };
    if (!waiting && this.show(one, this.expect(attempt))) return Promise.resolve({ isMade: true });
    this.tries.push(one);
    this.onBusy(true);
    const result = this.queue.then(() => this.carryOut(one));
    this.queue = result.catch(() => undefined);
    return result;
  }

  /** The move that an attempt will be, as it is written; null if that is not known. */
  expect(attempt) {
    if (!attempt) return "deal";
    const move = expectMove(this, attempt);
    return move && writeMove(move);
  }

  /**
   * Show a move, as far as it is known where it leads.
   * @returns {boolean} whether the server need not be asked: the game or a line has this move here
   */
  show(one, move) {
    const { path } = this;
    const trail = path.trail;
    if (move && path.follow(move)) {
      one.beforeShow();
      one.step = path.step;
      this.onShown([move, ...path.step.automoves]);
      return true;
    }
    if (!move || move === "deal") return false; // which card is dealt, only the server knows
    one.beforeShow();
    Object.assign(one, { trail, step: pendingStep(path.step, move, one.attempt) });
    path.leave(one.step);
    this.onShown([move]);
    return false;
  }

  async carryOut(one) {
    try {
      if (this.isClosed || !this.prepare(one)) return { isMade: false };
      return await this.send(one);
    } finally {
      one.beforeShow();
      this.tries = this.tries.filter((each) => each !== one);
      if (!this.tries.length && !this.isClosed) this.onBusy(false);
    }
  }

  /** It is a try's turn. @returns {boolean} whether it is to be sent */
  prepare(one) {
    const { attempt } = one;
    if (one.step) {
      const isMeant = !one.trail.steps.some((step) => step.isRefused) && isStillMeant(this.before(one).view, attempt);
      if (!isMeant) this.takeBack(one);
      return isMeant;
    }
    const base = stepOf(one.base);
    if (base !== this.path.step || (attempt && !isStillMeant(base.view, attempt))) return false;
    const trail = this.path.trail;
    if (this.show(one, this.expect(attempt))) return false;
    one.trail = trail;
    return true;
  }

  /** The position before a try. */
  before({ trail }) {
    return trail.steps.at(-1) ?? this.path.game[trail.moves_made];
  }

  async send(one) {
    try {
      const body = { ...this.path.asked(one.trail), ...this.request(one) };
      const answer = await post(`${this.apiPath}/move`, body, { signal: AbortSignal.timeout(LONGEST_WAIT) });
      if (!this.isClosed) this.receive(one, answer);
      return { isMade: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.isClosed) return { isMade: false };
      one.beforeShow();
      const isHere = one.step ? this.takeBack(one) : this.path.step === this.before(one);
      one.hasFailed = true;
      if (isHere) this.onRefused(error);
      return { isMade: false, error: isHere ? error : undefined };
    }
  }

  request({ attempt, step, trail }) {
    if (!attempt) return { move: "deal" };
    const before = this.before({ trail });
    const move = step?.move ?? null;
    if (before.legal_moves.includes(move)) return { move };
    const index = pileOf(before.view, attempt.source).length - attempt.cards.length;
    return { source: attempt.source, index, target: attempt.target };
  }

  receive(one, answer) {
    if (one.step) {
      Object.assign(one.step, answer, { isPending: false });
      this.predictAgain();
      this.onAnswer(one.step);
    } else if (this.path.step === this.before(one)) {
      one.beforeShow();
      one.step = answer;
      this.path.leave(answer);
      this.onShown([answer.move, ...answer.automoves]);
    }
  }

  /** What is shown after a step that is sure now may differ. */
  predictAgain() {
    const { steps, line } = this.path;
    const first = (line?.moves_made ?? steps.length) + 1;
    for (let index = first; index < steps.length; index += 1) {
      const [before, step] = [steps[index - 1], steps[index]];
      const isMeant = step.isPending && isStillMeant(before.view, step.attempt);
      if (isMeant) Object.assign(step, predict(before, parseMove(step.move)));
    }
  }

  /** @returns {boolean} whether it was shown */
  takeBack({ step }) {
    step.isRefused = true;
    const wasShown = this.path.drop(step);
    if (wasShown) this.onShown([]);
    return wasShown;
  }
}

/** A position as far as it is known before the server has answered. */
function pendingStep(before, move, attempt) {
  return {
    ...predict(before, parseMove(move)),
    moves_made: before.moves_made + 1,
    move,
    automoves: [],
    text: moveText(move, before.view, shortCardName),
    spoken: moveText(move, before.view, cardName),
    is_won: false,
    legal_moves: [],
    best_moves: [],
    attempt,
    isPending: true,
  };
}

/** The position after which a try was made, whatever waits between them. */
function rootOf({ base }) {
  return isTry(base) ? (base.step ?? rootOf(base)) : base;
}

/** Where a try or a step leads; null if it does not go on there. */
function stepOf(base) {
  if (!isTry(base) || base.step) return isTry(base) ? base.step : base;
  // An illegal move changes nothing for the next one; a deal that was refused does.
  return base.hasFailed && base.attempt ? stepOf(base.base) : null;
}

function isTry(base) {
  return "beforeShow" in base;
}
