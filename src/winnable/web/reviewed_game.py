"""A game that is being reviewed: what its decisions cost is kept for the statistics."""

from __future__ import annotations

from typing import NamedTuple

from winnable.play import Session
from winnable.store import GameRepository
from winnable.web.coach_messages import Message
from winnable.web.game_cache import OpenGame

__all__ = ["ReviewedGame"]


class ReviewedGame(NamedTuple):
    """A game as it was when its player asked for the review."""

    number: int | None
    session: Session

    @classmethod
    def of(cls, opened: OpenGame) -> ReviewedGame:
        return cls(opened.game.number, opened.game.session.copy())

    def keep_skill(self, games: GameRepository, message: Message) -> bool:
        """Keep what the last message of the review tells; whether there was something to keep."""
        luck = message.get("luck")
        if self.number is None or not luck:
            return False
        cost = sum(step["before"] - step["made"] for step in luck["steps"]) / luck["games"]
        return games.keep_skill(self.number, self.session, luck["decisions"], cost)
