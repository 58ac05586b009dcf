"""What the coach remembers: wins that were found, so that hints follow one of them to its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Lock
from typing import NamedTuple

from winnable.moves import Move
from winnable.play import Autoplay, Step
from winnable.view import View

__all__ = ["WinCache", "WinContinuation"]

_MOST = 20_000
"""Steps to remember: hundreds of lines."""


class WinContinuation(NamedTuple):
    """A step of a winning line, as seen from the position before it."""

    move: Move
    automoves: tuple[Move, ...]
    after: View
    left: int
    """The most steps that are left, this one included."""


class WinCache:
    """For positions on known winning lines, the next step. Threads may share one.

    A step is replaced only by one with fewer steps left. So along the steps that number always
    falls, and whoever follows them comes to the end, whatever was learnt on the way.
    """

    def __init__(self) -> None:
        self._onward: dict[tuple[Autoplay, View], WinContinuation] = {}
        self._lock = Lock()

    def learn(self, start: View, steps: Sequence[Step], autoplay: Autoplay) -> None:
        """Remember the steps of a line that wins at a table with this autoplay."""
        befores = [start, *(step.position.view for step in steps)]
        with self._lock:
            if len(self._onward) > _MOST:
                self._onward.clear()
            for at in range(len(steps) - 1, -1, -1):
                key, left = (autoplay, befores[at]), len(steps) - at
                known = self._onward.get(key)
                if known is None or known.left > left:
                    move, automoves, _ = steps[at]
                    self._onward[key] = WinContinuation(move, automoves, befores[at + 1], left)

    def onward(self, here: View, autoplay: Autoplay) -> list[WinContinuation]:
        """The steps from a position to the win; none if no win is known."""
        with self._lock:
            return list(self._follow(here, autoplay))

    def _follow(self, here: View, autoplay: Autoplay) -> Iterator[WinContinuation]:
        while (step := self._onward.get((autoplay, here))) is not None:
            yield step
            here = step.after
