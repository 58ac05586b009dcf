"""The coach at play: a game played on by its hints alone, for every user interface.

The interface asks for the hints, makes the moves and keeps the pace; here is when to stop, and what
to say then.
"""

from __future__ import annotations

from collections import Counter

from winnable.coach.descriptions import describe_hint
from winnable.coach.hint import Hint
from winnable.l10n import t
from winnable.play import Autoplay, Session
from winnable.view import View

__all__ = ["CoachAtPlay", "needs_autoplay_off"]

_MAX_VISITS = 3
"""Hints avoid what was in sight before; where they cannot, nobody wants to watch for ever."""


class CoachAtPlay:
    """How long the coach plays on, and what came of it.

    >>> from winnable.coach import Coach
    >>> session = Session.new("golf", 1)
    >>> coach, play = Coach(session.game), CoachAtPlay(most=1)
    >>> while play.goes_on(session):
    ...     hint = coach.hint(session)
    ...     if hint.move is None:
    ...         break
    ...     step = session.make(hint.move)
    ...     play.made += 1
    >>> play.ending(session)
    'The coach has made 1 move.'
    """

    def __init__(self, most: int | None = None) -> None:
        """`most`: how many moves it may make; None for as many as it likes."""
        self.most = most
        self.made = 0
        """How many moves it has made; whoever makes them counts them."""
        self._visits = Counter[View]()

    def goes_on(self, session: Session) -> bool:
        """Whether there is a next move to look for. To be asked once in every position."""
        self._visits[session.view] += 1
        is_at_end = self.made == self.most or session.is_won or session.is_stuck
        return not (is_at_end or self._is_circling(session))

    def _is_circling(self, session: Session) -> bool:
        return self._visits[session.view] > _MAX_VISITS

    def ending(self, session: Session, hint: Hint | None = None) -> str:
        """What came of it, in sentences; `hint` is the last one, if it named no move."""
        if session.is_won:
            return t("coach.at_play.won", count=self.made)
        if session.is_stuck:
            return t("coach.at_play.stuck", count=self.made) if self.made else t("moves.stuck")
        if hint is not None:
            why = describe_hint(session.game, session.view, hint)
            key = "coach.at_play.stops" if self.made else "coach.at_play.no_move"
            return t(key, count=self.made, why=why)
        if self._is_circling(session):
            return t("coach.at_play.circling", count=self.made)
        return t("coach.at_play.made", count=self.made)


def needs_autoplay_off(session: Session, hint: Hint) -> bool:
    """Whether the win that a hint follows would be broken by cards that go home automatically."""
    return hint.autoplay_off and session.autoplay is not Autoplay.OFF
