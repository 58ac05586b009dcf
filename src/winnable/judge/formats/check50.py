"""A report as `check50 --output json` writes it. It has no points: they are in `data`."""

from __future__ import annotations

import json
import re
from typing import Any

from winnable import __version__
from winnable.judge.formats.options import FormatOptions
from winnable.judge.formats.safe_text import one_line, safe, shortened
from winnable.judge.formats.text import details
from winnable.judge.report import CheckResult, Report, Status

__all__ = ["report_check50"]

_MOST_LINES = 100
"""check50 shows no longer logs."""
_PASSED = {Status.PASSED: True, Status.FAILED: False, Status.SKIPPED: None}


def report_check50(report: Report, options: FormatOptions) -> str:
    fields: dict[str, Any] = {"slug": one_line(f"winnable/{report.handout or 'unknown'}")}
    if report.results:
        fields["results"] = [_result(report, result, options) for result in report.results]
    else:
        fields["error"] = _error(report.unscored or "nothing was checked")
    fields["version"] = __version__
    return json.dumps(fields, indent=4, ensure_ascii=False) + "\n"


def _result(report: Report, result: CheckResult, options: FormatOptions) -> dict[str, Any]:
    failed = result.status is Status.FAILED
    lines = details(report, result, options) if failed else ()
    log = [safe(line) for line in lines]
    return {
        # In check50 it is the name of a Python function.
        "name": re.sub(r"\W", "_", result.id, flags=re.ASCII),
        "description": one_line(result.name),
        "passed": _PASSED[result.status],
        "log": log if len(log) <= _MOST_LINES else [*log[: _MOST_LINES - 1], "..."],
        "cause": _cause(result, options),
        "data": {
            "number": result.number,
            "kind": result.kind.value,
            "points": round(result.points, 2),
            "max_points": round(result.max_points, 2),
        },
        "dependency": None,
    }


def _cause(result: CheckResult, options: FormatOptions) -> dict[str, Any] | None:
    if result.status is Status.PASSED:
        return None
    if result.finding is None:
        return {"rationale": one_line(result.reason) or "not checked", "help": None}
    finding = result.finding
    actual = str(finding.crash) if finding.crash else finding.actual
    cause: dict[str, Any] = {
        "rationale": one_line(f"got {actual}"),
        "help": safe(result.sentence) or None,
    }
    if not options.hide_expected:
        cause["expected"] = safe(shortened(finding.expected))
        cause["actual"] = safe(shortened(actual))
    return cause


def _error(message: str) -> dict[str, Any]:
    said = safe(shortened(message))
    return {
        "type": "Error",
        "value": said,
        "traceback": [],
        "actions": {"show_traceback": False, "message": said},
        "data": {},
    }
