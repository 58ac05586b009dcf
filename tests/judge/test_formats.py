"""Every report can be written in every format, and is valid there."""

import io
import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema_rs
import judge_schemas
import pytest
import xmlschema
from hypothesis import given, settings
from judge_reports import reports

from winnable.judge.formats import FORMATS, VISIBILITIES, FormatOptions, format_report
from winnable.judge.report import CheckResult, Crash, Finding, Kind, Report, Status, share_points

JUNIT = xmlschema.XMLSchema(Path(__file__).with_name("schemas") / "junit-10.xsd")
JSON_FORMATS = {
    "json": judge_schemas.OURS,
    "gradescope": judge_schemas.GRADESCOPE,
    "check50": judge_schemas.CHECK50,
    "classroom50": judge_schemas.CLASSROOM50,
}
SECRET = "what would have been right"
PLAIN = FormatOptions()


def parsed(report: Report, name: str, options: FormatOptions = PLAIN) -> Any:
    return json.loads(format_report(report, name, options))


def a_report(*statuses: Status, **others: Any) -> Report:
    """A report with one check for each status, which share five points."""
    results = []
    for number, status in enumerate(statuses, 1):
        failed = status is Status.FAILED
        finding = Finding(SECRET, "something else", ("d", ""), deck=("AS",)) if failed else None
        reason = "the table could not be read" if status is Status.SKIPPED else ""
        results.append(
            CheckResult(number, f"session.topic_{number}.rules", f"check {number}", Kind.RULES,
                        status, "Item", sentence="Do it.", reason=reason, finding=finding)
        )  # fmt: skip
    shared = share_points(results, [("Item", 5.0)])
    most = 5.0 if results else 0.0
    return Report("proj10.py", "aces-up-2023", "Aces Up", ("seccomp",), shared, most, **others)


PASSED, FAILED, SKIPPED = Status.PASSED, Status.FAILED, Status.SKIPPED
UNSCORED = a_report(unscored="this is a program for Python 2")


# -- valid, whatever is in the report -------------------------------------------------------------


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=60)
@given(report=reports())
def test_every_report_can_be_written_in_every_format(name: str, report: Report) -> None:
    for hide in (False, True):
        written = format_report(report, name, FormatOptions(hide_expected=hide))
        assert written.endswith("\n")
        data = written.encode()  # no halves of surrogate pairs
        if name == "junit":
            JUNIT.validate(io.BytesIO(data))
        elif name == "text":
            assert not [sign for sign in written if sign != "\n" and sign < " " and sign != "\t"]
        else:
            jsonschema_rs.validate(JSON_FORMATS[name], json.loads(data))


@given(report=reports())
def test_totals_agree(report: Report) -> None:
    earned = 0 if report.unscored else round(report.points, 2)
    most = 0 if report.unscored else round(report.max_points, 2)
    ours = parsed(report, "json")
    assert (ours["points"], ours["max_points"]) == (report.points, report.max_points)
    assert sum(each["points"] for each in ours["results"]) == pytest.approx(report.points)
    gradescope = parsed(report, "gradescope")
    assert gradescope["score"] == earned
    assert sum(test["score"] for test in gradescope["tests"]) == pytest.approx(earned)
    assert sum(test["max_score"] for test in gradescope["tests"]) == pytest.approx(most)
    classroom = parsed(report, "classroom50")
    assert (classroom["score"], classroom["max-score"]) == (round(100 * earned), round(100 * most))
    assert sum(test["score"] for test in classroom["tests"]) == classroom["score"]
    assert sum(test["max-score"] for test in classroom["tests"]) == classroom["max-score"]
    suite = ElementTree.fromstring(format_report(report, "junit"))[0]
    assert int(suite.get("tests") or 0) == len(suite.findall("testcase"))
    assert int(suite.get("failures") or 0) == len(suite.findall("testcase/failure"))
    assert int(suite.get("errors") or 0) == len(suite.findall("testcase/error"))
    assert int(suite.get("skipped") or 0) == len(suite.findall("testcase/skipped"))


