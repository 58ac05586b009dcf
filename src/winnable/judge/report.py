"""What a judge has to say of a program: results of checks, their points, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

__all__ = ["CheckResult", "Crash", "Finding", "Kind", "Report", "Status", "share_points"]


class Kind(Enum):
    """What a check is about. A wrong message says nothing about the rules, and so on."""

    RULES = "rules"
    MESSAGES = "messages"
    LAYOUT = "layout"
    STYLE = "style"


class Status(Enum):
    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class Crash:
    """The error that ended the program, and the last line of the program that it came from."""

    error: str
    line: int = 0
    source: str = ""

    def __str__(self) -> str:
        place = f" in line {self.line}: {self.source}" if self.line else ""
        return f"{self.error}{place}"


@dataclass(frozen=True)
class Finding:
    """The shortest way found to show a fault."""

    expected: str
    actual: str
    typed: tuple[str, ...] = ()
    """The lines that were typed, in a session."""
    call: str = ""
    """The call that was made, in a check of a function."""
    deck: tuple[str, ...] = ()
    """The cards in dealing order, if the deck matters."""
    crash: Crash | None = None


@dataclass(frozen=True)
class CheckResult:
    """One numbered check: what it is about and how it came out."""

    number: int
    id: str
    """Such as ``function.get_option.messages``; `--case` takes the number."""
    name: str
    kind: Kind
    status: Status
    group: str = ""
    """The item of the rubric that it counts for; empty if it counts for none."""
    points: float = 0.0
    max_points: float = 0.0
    sentence: str = ""
    """What the handout says about it."""
    reason: str = ""
    """Why it was skipped."""
    finding: Finding | None = None


@dataclass(frozen=True)
class Report:
    """All results for one program."""

    program: str
    handout: str
    """The profile's name, such as ``aces-up-2023``."""
    title: str
    layers: tuple[str, ...]
    """What kept the program apart from the rest of the system."""
    results: tuple[CheckResult, ...] = ()
    max_points: float = 0.0
    notes: tuple[str, ...] = ()
    unscored: str = ""
    """Why the program got no score at all; empty if it has one."""

    @property
    def points(self) -> float:
        """The sum, in hundredths; the full sum only if nothing is missing."""
        earned = round(sum(result.points for result in self.results), 2)
        complete = all(result.status is Status.PASSED for result in self.results if result.group)
        return self.max_points if complete and self.results else min(earned, self.max_points)

    @property
    def has_full_points(self) -> bool:
        return not self.unscored and self.points == self.max_points

    def count(self, status: Status) -> int:
        return sum(result.status is status for result in self.results)

    def verdict(self, kind: Kind) -> tuple[int, int]:
        """How many checks of a kind passed, and how many there are."""
        of_kind = [result for result in self.results if result.kind is kind]
        return sum(result.status is Status.PASSED for result in of_kind), len(of_kind)


def share_points(
    results: Iterable[CheckResult], items: Iterable[tuple[str, float]]
) -> tuple[CheckResult, ...]:
    """Give each check its part of the points of its item: all checks of an item count the same.

    Parts are whole hundredths, so that they add up in every format; what cannot be divided goes to
    the first checks of the item.
    """
    listed = tuple(results)
    parts: dict[str, Iterator[float]] = {}
    for group, points in items:
        size = sum(result.group == group for result in listed)
        parts[group] = _hundredths(points, size)
    shared = []
    for result in listed:
        most = next(parts[result.group]) if result.group in parts else 0.0
        earned = most if result.status is Status.PASSED else 0.0
        shared.append(replace(result, points=earned, max_points=most))
    return tuple(shared)


def _hundredths(points: float, size: int) -> Iterator[float]:
    """Points divided into so many parts."""
    whole, left = divmod(round(points * 100), size) if size else (0, 0)
    return ((whole + (index < left)) / 100 for index in range(size))
