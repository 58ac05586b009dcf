"""A judge's report as a message."""

from __future__ import annotations

import shlex

from winnable.judge import CheckResult, Crash, Finding, Kind, Report
from winnable.l10n import t
from winnable.web.judge_messages import (
    CheckMessage,
    CrashMessage,
    FindingMessage,
    KindVerdict,
    ReportMessage,
)

__all__ = ["report_message"]

_MAX_TEXT = 10_000
"""Characters of a text in a report: what a program printed may be half a million."""
_MAX_LINES = 500


def report_message(report: Report, *, handout: str | None) -> ReportMessage:
    """A report as a message; `handout` is the one that was asked for, if any was."""
    command = ["winnable", "judge", report.program]
    if handout is not None:
        command += ["--handout", handout]
    verdicts = [(kind, *report.verdict(kind)) for kind in Kind]
    return ReportMessage(
        program=report.program,
        handout=report.handout,
        title=report.title,
        unscored=report.unscored,
        points=report.points,
        max_points=report.max_points,
        verdicts=[
            KindVerdict(kind=kind.value, passed=passed, total=total)
            for kind, passed, total in verdicts
            if total
        ],
        checks=[_check_message(result, command) for result in report.results],
        notes=list(report.notes),
        layers=list(report.layers),
    )


def _check_message(result: CheckResult, command: list[str]) -> CheckMessage:
    return CheckMessage(
        number=result.number,
        name=result.name,
        kind=result.kind.value,
        status=result.status.value,
        points=result.points,
        max_points=result.max_points,
        sentence=result.sentence,
        reason=result.reason,
        finding=None if result.finding is None else _finding_message(result.finding),
        command=shlex.join([*command, "--case", str(result.number)]),
    )


def _finding_message(finding: Finding) -> FindingMessage:
    return FindingMessage(
        call=_clipped(finding.call),
        typed=[_clipped(line) for line in finding.typed[:_MAX_LINES]],
        expected=_clipped(finding.expected),
        actual=_clipped(finding.actual),
        crash=None if finding.crash is None else _crash_message(finding.crash),
        deck=list(finding.deck),
    )


def _crash_message(crash: Crash) -> CrashMessage:
    return CrashMessage(error=_clipped(crash.error), line=crash.line, source=_clipped(crash.source))


def _clipped(text: str) -> str:
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}\n{t('web.judge.and_so_on')}"
