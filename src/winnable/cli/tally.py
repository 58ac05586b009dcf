"""What a range of deals came to: counts, the share that can be won, how fast it went."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from winnable.play.descriptions import counted
from winnable.rules import Game
from winnable.solver.confidence import wilson_interval
from winnable.solver.result import Verdict

__all__ = ["Tally"]


@dataclass
class Tally:
    """Deals counted by verdict, and what they cost."""

    counts: dict[Verdict, int] = field(default_factory=lambda: dict.fromkeys(Verdict, 0))
    states: int = 0
    solved: int = 0
    """How many of the deals are of this run, and not of an earlier one."""
    began: float = field(default_factory=time.monotonic)

    @property
    def deals(self) -> int:
        """How many deals there are so far."""
        return sum(self.counts.values())

    @property
    def found(self) -> str:
        """The counts in a few words."""
        return ", ".join(f"{self.counts[verdict]:,} {verdict.value}" for verdict in Verdict)

    def add(self, verdict: Verdict, states: int, instead_of: Verdict | None = None) -> None:
        """Count a deal; it may have been counted already, with a verdict that this one replaces."""
        self.counts[verdict] += 1
        self.states += states
        if instead_of is not None:
            self.counts[instead_of] -= 1

    def told(self, game: Game) -> Iterator[str]:
        """The summary, sentence by sentence."""
        won, lost, unsettled = (self.counts[verdict] for verdict in Verdict)
        yield f"{counted(self.deals, 'deal')} of {game.name}: {self.found}."
        settled = won + lost
        if settled:
            of = "settled deals" if unsettled else "deals"
            yield f"Winnable are {_share(won, settled)} of the {of}{_interval(won, won, settled)}."
        if not settled and self.deals:
            yield "Which share can be won is not known."
        elif unsettled:
            yield (
                f"Of all deals {_share(won, self.deals)} can be won if every unsettled one is "
                f"lost, {_share(won + unsettled, self.deals)} if none of them is"
                f"{_interval(won, won + unsettled, self.deals)}."
            )
        if self.deals:
            yield f"{counted(self.states, 'position')}, {self.states / self.deals:,.0f} a deal."
        if self.solved:
            yield self._pace()

    def _pace(self) -> str:
        seconds = max(time.monotonic() - self.began, 1e-6)
        what = "They" if self.solved == self.deals else f"The {self.solved:,} of this run"
        return f"{what} took {_figure(seconds)} seconds: {_figure(self.solved / seconds)} a second."


def _figure(number: float) -> str:
    """A measured number, with no more digits than it is worth.

    >>> _figure(0.01234), _figure(6.789), _figure(45678.9)
    ('0.0123', '6.79', '45,679')
    """
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def _share(part: int, whole: int) -> str:
    """A share in percent, and never 0 or 100 unless it is exactly that.

    >>> _share(31999, 32000), _share(32000, 32000), _share(3, 4)
    ('99.997%', '100%', '75.0%')
    """
    if part in (0, whole):
        return "0%" if not part else "100%"
    percent = 100 * part / whole
    digits = 1 if 1 <= percent <= 99 else 3
    while round(percent, digits) in (0, 100):
        digits += 1
    return f"{percent:.{digits}f}%"


def _interval(least: int, most: int, deals: int) -> str:
    """From the low end of the one share to the high end of the other, and what that is."""
    low, high = 100 * wilson_interval(least, deals)[0], 100 * wilson_interval(most, deals)[1]
    digits = 1 if high - low >= 0.5 else 3
    return f" (95% interval: {low:.{digits}f}% to {high:.{digits}f}%)"
