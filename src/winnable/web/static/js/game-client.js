// The game's latest state, and every request about it.
// Changes are queued: each carries the version from the answer before it (optimistic locking), so
// fast input does not conflict with itself. A question to the coach may raise the version too, so
// the queue waits for its first line.
// A move that is known to be legal is shown at once (optimistic update), and taken back if the
// server refuses it. If the server cannot be reached the change stays first in the queue and is sent
// again: never twice, because the version would be old by then, and the answer tells what happened.

import { ApiError, get, isUnreachable, post, put, stream } from "./api.js";
import { Connection } from "./connection.js";
import { attemptOf, expectMove, findMove, haveMoved, isStillMeant, predict } from "./prediction.js";
import { pileOf, writeMove } from "./view.js";

const LONGEST_WAIT = 20_000; // milliseconds without an answer after which the connection is lost

/** By how much a change changes the number of moves made, where that is known. */
const MOVES_MADE = { move: 1, redo: 1, undo: -1 };

/** Nobody: the page that listened is left. */
const NOBODY = new Proxy({}, { get: () => () => undefined });

/** Of games that are left, by key: the changes that are still being sent. */
const unsent = new Map();

/** Wait until the changes of a game whose page was left are answered. @param {string} key */
export async function waitForChanges(key) {
  await unsent.get(key);
}