@given(report=reports())
def test_only_a_program_that_passes_everything_gets_everything(report: Report) -> None:
    missing = any(each.status is not PASSED and each.max_points for each in report.results)
    classroom, gradescope = parsed(report, "classroom50"), parsed(report, "gradescope")
    if missing and not report.unscored:
        assert classroom["score"] < classroom["max-score"]
        assert gradescope["score"] < round(report.max_points, 2)
    if report.has_full_points:
        assert classroom["score"] == classroom["max-score"]


@given(report=reports())
def test_names_that_have_to_be_unique_are(report: Report) -> None:
    cases = [
        case.attrib
        for case in ElementTree.fromstring(format_report(report, "junit")).iter("testcase")
    ]
    assert len({(case["classname"], case["name"]) for case in cases}) == len(cases)
    names = [each["name"] for each in parsed(report, "check50").get("results", ())]
    assert len(set(names)) == len(names)


def test_a_huge_text_is_cut() -> None:
    finding = Finding("short", "x" * 3_000_000, ("d",) * 50_000)
    report = a_report(FAILED)
    result = replace(report.results[0], finding=finding)
    report = replace(report, results=(result,))
    for name in FORMATS.keys() - {"json"}:
        written = format_report(report, name)
        assert len(written) < 30_000
        assert "2,996,000 characters more" in written or name == "check50"
    assert parsed(report, "json")["results"][0]["finding"]["actual"] == finding.actual


@pytest.mark.parametrize("name", FORMATS)
def test_what_would_be_right_can_be_left_out(name: str) -> None:
    report = a_report(PASSED, FAILED, SKIPPED)
    assert SECRET in format_report(report, name)
    hidden = format_report(report, name, FormatOptions(hide_expected=True))
    assert SECRET not in hidden
    assert "something else" in hidden


# -- points ---------------------------------------------------------------------------------------


def test_points_are_shared_in_hundredths() -> None:
    most = [result.max_points for result in a_report(PASSED, PASSED, FAILED).results]
    assert most == [1.67, 1.67, 1.66]
    report = a_report(PASSED, FAILED, PASSED)
    assert report.points == 3.33
    assert a_report(PASSED, PASSED, PASSED).points == 5


# -- one format after the other -------------------------------------------------------------------


def test_ours() -> None:
    report = a_report(PASSED, FAILED, SKIPPED, notes=("A note.",))
    fields = parsed(report, "json")
    assert fields["version"] == 1
    assert (fields["points"], fields["max_points"], fields["has_full_points"]) == (1.67, 5, False)
    assert fields["verdicts"]["rules"] == {"passed": 1, "checks": 3}
    assert [each["status"] for each in fields["results"]] == ["passed", "failed", "skipped"]
    assert fields["results"][1]["finding"] == {
        "call": None,
        "typed": ["d", ""],
        "deck": ["AS"],
        "expected": SECRET,
        "actual": "something else",
        "crash": None,
    }
    assert fields["results"][2]["reason"] == "the table could not be read"


def test_a_crash_is_shown_with_its_line() -> None:
    report = a_report(FAILED)
    crash = Crash("IndexError: list index out of range", 14, "card = column[-1]")
    finding = Finding("a message", "", crash=crash)
    report = replace(report, results=(replace(report.results[0], finding=finding),))
    for name in FORMATS.keys() - {"json"}:
        assert "in line 14: card = column[-1]" in format_report(report, name)
    assert parsed(report, "json")["results"][0]["finding"]["crash"]["line"] == 14


