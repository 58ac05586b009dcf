"""A report as JSON: everything in it, under names of our own that stay as they are.

``version`` changes when a field changes its meaning or goes; new ones may come without that.
"""

from __future__ import annotations

import json
from typing import Any

from winnable.judge.formats.options import FormatOptions
from winnable.judge.formats.safe_text import without_surrogates
from winnable.judge.report import CheckResult, Finding, Kind, Report

__all__ = ["VERSION", "report_fields", "report_json"]

VERSION = 1


def report_json(report: Report, options: FormatOptions) -> str:
    text = json.dumps(report_fields(report, options), indent=2, ensure_ascii=False)
    return without_surrogates(text) + "\n"


def report_fields(report: Report, options: FormatOptions) -> dict[str, Any]:
    """The report as it is written in JSON."""
    verdicts = {kind.value: report.verdict(kind) for kind in Kind}
    return {
        "version": VERSION,
        "program": report.program,
        "handout": report.handout,
        "title": report.title,
        "points": _number(report.points),
        "max_points": _number(report.max_points),
        "has_full_points": report.has_full_points,
        "unscored": report.unscored or None,
        "verdicts": {
            kind: {"passed": passed, "checks": total} for kind, (passed, total) in verdicts.items()
        },
        "notes": list(report.notes),
        "layers": list(report.layers),
        "results": [_result(result, options) for result in report.results],
    }


def _result(result: CheckResult, options: FormatOptions) -> dict[str, Any]:
    return {
        "number": result.number,
        "id": result.id,
        "name": result.name,
        "kind": result.kind.value,
        "status": result.status.value,
        "item": result.group or None,
        "points": _number(result.points),
        "max_points": _number(result.max_points),
        "sentence": result.sentence or None,
        "reason": result.reason or None,
        "finding": None if result.finding is None else _finding(result.finding, options),
    }


def _finding(finding: Finding, options: FormatOptions) -> dict[str, Any]:
    crash = finding.crash
    return {
        "call": finding.call or None,
        "typed": list(finding.typed),
        "deck": list(finding.deck),
        "expected": None if options.hide_expected else finding.expected,
        "actual": finding.actual,
        "crash": crash
        and {"error": crash.error, "line": crash.line or None, "source": crash.source or None},
    }


def _number(points: float) -> float:
    """Points in hundredths, and whole ones without a fraction."""
    rounded = round(points, 2)
    return int(rounded) if rounded == int(rounded) else rounded
