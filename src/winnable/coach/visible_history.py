"""All that the coach may know of a game in progress: what was in sight, from the start until now.

A session knows the hidden cards. A moment does not have them, so nothing that is worked out from
one can have peeked; and it does not change while somebody on another thread thinks about it.
"""

from __future__ import annotations

from dataclasses import dataclass

from winnable.coach.hidden_cards import HiddenCards
from winnable.play import Autoplay, Session
from winnable.position import Position
from winnable.rules import Game
from winnable.view import View

__all__ = ["VisibleHistory"]


@dataclass(frozen=True)
class VisibleHistory:
    """A game, what goes home by itself in it, and every view of its line."""

    game: Game
    autoplay: Autoplay
    views: tuple[View, ...]
    """The view at the start, and the one after each step."""

    @classmethod
    def of(cls, session: Session | VisibleHistory) -> VisibleHistory:
        """What may be known of a session as it stands."""
        if isinstance(session, VisibleHistory):
            return session
        positions = (session.start, *(step.position for step in session.steps))
        return cls(session.game, session.autoplay, tuple(position.view for position in positions))

    @property
    def view(self) -> View:
        """What is in sight now."""
        return self.views[-1]

    @property
    def is_open(self) -> bool:
        """Whether nothing is hidden now."""
        return self.view.is_open

    @property
    def hidden(self) -> HiddenCards:
        """What is hidden now."""
        return HiddenCards.of(self.game, self.view)

    def position(self) -> Position:
        """The position, where nothing is hidden; elsewhere BoardError: nobody knows it."""
        return self.hidden.only
