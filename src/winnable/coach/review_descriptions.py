"""A review in words: short lines first, details for whoever asks for them."""

from __future__ import annotations

from collections.abc import Iterator

from winnable.coach.luck_descriptions import (
    describe_luck,
    explain_costly_steps,
    explain_luck,
)
from winnable.coach.review import Review
from winnable.l10n import t
from winnable.play import Session
from winnable.play.descriptions import describe_move
from winnable.solver import Verdict

__all__ = ["describe_review", "explain_review", "strip", "verdict_sign"]

_MAX_NAMED = 4
"""How many moves are named where there may be many."""
_SIGNS = {Verdict.WINNABLE: "█+", Verdict.LOST: "░-", Verdict.UNSETTLED: "▒?"}


def verdict_sign(verdict: Verdict, unicode: bool = True) -> str:
    """A verdict as one character."""
    return _SIGNS[verdict][0 if unicode else 1]


def strip(review: Review, unicode: bool = True) -> str:
    """The verdicts along a game, one character for each position from the start on.

    >>> from winnable import Session
    >>> from winnable.coach import review
    >>> strip(review(Session.new("golf", 11)), unicode=False)
    '-'
    """
    return "".join(verdict_sign(verdict, unicode) for verdict in review.verdicts)


def describe_review(review: Review, session: Session) -> list[str]:
    """A review in short sentences, for the session that was reviewed."""
    return [
        _outcome(review, session),
        *_better_moves(review, session),
        *_shortest_wins(review),
        *(() if review.luck is None else describe_luck(review.luck, session, review.verdicts[-1])),
    ]


def explain_review(review: Review, session: Session) -> list[str]:
    """What the sentences of `describe_review` rest on."""
    outcome = _outcome_details(review, session)
    return [
        *([outcome] if outcome else ()),
        *(() if review.luck is None else explain_luck(review.luck)),
        *(() if review.luck is None else explain_costly_steps(review.luck)),
    ]


def _outcome(review: Review, session: Session) -> str:
    made, last, first = len(session.steps), review.last_winnable, review.first_lost
    cards = _cards(review)
    if review.is_won:
        return t("coach.review.won", count=made)
    if review.mistake is not None:
        move = _describe_step(session, review.mistake)
        return t(f"coach.review.mistake_{cards}", number=str(review.mistake), move=move)
    if last == made:
        return t(f"coach.review.still_winnable_{cards}")
    if first == 0:
        return t(f"coach.review.impossible_{'position' if session.deal is None else 'deal'}")
    if last is not None and first is not None:
        return t(f"coach.review.between_{cards}", first=str(last + 1), last=str(first))
    if last is not None:
        return t(f"coach.review.then_unsettled_{_when(last)}_{cards}", number=str(last))
    if first is not None:
        return t(f"coach.review.then_lost_{cards}", number=str(first))
    return t(f"coach.review.unsettled_{cards}")


def _outcome_details(review: Review, session: Session) -> str:
    made, last, first = len(session.steps), review.last_winnable, review.first_lost
    cards = _cards(review)
    if review.is_won or last == made:
        return ""
    if review.mistake is not None:
        return t(f"coach.review.mistake_details_{cards}", number=str(review.mistake))
    if first == 0:
        return t(f"coach.review.impossible_details_{cards}")
    if last is not None and first is not None:
        return t(f"coach.review.between_details_{_when(last)}", last=str(last), first=str(first))
    return t("coach.review.unsettled_details")


def _cards(review: Review) -> str:
    """A review looks at the hidden cards: where there were some, its sentences say so."""
    return "hidden" if review.game.hides_cards else "open"


def _when(made: int) -> str:
    return "later" if made else "start"


def _better_moves(review: Review, session: Session) -> Iterator[str]:
    last = review.last_winnable
    if review.is_won or last is None:
        return
    is_now = last == len(session.steps)
    if review.kept_by:
        view = (session.steps[last - 1].position if last else session.start).view
        moves = "; ".join(describe_move(view, move) for move in review.kept_by[:_MAX_NAMED])
        if (more := len(review.kept_by) - _MAX_NAMED) > 0:
            moves = t("coach.review.and_more", moves=moves, count=more)
        yield t(f"coach.review.{'keep' if is_now else 'would_have_kept'}_the_win", moves=moves)
    if review.rest_moves is not None:
        where = "end" if is_now else "there"
        yield t(f"coach.review.shortest_from_{where}", count=review.rest_moves)


def _shortest_wins(review: Review) -> Iterator[str]:
    if review.best_moves is None:
        return
    if review.is_won and review.best_moves == len(review.verdicts) - 1:
        yield t("coach.review.no_shorter")
    elif review.last_winnable != 0 or review.rest_moves != review.best_moves:
        yield t("coach.review.shortest_from_start", count=review.best_moves)


def _describe_step(session: Session, number: int) -> str:
    before = session.steps[number - 2].position if number > 1 else session.start
    return describe_move(before.view, session.steps[number - 1].move)
