"""What line mode asks the solver: whether a game can still be won, and what to type to win it."""

from __future__ import annotations

from collections.abc import Iterable

from winnable.cli.bar import Ticker
from winnable.cli.tally import counted
from winnable.cli.verdicts import verdict_words
from winnable.moves import Deal, Move, Transfer
from winnable.play import Session
from winnable.position import Area, Position
from winnable.rules import IllegalMove
from winnable.rules.home import home_of
from winnable.solver import Limit, solve

__all__ = ["LIMIT", "as_typed", "solved"]

LIMIT = Limit(seconds=20)
"""As long as a player would wait."""


def solved(session: Session) -> tuple[str, list[Move]]:
    """The verdict on a game as it stands, in words, and moves that win it, as they are typed."""
    ticker = Ticker()
    try:
        result = solve(session.game, session.position, LIMIT, progress=ticker)
    finally:
        ticker.clear()
    how, moves = "", list(result.moves)
    if moves:
        typed = as_typed(session, moves)
        by_itself = typed is not None and len(typed) < len(moves)
        moves = moves if typed is None else typed
        how = f", in {counted(len(moves), 'move')}"
        how += " and what goes home by itself" if by_itself else ""
        how += " with autoplay off" if typed is None else ""
    return verdict_words("This game", session.game, result, LIMIT, how), moves


def as_typed(session: Session, moves: Iterable[Move]) -> list[Move] | None:
    """Of a winning line, the moves to type: without those that the table makes by itself.

    None if they would not win there, as when a card goes home by itself that the line still needs.
    """
    table = Session(session.game, session.position, autoplay=session.autoplay)
    position = session.position
    typed = []
    try:
        for move in moves:
            left = _left_to_do(table, position, move)
            position = session.game.apply(position, move)
            if left is not None:
                table.make(left)
                typed.append(left)
    except IllegalMove:
        return None
    return typed if table.is_won else None


def _left_to_do(table: Session, position: Position, move: Move) -> Move | None:
    """A move in a position as it looks at a table where more cards may be home already."""
    if isinstance(move, Deal):
        return move
    here = table.position.pile(move.source)
    lifted = [card for card in position.pile(move.source)[-move.count :] if card in here]
    if not lifted:
        return None
    if move.target.area is Area.FOUNDATION:
        return Transfer(move.source, home_of(table.game, table.position, lifted[0]))
    return Transfer(move.source, move.target, len(lifted))
