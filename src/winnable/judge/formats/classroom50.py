"""A report as Classroom 50's result.json.

It takes whole numbers only, and points have fractions where the points of an item are shared: so
scores are hundredths of a point, and 61.5 of 65 points are 6150 of 6500. Who handed in what comes
from the variables that the runner sets; at home, where there is no runner, they have stand-ins.
"""

from __future__ import annotations

import json
from typing import Any

from winnable.judge.formats.options import FormatOptions
from winnable.judge.formats.safe_text import one_line, safe
from winnable.judge.formats.text import details
from winnable.judge.report import CheckResult, Report, Status

__all__ = ["report_classroom50"]

SCALE = 100


def report_classroom50(report: Report, options: FormatOptions) -> str:
    variables = {name: one_line(text, 1000) for name, text in options.environment.items()}

    def variable(*names: str, otherwise: str) -> str:
        return next((variables[name] for name in names if variables.get(name)), otherwise)

    tag = variable("SUBMISSION_TAG", otherwise="submit/local")
    commit = variable("COMMIT_URL", otherwise="local")
    fields = {
        "schema": "classroom50/result/v1",
        "classroom": variable("CLASSROOM", otherwise="local"),
        "assignment": variable("ASSIGNMENT", otherwise=one_line(report.handout) or "unknown"),
        "assignment_type": variable("ASSIGNMENT_TYPE", "MODE", otherwise="individual"),
        "owner": variable("OWNER", "USERNAME", otherwise="local"),
        "submission": tag if tag.startswith("submit/") else f"submit/{tag}",
        "commit": commit,
        "release": variable("RELEASE_URL", otherwise=commit),
        "review": variable("REVIEW_URL", otherwise=commit),
        "datetime": options.now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "score": 0 if report.unscored else _hundredths(report.points),
        "max-score": 0 if report.unscored else _hundredths(report.max_points),
        "tests": [*_complaint(report), *(_test(report, each, options) for each in report.results)],
    }
    return json.dumps(fields, indent=2, ensure_ascii=False) + "\n"


def _complaint(report: Report) -> list[dict[str, Any]]:
    """A test that fails, if there is no score: a list without tests would count as a success."""
    if report.results and not report.unscored:
        return []
    name, why = "the program can be judged", report.unscored or "nothing was checked"
    return [{"test-name": name, "passed": False, "score": 0, "max-score": 0, "message": safe(why)}]


def _test(report: Report, result: CheckResult, options: FormatOptions) -> dict[str, Any]:
    has_passed = result.status is Status.PASSED
    lines = [] if has_passed else details(report, result, options)
    return {
        "test-name": one_line(f"{result.number}. {result.name}"),
        "passed": has_passed,
        "score": 0 if report.unscored else _hundredths(result.points),
        "max-score": 0 if report.unscored else _hundredths(result.max_points),
        "message": safe("\n".join(lines)),
    }


def _hundredths(points: float) -> int:
    return round(points * SCALE)
