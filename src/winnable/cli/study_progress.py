"""How a study goes: a bar in a terminal, elsewhere a line now and then; and Ctrl-C."""

from __future__ import annotations

import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from winnable.cli.progress import ProgressBar, is_terminal
from winnable.cli.solve_summary import share_text
from winnable.cli.terminal import Screen
from winnable.solver import Verdict
from winnable.study.runner import Outcome, Stop
from winnable.study.shard import SolvedShard
from winnable.wording import counted

__all__ = ["StudyProgress", "time_text", "winnable_share"]

_SECONDS_BETWEEN_LINES = 30.0


class StudyProgress:
    """Shows a run, and tells it when to stop."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._bar: ProgressBar | None = None
        self._next_line = 0.0
        self._began = time.monotonic()
        self._solved_seconds = 0.0
        self._seconds: Counter[str] = Counter()
        """For each game, what its shards have taken in this run."""
        self._deals: Counter[str] = Counter()
        self._outcome = Outcome()
        self._stop = Stop.NOT
        self._is_told = False

    # -- what the run tells -----------------------------------------------------------------------

    def begin(self, outcome: Outcome) -> None:
        self._outcome = outcome
        missing, known = outcome.missing_deals.total(), self._known()
        if known and missing:
            self.note(f"{known:,} of {counted(missing + known, 'deal')} are solved already")
        self._bar = ProgressBar(missing + known, known, shows_time_left=False)
        self._bar.__enter__()
        self._began = time.monotonic()

    def solved(self, shard: SolvedShard) -> None:
        slug, deals = shard.key.slug, int(shard.summary["deals"])
        if not shard.key.attempt:
            self._deals[slug] += deals
            self._seconds[slug] += shard.summary["seconds"]
            self._solved_seconds += shard.summary["seconds"]
        text = f"{self._rate()}{self._time_left()}; {self._shares()}"
        if self._bar is not None:
            self._bar.advance(0 if shard.key.attempt else deals, text)
        if not is_terminal() and time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + _SECONDS_BETWEEN_LINES
            known, missing = self._known(), self._outcome.missing_deals.total()
            print(f"{known:,} of {known + missing:,} deals, {text}", file=sys.stderr)

    def note(self, message: str) -> None:
        if self._bar is not None:
            self._bar.hide()
        Screen(sys.stderr).print_wrapped(f"{message[:1].upper()}{message[1:]}.")
        if self._bar is not None:
            self._bar.show()

    def stop(self) -> Stop:
        if self._stop is not Stop.NOT and not self._is_told:
            self._is_told = True
            if self._stop is Stop.FINISH:
                self.note("finishing the shards that are being solved; Ctrl-C again drops them")
        return self._stop

    # -- figures ----------------------------------------------------------------------------------

    def _known(self) -> int:
        return sum(counts.total() for counts in self._outcome.verdicts.values())

    def _rate(self) -> str:
        elapsed = max(time.monotonic() - self._began, 1e-6)
        rate = self._outcome.solved_deals / elapsed
        return f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.2g} a second"

    def _time_left(self) -> str:
        """How long the rest will take, if every game that is left has been measured."""
        left = +self._outcome.missing_deals
        if not all(self._deals[slug] for slug in left):
            return ""
        work = sum(deals * self._seconds[slug] / self._deals[slug] for slug, deals in left.items())
        elapsed = max(time.monotonic() - self._began, 1e-6)
        at_once = max(self._solved_seconds / elapsed, 0.5)
        return f", {time_text(work / min(at_once, max(self._workers, 1)))} left"

    def _shares(self) -> str:
        """The share of each game's deals that can be won, so far."""
        parts = []
        for slug, counts in self._outcome.verdicts.items():
            if counts.total():
                parts.append(f"{slug} {winnable_share(counts)}")
        return ", ".join(parts)

    # -- stopping ---------------------------------------------------------------------------------

    @contextmanager
    def watching(self) -> Iterator[StudyProgress]:
        """Take Ctrl-C and SIGTERM as long as this lasts, and put the bar away at the end."""
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        signal.signal(signal.SIGINT, self._interrupt)
        signal.signal(signal.SIGTERM, self._terminate)
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            if self._bar is not None:
                self._bar.hide()

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        # Nothing is printed here: the signal may have come in the middle of printing.
        self._stop = Stop.FINISH if self._stop is Stop.NOT else Stop.DROP

    def _terminate(self, _number: int, _frame: FrameType | None) -> None:
        self._stop = Stop.DROP


def winnable_share(counts: Counter[Verdict]) -> str:
    """The share that is winnable; where deals are unsettled, from the least to the most.

    >>> winnable_share(Counter({Verdict.WINNABLE: 90, Verdict.LOST: 5, Verdict.UNSETTLED: 5}))
    '90.0% to 95.0%'
    """
    least, deals = counts[Verdict.WINNABLE], counts.total()
    text = share_text(least, deals)
    unsettled = counts[Verdict.UNSETTLED]
    return f"{text} to {share_text(least + unsettled, deals)}" if unsettled else text


def time_text(seconds: float) -> str:
    """A time for people.

    >>> [time_text(seconds) for seconds in (3, 80, 5000, 100_000)]
    ['3 s', '1 min 20 s', '1 h 23 min', '28 h']
    """
    seconds = round(seconds)
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 600:
        return f"{seconds // 60} min {seconds % 60} s"
    if seconds < 36_000:
        return (
            f"{seconds // 3600} h {seconds % 3600 // 60} min"
            if seconds >= 3600
            else (f"{seconds // 60} min")
        )
    return f"{seconds / 3600:.0f} h"
