"""All that the coach may know of a game in progress: what was in sight, from the start until now.

A session contains the hidden cards. A visible history does not, so nothing that is computed from
one can have peeked. It is immutable, so another thread can work on it while the game goes on.
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
    """A game, its autoplay, and every view from the start until now."""

    game: Game
    autoplay: Autoplay
    views: tuple[View, ...]
    """The view at the start, and the one after each step."""

    @classmethod
    def of(cls, session: Session | VisibleHistory) -> VisibleHistory:
        """What the player of a session has seen so far."""
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
        """The position, where nothing is hidden; elsewhere it is unknown, and a BoardError."""
        return self.hidden.only_position
