// The position of an analysis in the address, so that it survives a reload, Back and Forward:
// "#at=12", or "#after=5&moves=t3c1,t4c2+t4f1&at=7" on a line that leaves the game after move 5.

import { branchOf } from "./analysis-path.js";
import { ApiError, isUnreachable, post } from "./api.js";

const LONGEST_LINE = 300; // moves that the server takes
const PAUSE = 250; // milliseconds: browsers refuse an address that changes too often

/**
 * @typedef {object} Address
 * @property {number} moves_made
 * @property {string[]} moves none: a position of the game
 * @property {number} index
 */

/** @param {string} hash @returns {Address|"unreadable"|null} null if it names no position */
export function readAddress(hash) {
  const parts = new Map(
    hash.replace(/^#/, "").split("&").map((part) => part.split("=")).map(([name, value]) => [name, value ?? ""]),
  );
  if (!parts.has("at") && !parts.has("moves")) return null;
  const number = (name) => (/^\d{1,6}$/.test(parts.get(name) ?? "") ? Number(parts.get(name)) : null);
  const index = number("at");
  if (!parts.has("moves")) return index === null ? "unreadable" : { moves_made: index, moves: [], index };
  const made = number("after");
  const moves = parts.get("moves").split(",");
  const isReadable = made !== null && moves.length <= LONGEST_LINE && moves.every((move) => /^[\w+]{1,200}$/.test(move));
  if (!isReadable || index === null) return "unreadable";
  return { moves_made: made, moves: moves.map((move) => move.replaceAll("+", " +")), index };
}

/** @param {import("./analysis-path.js").AnalysisPath} path @returns {string} "" for where an analysis begins */
export function writeAddress(path) {
  const { line, index, first } = path;
  if (!line) return index === first ? "" : `#at=${index}`;
  const { moves_made: made, moves } = branchOf(line);
  // The server gives no line that is too long, or shows cards that were not seen.
  if (moves.length > LONGEST_LINE || (line.isWin && path.showsOtherCards)) return `#at=${made}`;
  return `#after=${made}&moves=${moves.map((move) => move.replaceAll(" ", "")).join(",")}&at=${index}`;
}

export class AddressKeeper {
  /**
   * @param {import("./analysis-path.js").AnalysisPath} path
   * @param {object} options
   * @param {string} options.apiPath of the analysis
   * @param {() => import("./analysis-path.js").Line[]} options.keptLines
   * @param {() => void} options.onRestored the path leads where the address says
   * @param {(error: ApiError|null) => void} options.onUnreadable why it cannot; null: nobody can read it
   */
  constructor(path, { apiPath, keptLines, onRestored, onUnreadable }) {
    Object.assign(this, { path, apiPath, keptLines, onRestored, onUnreadable });
    this.timer = null;
    this.restoring = 0; // counts: only the last one counts
    this.isReading = true; // nothing is written before it was read
    this.listening = new AbortController();
    addEventListener("hashchange", () => this.restore(), { signal: this.listening.signal });
  }

  destroy() {
    clearTimeout(this.timer);
    this.restoring += 1;
    this.listening.abort();
  }

  /** The position has changed. Lines are written, and forgotten, at once: the page may be left now. */
  write() {
    if (this.isReading) return;
    clearTimeout(this.timer);
    if (this.path.line || location.hash.startsWith("#after")) this.replace();
    else this.timer = setTimeout(() => this.replace(), PAUSE);
  }

  replace() {
    const hash = writeAddress(this.path);
    if (hash === location.hash) return;
    try {
      history.replaceState(history.state, "", location.pathname + location.search + hash);
    } catch {
      // The browser has had enough of changes; the next one may be taken.
    }
  }

  /** Go where the address says. */
  async restore() {
    const wanted = readAddress(location.hash);
    this.restoring += 1;
    this.isReading = wanted !== null;
    if (wanted === null) return;
    clearTimeout(this.timer);
    const current = this.restoring;
    const { line, index } = this.path;
    try {
      const found = await this.find(wanted);
      const isStillWanted = current === this.restoring && this.path.line === line && this.path.index === index;
      this.isReading = current !== this.restoring;
      if (isStillWanted) this.goTo(found, wanted.index);
      else this.write();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (current !== this.restoring) return;
      this.isReading = false;
      if (!isUnreachable(error)) this.replace(); // else a reload may find it
      this.onUnreadable(error);
    }
  }

  /** @returns {Promise<import("./analysis-path.js").Line|"game"|null>} null if there is no such position */
  async find({ moves_made: made, moves }) {
    if (!moves) return null;
    if (!moves.length) return made < this.path.game.length ? "game" : null;
    const isIt = (line) => {
      const branch = branchOf(line);
      return branch.moves_made === made && branch.moves.join() === moves.join();
    };
    const kept = this.keptLines().find(isIt);
    if (kept) return kept;
    const { steps } = await post(`${this.apiPath}/branch`, { moves_made: made, moves });
    return { number: null, name: "", moves_made: made, steps };
  }

  goTo(found, index) {
    if (found) {
      this.path.choose(found === "game" ? null : found);
      this.path.goTo(index);
      this.onRestored();
    } else {
      this.replace();
      this.onUnreadable(null);
    }
  }
}
