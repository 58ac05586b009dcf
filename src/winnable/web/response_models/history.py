"""What was played: lists, statistics, and games that are shared."""

from __future__ import annotations

from datetime import datetime

from winnable.deals import DealSource
from winnable.store import Outcome
from winnable.web.replay_steps import ReplayStep
from winnable.web.response_models.analysis import AnalysisLine
from winnable.web.response_models.games import Aid
from winnable.web.response_models.model import Model

__all__ = [
    "GameStatistics",
    "HistoryEntry",
    "HistoryPage",
    "ShareLink",
    "SharedGame",
    "StatisticsPage",
    "UnfinishedGames",
]


class HistoryEntry(Model):
    """A line of the history."""

    key: str | None
    game: str
    game_name: str
    deal_number: int | None
    outcome: Outcome
    moves_made: int
    seconds: float
    undos: int
    hints: int
    verdicts: int
    coach_moves: int
    """Moves that the coach made by itself: with any, the game counts apart in the statistics."""
    is_unaided: bool
    """Whether it was won without undo, hints, verdicts or moves of the coach."""
    aids: list[Aid]
    """What has helped in it."""
    deal_source: DealSource | None
    """How the deal was found; null if its number was chosen."""
    started: datetime | None
    touched: datetime
    ended: datetime | None
    share_key: str | None
    skill: float | None
    """The average cost of a decision, as a share of games; null if no review has told it."""


class HistoryPage(Model):
    """Some games, the one played latest first, and the cursor of the next page."""

    games: list[HistoryEntry]
    next: str | None


class GameStatistics(Model):
    """The player's results at one game; games in which the coach made moves count apart.

    Won, lost and given up games are `played`.
    """

    game: str
    game_name: str
    played: int
    won: int
    unaided: int
    streak: int
    best_streak: int
    best_moves: int | None
    average_moves: float | None
    best_seconds: float | None
    average_seconds: float | None
    unfinished: int
    with_coach: int
    """Finished games in which the coach made moves; no other figure has them."""
    last_games: list[HistoryEntry]
    """The last finished games, those with moves of the coach too."""
    reviewed: int
    """Finished games of which a review has told what the decisions cost."""
    decisions: int
    """How many decisions these had."""
    average_cost: float | None
    """What each of these cost on average, as a share of games; null if no game was reviewed."""


class StatisticsPage(Model):
    """The player's results at every game."""

    games: list[GameStatistics]


class ShareLink(Model):
    """The address at which anybody can see a finished game."""

    share_key: str
    url: str


class SharedGame(Model):
    """A finished game that its player has shared."""

    game: str
    game_name: str
    deal_number: int | None
    heading: str
    outcome: Outcome
    moves_made: int
    seconds: float
    is_unaided: bool
    coach_moves: int
    ended: datetime | None
    steps: list[ReplayStep]
    lines: list[AnalysisLine]
    """The lines beside the game that its player has named."""


class UnfinishedGames(Model):
    """Games that can be continued, the one played latest first."""

    games: list[HistoryEntry]
