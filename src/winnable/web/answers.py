"""What the coach says, as the lines of an answer: each in plain types, with its words."""

from __future__ import annotations

from typing import Any

from winnable.coach import Evaluation, Hint, Odds, Review
from winnable.coach.descriptions import (
    describe_evaluation,
    describe_hint,
    describe_odds,
    describe_review,
)
from winnable.errors import sentence
from winnable.play import Session
from winnable.play.replay import win_session
from winnable.rules import Game
from winnable.solver import Result
from winnable.view import View
from winnable.web.lines import steps_of

__all__ = [
    "LONGEST",
    "deal_told",
    "hint_told",
    "review_told",
    "search_told",
    "standing_told",
    "stopped",
    "trouble",
]

LONGEST = 2**20
"""Bytes of a line between the server and its workers, either way."""


def standing_told(standing: Evaluation) -> dict[str, Any]:
    """How the game stands."""
    return {
        "kind": "standing",
        "verdict": standing.verdict.value,
        "words": describe_evaluation(standing),
        "moves": standing.moves,
        "odds": _odds_told(standing.odds),
    }


def hint_told(game: Game, view: View, hint: Hint) -> dict[str, Any]:
    """What to do next, at the table that is in sight."""
    return {
        "kind": "hint",
        "move": None if hint.move is None else str(hint.move),
        "verdict": hint.verdict.value,
        "words": describe_hint(game, view, hint),
        "moves": hint.moves,
        "odds": _odds_told(hint.odds, "after it" if hint.move else ""),
    }


def _odds_told(odds: Odds | None, after: str = "") -> dict[str, Any] | None:
    if odds is None:
        return None
    return {
        "won": odds.won,
        "lost": odds.lost,
        "unsettled": odds.unsettled,
        "exact": odds.exact,
        "low": odds.low,
        "high": odds.high,
        "words": describe_odds(odds, after),
    }


def review_told(session: Session, review: Review, *, with_lines: bool) -> dict[str, Any]:
    """What became of a game; with its lines of play, once they are the last word."""
    return {
        "kind": "review",
        "verdicts": [verdict.value for verdict in review.verdicts],
        "is_won": review.is_won,
        "mistake": review.mistake,
        "last_winnable": review.last_winnable,
        "kept_by": [str(move) for move in review.kept_by],
        "lines": describe_review(review, session),
        "best_moves": review.best_moves,
        "rest_moves": review.rest_moves,
        "best": _win_told(session, 0, review.best) if with_lines else None,
        "rest": _win_told(session, review.last_winnable, review.rest) if with_lines else None,
    }


def _win_told(
    session: Session, made: int | None, win: Result | None
) -> list[dict[str, Any]] | None:
    """A win from some point of a game, as it is made by hand at this table.

    Where that does not win because of a card that goes home by itself, autoplay is off along it.
    """
    if made is None or win is None:
        return None
    line = win_session(session, win.moves, made)
    moves = [step.move for step in line.undone]
    return steps_of(line.game, line.start, moves, line.autoplay)


def deal_told(number: int) -> dict[str, Any]:
    """The number of a deal."""
    return {"kind": "deal", "number": number}


def search_told(passed_over: int) -> dict[str, Any]:
    """There is no number yet, and so many deals have been passed over."""
    return {"kind": "deal", "number": None, "passed_over": passed_over}


def stopped(words: str = "The question was called off.") -> dict[str, Any]:
    """That nobody wants to know any more."""
    return {"kind": "stopped", "words": words}


def trouble(message: str) -> dict[str, Any]:
    """Why there is no answer, in one line."""
    return {"kind": "trouble", "words": sentence(" ".join(message.split()))}
