"""The way back to the last position that could be won, by one rule for all user interfaces.

It is found with all cards in sight. So where some are hidden it would tell of them, unless the game
is over, or known to be lost however they lie.
"""

from __future__ import annotations

from threading import Event

from winnable.coach.coach import Coach
from winnable.coach.review import Review, review
from winnable.l10n import t
from winnable.play import Session
from winnable.solver import Verdict

__all__ = ["describe_way_back", "find_way_back"]


def find_way_back(
    coach: Coach, session: Session, *, is_over: bool, cancel: Event | None = None
) -> Review | None:
    """A review, whose `last_winnable` is where to go; None if it would tell of hidden cards."""
    is_known = is_over or session.is_stuck or session.view.is_open
    if not is_known and coach.evaluate(session, cancel=cancel).verdict is not Verdict.LOST:
        return None
    return review(session, cancel=cancel, with_luck=False)


def describe_way_back(found: Review | None, session: Session) -> str:
    """What was found, for the session as it was: how many moves are undone, or why none is."""
    if found is None:
        return t("coach.way_back.would_tell")
    made, last = len(session.steps), found.last_winnable
    if last == made:
        return t("coach.way_back.still_winnable")
    if last is not None:
        kind = "last" if found.mistake is not None else "known"
        return t(f"coach.way_back.{kind}", count=made - last)
    if found.first_lost == 0:
        return t(f"coach.review.impossible_{'position' if session.deal is None else 'deal'}")
    return t("coach.way_back.unknown")
