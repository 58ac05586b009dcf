"""The messages about a program that is being checked, and the report at the end of them.

Like those of the coach (`coach_messages`) they are plain dataclasses: the worker that writes them
loads no Pydantic. Nor do they load the judge, which the server does not need.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from winnable.web.stream_message import StreamMessage

__all__ = [
    "JUDGE_MAX_LINE",
    "CheckKind",
    "CheckMessage",
    "CheckStatus",
    "ChecksMessage",
    "CrashMessage",
    "FindingMessage",
    "JudgeQueuedMessage",
    "KindVerdict",
    "ReportMessage",
]

JUDGE_MAX_LINE = 2**24
"""Bytes of a line between the server and the judge's worker. A program of a megabyte has at most
six as a JSON string, and a report has fewer."""

CheckKind = Literal["rules", "messages", "layout", "style"]
CheckStatus = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True, kw_only=True)
class JudgeQueuedMessage(StreamMessage):
    """The first message of every stream."""

    kind: Literal["queued"] = "queued"
    ahead: int
    """How many programs wait in front of this one."""


@dataclass(frozen=True, kw_only=True)
class ChecksMessage(StreamMessage):
    """How far the judge has got."""

    kind: Literal["checks"] = "checks"
    final: bool = False
    done: int
    total: int


@dataclass(frozen=True, kw_only=True)
class CrashMessage(StreamMessage):
    """The error that ended the program, and the last of its own lines that led there."""

    error: str
    line: int
    """0 if no line of the program is known."""
    source: str


@dataclass(frozen=True, kw_only=True)
class FindingMessage(StreamMessage):
    """The shortest way found to show a fault."""

    call: str
    """The call that was made, in a check of a function."""
    typed: list[str]
    """The lines that were typed, in a session."""
    expected: str
    actual: str
    crash: CrashMessage | None
    deck: list[str]
    """The cards in dealing order, if the deck matters."""


@dataclass(frozen=True, kw_only=True)
class CheckMessage(StreamMessage):
    """One check, and how it came out."""

    number: int
    name: str
    kind: CheckKind
    status: CheckStatus
    points: float
    max_points: float
    """0 if the handout gives no points for it."""
    sentence: str
    """What the handout says about it."""
    reason: str
    """Why it was skipped."""
    finding: FindingMessage | None
    command: str
    """What repeats this check alone, in a terminal."""


@dataclass(frozen=True, kw_only=True)
class KindVerdict(StreamMessage):
    """How many checks of a kind passed."""

    kind: CheckKind
    passed: int
    total: int


@dataclass(frozen=True, kw_only=True)
class ReportMessage(StreamMessage):
    """The last message: the whole report."""

    kind: Literal["report"] = "report"
    final: bool = False
    program: str
    handout: str
    """The name of the handout, such as `aces-up-2023`."""
    title: str
    unscored: str
    """Why there are no points at all; empty if there are."""
    points: float
    max_points: float
    verdicts: list[KindVerdict]
    checks: list[CheckMessage]
    notes: list[str]
    layers: list[str]
    """What kept the program apart from the rest of the system."""
