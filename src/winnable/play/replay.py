"""A line of play as a player makes it at a table where cards may go home by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from winnable.moves import Move
from winnable.play.autoplay import Autoplay, apply_autoplay, remaining_move
from winnable.play.session import Session, Step
from winnable.position import Position
from winnable.rules import Game, IllegalMoveError

__all__ = ["moves_to_type", "replay_steps", "replay_win", "win_session"]


def moves_to_type(session: Session, moves: Iterable[Move]) -> list[Move] | None:
    """Of a winning line, the moves to type: without those that the table makes by itself.

    None if they would not win there, as when a card goes home by itself that the line still needs.
    """
    steps = replay_win(session.game, session.position, moves, session.autoplay)
    return None if steps is None else [step.move for step in steps]


def replay_win(
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
            for step in replay_steps(game, position, moves, autoplay):
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


def replay_steps(
    game: Game, start: Position, moves: Iterable[Move], autoplay: Autoplay
) -> Iterator[Step]:
    """The steps by which a player follows a line; IllegalMoveError where it cannot be followed."""
    here = line = start
    for move in moves:
        left = remaining_move(game, here, line, move)
        line = game.apply(line, move)
        if left is not None:
            step = Step(left, *apply_autoplay(game, game.apply(here, left), autoplay))
            here = step.position
            yield step


def win_session(session: Session, moves: Iterable[Move], made: int | None = None) -> Session:
    """A win from some point of a session, as a session of its own, at its start.

    The point is where the session stands, or where so many of its steps are made. Where autoplay
    would send a card home that the win still needs, the new session has autoplay off.
    """
    moves = tuple(moves)
    steps = session.steps if made is None else session.steps[:made]
    start = steps[-1].position if steps else session.start
    line = Session(session.game, start, autoplay=session.autoplay)
    typed = moves_to_type(line, moves)
    if typed is None:
        line.autoplay = Autoplay.OFF
    for move in moves if typed is None else typed:
        line.make(move)
    line.restart()
    return line
