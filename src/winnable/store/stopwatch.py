"""A stopwatch for the time played."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Stopwatch"]


class Stopwatch:
    """Counts seconds while it runs; `copy.copy` gives an independent one."""

    def __init__(self, clock: Callable[[], float], elapsed: float = 0.0) -> None:
        self._clock, self._elapsed = clock, elapsed
        self._since: float | None = None
        """What the clock showed at the start; None while it is stopped."""

    @property
    def seconds(self) -> float:
        """The seconds counted so far."""
        running = 0.0 if self._since is None else self._clock() - self._since
        return self._elapsed + running

    def start(self) -> None:
        """Start it, or let it run."""
        if self._since is None:
            self._since = self._clock()

    def stop(self) -> None:
        """Stop it; `start` continues."""
        self._elapsed, self._since = self.seconds, None

    def reset(self, elapsed: float) -> None:
        """Stop it at so many seconds."""
        self._elapsed, self._since = elapsed, None
