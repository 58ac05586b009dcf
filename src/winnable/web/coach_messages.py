"""The messages of the coach, as a worker writes them and a browser reads them.

A stream of messages has one JSON object a line, told apart by `kind`. They are plain dataclasses,
because workers load no Pydantic; `response_models` makes unions of them for the API.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, is_dataclass
from enum import Enum
from typing import Any, ClassVar, Literal

from winnable.coach import Evaluation, Hint, Odds, Review
from winnable.coach.atlas import DealFacts
from winnable.coach.descriptions import (
    describe_evaluation,
    describe_hint,
    describe_odds,
    describe_review,
)
from winnable.coach.difficulty import Level
from winnable.errors import sentence
from winnable.moves import Move
from winnable.play import Session
from winnable.play.replay import win_session
from winnable.rules import Game
from winnable.solver import Verdict
from winnable.view import View
from winnable.web.replay_steps import ReplayStep, replay_steps

__all__ = [
    "MAX_LINE",
    "DealMessage",
    "ErrorMessage",
    "EvaluationMessage",
    "FactsMessage",
    "HintMessage",
    "Message",
    "OddsMessage",
    "ProgressMessage",
    "QueuedMessage",
    "ReviewMessage",
    "StoppedMessage",
    "StreamMessage",
    "TaskMessage",
    "error_message",
    "evaluation_message",
    "facts_message",
    "hint_message",
    "review_message",
    "to_plain",
]

MAX_LINE = 2**20
"""Bytes of a line between the server and a worker, in either direction."""

Message = dict[str, Any]
"""A message as a JSON object."""


@dataclass(frozen=True, kw_only=True)
class StreamMessage:
    """A message of a stream; each kind of it has a field `kind`."""

    # For Pydantic: every field is in every message, and docstrings of fields are descriptions.
    __pydantic_config__: ClassVar = {
        "json_schema_serialization_defaults_required": True,
        "use_attribute_docstrings": True,
    }


@dataclass(frozen=True, kw_only=True)
class QueuedMessage(StreamMessage):
    """The first message of every stream."""

    kind: Literal["queued"] = "queued"
    ahead: int
    """How many jobs come first."""
    version: int
    """The version of the game from now on: the request has been counted as help."""


@dataclass(frozen=True, kw_only=True)
class StoppedMessage(StreamMessage):
    """The last message of a request that was cancelled."""

    kind: Literal["stopped"] = "stopped"
    text: str


@dataclass(frozen=True, kw_only=True)
class ErrorMessage(StreamMessage):
    """The last message of a request that failed."""

    kind: Literal["error"] = "error"
    text: str


@dataclass(frozen=True, kw_only=True)
class OddsMessage(StreamMessage):
    """Of the ways in which the hidden cards can lie, how many can be won (Monte Carlo)."""

    won: int
    lost: int
    unsettled: int
    exact: bool
    """Whether every way was examined, and not a sample."""
    low: float
    """The lower end of the 95% confidence interval."""
    high: float
    text: str


@dataclass(frozen=True, kw_only=True)
class EvaluationMessage(StreamMessage):
    """Whether the game can still be won; the last one of a stream is final."""

    kind: Literal["evaluation"] = "evaluation"
    final: bool = False
    verdict: Verdict
    """Where cards are hidden, it holds however they lie."""
    text: str
    moves_to_win: int | None
    """Moves of a known win; null if none is known, and where cards are hidden."""
    odds: OddsMessage | None
    """Where cards are hidden."""


@dataclass(frozen=True, kw_only=True)
class HintMessage(StreamMessage):
    """What to do next; the last one of a stream is final."""

    kind: Literal["hint"] = "hint"
    final: bool = False
    move: str | None
    """Null if there is nothing to do, or nothing was found in time."""
    verdict: Verdict
    """On the position before the move."""
    text: str
    moves_to_win: int | None
    """Moves of a known win, this one included."""
    odds: OddsMessage | None
    """Where cards are hidden: the odds after the move."""


@dataclass(frozen=True, kw_only=True)
class ReviewMessage(StreamMessage):
    """The verdicts along a game; the last one of a stream is final and has the winning lines."""

    kind: Literal["review"] = "review"
    final: bool = False
    verdicts: list[Verdict]
    """At the start, and after each move."""
    is_won: bool
    mistake: int | None
    """The number of the move, from 1, that lost the game."""
    last_winnable: int | None
    """How many moves were made at the last position that is known to be winnable."""
    kept_by: list[str]
    """Moves there that keep the game winnable."""
    text_lines: list[str]
    best_moves: int | None
    """How many moves `best` has."""
    rest_moves: int | None
    best: list[ReplayStep] | None
    """The shortest win found from the start."""
    rest: list[ReplayStep] | None
    """The shortest win found from the last winnable position."""


@dataclass(frozen=True, kw_only=True)
class ProgressMessage(StreamMessage):
    """A search for a deal is under way."""

    kind: Literal["progress"] = "progress"
    final: bool = False
    passed_over: int


@dataclass(frozen=True, kw_only=True)
class DealMessage(StreamMessage):
    """A search has found a deal."""

    kind: Literal["deal"] = "deal"
    final: bool = False
    deal_number: int


@dataclass(frozen=True, kw_only=True)
class FactsMessage(StreamMessage):
    """What was found out about a numbered deal."""

    kind: Literal["facts"] = "facts"
    final: bool = False
    verdict: Verdict
    moves: int | None
    moves_by_hand: int | None
    minimal: bool
    level: Level | None
    cut_short: bool
    """Whether the search was ended early, so that another one may find out more."""


TaskMessage = (
    EvaluationMessage | HintMessage | ReviewMessage | ProgressMessage | DealMessage | FactsMessage
)
"""What a task reports, on the way and at its end."""


def to_plain(value: Any) -> Any:
    """For ``json.dumps(..., default=to_plain)``: a message, and the verdicts in it."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return vars(value)
    raise TypeError(f"{value!r} does not belong in a message")


