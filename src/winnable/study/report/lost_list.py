"""Lists of lost deals that somebody else has published, and how a study compares with one.

A list is a text: numbers with white space or commas between them, and comments after ``#``. What it
does not name it says is winnable, within the numbers that it is about.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO

import numpy as np

from winnable.deals import MAX_DEAL
from winnable.errors import FileError, quote
from winnable.play.files import file_path, why
from winnable.solver import Verdict
from winnable.study.deal_set import DealRange
from winnable.study.report.columns import VERDICTS, Columns, Integers
from winnable.study.report.figures import ReportedStudy
from winnable.wording import counted

__all__ = ["LostListResult", "read_lost_list", "verify_lost"]

_NUMBER = re.compile(r"[0-9]{1,10}")
_MAX_LINE = 1_000_000


def read_lost_list(name: str) -> Integers:
    """The numbers in a file, or on standard input for ``-``, each once and in order.

    FileError names the first thing that is not a deal number, and its line.
    """
    shown = "the input" if name == "-" else quote(name, 80)
    try:
        if name == "-":
            return _parse(sys.stdin.buffer, shown)
        with file_path(name).open("rb") as file:
            return _parse(file, shown)
    except FileError:
        raise
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {shown}: {why(error)}") from None


def _parse(file: IO[bytes], shown: str) -> Integers:
    numbers = array("q")
    for number, line in enumerate(_lines(file, shown), 1):
        for token in line.partition("#")[0].replace(",", " ").split():
            if not _NUMBER.fullmatch(token) or not 1 <= int(token) <= MAX_DEAL:
                raise FileError(
                    f"{shown}, line {number}: {quote(token)} is not a deal number: "
                    f"write numbers from 1 to {MAX_DEAL}"
                )
            numbers.append(int(token))
    return np.unique(np.frombuffer(numbers, np.int64)) if numbers else np.zeros(0, np.int64)


def _lines(file: IO[bytes], shown: str) -> Iterator[str]:
    for number, line in enumerate(iter(lambda: file.readline(_MAX_LINE), b""), 1):
        if len(line) == _MAX_LINE:
            raise FileError(f"{shown}, line {number} is too long: write one deal number on a line")
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise FileError(f"{shown}, line {number} is not text in UTF-8") from None


@dataclass(frozen=True)
class LostListResult:
    """How a study compares with a list of lost deals. Deals are named in order."""

    slug: str
    span: tuple[int, int]
    """The numbers that the list is about."""
    compared: int
    """Deals of the span that are settled here."""
    agreed: int
    """Deals that are lost here and listed."""
    lost_only_here: tuple[int, ...]
    winnable_here: tuple[int, ...]
    """Deals that are listed, and winnable here."""
    unsettled_listed: tuple[int, ...]
    unsettled_not_listed: tuple[int, ...]
    missing: int
    """Deals of the span that the study does not have, or not yet; of a sample, those not solved."""
    outside: int
    """Listed numbers that are not compared: the study does not have them, or not yet, or they are
    outside the span."""
    last_listed: int
    """The largest number in the list; 0 if it is empty."""

    @property
    def differences(self) -> int:
        return len(self.lost_only_here) + len(self.winnable_here)

    @property
    def unsettled(self) -> int:
        return len(self.unsettled_listed) + len(self.unsettled_not_listed)

    @property
    def agrees(self) -> bool:
        """Whether every deal of the span was compared and none differs."""
        return bool(self.compared) and not (self.differences or self.unsettled or self.missing)

    def sentences(self) -> Iterator[str]:
        """What was found, and every difference by its number."""
        first, last = self.span
        yield (
            f"{self.slug}, deals {first:,} to {last:,}: {counted(self.compared, 'deal')} compared, "
            f"{counted(self.agreed, 'lost deal')} the same, "
            f"{counted(self.differences, 'difference')}."
        )
        beyond = sum(deal > self.last_listed for deal in self.lost_only_here)
        if beyond and self.last_listed:
            yield (
                f"{counted(beyond, 'lost deal')} here beyond {self.last_listed:,}, the last in the "
                "list: if the list is about fewer deals, say which."
            )
        for deals, what in (
            (self.lost_only_here, "Lost here, and not in the list"),
            (self.winnable_here, "In the list, and winnable here"),
            (self.unsettled_listed, "In the list, and not settled here"),
            (self.unsettled_not_listed, "Not in the list, and not settled here"),
        ):
            if deals:
                yield f"{what}: {', '.join(map(str, deals))}."
        if self.missing:
            yield f"Not in the study, or not solved yet: {counted(self.missing, 'deal')}."
        if self.outside:
            yield f"In the list, and not compared: {counted(self.outside, 'number')}."
        if not self.compared:
            yield "Nothing was compared."


def verify_lost(
    study: ReportedStudy,
    slug: str,
    lost: Iterable[int],
    span: tuple[int, int] | None = None,
) -> LostListResult:
    """Compare a game of the study with the deals that a list calls lost.

    `span` is the range of numbers that the list is about; without it, all deals of the study.
    """
    deals = study.manifest.deals
    first, last = (deals.first, deals.last) if span is None else span
    listed = np.unique(np.fromiter(lost, np.int64))
    counter = _Counter(listed, first, last)
    for table in study.tables(slug):
        counter.add(Columns(table))
    # The deals of a range are known without a table; of a sample, only how many are missing.
    is_range = isinstance(deals, DealRange)
    missing = last - first + 1 - counter.seen if is_range else study.missing_deals(slug)
    return LostListResult(
        slug,
        (first, last),
        counter.seen
        - len(counter.named("unsettled", True))
        - len(counter.named("unsettled", False)),
        counter.agreed,
        counter.named("lost", False),
        counter.named("winnable", True),
        counter.named("unsettled", True),
        counter.named("unsettled", False),
        missing,
        len(listed) - counter.listed_seen,
        int(listed[-1]) if len(listed) else 0,
    )


class _Counter:
    """Goes through the tables of a game."""

    def __init__(self, listed: Integers, first: int, last: int) -> None:
        self._listed, self._first, self._last = listed, first, last
        self.seen = self.agreed = self.listed_seen = 0
        self._named: dict[tuple[str, bool], list[int]] = {}

    def add(self, columns: Columns) -> None:
        inside = (columns.deals >= self._first) & (columns.deals <= self._last)
        deals, verdicts = columns.deals[inside], columns.verdicts[inside]
        is_listed = np.isin(deals, self._listed)
        self.seen += len(deals)
        self.listed_seen += int(np.count_nonzero(is_listed))
        for verdict, listed in (
            (Verdict.LOST, False),
            (Verdict.WINNABLE, True),
            (Verdict.UNSETTLED, True),
            (Verdict.UNSETTLED, False),
        ):
            found = deals[(verdicts == VERDICTS.index(verdict)) & (is_listed == listed)]
            self._named.setdefault((verdict.value, listed), []).extend(found.tolist())
        is_lost = verdicts == VERDICTS.index(Verdict.LOST)
        self.agreed += int(np.count_nonzero(is_lost & is_listed))

    def named(self, verdict: str, listed: bool) -> tuple[int, ...]:
        return tuple(sorted(self._named.get((verdict, listed), ())))
