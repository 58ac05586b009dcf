"""Replaying a line of moves with autoplay, which may make some of them by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from winnable.moves import Move
from winnable.play.autoplay import Autoplay, apply_autoplay, remaining_move
from winnable.play.session import Session, Step
from winnable.position import Position
from winnable.rules import Game, IllegalMoveError

__all__ = ["follow_line", "moves_to_type", "replay_win", "win_session"]


def moves_to_type(session: Session, moves: Iterable[Move]) -> list[Move] | None:
    """The moves of a winning line that the player makes, without those that autoplay makes.

    None if the line does not win with this autoplay: it sends a card home that the line needs.
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
    """The steps of a winning line with some autoplay; None if they do not win.

    If autoplay breaks the line by sending home a card that it needs, `again` may give another
    winning line from that position.
    """
    steps: list[Step] = []
    position = start
    while True:
        made = len(steps)
        try:
            for step in follow_line(game, position, moves, autoplay):
                steps.append(step)
                position = step.position
        except IllegalMoveError:
            pass
        if game.is_won(position):
            return steps
        # Each broken line leaves more cards home than the one before, so this ends.
        next_moves = again(position) if again is not None and len(steps) > made else None
        if next_moves is None:
            return None
        moves = next_moves


def follow_line(
    game: Game, start: Position, moves: Iterable[Move], autoplay: Autoplay
) -> Iterator[Step]:
    """The steps of a player who follows a line; IllegalMoveError where autoplay has broken it."""
    here = line = start
    for move in moves:
        remaining = remaining_move(game, here, line, move)
        line = game.apply(line, move)
        if remaining is not None:
            step = Step(remaining, *apply_autoplay(game, game.apply(here, remaining), autoplay))
            here = step.position
            yield step


def win_session(session: Session, moves: Iterable[Move], made: int | None = None) -> Session:
    """A win from a position of a session as a new session, at its start, for replaying.

    The position is the current one, or the one after `made` steps. If autoplay would break the win,
    the new session has autoplay off.
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
