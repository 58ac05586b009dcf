"""Cards that go home by themselves after a move: never, when it is safe, or whenever they can.

`winnable.rules.foundations` says what is safe. Games whose foundations are not built by suit have
no autoplay: there, going home is a choice.
"""

from __future__ import annotations

from enum import Enum

from winnable.moves import Transfer
from winnable.position import Position
from winnable.rules import FoundationRule, Game
from winnable.rules.foundations import foundation_moves, is_safe

__all__ = ["Autoplay", "settle"]


class Autoplay(Enum):
    """How much the table does by itself."""

    OFF = "off"
    SAFE = "safe"
    ALL = "all"


def settle(
    game: Game, position: Position, autoplay: Autoplay
) -> tuple[tuple[Transfer, ...], Position]:
    """The moves home that follow by themselves, and the position after them."""
    moves: list[Transfer] = []
    if autoplay is not Autoplay.OFF and game.foundation_rule is FoundationRule.SUIT:
        while move := _next_automove(game, position, autoplay):
            position = game.apply(position, move)
            moves.append(move)
    return tuple(moves), position


def _next_automove(game: Game, position: Position, autoplay: Autoplay) -> Transfer | None:
    for move, card in foundation_moves(game, position):
        if autoplay is Autoplay.ALL or is_safe(game, position, card):
            return move
    return None
