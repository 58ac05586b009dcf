// What an analysis steps through: the moves of a game, or a line that leaves them somewhere.
// A line is kept (it has a number), or only tried; a win that the review found is a line as well.

/**
 * @typedef {object} Step
 * @property {number} moves_made
 * @property {string|null} move
 * @property {string[]} automoves
 * @property {string} text
 * @property {string} spoken
 * @property {import("./view.js").View} view
 * @property {boolean} is_won
 * @property {string[]} legal_moves
 * @property {string[]} best_moves
 * @property {number[]} movable_cards
 * @property {object} [evaluation] what the coach said of it, in a line
 * @property {boolean} [isPending] it was tried, and the server has not answered yet
 * @property {boolean} [isRefused] it was tried, and taken back
 * @property {import("./prediction.js").Attempt} [attempt] what was tried
 *
 * @typedef {object} Line
 * @property {symbol} [id] stays the same, whatever is added to it, and however it is numbered
 * @property {number|null} number null unless it is kept
 * @property {string} name
 * @property {number} moves_made how many moves of the game come first
 * @property {Step[]} steps
 * @property {boolean} [isWin] a win that the review found
 * @property {boolean} [isChanged] a kept line that has grown
 * @property {boolean} [isSide] it is kept beside another line
 */

import { FACE_DOWN, pileOf, placesOf } from "./view.js";

export class AnalysisPath {
  /**
   * @param {Step[]} game the first is the start
   * @param {number} index the position to begin with
   * @param {() => Line[]} keptLines
   */
  constructor(game, index, keptLines) {
    this.game = game;
    this.keptLines = keptLines;
    this.line = null;
    this.index = index;
    this.first = index;
  }

  /** The steps to go through: those of the game, or of the line with what comes before it. */
  get steps() {
    return this.line ? [...this.game.slice(0, this.line.moves_made + 1), ...this.line.steps] : this.game;
  }

  get last() {
    return this.line ? this.line.moves_made + this.line.steps.length : this.game.length - 1;
  }

  get step() {
    return this.steps[this.index];
  }

  /** Whether the position is one of the game. */
  get isOfGame() {
    return !this.line || this.index <= this.line.moves_made;
  }

  /** The way to the position: moves of the game, then other steps. */
  get trail() {
    if (this.isOfGame) return { moves_made: this.index, steps: [] };
    const { moves_made: made, steps } = this.line;
    return { moves_made: made, steps: steps.slice(0, this.index - made) };
  }

  /** The tried moves on that way of which nothing is known yet, the oldest first. */
  get pending() {
    return this.trail.steps.filter((step) => step.isPending);
  }

  /** The last position on that way that is sure. */
  get confirmed() {
    return this.steps[this.index - this.pending.length];
  }

  get branch() {
    return this.asked(this.trail);
  }

  /** A way as the server is asked about it: with the moves of the game before it, which may be others by now. */
  asked(trail) {
    return { ...branchOf(trail), played: this.played(trail.moves_made) };
  }

  /** So many moves of the game, as they are written. */
  played(movesMade) {
    return this.game.slice(1, movesMade + 1).map(written);
  }

  goTo(index) {
    this.index = Math.max(0, Math.min(index, this.last));
  }

  /** Follow a line from its first move on, or the game again from where the line left it. */
  choose(line) {
    const before = this.line;
    this.line = line && withId(line);
    this.index = line ? line.moves_made + 1 : Math.min(before?.moves_made ?? this.index, this.last);
  }

  /** Go on by a move that the line, the game or a kept line has here. @returns {boolean} whether one has */
  follow(move) {
    const { index, isOfGame, game } = this;
    const isIt = (step) => step?.move === move;
    if (!isIt(this.steps[index + 1])) {
      const isOfGameThere = isIt(game[index + 1]);
      const kept = this.keptLines().find((line) => line.moves_made === index && isIt(line.steps[0]));
      if (!isOfGame || !(isOfGameThere || kept)) return false;
      this.line = isOfGameThere ? null : kept;
    }
    this.index += 1;
    return true;
  }

  /** Go on by a step that nothing has here. */
  leave(step) {
    const { line, index } = this;
    if (this.isOfGame) this.line = withId({ number: null, name: "", moves_made: index, steps: [step] });
    else {
      const isAtEnd = index === this.last && !line.isWin;
      const steps = [...line.steps.slice(0, index - line.moves_made), step];
      this.line = isAtEnd
        ? { ...line, steps, isChanged: true }
        : withId({ number: null, name: "", moves_made: line.moves_made, steps });
    }
    this.index += 1;
  }

  /** Take back a step that was tried, and what comes after it. @returns {boolean} whether it was here */
  drop(step) {
    const { line } = this;
    const at = line?.steps.indexOf(step) ?? -1;
    if (at < 0) return false;
    const steps = line.steps.slice(0, at);
    const kept = line.number !== null && this.keptLines().find(({ number }) => number === line.number);
    if (kept && kept.steps.length >= at) this.line = kept;
    else this.line = at ? { ...line, steps } : null;
    this.goTo(Math.min(this.index, line.moves_made + at));
    return true;
  }

  /** Whether the line shows a card that the moves of the game do not. */
  get showsOtherCards() {
    const shown = new Set(this.game.flatMap(({ view }) => cardsIn(view)));
    return this.line.steps.some(({ view }) => cardsIn(view).some((card) => !shown.has(card)));
  }

  /** Whether the line is more than what is kept. */
  get canKeep() {
    const { line } = this;
    return line !== null && ((line.number === null && !line.isSide) || Boolean(line.isChanged));
  }
}

/** The cards that can be seen. */
function cardsIn(view) {
  return placesOf(view).flatMap((place) => pileOf(view, place)).filter((card) => card !== FACE_DOWN);
}

/** A line that can be known again. @param {Line} line @returns {Line} */
export function withId(line) {
  return line.id ? line : { ...line, id: Symbol("line") };
}

/** Whether two lines have the same name and the same moves from the same position. */
export function isSameLine(one, other) {
  const isAlike = one.name === other.name && one.moves_made === other.moves_made && one.steps.length === other.steps.length;
  return isAlike && one.steps.every((step, at) => isSame(step, other.steps[at]));
}

function isSame(one, other) {
  return written(one) === written(other);
}

/** A branch as the server knows it. @param {{moves_made: number, steps: Step[]}} trail */
export function branchOf({ moves_made: made, steps }) {
  return { moves_made: made, moves: steps.map(written) };
}

/** A move as a record writes it: "t4c2 +t4f1". */
function written({ move, automoves }) {
  return [move, ...automoves.map((automove) => `+${automove}`)].join(" ");
}
