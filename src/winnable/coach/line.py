"""A line of play as a player makes it at a table where cards may go home by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from winnable.moves import Deal, Move, Transfer
from winnable.play import Autoplay, Session, Step
from winnable.play.autoplay import settle
from winnable.position import Area, Position
from winnable.rules import Game, IllegalMoveError
from winnable.rules.foundations import foundation_for

__all__ = ["as_typed", "steps_along", "winning_steps"]


def as_typed(session: Session, moves: Iterable[Move]) -> list[Move] | None:
    """Of a winning line, the moves to type: without those that the table makes by itself.

    None if they would not win there, as when a card goes home by itself that the line still needs.
    """
    steps = winning_steps(session.game, session.position, moves, session.autoplay)
    return None if steps is None else [step.move for step in steps]


def winning_steps(
    game: Game,
    start: Position,
    moves: Iterable[Move],
    autoplay: Autoplay,
    again: Callable[[Position], Iterable[Move] | None] | None = None,
) -> list[Step] | None:
    """The steps of a winning line at a table; None if they do not win there.

    `again` may give another winning line from a position where the first was broken off, because a
    card went home by itself that it needed.
    """
    steps: list[Step] = []
    position = start
    while True:
        made = len(steps)
        try:
            for step in steps_along(game, position, moves, autoplay):
                steps.append(step)
                position = step.position
        except IllegalMoveError:
            pass
        if game.is_won(position):
            return steps
        # Each line that breaks off leaves more cards at home than the one before, so this ends.
        further = again(position) if again is not None and len(steps) > made else None
        if further is None:
            return None
        moves = further


def steps_along(
    game: Game, start: Position, moves: Iterable[Move], autoplay: Autoplay
) -> Iterator[Step]:
    """The steps by which a player follows a line; IllegalMoveError where it cannot be followed."""
    here = line = start
    for move in moves:
        left = _left_to_do(game, here, line, move)
        line = game.apply(line, move)
        if left is not None:
            step = Step(left, *settle(game, game.apply(here, left), autoplay))
            here = step.position
            yield step


def _left_to_do(game: Game, here: Position, line: Position, move: Move) -> Move | None:
    """A move of a line as it looks at a table where more cards may be home already."""
    if isinstance(move, Deal):
        return move
    pile = here.pile(move.source)
    lifted = [card for card in line.pile(move.source)[-move.count :] if card in pile]
    if not lifted:
        return None
    if move.target.area is Area.FOUNDATION:
        return Transfer(move.source, foundation_for(game, here, lifted[0]))
    return Transfer(move.source, move.target, len(lifted))
