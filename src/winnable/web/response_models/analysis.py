"""The analysis of a game: its moves, branches, and the lines beside it."""

from __future__ import annotations

from winnable.store import Outcome
from winnable.web.replay_steps import ReplayStep
from winnable.web.response_models.model import Model

__all__ = ["Analysis", "AnalysisLine", "BranchSteps", "KeptLine", "KeptLines", "LinesChange"]


class AnalysisLine(Model):
    """A line that is kept beside a game, or beside another line."""

    number: int | None
    """None if it leaves another line: those come with imported records and cannot be changed."""
    name: str
    """Empty if it has none."""
    moves_made: int
    """How many moves of the game, or of the other line, come first."""
    steps: list[ReplayStep]
    side_lines: list[AnalysisLine]
    """The lines that leave this one."""


class KeptLines(Model):
    """The lines beside a game."""

    revision: str
    """Send it with the next change of the lines; 409 if it is not the latest."""
    lines: list[AnalysisLine]


class KeptLine(Model):
    """A line as it has just been kept; its moves are known to the client."""

    number: int
    name: str
    moves_made: int
    """How many moves of the game come first: those with which the line began are not its own."""


class LinesChange(Model):
    """What a change of the lines beside a game has changed."""

    revision: str
    """Send it with the next change."""
    removed: int | None
    """The number of the line that is gone, or was changed; later lines have one less each."""
    line: KeptLine | None
    """The line that is there now; the others from its number on have one more each."""


class BranchSteps(Model):
    """The moves of a branch after it has left the game."""

    steps: list[ReplayStep]


class Analysis(Model):
    """A game that its player analyses: its moves, and the lines beside them."""

    key: str
    game: str
    game_name: str
    deal_number: int | None
    outcome: Outcome
    is_won: bool
    moves_made: int
    seconds: float
    coach_moves: int
    is_over: bool
    can_analyse: bool
    """Whether nothing is hidden any more, or the game is over; if not, there are no steps here."""
    share_key: str | None
    steps: list[ReplayStep]
    kept: KeptLines
