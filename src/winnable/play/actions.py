"""What a player can do besides a single move, the same in every user interface."""

from __future__ import annotations

from collections.abc import Iterator

from winnable.moves import Transfer
from winnable.play.session import Session
from winnable.rules.foundations import foundation_moves

__all__ = ["collect_moves"]


def collect_moves(session: Session) -> Iterator[Transfer]:
    """The moves that send every card home that can go, one at a time.

    Make each before asking for the next: a move may free another card, or win the game.
    """
    while not session.is_won:
        found = next(foundation_moves(session.game, session.position), None)
        if found is None:
            return
        yield found[0]