def evaluation_message(evaluation: Evaluation) -> EvaluationMessage:
    return EvaluationMessage(
        verdict=evaluation.verdict,
        text=describe_evaluation(evaluation),
        moves_to_win=evaluation.moves,
        odds=_odds_message(evaluation.odds),
    )


def hint_message(game: Game, view: View, hint: Hint) -> HintMessage:
    return HintMessage(
        move=None if hint.move is None else str(hint.move),
        verdict=hint.verdict,
        text=describe_hint(game, view, hint),
        moves_to_win=hint.moves,
        odds=_odds_message(hint.odds, "after it" if hint.move else ""),
    )


def _odds_message(odds: Odds | None, after: str = "") -> OddsMessage | None:
    if odds is None:
        return None
    return OddsMessage(
        won=odds.won,
        lost=odds.lost,
        unsettled=odds.unsettled,
        exact=odds.exact,
        low=odds.low,
        high=odds.high,
        text=describe_odds(odds, after),
    )


def review_message(session: Session, review: Review, *, with_wins: bool) -> ReviewMessage:
    """A review; the winning lines are made only for the last message of a stream."""
    best, last_winnable, rest = review.best, review.last_winnable, review.rest
    return ReviewMessage(
        verdicts=list(review.verdicts),
        is_won=review.is_won,
        mistake=review.mistake,
        last_winnable=last_winnable,
        kept_by=[str(move) for move in review.kept_by],
        text_lines=describe_review(review, session),
        best_moves=review.best_moves,
        rest_moves=review.rest_moves,
        best=_win(session, 0, best.moves) if with_wins and best else None,
        rest=_win(session, last_winnable, rest.moves) if with_wins and rest else None,
    )


def _win(session: Session, moves_made: int | None, moves: Iterable[Move]) -> list[ReplayStep]:
    """A win from some point of a session, as a player makes it."""
    return replay_steps(win_session(session, moves, moves_made))


def facts_message(facts: DealFacts, *, cut_short: bool) -> FactsMessage:
    return FactsMessage(
        verdict=facts.verdict,
        moves=facts.moves,
        moves_by_hand=facts.moves_by_hand,
        minimal=facts.minimal,
        level=facts.level,
        cut_short=cut_short,
    )


def error_message(message: str) -> ErrorMessage:
    """An error in one line."""
    return ErrorMessage(text=sentence(" ".join(message.split())))
