// The states of a game's line of moves that this page has seen, by the number of moves made: what an
// undo or a redo leads to is shown from here, before the server has answered. A page that has just been
// opened has seen none of them, and asks for them with the first undo.

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

  /**
   * Learn all states of the game from its steps, unless it has changed since they were asked for.
   * @param {object[]} steps from the start, with those undone @param {object} state the latest
   */
  learn(steps, state) {
    const isCurrent = JSON.stringify(steps[state.moves_made]?.view) === JSON.stringify(state.view);
    if (!isCurrent || steps.length !== state.moves_made + state.moves_undone + 1) return;
    for (const step of steps) {
      const isStuck = !step.is_won && !step.legal_moves.length;
      if (!this.states.has(step.moves_made)) this.states.set(step.moves_made, { ...step, is_stuck: isStuck });
    }
  }

  get(movesMade) {
    return this.states.get(movesMade);
  }
}
