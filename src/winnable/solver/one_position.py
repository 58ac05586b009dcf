"""One position, solved by the kernel of its game, or in pure Python where it has none.

A game in which one card moves at a time is searched with supermoves, which are far fewer moves to
try, and the line that wins is then written out card by card; `rules.supermove.with_supermoves` says
why that changes no verdict.
"""

from __future__ import annotations

from winnable.moves import Move
from winnable.position import Position
from winnable.rules import Game
from winnable.rules.supermove import expand, with_supermoves
from winnable.solver import python_solver
from winnable.solver.kernels import kernel_for
from winnable.solver.python_solver import Tick
from winnable.solver.result import Limit, Result

__all__ = ["solve_position"]


def solve_position(
    game: Game, position: Position, limit: Limit, tick: Tick | None, *, short: bool = False
) -> Result:
    """Search until a win is found, the position is proved lost, or a limit is hit."""
    if (by_supermoves := with_supermoves(game)) is not None:
        found = solve_position(by_supermoves, position, limit, tick, short=short)
        moves = _card_by_card(by_supermoves, position, found.moves)
        # The fewest supermoves need not be the fewest cards, so nothing is said about that.
        return Result(found.verdict, moves, found.states, found.seconds, memory=found.memory)
    kernel = kernel_for(game)
    if kernel is None:
        return python_solver.search(game, position, limit, tick)
    return kernel.solve(position, limit, tick, short=short)


def _card_by_card(game: Game, position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    moves: list[Move] = []
    for move in line:
        moves += expand(game, position, move)
        position = game.apply(position, move)
    return tuple(moves)
