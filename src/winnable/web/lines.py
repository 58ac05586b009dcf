"""A line of play, step by step, as the API tells it: the move, what it does, and the view after it.

>>> from winnable import Session
>>> table = Session.new("freecell", 1)
>>> step = table.make("t3c1")
>>> for told in steps(table):
...     print(told["made"], told["move"], told["words"], told["spoken"])
0 None The start. the start
1 t3c1 t3c1: 2♥ to cell 1. two of hearts to cell 1
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from winnable import text
from winnable.moves import Deal, Move
from winnable.play import Autoplay, Session, Step
from winnable.play.descriptions import describe_step
from winnable.position import Position
from winnable.rules import Game

__all__ = ["spoken_step", "steps", "steps_of"]


def steps(session: Session) -> list[dict[str, Any]]:
    """The line of a session from its start on: the steps made, and those undone after them."""
    before = session.start.view
    told = [_told(0, None, "The start.", "the start", before.as_dict())]
    for made, step in enumerate((*session.steps, *session.undone), 1):
        after = step.position.view
        words = describe_step(before, step, after)
        told.append(_told(made, step.move, words, spoken_step(step, words), after.as_dict()))
        before = after
    return told


def steps_of(
    game: Game, start: Position, moves: Iterable[Move], autoplay: Autoplay
) -> list[dict[str, Any]]:
    """The same for moves that a player could make by hand from a position."""
    session = Session(game, start, autoplay=autoplay)
    for move in moves:
        session.make(move)
    return steps(session)


def spoken_step(step: Step, words: str) -> str:
    """The words about a step (`winnable.play.descriptions.describe_step`) for those who listen.

    Cards have their names, and the move as it is written is left out: what it does is said anyway.
    """
    shown = words if isinstance(step.move, Deal) else words.removeprefix(f"{step.move}: ")
    return text.spoken(shown).removesuffix(".")


def _told(
    made: int, move: Move | None, words: str, spoken: str, seen: dict[str, Any]
) -> dict[str, Any]:
    written = None if move is None else str(move)
    return {"made": made, "move": written, "words": words, "spoken": spoken, "view": seen}
