"""A report as Gradescope's results.json.

Gradescope takes the score at the top, which is the sum of the scores of the tests. A program that
cannot be scored gets 0 and is told why: without a score Gradescope would refuse the file.
"""

from __future__ import annotations

import json
from typing import Any

from winnable.judge.formats.options import FormatOptions
from winnable.judge.formats.safe_text import one_line, safe, shortened
from winnable.judge.formats.text import details, summary
from winnable.judge.report import CheckResult, Report, Status

__all__ = ["failure_gradescope", "report_gradescope"]


def report_gradescope(report: Report, options: FormatOptions) -> str:
    title = [report.title] if report.title else []
    return _text(
        {
            "score": 0 if report.unscored else round(report.points, 2),
            "output": safe(shortened("\n".join([*title, *summary(report)]))),
            "stdout_visibility": "hidden",
            "tests": [_test(report, result, options) for result in report.results],
        }
    )


def failure_gradescope(message: str) -> str:
    """The file for a submission that could not be judged at all."""
    return _text({"score": 0, "output": safe(shortened(message)), "stdout_visibility": "hidden"})


def _test(report: Report, result: CheckResult, options: FormatOptions) -> dict[str, Any]:
    has_passed = result.status is Status.PASSED
    lines = [] if has_passed else details(report, result, options)
    return {
        "number": str(result.number),
        "name": one_line(result.name),
        "score": 0 if report.unscored else round(result.points, 2),
        "max_score": 0 if report.unscored else round(result.max_points, 2),
        "status": "passed" if has_passed else "failed",
        "output": safe("\n".join(lines)),
        "tags": [result.kind.value],
        "visibility": options.visibility_of(result.id),
    }


def _text(fields: dict[str, Any]) -> str:
    return json.dumps(fields, indent=2, ensure_ascii=False) + "\n"
