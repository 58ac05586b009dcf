"""A player's results at a game. Games without a first move do not count.

Those in which the coach made moves by itself are counted apart: they say nothing about the player.

`winnable.store.statistics_query` has SQL do what `Statistics.of` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum
from statistics import fmean

from winnable.rules import Game
from winnable.store.game_row import GameSummary, Outcome

__all__ = ["LAST_GAMES", "Statistics"]

LAST_GAMES = 10
"""How many of the last games the statistics list."""


@dataclass(frozen=True)
class Statistics:
    """Results at one game. Best and average are those of the games won; None if none was."""

    game: Game
    played: int
    """Won, lost or given up, without moves of the coach."""
    won: int
    unaided: int
    """Won without hints, undo or verdicts."""
    streak: int
    """Wins in a row, up to the latest finished game."""
    best_streak: int
    best_moves: int | None
    average_moves: float | None
    best_seconds: float | None
    average_seconds: float | None
    unfinished: int
    last: tuple[GameSummary, ...]
    """The last finished games, the latest first; also those played with the coach."""
    with_coach: int = 0
    """Finished games in which the coach made moves by itself. They count here alone."""
    reviewed: int = 0
    """Finished games of which a review has told what their decisions cost."""
    decisions: int = 0
    """How many decisions these had."""
    cost: float = 0.0
    """What these cost in all: the sum of the shares of games that each of them lost."""

    @property
    def average_cost(self) -> float | None:
        """The average cost of a decision, as a share of games; None if none was reviewed."""
        return self.cost / self.decisions if self.decisions else None

    @classmethod
    def of(cls, game: Game, history: Iterable[GameSummary]) -> Statistics:
        """The results at a game from a history in any order; other games in it do not count."""
        ours = [saved for saved in history if saved.game == game.slug]
        finished = [saved for saved in ours if saved.is_over]
        finished.sort(key=lambda saved: (saved.ended or saved.touched, saved.number))
        own = [saved for saved in finished if not saved.coach_moves]
        won = [saved for saved in own if saved.outcome is Outcome.WON]
        reviewed = [saved for saved in own if saved.skill is not None]
        streak = best_streak = 0
        for saved in own:
            streak = streak + 1 if saved.outcome is Outcome.WON else 0
            best_streak = max(best_streak, streak)
        return cls(
            game=game,
            played=len(own),
            won=len(won),
            unaided=sum(saved.is_unaided for saved in won),
            streak=streak,
            best_streak=best_streak,
            best_moves=min((saved.moves for saved in won), default=None),
            average_moves=fmean(saved.moves for saved in won) if won else None,
            best_seconds=min((saved.seconds for saved in won), default=None),
            average_seconds=fmean(saved.seconds for saved in won) if won else None,
            unfinished=len(ours) - len(finished),
            last=tuple(reversed(finished[-LAST_GAMES:])),
            with_coach=len(finished) - len(own),
            reviewed=len(reviewed),
            decisions=sum(saved.decisions or 0 for saved in reviewed),
            cost=fsum(saved.cost or 0.0 for saved in reviewed),
        )
