"""The time played: a watch that runs, stands, and runs on."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Stopwatch"]


class Stopwatch:
    """Seconds that were spent so far, and those that are just running."""

    def __init__(self, clock: Callable[[], float], spent: float = 0.0) -> None:
        self._clock, self._spent = clock, spent
        self._since: float | None = None
        """Since when it is running; None while it is not."""

    @property
    def seconds(self) -> float:
        """What it shows."""
        return self._spent + (0.0 if self._since is None else self._clock() - self._since)

    def run(self) -> None:
        """Let it run, if it does not yet."""
        if self._since is None:
            self._since = self._clock()

    def stop(self) -> None:
        """Let it stand."""
        self._spent, self._since = self.seconds, None

    def set(self, spent: float) -> None:
        """Let it show so many seconds, and stand."""
        self._spent, self._since = spent, None
