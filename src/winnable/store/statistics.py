"""How the player fares at a game. Nothing counts before the first move, and so nothing is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from winnable.rules import Game
from winnable.store.game_row import GameSummary, Outcome

__all__ = ["Statistics"]

_LAST = 10


@dataclass(frozen=True)
class Statistics:
    """A game's figures. Best and average are so among the games won; None where none is."""

    game: Game
    played: int
    """Won or given up."""
    won: int
    unaided: int
    """Won without hints, undo or verdicts."""
    streak: int
    """Wins in a row, up to the latest game that is over."""
    best_streak: int
    best_moves: int | None
    average_moves: float | None
    best_seconds: float | None
    average_seconds: float | None
    unfinished: int
    last: tuple[GameSummary, ...]
    """The latest that are over, the very latest first."""

    @classmethod
    def of(cls, game: Game, history: Iterable[GameSummary]) -> Statistics:
        """The figures from a history, in any order; games of another kind do not count."""
        ours = [kept for kept in history if kept.game == game.slug]
        over = [kept for kept in ours if kept.is_over]
        over.sort(key=lambda kept: (kept.ended or kept.touched, kept.number))
        won = [kept for kept in over if kept.outcome is Outcome.WON]
        streak = best_streak = 0
        for kept in over:
            streak = streak + 1 if kept.outcome is Outcome.WON else 0
            best_streak = max(best_streak, streak)
        return cls(
            game=game,
            played=len(over),
            won=len(won),
            unaided=sum(kept.is_unaided for kept in won),
            streak=streak,
            best_streak=best_streak,
            best_moves=min((kept.moves for kept in won), default=None),
            average_moves=fmean(kept.moves for kept in won) if won else None,
            best_seconds=min((kept.seconds for kept in won), default=None),
            average_seconds=fmean(kept.seconds for kept in won) if won else None,
            unfinished=len(ours) - len(over),
            last=tuple(reversed(over[-_LAST:])),
        )
