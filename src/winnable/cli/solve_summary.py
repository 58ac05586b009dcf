"""The summary of a range of deals: counts, the share that can be won, and the speed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from winnable.rules import Game
from winnable.solver.confidence import wilson_interval
from winnable.solver.result import Verdict
from winnable.wording import counted, figure_text

__all__ = ["SolveSummary", "share_text"]


@dataclass
class SolveSummary:
    """Deals counted by verdict, and what they cost."""

    counts: dict[Verdict, int] = field(default_factory=lambda: dict.fromkeys(Verdict, 0))
    states: int = 0
    solved: int = 0
    """How many of the deals were solved in this run; the others come from a results file."""
    began: float = field(default_factory=time.monotonic)

    @property
    def deals(self) -> int:
        return sum(self.counts.values())

    @property
    def verdicts(self) -> str:
        """The counts in a few words: ``7 winnable, 2 lost, 0 unsettled``."""
        return ", ".join(f"{self.counts[verdict]:,} {verdict.value}" for verdict in Verdict)

    def add(self, verdict: Verdict, states: int, replaces: Verdict | None = None) -> None:
        """Count a deal; `replaces` is the verdict with which it was counted before, if it was."""
        self.counts[verdict] += 1
        self.states += states
        if replaces is not None:
            self.counts[replaces] -= 1

    def sentences(self, game: Game) -> Iterator[str]:
        """The summary, sentence by sentence."""
        won, lost, unsettled = (self.counts[verdict] for verdict in Verdict)
        yield f"{counted(self.deals, 'deal')} of {game.name}: {self.verdicts}."
        settled = won + lost
        if settled:
            deals = "settled deals" if unsettled else "deals"
            interval = _interval(won, won, settled)
            yield f"{share_text(won, settled)} of the {deals} are winnable{interval}."
        if not settled and self.deals:
            yield "What share of them is winnable is not known."
        elif unsettled:
            yield (
                f"Of all deals, {share_text(won, self.deals)} are winnable if every unsettled one "
                f"is lost, {share_text(won + unsettled, self.deals)} if none is"
                f"{_interval(won, won + unsettled, self.deals)}."
            )
        if self.deals:
            yield (
                f"{counted(self.states, 'position')} searched, {self.states / self.deals:,.0f} "
                "per deal."
            )
        if self.solved:
            seconds = max(time.monotonic() - self.began, 1e-6)
            yield (
                f"This run solved {counted(self.solved, 'deal')} in {figure_text(seconds)} "
                f"seconds: {figure_text(self.solved / seconds)} per second."
            )


def share_text(part: int, whole: int) -> str:
    """A share in percent, never rounded to 0% or 100%.

    >>> share_text(31999, 32000), share_text(32000, 32000), share_text(3, 4)
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
    """The Wilson interval, from the low end for `least` to the high end for `most`."""
    low, high = 100 * wilson_interval(least, deals)[0], 100 * wilson_interval(most, deals)[1]
    digits = 1 if high - low >= 0.5 else 3
    return f" (95% interval: {low:.{digits}f}% to {high:.{digits}f}%)"
