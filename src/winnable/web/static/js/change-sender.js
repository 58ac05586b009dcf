// Sending a change of a game until the server is reached. It is never made twice, because the version
// would be old by then, and the answer tells what happened.

import { ApiError, isUnreachable, post, put } from "./api.js";
import { Connection } from "./connection.js";
import { hasArrived } from "./prediction.js";

const LONGEST_WAIT = 20_000; // milliseconds without an answer after which the connection is lost
const SEARCHES = ["last-winnable"]; // they may take longer

export class ChangeSender {
  /** @param {import("./game-client.js").GameClient} client */
  constructor(client) {
    this.client = client;
    this.connection = new Connection();
  }

  close() {
    this.connection.close();
  }

  /**
   * @param {import("./game-client.js").Change} change
   * @returns {Promise<object>} the state after it; rejects if it is refused, or if the server is not
   *   reached and the page was left
   */
  async send(change) {
    const { client } = this;
    let wasLost = false;
    for (;;) {
      try {
        const answer = await this.request(change);
        if (wasLost) this.found();
        return answer;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (isUnreachable(error)) {
          if (!client.isClosed) await this.reconnect(error, wasLost);
          wasLost = true;
          if (!client.isClosed) continue;
          client.giveUp();
          throw error;
        }
        if (wasLost) this.found();
        const state = error.status === 409 && error.state;
        if (state && (wasLost || change.mayHaveArrived) && hasArrived(change, client.state, state)) return state;
        if (!state || !client.renew(state)) throw error; // else it is meant as before
      }
    }
  }

  request(change) {
    const { client } = this;
    const send = change.name === "autoplay" ? put : post;
    const body = { version: client.state.version, ...change.body };
    const signal = SEARCHES.includes(change.name) ? undefined : AbortSignal.timeout(LONGEST_WAIT);
    return send(`${client.path}/${change.name}`, body, { signal, keepalive: true });
  }

  /** Wait until it may be worth trying again. */
  async reconnect(error, wasLost) {
    if (!wasLost) this.client.listener.onLost(error, () => this.connection.wake());
    await this.connection.wait();
  }

  found() {
    this.connection.reset();
    this.client.listener.onFound();
  }
}
