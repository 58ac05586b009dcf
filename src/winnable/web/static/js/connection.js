// Waiting until the server can be reached again: longer each time, but not when the browser says
// that it is online again, the page is looked at again, or the player wants to try.

const FIRST_PAUSE = 1000; // milliseconds
const LONGEST_PAUSE = 16_000;

export class Connection {
  constructor() {
    this.pause = FIRST_PAUSE;
    this.wake = () => undefined;
    this.listening = new AbortController();
    const { signal } = this.listening;
    window.addEventListener("online", () => this.wake(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.wake(), { signal });
  }

  /** Wait for the time to try again. */
  wait() {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake(), this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = () => undefined;
        resolve();
      };
    });
  }

  /** The server has answered. */
  reset() {
    this.pause = FIRST_PAUSE;
  }

  close() {
    this.listening.abort();
    this.wake();
  }
}
