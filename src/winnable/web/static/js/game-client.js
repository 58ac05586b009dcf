// The game's latest state, and every request about it.
// Changes are queued: each carries the version from the answer before it (optimistic locking), so
// fast input does not conflict with itself. A question to the coach may raise the version too, so
// the queue waits for its first line.
// What a change will do is shown at once where it is known (optimistic update: projection.js), and
// taken back if the server refuses it. If the server cannot be reached the change stays first in the
// queue and is sent again (change-sender.js). Changes without an answer are kept in the browser
// (unsent-changes.js).

import { ApiError, get } from "./api.js";
import { ChangeSender } from "./change-sender.js";
import { CoachQuestions } from "./coach-questions.js";
import { KnownStates } from "./known-states.js";
import { attemptOf, expectMove, findMove, hasArrived, isSamePosition, isSameView, isStillMeant, MOVES_MADE } from "./prediction.js";
import { project, WALKS } from "./projection.js";
import { keepUnsent } from "./unsent-changes.js";
import { pileOf, writeMove } from "./view.js";

/** Nobody: the page that listened is left. */
const NOBODY = new Proxy({}, { get: () => () => undefined });

/** Of games that are left, by key: the changes that are still being sent. */
const unsent = new Map();

/** Wait until the changes of a game whose page was left are answered. @param {string} key */
export async function waitForChanges(key) {
  await unsent.get(key);
}

/**
 * @typedef {object} Change
 * @property {string} name "move", "undo", ...
 * @property {object} more what is sent with it
 * @property {import("./prediction.js").Attempt|null} attempt the cards that are to be moved
 * @property {number} [from] how many moves are made before it, if that is known
 * @property {object|string|null} [effect] what it is shown to do: a move, or "deal" or one of `WALKS`
 * @property {boolean} [mayHaveArrived] an earlier page has sent it, too
 * @property {() => void} [beforeShow] called before it is shown, or its answer
 */

export class GameClient {
  /**
   * @param {object} state
   * @param {object} listener
   * @param {(state: object, options: {isConflict: boolean, wasShown: boolean}) => void} listener.onState
   *   the game has changed; a conflict if it was played on elsewhere
   * @param {(moves: string[]) => void} listener.onShown `shown` has changed: a change is shown before
   *   its answer, or (without moves) taken back
   * @param {(error: ApiError, retry: () => void) => void} listener.onError
   * @param {(error: ApiError, retry: () => void) => void} listener.onLost the server is not reached;
   *   the change will be sent again
   * @param {() => void} listener.onFound a change that was lost has an answer
   * @param {(error: ApiError) => void} listener.onIllegal a move that was sent again is illegal
   * @param {(isBusy: boolean) => void} listener.onBusy a change waits for its answer, or none does
   * @param {() => void} listener.onAid the coach was asked, so the game is no longer unaided
   * @param {{isOneWay: boolean}} game in a one-way game a card can only go to the one foundation
   */
  constructor(state, listener, { isOneWay }) {
    this.state = state;
    this.states = new KnownStates(state);
    this.listener = listener;
    this.isOneWay = isOneWay;
    this.queue = Promise.resolve();
    this.changes = []; // without an answer, the oldest first
    this.questions = new CoachQuestions(this);
    this.sender = new ChangeSender(this);
    this.isClosed = false;
    this.hasGivenUp = false;
    this.isLearning = false;
  }

  get path() {
    return `/games/${encodeURIComponent(this.state.key)}`;
  }

  /** The page is left. What is shown as made is still sent, but nobody is told any more. */
  close() {
    const { key } = this.state;
    this.isClosed = true;
    this.listener = NOBODY;
    for (const change of this.changes) change.beforeShow = null;
    this.sender.close();
    this.questions.stopAll();
    const sent = Promise.all([unsent.get(key), this.queue]).then(() => {
      if (unsent.get(key) === sent) unsent.delete(key);
    });
    unsent.set(key, sent);
  }

  // -- changes -------------------------------------------------------------------------------------

  /**
   * Change the game: "move", "undo", ...
   * @returns {Promise<{error?: ApiError}>} never rejects; the caller reports an illegal move (422)
   */
  act(name, body = {}) {
    const { move, ...others } = body;
    const attempt = name === "move" ? attemptOf(move, this.shown.view) : null;
    return this.add({ name, more: attempt ? others : body, attempt });
  }

