"""Reports in the formats that people and autograders read.

    text          for people
    json          everything, for programs of one's own
    junit         JUnit XML, as Jenkins, GitLab and others read it
    gradescope    Gradescope's results.json
    check50       as `check50 --output json` writes it
    classroom50   Classroom 50's result.json

Every report can be written in every format; see docs/judge.md for the fields.
"""

from __future__ import annotations

from winnable.judge.formats.check50 import report_check50
from winnable.judge.formats.classroom50 import report_classroom50
from winnable.judge.formats.gradescope import report_gradescope
from winnable.judge.formats.json_format import report_json
from winnable.judge.formats.junit import report_junit
from winnable.judge.formats.options import VISIBILITIES, FormatOptions
from winnable.judge.formats.text import report_text
from winnable.judge.report import Report

__all__ = ["FORMATS", "VISIBILITIES", "FormatOptions", "format_report"]

FORMATS = {
    "text": report_text,
    "json": report_json,
    "junit": report_junit,
    "gradescope": report_gradescope,
    "check50": report_check50,
    "classroom50": report_classroom50,
}


def format_report(report: Report, name: str, options: FormatOptions | None = None) -> str:
    """The report in one of the formats, with a line break at its end."""
    return FORMATS[name](report, options or FormatOptions())
