"""What the coach does in line mode: chosen on the command line, before anything heavy is loaded."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["EFFORTS", "Coaching"]

EFFORTS = ("quick", "full", "deep")
"""The names of `winnable.coach.effort.EffortLevel`."""


class Coaching(NamedTuple):
    effort: str = "full"
    """How hard it thinks about a hint; one of `EFFORTS`."""
    plays: bool = False
    """Whether it plays from the start."""
    pause: float = 1.0
    """How many seconds each table is shown on a terminal, at least, while it plays."""

    @classmethod
    def of(cls, coach: str | None, pause: float | None) -> Coaching:
        """What the options say; None for one that was not given."""
        usual = cls()
        return cls(
            effort="deep" if coach == "auto" else coach or usual.effort,
            plays=coach == "auto",
            pause=usual.pause if pause is None else pause,
        )
