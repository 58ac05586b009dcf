"""A report as text, for people."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from winnable.judge.report import CheckResult, Finding, Kind, Report, Status

__all__ = ["report_text"]

_WIDTH = 96
_MARKS = {Status.PASSED: "ok", Status.FAILED: "--", Status.SKIPPED: "??"}
_KINDS = (Kind.RULES, Kind.MESSAGES, Kind.LAYOUT, Kind.STYLE)


def report_text(report: Report, *, hide_expected: bool = False, every: bool = False) -> str:
    """The report: points first, then what went wrong, each with how to repeat it.

    `every` lists the checks that passed as well. `hide_expected` leaves out what would have been
    right, for reports that must not give answers away.
    """
    return "\n".join(_lines(report, hide_expected, every)) + "\n"


def points_text(points: float) -> str:
    """Points without zeros that say nothing: 5, 7.5, 2.33."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _lines(report: Report, hide_expected: bool, every: bool) -> Iterator[str]:
    yield f"{report.program}: {report.title}"
    if report.unscored:
        yield f"Not scored: {report.unscored}."
    else:
        yield f"{points_text(report.points)} of {points_text(report.max_points)} points"
    verdicts = [(kind, *report.verdict(kind)) for kind in _KINDS]
    parts = [f"{kind.value} {passed} of {total}" for kind, passed, total in verdicts if total]
    if parts:
        yield f"Checks passed: {', '.join(parts)}."
    yield from (line for note in report.notes for line in ("", *textwrap.wrap(note, _WIDTH)))
    failed = [result for result in report.results if result.status is Status.FAILED]
    for result in failed:
        yield ""
        yield from _failure(report, result, hide_expected)
    yield from _skipped(report)
    if every:
        yield ""
        for result in report.results:
            yield f"{_MARKS[result.status]} {result.number:>3}  {result.name}"
    if report.results and not failed and not report.count(Status.SKIPPED):
        yield ""
        yield "Everything that was checked is right."
    yield ""
    yield f"Kept apart by: {', '.join(report.layers) or 'nothing'}."


def _failure(report: Report, result: CheckResult, hide_expected: bool) -> Iterator[str]:
    lost = result.max_points - result.points
    cost = f"  (-{points_text(lost)})" if lost else "  (no points)"
    yield f"{result.number}. {result.name} [{result.kind.value}]{cost}"
    if result.finding is not None:
        yield from _finding(result.finding, hide_expected)
    if result.sentence:
        yield from _labelled("handout:", result.sentence)
    yield from _labelled("repeat:", f"winnable judge {report.program} --case {result.number}")


def _finding(finding: Finding, hide_expected: bool) -> Iterator[str]:
    if finding.call:
        yield from _labelled("call:", finding.call)
    if finding.typed:
        yield from _labelled(
            "typed:", " / ".join(line or "(an empty line)" for line in finding.typed)
        )
    if not hide_expected:
        yield from _labelled("expected:", finding.expected)
    yield from _labelled("got:", str(finding.crash) if finding.crash else finding.actual)
    if finding.deck:
        yield from _labelled("deck:", " ".join(finding.deck))


def _labelled(label: str, text: str) -> Iterator[str]:
    """A text behind a label, its own lines kept."""
    first = True
    for line in text.split("\n"):
        pieces = textwrap.wrap(line, _WIDTH - 15, drop_whitespace=False) or [""]
        for piece in pieces:
            yield f"    {label if first else '':<10} {piece}".rstrip()
            first = False


def _skipped(report: Report) -> Iterator[str]:
    reasons: dict[str, list[int]] = {}
    for result in report.results:
        if result.status is Status.SKIPPED:
            reasons.setdefault(result.reason, []).append(result.number)
    for reason, numbers in reasons.items():
        yield ""
        listed = f"Not checked ({', '.join(map(str, numbers))}): {reason}."
        yield from textwrap.wrap(listed, _WIDTH)