  /**
   * Move cards.
   * @param {import("./prediction.js").Attempt} attempt
   * @param {() => void} [beforeShow] called before the move is shown, or its answer
   * @returns {Promise<{error?: ApiError}>} as `act`
   */
  move(attempt, beforeShow) {
    return this.add({ name: "move", more: {}, attempt, beforeShow });
  }

  /** @param {Change} change */
  add(change) {
    if (this.isClosed) return Promise.resolve({});
    const isOpen = this.changes.every((one) => one.effect); // nobody knows what another change will do
    if (isOpen) {
      this.noteFrom(change);
      this.show(change, this.expect(change));
    }
    this.changes.push(change);
    this.keep();
    this.listener.onBusy(true);
    if (change.effect) this.listener.onShown([writeMove(change.effect)]);
    else if (WALKS.includes(change.name)) this.learnStates();
    return this.enqueue(() => this.carryOut(change));
  }

  /**
   * Make the changes that an earlier page of this game has left.
   * @param {import("./unsent-changes.js").Unsent} unsent
   * @returns {boolean} whether they still belong to the game, as far as can be told
   */
  addUnsent({ changes, ...before }) {
    const [first, ...others] = changes;
    const hasMoved = before.moves_made !== this.state.moves_made || !isSameView(before.view, this.state.view);
    const wasAnswerLost = hasMoved && hasArrived(first, before, this.state);
    if (!hasMoved) this.retry({ ...first, mayHaveArrived: true }); // it may still be on its way
    if (!hasMoved || wasAnswerLost) for (const one of others) this.retry(one);
    this.keep();
    return !hasMoved || wasAnswerLost || !(first.name in MOVES_MADE);
  }

  async carryOut(change) {
    try {
      const result = this.prepare(change) ? await this.send(change) : {};
      return this.isClosed ? {} : result;
    } finally {
      const wasShown = Boolean(change.effect);
      this.changes = this.changes.filter((one) => one !== change);
      this.keep();
      if (wasShown && !change.isDone) this.listener.onShown([]); // it is taken back
      this.listener.onBusy(this.changes.length > 0);
    }
  }

  /** It is a change's turn. @returns {boolean} whether it is still meant: what came before may differ */
  prepare(change) {
    const { attempt, isDropped, more, from = this.state.moves_made } = change;
    change.body = more;
    const isMeant = attempt ? isStillMeant(this.state.view, attempt) : from === this.state.moves_made;
    if (isDropped || !isMeant) {
      change.beforeShow?.();
      this.listener.onShown([]);
      return false;
    }
    if (!attempt) {
      if (!change.effect) this.showLater(change, this.expect(change));
      return true;
    }
    // What is shown already is meant, if it has become legal.
    const isShown = change.effect && this.state.legal_moves.includes(writeMove(change.effect));
    const move = isShown ? change.effect : findMove(this.state, attempt);
    if (!change.effect) this.showLater(change, move);
    const index = pileOf(this.state.view, attempt.source).length - attempt.cards.length;
    const asMeant = { source: attempt.source, index, target: attempt.target };
    change.body = { ...more, ...(move ? { move: writeMove(move) } : asMeant) };
    return true;
  }

  async send(change) {
    try {
      const answer = await this.sender.send(change);
      change.beforeShow?.();
      this.update(answer, { change });
      return {};
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      change.beforeShow?.();
      if (error.status === 409 && error.state) this.update(error.state, { isConflict: true });
      else if (error.status !== 422) this.listener.onError(error, () => this.retry(change));
      return { error };
    }
  }

  /** The page is left and the server is not reached: the changes are kept for the next page of the game. */
  giveUp() {
    this.hasGivenUp = true;
    for (const change of this.changes) change.isDropped = true;
  }

  async retry({ name, more, attempt, from, beforeShow, mayHaveArrived }) {
    const { error } = await this.add({ name, more, attempt, from, beforeShow, mayHaveArrived });
    if (error?.status === 422) this.listener.onIllegal(error); // whoever called `act` is not waiting any more
  }

