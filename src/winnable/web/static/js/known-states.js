// The states of a game's line of moves that this page has seen, by the number of moves made: what an
// undo or a redo leads to is shown from here, before the server has answered.

const KEEPS_LINE = ["undo", "redo", "restart", "go-to", "last-winnable"];

export class KnownStates {
  constructor(state) {
    this.reset(state);
  }

  /** Only this state is known: the game was played on elsewhere. */
  reset(state) {
    this.states = new Map([[state.moves_made, state]]);
  }

  /** A change has led from one state to another. @param {string} name of the change */
  add(name, before, state) {
    // The same move as the one undone last keeps what can be redone; any other replaces it.
    const isNewLine = !KEEPS_LINE.includes(name) && !state.moves_undone;
    const end = isNewLine ? before.moves_made : state.moves_made + state.moves_undone;
    for (const made of [...this.states.keys()]) if (made > end) this.states.delete(made);
    this.states.set(state.moves_made, state);
  }

  get(movesMade) {
    return this.states.get(movesMade);
  }
}
