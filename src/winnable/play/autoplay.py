"""Autoplay: cards that go home by themselves after a move, if they are safe or whenever they can.

`winnable.rules.foundations` says what is safe. Games whose foundations are not built by suit have
no autoplay: there, going home is a choice.
"""

from __future__ import annotations

from enum import Enum

from winnable.l10n import t
from winnable.moves import Deal, Move, Transfer
from winnable.position import Area, Position
from winnable.rules import Game
from winnable.rules.foundations import foundation_for, foundation_moves, is_safe

__all__ = ["Autoplay", "apply_autoplay", "remaining_move"]


class Autoplay(Enum):
    """Which cards go home by themselves."""

    OFF = "off"
    SAFE = "safe"
    ALL = "all"

    @property
    def description(self) -> str:
        """What it does, for menus and messages."""
        return t(f"play.autoplay.{self.value}")


def apply_autoplay(
    game: Game, position: Position, autoplay: Autoplay
) -> tuple[tuple[Transfer, ...], Position]:
    """The automatic moves home in a position, and the position after them."""
    moves: list[Transfer] = []
    if autoplay is not Autoplay.OFF and game.has_autoplay:
        while move := _next_automove(game, position, autoplay):
            position = game.apply(position, move)
            moves.append(move)
    return tuple(moves), position


def _next_automove(game: Game, position: Position, autoplay: Autoplay) -> Transfer | None:
    for move, card in foundation_moves(game, position):
        if autoplay is Autoplay.ALL or is_safe(game, position, card):
            return move
    return None


def remaining_move(game: Game, position: Position, line: Position, move: Move) -> Move | None:
    """A move of a line, in a position where autoplay may have sent more cards home already.

    `line` is the position in which the line makes the move. None if all its cards are home here.
    """
    if isinstance(move, Deal):
        return move
    here = position.pile(move.source)
    moved = [card for card in line.pile(move.source)[-move.count :] if card in here]
    if not moved:
        return None
    if move.target.area is Area.FOUNDATION:
        return Transfer(move.source, foundation_for(game, position, moved[0]))
    return Transfer(move.source, move.target, len(moved))
