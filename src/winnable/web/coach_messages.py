"""The messages of the coach, as a worker writes them and a browser reads them.

A stream of messages has one JSON object a line, told apart by `kind`. They are plain dataclasses,
because workers load no Pydantic; `response_models` makes unions of them for the API.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, is_dataclass
from enum import Enum
from typing import Any, Literal

from winnable.coach import Chance, Evaluation, Hint, Odds, Review
from winnable.coach.atlas import DealFacts
from winnable.coach.descriptions import (
    describe_chance,
    describe_evaluation,
    describe_hint,
    describe_odds,
    describe_review,
    explain_chance,
    explain_evaluation,
    explain_hint,
    explain_odds,
    explain_review,
)
from winnable.coach.difficulty import Level
from winnable.coach.shares import chance_share, odds_share
from winnable.errors import sentence
from winnable.l10n import t
from winnable.moves import Move
from winnable.play import Session
from winnable.play.lines import seen_cards
from winnable.play.replay import win_session
from winnable.rules import Game
from winnable.solver import Verdict
from winnable.view import View
from winnable.web.luck_messages import LuckMessage, LuckStatus, luck_message
from winnable.web.replay_steps import ReplayStep, replay_steps
from winnable.web.stream_message import StreamMessage

__all__ = [
    "MAX_LINE",
    "ChanceMessage",
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
    "TaskMessage",
    "Wins",
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

Wins = Literal["none", "seen", "all"]
"""Which winning lines a message has: those that show only cards which were seen in the game."""


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
    share: str
    """In a few words: ``about 65%``."""
    text: str
    details: str


@dataclass(frozen=True, kw_only=True)
class ChanceMessage(StreamMessage):
    """A player's chance: how many games the coach wins from here, who sees what the player sees.

    The odds are about somebody who sees all cards.
    """

    won: int
    games: int
    low: float
    """The lower end of the 95% confidence interval."""
    high: float
    share: str
    """In a few words: ``about 65%``."""
    text: str
    details: str


@dataclass(frozen=True, kw_only=True)
class EvaluationMessage(StreamMessage):
    """Whether the game can still be won; the last one of a stream is final."""

    kind: Literal["evaluation"] = "evaluation"
    final: bool = False
    verdict: Verdict
    """Where cards are hidden, it holds however they lie."""
    text: str
    details: str
    """What that rests on, and how sure it is; empty where there is nothing to add."""
    moves_to_win: int | None
    """Moves of a known win; null if none is known, and where cards are hidden."""
    odds: OddsMessage | None
    """Where cards are hidden."""
    chance: ChanceMessage | None
    """Where cards are hidden, in the final message; null if the coach has no player of the game, or
    had no time."""


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
    details: str
    moves_to_win: int | None
    """Moves of a known win, this one included."""
    autoplay_off: bool
    """Whether that win needs autoplay off: a card that goes home automatically would break it."""
    odds: OddsMessage | None
    """Where cards are hidden: the odds after the move."""
    chance: ChanceMessage | None
    """The chance after the move and what was planned with it; null if it was not worked out."""


@dataclass(frozen=True, kw_only=True)
class ReviewMessage(StreamMessage):
    """The verdicts along a game. The winning lines come when they are known, and luck last."""

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
    """The review in short sentences."""
    details: list[str]
    """What they rest on."""
    best_moves: int | None
    """How many moves `best` has."""
    rest_moves: int | None
    best: list[ReplayStep] | None
    """The shortest win found from the start."""
    rest: list[ReplayStep] | None
    """The shortest win found from the last winnable position."""
    luck: LuckMessage | None
    luck_status: LuckStatus
    luck_moves: int
    """How many moves have been judged so far, while it is pending."""


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
        details=explain_evaluation(evaluation),
        moves_to_win=evaluation.moves,
        odds=_odds_message(evaluation.odds),
        chance=_chance_message(evaluation.chance),
    )


def hint_message(game: Game, view: View, hint: Hint) -> HintMessage:
    return HintMessage(
        move=None if hint.move is None else str(hint.move),
        verdict=hint.verdict,
        text=describe_hint(game, view, hint),
        details=explain_hint(game, view, hint),
        moves_to_win=hint.moves,
        autoplay_off=hint.autoplay_off,
        odds=_odds_message(hint.odds, after_move=hint.move is not None),
        chance=_chance_message(hint.chance, after_move=True),
    )


def _odds_message(odds: Odds | None, *, after_move: bool = False) -> OddsMessage | None:
    if odds is None:
        return None
    return OddsMessage(
        won=odds.won,
        lost=odds.lost,
        unsettled=odds.unsettled,
        exact=odds.exact,
        low=odds.low,
        high=odds.high,
        share=odds_share(odds),
        text=describe_odds(odds, after_move=after_move),
        details=explain_odds(odds, after_move=after_move),
    )


def _chance_message(chance: Chance | None, *, after_move: bool = False) -> ChanceMessage | None:
    if chance is None:
        return None
    return ChanceMessage(
        won=chance.won,
        games=chance.games,
        low=chance.low,
        high=chance.high,
        share=chance_share(chance),
        text=describe_chance(chance, after_move=after_move),
        details=explain_chance(chance, after_move=after_move),
    )


def review_message(
    session: Session,
    review: Review,
    *,
    wins: Wins,
    luck_status: LuckStatus | None = None,
) -> ReviewMessage:
    """A review; with the winning lines once they are known, because they take long to write."""
    best, last_winnable, rest = review.best, review.last_winnable, review.rest
    status = luck_status or ("none" if review.luck is None else "known")
    lines = describe_review(review, session)
    if status == "out of time":
        lines.append(t("coach.review.out_of_time"))
    return ReviewMessage(
        verdicts=list(review.verdicts),
        is_won=review.is_won,
        mistake=review.mistake,
        last_winnable=last_winnable,
        kept_by=[str(move) for move in review.kept_by],
        text_lines=lines,
        details=explain_review(review, session),
        best_moves=review.best_moves,
        rest_moves=review.rest_moves,
        best=_win(session, 0, best.moves, wins) if best else None,
        rest=_win(session, last_winnable, rest.moves, wins) if rest else None,
        luck=None if review.luck is None else luck_message(session, review, review.luck),
        luck_status=status,
        luck_moves=0,
    )


def _win(
    session: Session, moves_made: int | None, moves: Iterable[Move], wins: Wins
) -> list[ReplayStep] | None:
    """A win from some point of a session, as a player makes it; None if it is not wanted."""
    if wins == "none":
        return None
    win = win_session(session, moves, moves_made)
    if wins == "seen" and not seen_cards(win) <= seen_cards(session):
        return None
    return replay_steps(win)


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