def test_gradescope() -> None:
    fields = parsed(a_report(PASSED, FAILED, SKIPPED, notes=("A note.",)), "gradescope")
    assert fields["score"] == 1.67
    assert fields["output"].startswith("Aces Up\n1.67 of 5 points\n")
    assert "A note." in fields["output"]
    assert [test["status"] for test in fields["tests"]] == ["passed", "failed", "failed"]
    assert fields["tests"][0]["output"] == ""
    assert "not run:   the table could not be read" in fields["tests"][2]["output"]
    assert {test["visibility"] for test in fields["tests"]} == {"visible"}


@pytest.mark.parametrize("visibility", VISIBILITIES)
def test_gradescope_can_hide_checks(visibility: str) -> None:
    options = FormatOptions(visibility=visibility, hidden=("session.topic_2.*",))
    tests = parsed(a_report(PASSED, FAILED, SKIPPED), "gradescope", options)["tests"]
    assert [test["visibility"] for test in tests] == [visibility, "hidden", visibility]


def test_an_unscored_program_gets_nothing_and_a_reason() -> None:
    gradescope = parsed(UNSCORED, "gradescope")
    assert (gradescope["score"], gradescope["tests"]) == (0, [])
    assert "Python 2" in gradescope["output"]
    classroom = parsed(UNSCORED, "classroom50")
    assert [test["passed"] for test in classroom["tests"]] == [False]
    assert "Python 2" in parsed(UNSCORED, "check50")["error"]["value"]
    assert "Python 2" in format_report(UNSCORED, "junit")
    assert "Not scored: this is a program for Python 2." in format_report(UNSCORED, "text")


def test_check50() -> None:
    fields = parsed(a_report(PASSED, FAILED, SKIPPED), "check50")
    assert list(fields) == ["slug", "results", "version"]
    passed, failed, skipped = fields["results"]
    assert [each["passed"] for each in fields["results"]] == [True, False, None]
    assert passed["name"] == "session_topic_1_rules"
    assert failed["cause"]["expected"] == SECRET
    assert failed["cause"]["help"] == "Do it."
    assert "typed:     d / (an empty line)" in failed["log"]
    assert skipped["cause"]["rationale"] == "the table could not be read"
    assert failed["data"]["max_points"] == 1.67


def test_classroom50_has_whole_hundredths_and_the_runners_variables() -> None:
    environment = {
        "CLASSROOM": "cse231",
        "ASSIGNMENT": "proj10",
        "ASSIGNMENT_TYPE": "group",
        "OWNER": "ada",
        "SUBMISSION_TAG": "submit/20261118T020000Z-abc1234",
        "COMMIT_URL": "https://example.org/commit",
        "RELEASE_URL": "https://example.org/release",
    }
    now = datetime(2026, 11, 18, 2, 3, 4, tzinfo=UTC)
    options = FormatOptions(environment=environment, now=now)
    fields = parsed(a_report(PASSED, FAILED, PASSED), "classroom50", options)
    assert (fields["score"], fields["max-score"]) == (333, 500)
    assert (fields["classroom"], fields["owner"]) == ("cse231", "ada")
    assert (fields["assignment"], fields["assignment_type"]) == ("proj10", "group")
    assert fields["submission"] == environment["SUBMISSION_TAG"]
    assert fields["review"] == fields["commit"] == environment["COMMIT_URL"]
    assert fields["datetime"] == "2026-11-18T02:03:04Z"
    jsonschema_rs.validate(judge_schemas.CLASSROOM50, fields)


def test_junit() -> None:
    root = ElementTree.fromstring(format_report(a_report(PASSED, FAILED, SKIPPED), "junit"))
    suite = root[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "1", "1")
    values = {each.get("name"): each.get("value") for each in suite.iter("property")}
    assert (values["points"], values["max_points"]) == ("1.67", "5")
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert failure.get("message") == "got something else"
    assert "handout:   Do it." in (failure.text or "")


def test_text_of_one_check() -> None:
    options = FormatOptions(one_check=True)
    assert "check 1: right." in format_report(a_report(PASSED), "text", options)
    assert "points" not in format_report(a_report(FAILED), "text", options)
