"""Wins that have been found, so that hints follow one of them to its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Lock
from typing import NamedTuple

from winnable.moves import Move
from winnable.play import Autoplay, Step
from winnable.view import View

__all__ = ["WinCache", "WinStep"]


class WinStep(NamedTuple):
    """A step of a winning line, as seen from the position before it."""

    move: Move
    automoves: tuple[Move, ...]
    next_view: View
    remaining: int
    """At most this many steps are left, this one included."""


class WinCache:
    """For each position on a known winning line, the next step. Threads may share a cache.

    A step is replaced only by one with fewer steps remaining. So that number falls with every step,
    and following the steps always ends in a win, whatever is added on the way.
    """

    def __init__(self, max_steps: int = 20_000) -> None:
        self._max_steps = max_steps
        self._steps: dict[tuple[Autoplay, View], WinStep] = {}
        self._lock = Lock()

    def add(self, start: View, steps: Sequence[Step], autoplay: Autoplay) -> None:
        """Remember the steps of a line that wins with this autoplay."""
        views = [start, *(step.position.view for step in steps)]
        with self._lock:
            if len(self._steps) > self._max_steps:
                self._steps.clear()
            for at in range(len(steps) - 1, -1, -1):
                key, remaining = (autoplay, views[at]), len(steps) - at
                known = self._steps.get(key)
                if known is None or known.remaining > remaining:
                    move, automoves, _ = steps[at]
                    self._steps[key] = WinStep(move, automoves, views[at + 1], remaining)

    def steps_from(self, view: View, autoplay: Autoplay) -> list[WinStep]:
        """The steps from a position to the win; none if no win is known."""
        with self._lock:
            return list(self._follow(view, autoplay))

    def _follow(self, view: View, autoplay: Autoplay) -> Iterator[WinStep]:
        while (step := self._steps.get((autoplay, view))) is not None:
            yield step
            view = step.next_view
