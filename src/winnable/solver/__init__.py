"""Verdicts and solutions: whether a position can be won, and how.

>>> from winnable import Session
>>> from winnable.solver import solve
>>> session = Session.new("freecell", 1)
>>> result = solve(session.game, session.position)
>>> result.verdict
<Verdict.WINNABLE: 'winnable'>
>>> for move in result.moves:
...     step = session.make(move)
>>> session.is_won
True

A solver sees all cards, hidden ones too: it says whether the game can be won *as dealt*.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from winnable.position import Position
from winnable.rules import Game
from winnable.rules.validation import check_position
from winnable.solver.batch import DealResult, solve_many
from winnable.solver.cancellation import is_cancelled
from winnable.solver.kernels import SlowSolverWarning, has_kernel
from winnable.solver.one_position import solve_position
from winnable.solver.result import Limit, Result, Verdict

__all__ = [
    "DealResult",
    "Limit",
    "Result",
    "SlowSolverWarning",
    "Verdict",
    "has_kernel",
    "solve",
    "solve_many",
]

_DEFAULT_LIMIT = Limit()


def solve(
    game: Game,
    position: Position,
    limit: Limit = _DEFAULT_LIMIT,
    *,
    short: bool = False,
    cancel: Event | None = None,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Find out whether a position of the game can be won.

    WINNABLE comes with moves that `Game.apply` accepts one after the other up to a won position.
    LOST is a proof. A limit that is hit, or `cancel` set from another thread, makes it UNSETTLED.
    `progress` gets the number of positions examined, many times a second. `short` spends more
    effort on a short line in FreeCell, Baker's Game and Golf; other games, and the solver in pure
    Python, return the first line they find. An impossible position raises BoardError; cards may be
    missing, as in small positions made up for study.
    """
    check_position(game, position, whole=False)

    def tick(states: int) -> bool:
        if progress is not None:
            progress(states)
        return is_cancelled(cancel)

    if tick(0):
        return Result(Verdict.UNSETTLED, (), 0, 0.0)
    if game.is_won(position):
        return Result(Verdict.WINNABLE, (), 1, 0.0, minimal=short)
    return solve_position(game, position, limit, tick, short=short)
