"""A report as text, for people."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator

from winnable.judge.formats.options import FormatOptions
from winnable.judge.formats.safe_text import safe, shortened
from winnable.judge.report import CheckResult, Finding, Kind, Report, Status

__all__ = ["details", "points_text", "report_text", "summary"]

_WIDTH = 96
_MARKS = {Status.PASSED: "ok", Status.FAILED: "--", Status.SKIPPED: "??"}
_KINDS = (Kind.RULES, Kind.MESSAGES, Kind.LAYOUT, Kind.STYLE)


def report_text(report: Report, options: FormatOptions) -> str:
    """The report: points first, then what went wrong, each with how to repeat it."""
    return safe("\n".join(line.rstrip() for line in _lines(report, options))) + "\n"


def points_text(points: float) -> str:
    """Points without zeros that say nothing: 5, 7.5, 2.33."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def summary(report: Report) -> Iterator[str]:
    """What the report says of the program as a whole."""
    if report.unscored:
        yield f"Not scored: {report.unscored}."
    else:
        yield f"{points_text(report.points)} of {points_text(report.max_points)} points"
    verdicts = [(kind, *report.verdict(kind)) for kind in _KINDS]
    parts = [f"{kind.value} {passed} of {total}" for kind, passed, total in verdicts if total]
    if parts:
        yield f"Checks passed: {', '.join(parts)}."
    yield from (line for note in report.notes for line in ("", *textwrap.wrap(note, _WIDTH)))


def _lines(report: Report, options: FormatOptions) -> Iterator[str]:
    yield f"{report.program}: {report.title}"
    if not options.one_check or not report.results:
        yield from summary(report)
    failed = [result for result in report.results if result.status is Status.FAILED]
    for first, *others in _grouped(failed):
        yield ""
        yield _headline(first, options)
        yield from (f"    {line}" for line in details(report, first, options))
        if others:
            lost = sum(each.max_points - each.points for each in (first, *others))
            numbers = _ranges([each.number for each in others])
            same = f"checks {numbers} fail in the same way (-{points_text(lost)} in all)"
            yield from (f"    {line}" for line in _labelled("also:", same))
    yield from _skipped(report)
    if options.list_passed:
        yield ""
        for result in report.results:
            yield f"{_MARKS[result.status]} {result.number:>3}  {result.name}"
    if report.results and not failed and not report.count(Status.SKIPPED):
        yield ""
        if options.one_check:
            yield f"{report.results[0].number}. {report.results[0].name}: right."
        else:
            yield "Everything that was checked is right."
    yield ""
    yield f"Sandbox: {', '.join(report.layers) or 'none'}."


def _grouped(failed: list[CheckResult]) -> list[list[CheckResult]]:
    """The checks that failed, those that failed in the very same way together."""
    groups: dict[object, list[CheckResult]] = {}
    for result in failed:
        groups.setdefault(result.finding or result.number, []).append(result)
    return list(groups.values())


def _ranges(numbers: list[int]) -> str:
    """Numbers in a few words.

    >>> _ranges([2, 3, 4, 7])
    '2-4, 7'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _headline(result: CheckResult, options: FormatOptions) -> str:
    lost = result.max_points - result.points
    cost = f"  (-{points_text(lost)})" if lost else "  (no points)"
    shown = "" if options.one_check else cost
    return f"{result.number}. {result.name} [{result.kind.value}]{shown}"


def details(report: Report, result: CheckResult, options: FormatOptions) -> Iterator[str]:
    """What is to be said about a check that did not pass, line by line."""
    if result.status is Status.SKIPPED:
        yield from _labelled("not run:", result.reason)
    if result.finding is not None:
        yield from _finding(result.finding, options.hide_expected)
    if result.sentence:
        yield from _labelled("handout:", "\n".join(textwrap.wrap(result.sentence, _WIDTH - 15)))
    if result.status is Status.FAILED:
        command = options.command or shlex.join(["winnable", "judge", report.program])
        yield from _labelled("repeat:", f"{command} --case {result.number}")


def _finding(finding: Finding, hide_expected: bool) -> Iterator[str]:
    if finding.call:
        yield from _labelled("call:", finding.call)
    if finding.typed:
        yield from _labelled("typed:", " / ".join(map(_typed_line, finding.typed)))
    if not hide_expected:
        yield from _labelled("expected:", finding.expected)
    yield from _labelled("got:", str(finding.crash) if finding.crash else finding.actual)
    if finding.deck:
        yield from _labelled("deck:", " ".join(finding.deck))


def _typed_line(line: str) -> str:
    if line.strip():
        return line
    return "(a line of spaces)" if line else "(an empty line)"


def _labelled(label: str, text: str) -> Iterator[str]:
    """A text behind a label, its own lines kept."""
    first = True
    for line in shortened(safe(text)).split("\n"):
        pieces = textwrap.wrap(line, _WIDTH - 15, drop_whitespace=False) or [""]
        for piece in pieces:
            yield f"{label if first else '':<10} {piece}".rstrip()
            first = False


def _skipped(report: Report) -> Iterator[str]:
    reasons: dict[str, list[CheckResult]] = {}
    for result in report.results:
        if result.status is Status.SKIPPED:
            reasons.setdefault(result.reason, []).append(result)
    for reason, results in reasons.items():
        yield ""
        lost = sum(result.max_points for result in results)
        cost = f"-{points_text(lost)}" if lost else "costs nothing"
        numbers = _ranges([result.number for result in results])
        yield from textwrap.wrap(f"Not checked: {numbers}, because {reason} ({cost}).", _WIDTH)
