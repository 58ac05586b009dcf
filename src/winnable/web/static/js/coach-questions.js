// Questions to the coach about a game. They wait for their turn among the changes, because an answer may
// raise the version: its first line says so. The next change waits for that, but not for long: an older
// version of the same position is taken as well.

import { ApiError, stream } from "./api.js";

const LONGEST_HOLD = 1000; // milliseconds

export class CoachQuestions {
  /** @param {import("./game-client.js").GameClient} client */
  constructor(client) {
    this.client = client;
    this.questions = new Map(); // kind -> the question being answered
  }

  /**
   * Ask the coach. Asking again, and any change of the game, stops the question.
   * @param {"evaluation"|"hint"} kind
   * @param {(line: object) => void} onLine
   * @param {(error: ApiError) => void} onError
   */
  ask(kind, onLine, onError) {
    this.stop(kind);
    const question = { kind, onLine, onError, isStopped: false, hasVersion: false, controller: new AbortController() };
    this.questions.set(kind, question);
    this.enqueue(question);
  }

  enqueue(question) {
    const { client } = this;
    client.enqueue(() => {
      if (question.isStopped || client.isClosed) return undefined;
      if (!client.changes.length) return new Promise((resolve) => this.send(question, resolve));
      this.enqueue(question); // after them: one that is made stops it
      return undefined;
    });
  }

  /** @param {() => void} resolve called when the next request can be sent */
  send(question, resolve) {
    const { client } = this;
    const { kind, controller, onLine } = question;
    setTimeout(resolve, LONGEST_HOLD);
    const receive = (line) => {
      if (!question.hasVersion) {
        question.hasVersion = true;
        client.countAid(line.version);
        resolve();
        if (question.isStopped) controller.abort();
      }
      if (!question.isStopped) onLine(line);
    };
    stream(`${client.path}/${kind}`, { version: client.state.version }, receive, controller.signal)
      .catch((error) => {
        if (!(error instanceof ApiError)) throw error;
        if (!question.isStopped) this.fail(question, error);
      })
      .finally(resolve);
  }

  fail(question, error) {
    const { client } = this;
    const { kind, onLine, onError } = question;
    if (error.status !== 409 || !error.state) onError(error);
    else if (client.changes.length) return; // one of them was faster
    else if (client.renew(error.state)) this.ask(kind, onLine, onError);
    else client.update(error.state, { isConflict: true });
  }

  stop(kind) {
    const question = this.questions.get(kind);
    if (!question) return;
    question.isStopped = true;
    // Before its first line a question is not aborted: the new version would be unknown.
    if (question.hasVersion) question.controller.abort();
  }

  stopAll() {
    for (const kind of this.questions.keys()) this.stop(kind);
    this.questions.clear();
  }
}
