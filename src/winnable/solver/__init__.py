"""Verdicts and solutions: whether a position can be won, and how.

>>> from winnable import Session
>>> from winnable.solver import solve
>>> table = Session.new("freecell", 1)
>>> result = solve(table.game, table.position)
>>> result.verdict
<Verdict.WINNABLE: 'winnable'>
>>> for move in result.moves:
...     step = table.make(move)
>>> table.is_won
True

A solver looks at all the cards, hidden ones too: it tells whether the game can be won *as dealt*.
"""

from __future__ import annotations

from threading import Event

from winnable.position import Position
from winnable.rules import Game
from winnable.rules.check import check_position
from winnable.solver import plain
from winnable.solver.verdict import Limit, Result, Verdict

__all__ = ["Limit", "Result", "Verdict", "solve"]

_USUAL = Limit()


def solve(
    game: Game, position: Position, limit: Limit = _USUAL, *, cancel: Event | None = None
) -> Result:
    """Find out whether a position of the game can be won.

    WINNABLE comes with moves that `Game.apply` accepts one after the other up to a won position.
    LOST is a proof: every line of play was searched. A limit that is hit, or `cancel` set from
    another thread, makes it UNSETTLED. A position that cannot be is refused with a BoardError;
    cards may be missing, as in the little positions that people make up to think about.
    """
    return plain.search(game, check_position(game, position, whole=False), limit, cancel)
