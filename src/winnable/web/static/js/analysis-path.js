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
 *
 * @typedef {object} Line
 * @property {number|null} number null unless it is kept
 * @property {string} name
 * @property {number} moves_made how many moves of the game come first
 * @property {Step[]} steps
 * @property {boolean} [isWin] a win that the review found
 * @property {boolean} [isChanged] a kept line that has grown
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

  /** The position as the server knows it: moves of the game, then others. */
  get branch() {
    if (this.isOfGame) return { moves_made: this.index, moves: [] };
    const { moves_made: made, steps } = this.line;
    return { moves_made: made, moves: steps.slice(0, this.index - made).map(written) };
  }

  /** The whole line as the server knows it. */
  get lineBranch() {
    return { moves_made: this.line.moves_made, moves: this.line.steps.map(written) };
  }

  goTo(index) {
    this.index = Math.max(0, Math.min(index, this.last));
  }

  /** Follow a line from its first move on, or the game again from where the line left it. */
  choose(line) {
    const before = this.line;
    this.line = line;
    this.index = line ? line.moves_made + 1 : Math.min(before?.moves_made ?? this.index, this.last);
  }

  /** A move has been made at the position: follow the line or the game if it has that move there. */
  add(step) {
    const next = this.steps[this.index + 1];
    const inGame = this.isOfGame && this.game[this.index + 1];
    if (next && isSame(next, step)) this.index += 1;
    else if (inGame && isSame(inGame, step)) {
      this.line = null;
      this.index += 1;
    } else this.leave(step);
  }

  /** A move that neither the game nor the line has: that of a kept line, or a new one. */
  leave(step) {
    const { line, index } = this;
    const isHere = (kept) => kept.moves_made === index && isSame(kept.steps[0], step);
    const tried = { number: null, name: "", moves_made: index, steps: [step] };
    if (this.isOfGame) this.line = this.keptLines().find(isHere) ?? tried;
    else {
      const isAtEnd = index === this.last && !line.isWin;
      const steps = [...line.steps.slice(0, index - line.moves_made), step];
      this.line = isAtEnd
        ? { ...line, steps, isChanged: true }
        : { number: null, name: "", moves_made: line.moves_made, steps };
    }
    this.index += 1;
  }

  /** Whether the line shows a card that the moves of the game do not. */
  get showsOtherCards() {
    const shown = new Set(this.game.flatMap(({ view }) => cardsIn(view)));
    return this.line.steps.some(({ view }) => cardsIn(view).some((card) => !shown.has(card)));
  }

  /** Whether the line is more than what is kept. */
  get canKeep() {
    return this.line !== null && (this.line.number === null || Boolean(this.line.isChanged));
  }
}

/** The cards that can be seen. */
function cardsIn(view) {
  return placesOf(view).flatMap((place) => pileOf(view, place)).filter((card) => card !== FACE_DOWN);
}

/** Whether two lines have the same name and the same moves from the same position. */
export function isSameLine(one, other) {
  const isAlike = one.name === other.name && one.moves_made === other.moves_made && one.steps.length === other.steps.length;
  return isAlike && one.steps.every((step, at) => isSame(step, other.steps[at]));
}

function isSame(one, other) {
  return one.move === other.move && one.automoves.join() === other.automoves.join();
}

/** A move as a record writes it: "t4c2 +t4f1". */
function written({ move, automoves }) {
  return [move, ...automoves.map((automove) => `+${automove}`)].join(" ");
}
