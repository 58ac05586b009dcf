// The game's latest state, and every request about it.
// Requests are queued: each carries the version from the answer before it (optimistic locking), so
// fast input does not conflict with itself. A question to the coach may raise the version too, so
// the queue waits for its first line.

import { ApiError, get, post, put, stream } from "./api.js";

export class GameClient {
  /**
   * @param {object} state
   * @param {object} listener
   * @param {(state: object, options: {isConflict: boolean}) => void} listener.onState the game has
   *   changed; a conflict if it was played on elsewhere
   * @param {(error: ApiError, retry: () => void) => void} listener.onError
   * @param {(error: ApiError) => void} listener.onIllegal a move that was sent again is illegal
   * @param {(isBusy: boolean) => void} listener.onBusy
   * @param {() => void} listener.onAid the coach was asked, so the game is no longer unaided
   */
  constructor(state, listener) {
    this.state = state;
    this.listener = listener;
    this.queue = Promise.resolve();
    this.pending = 0; // actions without an answer
    this.questions = new Map(); // kind -> the question being answered
    this.isClosed = false;
  }

  get path() {
    return `/games/${encodeURIComponent(this.state.key)}`;
  }

  close() {
    this.isClosed = true;
    this.stopQuestions();
  }

  /**
   * Change the game: "move", "undo", ...
   * @param {() => void} [beforeShow] called when the answer has arrived, before it is shown
   * @returns {Promise<{error?: ApiError}>} never rejects; the caller reports an illegal move (422)
   */
  act(name, body = {}, beforeShow = () => undefined) {
    this.pending += 1;
    this.listener.onBusy(true);
    return this.enqueue(async () => {
      if (this.isClosed) return {};
      try {
        const send = name === "autoplay" ? put : post;
        const state = await send(`${this.path}/${name}`, { version: this.state.version, ...body });
        beforeShow();
        this.update(state);
        return {};
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        beforeShow();
        if (error.status === 409 && error.state) this.update(error.state, { isConflict: true });
        else if (error.status !== 422) this.listener.onError(error, () => this.retry(name, body));
        return { error };
      } finally {
        this.pending -= 1;
        if (!this.pending) this.listener.onBusy(false);
      }
    });
  }

  async retry(name, body) {
    const { error } = await this.act(name, body);
    if (error?.status === 422) this.listener.onIllegal(error); // whoever called `act` is not waiting any more
  }

  /** Look whether the game was played on elsewhere. No answer changes nothing. */
  checkForChanges() {
    return this.enqueue(async () => {
      if (this.isClosed || this.pending) return;
      const state = await get(this.path).catch(() => null);
      if (state && state.version !== this.state.version) this.update(state, { isConflict: true });
    });
  }

  /** Fetch the state anew: after a lost connection nobody knows whether the last move arrived. */
  async reload() {
    const state = await get(this.path);
    this.update({ ...state, last_change: null });
  }

  update(state, { isConflict = false } = {}) {
    if (this.isClosed) return;
    this.state = state;
    this.stopQuestions();
    this.listener.onState(state, { isConflict });
  }

  enqueue(task) {
    const result = this.queue.then(task);
    this.queue = result.catch(() => undefined);
    return result;
  }

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
      if (question.isStopped || this.isClosed || this.pending) return undefined;
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
