"""The outcomes of many programs: as a CSV file, a table or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

from winnable.judge.batch import Outcome
from winnable.judge.formats.json_format import VERSION, report_fields
from winnable.judge.formats.options import FormatOptions
from winnable.judge.formats.safe_text import one_line, without_surrogates
from winnable.judge.formats.text import points_text
from winnable.judge.report import Status

__all__ = ["COLUMNS", "grades_csv", "grades_table", "outcomes_json"]

COLUMNS = ("file", "handout", "points", "of", "passed", "failed", "skipped", "note")


def grades_csv(outcomes: Sequence[Outcome]) -> str:
    """A line for each program, and a first one with the names of the columns."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(text) for text in _row(outcome)] for outcome in outcomes)
    return without_surrogates(stream.getvalue())


def _row(outcome: Outcome) -> list[str]:
    file, report = one_line(outcome.file, 1000), outcome.report
    if report is None:
        return [file, *[""] * 6, one_line(outcome.error, 500)]
    counts, handout = [str(report.count(status)) for status in Status], one_line(report.handout)
    if report.unscored:
        return [file, handout, "", "", *counts, one_line(f"not scored: {report.unscored}")]
    points = [points_text(report.points), points_text(report.max_points)]
    return [file, handout, *points, *counts, one_line(" ".join(report.notes), 500)]


def _cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula: names of files are up to students.

    >>> _cell("=HYPERLINK(1)/proj10.py")
    "'=HYPERLINK(1)/proj10.py"
    """
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def grades_table(outcomes: Sequence[Outcome]) -> str:
    """A line for each program, for people."""
    rows = [("points", "failed", "skipped", "program")]
    for outcome in outcomes:
        file, _, points, most, _, failed, skipped, note = _row(outcome)
        said = f"{file}: {note}" if note else file
        rows.append((f"{points} of {most}" if most else "-", failed, skipped, said))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        "  ".join([row[0].rjust(widths[0]), *(row[i].rjust(widths[i]) for i in (1, 2)), row[3]])
        for row in rows
    ]
    return without_surrogates("\n".join(lines)) + "\n"


def outcomes_json(outcomes: Sequence[Outcome], options: FormatOptions) -> str:
    """A list: of each program its file, and its report or an error."""
    entries = [
        {
            "version": VERSION,
            "file": outcome.file,
            "error": outcome.error or None,
            "report": outcome.report and report_fields(outcome.report, options),
        }
        for outcome in outcomes
    ]
    text = json.dumps(entries, indent=2, ensure_ascii=False)
    return without_surrogates(text) + "\n"
