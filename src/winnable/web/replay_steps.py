"""A game step by step, for a replay: each move in words, and the view after it.

Plain dataclasses, because the coach's workers use them and load no Pydantic; the server's models
contain them as they are.

>>> from winnable import Session
>>> session = Session.new("freecell", 1)
>>> step = session.make("t3c1")
>>> for step in replay_steps(session):
...     print(step.moves_made, step.move, step.text, step.spoken)
0 None The start. the start
1 t3c1 t3c1: 2♥ to cell 1. two of hearts to cell 1
"""

from __future__ import annotations

from dataclasses import dataclass

from winnable import text
from winnable.moves import Deal
from winnable.play import Session, Step
from winnable.play.descriptions import describe_step
from winnable.view import View

__all__ = ["ReplayStep", "VisibleCards", "replay_steps", "spoken_step", "visible_cards"]


@dataclass(frozen=True)
class VisibleCards:
    """A view as JSON: cards such as `7H`; `??` is face down, and the stock is only counted."""

    columns: list[list[str]]
    foundations: list[list[str]]
    cells: list[str | None]
    stock: int | None


@dataclass(frozen=True)
class ReplayStep:
    """A point of a game: the move that led there, and the view."""

    moves_made: int
    move: str | None
    text: str
    spoken: str
    view: VisibleCards


def replay_steps(session: Session) -> list[ReplayStep]:
    """All steps of a session from its start: those made, then those undone."""
    before = session.start.view
    steps = [ReplayStep(0, None, "The start.", "the start", visible_cards(session.start.view))]
    for moves_made, step in enumerate((*session.steps, *session.undone), 1):
        after = step.position.view
        shown = describe_step(before, step, after)
        spoken = spoken_step(step, shown)
        steps.append(ReplayStep(moves_made, str(step.move), shown, spoken, visible_cards(after)))
        before = after
    return steps


def visible_cards(view: View) -> VisibleCards:
    return VisibleCards(**view.as_dict())


def spoken_step(step: Step, shown: str) -> str:
    """A description by `describe_step` for a screen reader: cards by name, no move notation."""
    if not isinstance(step.move, Deal):
        shown = shown.removeprefix(f"{step.move}: ")
    return text.spoken(shown).removesuffix(".")
