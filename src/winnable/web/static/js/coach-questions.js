// Questions to the coach about a game. They wait for their turn among the changes, because an answer may
// raise the version: its first line says so, and only then is the next request sent.

import { ApiError, stream } from "./api.js";

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
    const { client } = this;
    client.enqueue(() => {
      if (question.isStopped || client.isClosed || client.changes.length) return undefined;
      return new Promise((resolve) => this.send(question, resolve));
    });
  }

  /** @param {() => void} resolve called when the next request can be sent */
  send(question, resolve) {
    const { client } = this;
    const { kind, controller, onLine, onError } = question;
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
        if (error.status === 409 && error.state) client.update(error.state, { isConflict: true });
        else if (!question.isStopped) onError(error);
      })
      .finally(resolve);
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