  /** Look whether the game was played on elsewhere. No answer changes nothing, and no change waits for it. */
  async checkForChanges() {
    const state = await get(this.path).catch(() => null);
    return this.enqueue(() => {
      const isNews = state && state.version > this.state.version && !this.isClosed && !this.changes.length;
      if (isNews && !this.renew(state)) this.update(state, { isConflict: true });
    });
  }

  /**
   * Take over the figures of the same position: help was counted, perhaps by another page.
   * @returns {boolean} whether it is the same position, of another version
   */
  renew(state) {
    if (state.version === this.state.version || !isSamePosition(state, this.state)) return false;
    const { last_change: lastChange } = this.state;
    Object.assign(this.state, state, { last_change: lastChange });
    this.listener.onAid();
    return true;
  }

  update(state, { isConflict = false, change = null } = {}) {
    if (change) this.states.add(change.name, this.state, state);
    else this.states.reset(state);
    this.state = state;
    this.questions.stopAll();
    const wasShown = Boolean(change?.effect);
    if (change) {
      change.isDone = true;
      change.effect = null;
    }
    for (const one of this.changes) if (isConflict) [one.isDropped, one.effect] = [true, null];
    this.listener.onState(state, { isConflict, wasShown });
  }

  enqueue(task) {
    const result = this.queue.then(task);
    this.queue = result.catch(() => undefined);
    return result;
  }

  // -- what is shown before the answer -------------------------------------------------------------

  /** The game with the changes that have no answer yet. @returns {import("./projection.js").Projection} */
  get shown() {
    return project(this.state, this.states, this.changes);
  }

  /** Places of which less is known until the changes that are shown have an answer. */
  get touched() {
    return this.shown.touched;
  }

  /** Whether changes are shown that have no answer yet. */
  get isAhead() {
    return this.changes.some((change) => change.effect);
  }

  /** Changes of which nothing can be shown yet. */
  get waiting() {
    return this.changes.filter((change) => !change.effect && !change.isDone);
  }

  /** What a change will do to the game as it is shown; null if that is not known. */
  expect({ name, more, attempt }) {
    const { shown } = this;
    if (attempt) return expectMove({ state: shown, touched: shown.touched, isOneWay: this.isOneWay }, attempt);
    const isDeal = more.move === "deal";
    if (isDeal) return shown.view.stock && shown.deal_places?.length ? "deal" : null;
    if (!WALKS.includes(name)) return null;
    const next = project(this.state, this.states, [...this.changes, { effect: name, attempt: null }]);
    return next.moves_made === shown.moves_made ? null : name;
  }

  /** Note from where a change is meant; a move of cards says it by the cards. */
  noteFrom(change) {
    if (change.name in MOVES_MADE && !change.attempt) change.from ??= this.shown.moves_made;
  }

  show(change, effect) {
    if (!effect) return;
    change.beforeShow?.();
    change.effect = effect;
    this.keep(); // by its effect a later page can tell whether it has arrived
  }

  /** Show a change that waited. */
  showLater(change, effect) {
    this.show(change, effect);
    if (effect) this.listener.onShown([writeMove(effect)]);
  }

  /** Learn what earlier moves led to, and show at once the undos that waited for it. */
  async learnStates() {
    if (this.isLearning) return;
    this.isLearning = true;
    const { steps } = await get(`${this.path}/steps`).catch(() => ({ steps: [] }));
    this.isLearning = false;
    if (this.isClosed) return;
    this.states.learn(steps, this.state);
    for (const change of this.waiting) {
      const effect = this.expect(change);
      if (!effect) return;
      this.noteFrom(change);
      this.showLater(change, effect);
    }
  }

  /** Keep the changes for the next page of the game, in case this one is closed. */
  keep() {
    if (!this.hasGivenUp) keepUnsent(this.state, this.changes.filter((change) => !change.isDropped));
  }

  // -- the coach -----------------------------------------------------------------------------------

  /** See `CoachQuestions`. */
  ask(kind, onLine, onError) {
    this.questions.ask(kind, onLine, onError);
  }

  stopQuestion(kind) {
    this.questions.stop(kind);
  }

  countAid(version) {
    // An answer to a change may have been faster, and knows a later one.
    if (Number.isInteger(version)) this.state.version = Math.max(version, this.state.version);
    if (this.state.outcome !== "won") this.state.used_help = true;
    this.listener.onAid();
  }
}