export class GameClient {
  /**
   * @param {object} state
   * @param {object} listener
   * @param {(state: object, options: {isConflict: boolean, wasShown: boolean}) => void} listener.onState
   *   the game has changed; a conflict if it was played on elsewhere
   * @param {(moves: string[]) => void} listener.onShown `shown` has changed: a move is shown before
   *   its answer, or taken back
   * @param {(error: ApiError, retry: () => void) => void} listener.onError
   * @param {(error: ApiError, retry: () => void) => void} listener.onLost the server is not reached;
   *   the change will be sent again
   * @param {() => void} listener.onFound a change that was lost has an answer
   * @param {(error: ApiError) => void} listener.onIllegal a move that was sent again is illegal
   * @param {(isBusy: boolean) => void} listener.onBusy
   * @param {() => void} listener.onAid the coach was asked, so the game is no longer unaided
   * @param {{isOneWay: boolean}} game in a one-way game a card can only go to the one foundation
   */
  constructor(state, listener, { isOneWay }) {
    this.state = state;
    this.listener = listener;
    this.isOneWay = isOneWay;
    this.queue = Promise.resolve();
    this.changes = []; // without an answer, the oldest first
    this.questions = new Map(); // kind -> the question being answered
    this.connection = new Connection();
    this.isClosed = false;
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
    this.connection.close();
    this.stopQuestions();
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

  add(change) {
    if (this.isClosed) return Promise.resolve({});
    const isOpen = this.changes.every((one) => one.move); // nobody knows what another change will do
    if (change.attempt && isOpen) this.show(change, expectMove(this, change.attempt));
    this.changes.push(change);
    this.listener.onBusy(true);
    if (change.move) this.listener.onShown([writeMove(change.move)]);
    return this.enqueue(() => this.carryOut(change));
  }

  async carryOut(change) {
    try {
      const result = this.prepare(change) ? await this.send(change) : {};
      return this.isClosed ? {} : result;
    } finally {
      const wasShown = Boolean(change.move);
      this.changes = this.changes.filter((one) => one !== change);
      if (wasShown && !change.isDone) this.listener.onShown([]); // it is taken back
      if (!this.changes.length) this.listener.onBusy(false);
    }
  }

  /** It is a change's turn. @returns {boolean} whether it is still meant: what came before may differ */
  prepare(change) {
    const { attempt, isDropped, more } = change;
    change.body = more;
    if (!attempt) return !isDropped;
    if (isDropped || !isStillMeant(this.state.view, attempt)) {
      change.beforeShow?.();
      this.listener.onShown([]);
      return false;
    }
    // What is shown already is meant, if it has become legal.
    const isShown = change.move && this.state.legal_moves.includes(writeMove(change.move));
    const move = isShown ? change.move : findMove(this.state, attempt);
    if (move && !change.move) {
      this.show(change, move);
      this.listener.onShown([writeMove(move)]);
    }
    const index = pileOf(this.state.view, attempt.source).length - attempt.cards.length;
    const asMeant = { source: attempt.source, index, target: attempt.target };
    change.body = { ...more, ...(move ? { move: writeMove(move) } : asMeant) };
    return true;
  }

  async send(change) {
    try {
      const answer = await this.request(change);
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

  /** Send a change until the server is reached. */
  async request(change) {
    const send = change.name === "autoplay" ? put : post;
    const isQuick = change.name in MOVES_MADE; // others may have to search
    let wasLost = false;
    for (;;) {
      try {
        const body = { version: this.state.version, ...change.body };
        const signal = isQuick ? AbortSignal.timeout(LONGEST_WAIT) : undefined;
        const answer = await send(`${this.path}/${change.name}`, body, { signal });
        if (wasLost) this.found();
        return answer;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (isUnreachable(error)) {
          if (this.isClosed) this.giveUp(error);
          if (!wasLost) this.listener.onLost(error, () => this.connection.wake());
          wasLost = true;
          await this.connection.wait();
          if (this.isClosed) this.giveUp(error);
        } else {
          if (wasLost) this.found();
          if (wasLost && error.status === 409 && error.state && this.hasArrived(change, error.state)) return error.state;
          throw error;
        }
      }
    }
  }

  /** The page is left and the server is not reached: what comes later rests on this change. */
  giveUp(error) {
    for (const change of this.changes) change.isDropped = true;
    throw error;
  }

  found() {
    this.connection.reset();
    this.listener.onFound();
  }

  /** Whether a change whose answer was lost has been made, by the state that came later. */
  hasArrived({ name, move, attempt }, state) {
    const made = MOVES_MADE[name];
    // Of the other changes it cannot be told: another tab may have made what is new.
    if (made === undefined || state.moves_made !== this.state.moves_made + made) return false;
    return !attempt || haveMoved(state.view, attempt, move?.target ?? attempt.target);
  }

  async retry({ name, more, attempt, beforeShow }) {
    const { error } = await this.add({ name, more, attempt, beforeShow });
    if (error?.status === 422) this.listener.onIllegal(error); // whoever called `act` is not waiting any more
  }

  /** Look whether the game was played on elsewhere. No answer changes nothing. */
  checkForChanges() {
    return this.enqueue(async () => {
      if (this.isClosed || this.changes.length) return;
      const state = await get(this.path).catch(() => null);
      if (state && state.version !== this.state.version) this.update(state, { isConflict: true });
    });
  }

  update(state, { isConflict = false, change = null } = {}) {
    this.state = state;
    this.stopQuestions();
    const wasShown = Boolean(change?.move);
    if (change) {
      change.isDone = true;
      change.move = null;
    }
    for (const one of this.changes) if (isConflict) [one.isDropped, one.move] = [true, null];
    this.listener.onState(state, { isConflict, wasShown });
  }

  enqueue(task) {
    const result = this.queue.then(task);
    this.queue = result.catch(() => undefined);
    return result;
  }

  // -- what is shown before the answer -------------------------------------------------------------

  /** The position with the moves that have no answer yet. @returns {import("./prediction.js").Position} */
  get shown() {
    let position = this.state;
    for (const { move, attempt } of this.changes) {
      if (move && isStillMeant(position.view, attempt)) position = predict(position, move);
    }
    return position;
  }

  /** Places of which less is known until the moves that are shown have an answer. */
  get touched() {
    return new Set(this.changes.flatMap(({ move }) => (move ? [move.source, move.target] : [])));
  }

  /** How many moves are shown that have no answer yet. */
  get movesShown() {
    return this.changes.filter((change) => change.move).length;
  }

  show(change, move) {
    if (!move) return;
    change.beforeShow?.();
    change.move = move;
  }

  // -- the coach -----------------------------------------------------------------------------------

  /**
   * Ask the coach. Asking again, and any change of the game, stops the question.
   * @param {"evaluation"|"hint"} kind
   * @param {(line: object) => void} onLine
   * @param {(error: ApiError) => void} onError
   */
  ask(kind, onLine, onError) {
    this.stopQuestion(kind);
    const controller = new AbortController();
    const question = { isStopped: false, hasVersion: false, controller };
    this.questions.set(kind, question);
    this.enqueue(() => {
      if (question.isStopped || this.isClosed || this.changes.length) return undefined;
      return new Promise((resolve) => {
        const receive = (line) => {
          if (!question.hasVersion) {
            question.hasVersion = true;
            this.countAid(line.version);
            resolve(); // the next request can be sent
            if (question.isStopped) controller.abort();
          }
          if (!question.isStopped) onLine(line);
        };
        stream(`${this.path}/${kind}`, { version: this.state.version }, receive, controller.signal)
          .catch((error) => {
            if (!(error instanceof ApiError)) throw error;
            if (error.status === 409 && error.state) this.update(error.state, { isConflict: true });
            else if (!question.isStopped) onError(error);
          })
          .finally(resolve);
      });
    });
  }

  stopQuestion(kind) {
    const question = this.questions.get(kind);
    if (!question) return;
    question.isStopped = true;
    // Before its first line a question is not aborted: the new version would be unknown.
    if (question.hasVersion) question.controller.abort();
  }

  stopQuestions() {
    for (const kind of this.questions.keys()) this.stopQuestion(kind);
    this.questions.clear();
  }

  countAid(version) {
    if (Number.isInteger(version)) this.state.version = version;
    if (this.state.outcome !== "won") this.state.used_help = true;
    this.listener.onAid();
  }
}
