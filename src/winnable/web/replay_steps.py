"""A game step by step, for a replay: each move in words, and the view after it.

Plain dataclasses, because the coach's workers use them and load no Pydantic; the server's models
contain them as they are.

>>> from winnable import Session
>>> session = Session.new("freecell", 1)
>>> step = session.make("t3c1")
>>> for step in replay_steps(session):
...     print(step.moves_made, step.move, step.text, step.spoken)
0 None Start start
1 t3c1 2♥ to cell 1 two of hearts to cell 1
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from winnable.l10n import t
from winnable.moves import Deal
from winnable.play import Session, Step
from winnable.play.descriptions import describe_step
from winnable.play.move_intent import best_moves, movable_count
from winnable.position import Position
from winnable.rules import Game
from winnable.text import spoken as cards_in_words
from winnable.view import View

__all__ = [
    "ReplayStep",
    "VisibleCards",
    "replay_step",
    "replay_steps",
    "spoken_step",
    "steps_made",
    "visible_cards",
]


@dataclass(frozen=True)
class VisibleCards:
    """A view as JSON: cards such as `7H`; `??` is face down, and the stock is only counted."""

    columns: list[list[str]]
    foundations: list[list[str]]
    cells: list[str | None]
    stock: int | None


@dataclass(frozen=True)
class ReplayStep:
    """A point of a game: the move that led there, the view, and what can be done next."""

    moves_made: int
    move: str | None
    automoves: list[str]
    """The automatic moves after it."""
    text: str
    """The move by its cards."""
    spoken: str
    """The same for screen readers."""
    view: VisibleCards
    is_won: bool
    legal_moves: list[str]
    """None once the game is won."""
    best_moves: list[str]
    """Of these, where cards go that are only tapped."""
    movable_cards: list[int]
    """How many cards of each column can be picked up together."""


def replay_steps(session: Session) -> list[ReplayStep]:
    """All steps of a session from its start: those made, then those undone."""
    return list(_steps(session))


def steps_made(session: Session) -> list[ReplayStep]:
    """The steps of a session from its start, without those undone."""
    return list(islice(_steps(session), len(session.steps) + 1))


def _steps(session: Session) -> Iterator[ReplayStep]:
    before = session.start
    start = t("page.replay.start")
    yield _step(session.game, before, 0, None, start, start.lower())
    for moves_made, step in enumerate((*session.steps, *session.undone), 1):
        yield replay_step(session.game, before, step, moves_made)
        before = step.position


def replay_step(game: Game, before: Position, step: Step, moves_made: int) -> ReplayStep:
    """A step from a position, after which so many moves have been made."""
    text = describe_step(before.view, step, step.position.view)
    shown = _without_notation(step, text).removesuffix(".")
    if isinstance(step.move, Deal):
        shown = t("page.replay.dealt", what=shown)
    shown = shown[:1].upper() + shown[1:]
    return _step(game, step.position, moves_made, step, shown, spoken_step(step, text))


def _step(
    game: Game, after: Position, moves_made: int, step: Step | None, shown: str, spoken: str
) -> ReplayStep:
    is_won = game.is_won(after)
    moves = [] if is_won else list(game.legal_moves(after))
    return ReplayStep(
        moves_made,
        None if step is None else str(step.move),
        [] if step is None else [str(move) for move in step.automoves],
        shown,
        spoken,
        visible_cards(after.view),
        is_won,
        [str(move) for move in moves],
        [str(move) for move in best_moves(game, after, moves)],
        [movable_count(game, after, column) for column in range(game.columns)],
    )


def visible_cards(view: View) -> VisibleCards:
    return VisibleCards(**view.as_dict())


def spoken_step(step: Step, text: str) -> str:
    """A description by `describe_step` for a screen reader: cards by name, no move notation."""
    spoken = cards_in_words(_without_notation(step, text)).removesuffix(".")
    return t("page.replay.dealt_spoken", what=spoken) if isinstance(step.move, Deal) else spoken


def _without_notation(step: Step, text: str) -> str:
    return text.removeprefix(f"{step.move}: ")
