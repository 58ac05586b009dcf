"""The part of a review's messages that tells luck from skill (`winnable.coach.luck`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from winnable.coach import LuckReview, Review
from winnable.coach.luck_descriptions import describe_luck, explain_costly_step, explain_luck
from winnable.play import Session
from winnable.web.stream_message import StreamMessage

__all__ = ["CostlyMove", "LuckMessage", "LuckStatus", "StepChanceMessage", "luck_message"]


@dataclass(frozen=True, kw_only=True)
class StepChanceMessage(StreamMessage):
    """The chances around a move, as games won out of the `games` of the review's `luck`."""

    before: int
    """Before it: also the chance after the best move."""
    made: int
    """After the move, before what it reveals is in sight: `before` less `made` is its cost."""
    after: int
    """Once that is in sight: `after` less `made` is luck."""
    margin: float
    """Half the 95% confidence interval of the cost."""
    is_noticeable: bool
    """Whether the cost is too high to come from the sample alone."""
    better: list[str]
    """If so: the moves that the coach would have made, up to the next card that is revealed."""


@dataclass(frozen=True, kw_only=True)
class CostlyMove(StreamMessage):
    """A move with a high cost, in words."""

    number: int
    """The number of the move, from 1."""
    text: str
    details: str
    """How sure the cost is."""


@dataclass(frozen=True, kw_only=True)
class LuckMessage(StreamMessage):
    """Luck and skill along a game, judged by what was in sight at each move."""

    games: int
    """How many games were played for each chance."""
    start: int
    """The chance at the start, in games won."""
    steps: list[StepChanceMessage]
    """One for each move."""
    decisions: int
    """How often the player had a choice."""
    skill: float | None
    """The average cost of a decision, as a share of all games; null without a decision."""
    text: str
    details: list[str]
    """How that was found, and how it adds up."""
    costliest: list[CostlyMove]
    """The costliest moves, the worst first."""


LuckStatus = Literal["pending", "known", "out of time", "none"]
"""What is known about luck and skill: `none` if nothing was hidden, or the coach has no player."""


def luck_message(session: Session, review: Review, luck: LuckReview) -> LuckMessage:
    """Luck and skill; the words are those of `describe_review` and `explain_review`."""
    text, *costly = describe_luck(luck, session, review.verdicts[-1])
    numbers = luck.costliest(len(costly))
    return LuckMessage(
        games=luck.games,
        start=luck.start,
        steps=[
            StepChanceMessage(
                before=step.before,
                made=step.made,
                after=step.after,
                margin=step.margin,
                is_noticeable=step.is_noticeable,
                better=[str(move) for move in step.better],
            )
            for step in luck.steps
        ],
        decisions=luck.decisions,
        skill=luck.skill,
        text=text,
        details=list(explain_luck(luck)),
        costliest=[
            CostlyMove(number=number, text=line, details=explain_costly_step(luck, number))
            for number, line in zip(numbers, costly, strict=True)
        ],
    )
