// The player's seat at a table: its latest state, and everything asked of the server about it.
// Requests go one after the other, each with the version the last answer gave, so that fast fingers
// cannot overtake themselves. A question to the coach may raise the version too: what comes after
// it waits for its first line.

import { ApiError, get, post, put, stream } from "./api.js";

const ELSEWHERE = "this table has been played on elsewhere: here is how it stands now";

export class Seat {
  /**
   * @param {object} state
   * @param {{onState: (state: object, why: ApiError|null) => void,
   *   onTrouble: (error: ApiError, again: () => void) => void, onBusy: (isBusy: boolean) => void,
   *   onAid: () => void}} heard
   */
  constructor(state, heard) {
    this.state = state;
    this.heard = heard;
    this.tail = Promise.resolve();
    this.waiting = 0;
    this.questions = new Map();
    this.isClosed = false;
  }

  get path() {
    return `/tables/${encodeURIComponent(this.state.key)}`;
  }

  close() {
    this.isClosed = true;
    for (const one of this.questions.values()) one.stop();
  }

  /**
   * Change something at the table: "move", "undo", ...
   * @param {() => void} [onAnswer] called when the answer is there, just before it is shown
   * @returns {Promise<{state?: object, error?: ApiError}>} never fails; 422 is the caller's to tell
   */
  act(name, body = {}, onAnswer = () => undefined) {
    this.waiting += 1;
    this.heard.onBusy(true);
    return this.queue(async () => {
      try {
        return await this.send(name, body, onAnswer);
      } finally {
        this.waiting -= 1;
        if (!this.waiting) this.heard.onBusy(false);
      }
    });
  }

  async send(name, body, onAnswer) {
    if (this.isClosed) return {};
    const ask = name === "autoplay" ? put : post;
    try {
      const state = await ask(`${this.path}/${name}`, { version: this.state.version, ...body });
      onAnswer();
      return { state: this.take(state) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onAnswer();
      if (error.status === 409 && error.state) this.take(error.state, error);
      else if (error.status !== 422) this.heard.onTrouble(error, () => this.act(name, body));
      return { error };
    }
  }

  /** Look whether somebody has played on elsewhere; no answer is no news. */
  glance() {
    return this.queue(async () => {
      if (this.isClosed || this.waiting) return;
      const fresh = await get(this.path).catch(() => null);
      if (fresh && fresh.version !== this.state.version) this.take(fresh, new ApiError(409, ELSEWHERE));
    });
  }

  /** @param {object} state @param {ApiError|null} why the state is another than was thought, if it is */
  take(state, why = null) {
    if (this.isClosed) return state;
    this.state = state;
    for (const one of this.questions.values()) one.stop();
    this.questions.clear();
    this.heard.onState(state, why);
    return state;
  }

  queue(work) {
    const turn = this.tail.then(work);
    this.tail = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Ask the coach; the same question anew calls the earlier one off, and so does any change.
   * @param {"standing"|"hint"} kind
   * @param {(line: object) => void} onLine
   * @param {(error: ApiError) => void} onFail
   */
  ask(kind, onLine, onFail) {
    this.questions.get(kind)?.stop();
    const caller = new AbortController();
    const question = { isOff: false, isHeard: false };
    // Before its first line a question is not broken off: nobody would know the version then.
    question.stop = () => {
      question.isOff = true;
      if (question.isHeard) caller.abort();
    };
    this.questions.set(kind, question);
    this.queue(() => {
      if (question.isOff || this.isClosed || this.waiting) return undefined;
      return new Promise((resolve) => {
        this.listen(kind, question, onLine, caller, resolve)
          .catch((error) => this.fail(error, question, onFail))
          .finally(resolve);
      });
    });
  }

  listen(kind, question, onLine, caller, onFirst) {
    const hear = (line) => {
      if (!question.isHeard) {
        question.isHeard = true;
        this.aided(line.version);
        onFirst();
        if (question.isOff) caller.abort();
      }
      if (!question.isOff) onLine(line);
    };
    return stream(`${this.path}/${kind}`, { version: this.state.version }, hear, caller.signal);
  }

  /** An aid is counted as soon as it is asked for. */
  aided(version) {
    if (Number.isInteger(version)) this.state.version = version;
    if (this.state.outcome !== "won") this.state.unaided = false;
    this.heard.onAid();
  }

  fail(error, question, onFail) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 409 && error.state) this.take(error.state, error);
    else if (!question.isOff) onFail(error);
  }
}
