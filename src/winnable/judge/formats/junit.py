"""A report as JUnit XML, by the schema junit-10 of Jenkins' xUnit plugin.

JUnit has no points: those of the program are properties of the suite. GitLab tells tests apart by
class and name, and drops what it has seen: the number in the name makes each of them unique.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from winnable.judge.formats.options import FormatOptions
from winnable.judge.formats.safe_text import one_line, safe
from winnable.judge.formats.text import details, points_text
from winnable.judge.report import CheckResult, Report, Status

__all__ = ["report_junit"]


def report_junit(report: Report, options: FormatOptions) -> str:
    counts = {
        "tests": str(max(len(report.results), 1)),
        "failures": str(report.count(Status.FAILED)),
        "errors": str(int(not report.results)),
    }
    suite_name = one_line(report.handout) or "unknown"
    root = Element("testsuites", {"name": "winnable judge", **counts})
    skipped = {"skipped": str(report.count(Status.SKIPPED))}
    suite = SubElement(root, "testsuite", {"name": suite_name, **counts, **skipped})
    properties = SubElement(suite, "properties")
    for name, value in _properties(report).items():
        SubElement(properties, "property", {"name": name, "value": one_line(value, 1000)})
    for result in report.results:
        _add_case(suite, suite_name, report, result, options)
    if not report.results:
        why = one_line(report.unscored) or "nothing was checked"
        attributes = {"classname": suite_name, "name": "the program can be judged"}
        SubElement(SubElement(suite, "testcase", attributes), "error", {"message": why})
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _properties(report: Report) -> dict[str, str]:
    fields = {
        "program": report.program,
        "points": points_text(report.points),
        "max_points": points_text(report.max_points),
        "layers": ", ".join(report.layers),
    }
    if report.unscored:
        fields["unscored"] = report.unscored
    return fields | {f"note {number}": note for number, note in enumerate(report.notes, 1)}


def _add_case(
    suite: Element, suite_name: str, report: Report, result: CheckResult, options: FormatOptions
) -> None:
    section = one_line(result.id.partition(".")[0])
    name = one_line(f"{result.number}. {result.name}")
    case = SubElement(suite, "testcase", {"classname": f"{suite_name}.{section}", "name": name})
    if result.status is Status.SKIPPED:
        SubElement(case, "skipped", {"message": one_line(result.reason)})
    elif result.status is Status.FAILED:
        finding = result.finding
        actual = "" if finding is None else str(finding.crash or finding.actual)
        failure = SubElement(
            case, "failure", {"type": result.kind.value, "message": one_line(f"got {actual}")}
        )
        lines = details(report, result, options)
        failure.text = safe("\n".join(lines))
