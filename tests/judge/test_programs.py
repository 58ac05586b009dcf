"""Right programs get full points, however they are written; a report is the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest
from judge.mutation import ASSIGNMENTS, PROGRAMS, mutants

from winnable.judge import Status, judge_program, load_profile
from winnable.judge.formats.options import FormatOptions
from winnable.judge.formats.text import report_text
from winnable.judge.plan import plan

OTHERS = Path(__file__).with_name("programs")
ADVICE = "session.end_of_input.rules"
TOO_PLAIN = "freecell_one_function"
"""The one that has no functions, though the handout wants them: everything else is right."""


@pytest.mark.parametrize("folder", PROGRAMS)
def test_ours_have_full_points_and_every_check_is_made(folder: str) -> None:
    file, name = PROGRAMS[folder]
    report = judge_program(ASSIGNMENTS / folder / file)
    assert report.handout == name  # found without help
    assert report.has_full_points
    assert report.max_points == load_profile(name).points
    assert [result.id for result in report.results] == [c.id for c in plan(load_profile(name))]
    assert {result.status for result in report.results} == {Status.PASSED}


def failed(path: Path) -> list[str]:
    report = judge_program(path)
    return [
        result.id
        for result in report.results
        if result.status is not Status.PASSED and result.id != ADVICE
    ]


QUICK = ("golf_class", "golf_letters")


@pytest.mark.parametrize("name", QUICK)
def test_written_otherwise_quick(name: str) -> None:
    assert failed(OTHERS / f"{name}.py") == []


@pytest.mark.heavy
@pytest.mark.parametrize("path", sorted(OTHERS.glob("*.py")), ids=lambda path: path.stem)
def test_written_otherwise(path: Path) -> None:
    assert failed(path) == (["style.functions"] if path.stem == TOO_PLAIN else [])


def repeated(name: str, folder: Path, times: int) -> set[str]:
    mutant = next(each for each in mutants() if each.id == name)
    path = mutant.write(folder)
    return {report_text(judge_program(path), FormatOptions(list_passed=True)) for _ in range(times)}


def test_the_same_report_twice(tmp_path: Path) -> None:
    assert len(repeated("golf_relaxed-empty_line_crashes", tmp_path, 2)) == 1


@pytest.mark.heavy
@pytest.mark.parametrize(
    "name",
    [
        "golf_relaxed-card_doubled",
        "golf_relaxed-no_guard",
        "easthaven-dealt_to_six_rows",
        "aces_up-letters_crash",
        "bakers_game-empty_line_crashes",
        "freecell-letters_crash",
    ],
)
def test_the_same_report_ten_times(name: str, tmp_path: Path) -> None:
    assert len(repeated(name, tmp_path, 10)) == 1


def test_one_case_is_judged_as_in_the_whole_report(tmp_path: Path) -> None:
    mutant = next(each for each in mutants() if each.id == "golf_relaxed-two_cards_dealt")
    path = mutant.write(tmp_path)
    whole = judge_program(path)
    wrong = next(result for result in whole.results if result.status is Status.FAILED)
    (alone,) = judge_program(path, only=wrong.number).results
    assert (alone.status, alone.finding) == (wrong.status, wrong.finding)


@pytest.mark.heavy
def test_one_mistake_costs_once(tmp_path: Path) -> None:
    """In the middle, a mutant of Golf fails at most two checks."""
    counts = []
    for mutant in mutants():
        if mutant.folder == "golf_relaxed" and mutant.breaks:
            report = judge_program(mutant.write(tmp_path))
            counts.append(report.count(Status.FAILED))
    counts.sort()
    assert counts[len(counts) // 2] <= 2


FROM_ONE = [
    ("[letter] + [int(column) - 1 for", "[letter] + [int(column) for"),
    ("foundation, option[1])", "foundation, option[1] - 1)"),
    ("tableau, option[1], option[2])", "tableau, option[1] - 1, option[2] - 1)"),
]


def test_what_is_said_of_sessions_is_true_of_the_program_itself(tmp_path: Path) -> None:
    """It counts options from 1 and plays rightly; with our get_option it would not."""
    source = (ASSIGNMENTS / "aces_up" / "proj10.py").read_text("utf-8")
    for old, new in FROM_ONE:
        assert source.count(old) == 1
        source = source.replace(old, new)
    path = tmp_path / "proj10.py"
    path.write_text(source, "utf-8")
    assert failed(path) == ["function.get_option.rules"]


def test_one_syntax_error_is_one_fault(tmp_path: Path) -> None:
    path = tmp_path / "proj09.py"
    path.write_text("def play()\n    golf = 1\n", "utf-8")
    report = judge_program(path)
    text = report_text(report, FormatOptions())
    assert report.points == 0
    assert text.count("SyntaxError") == 1
    assert len(text.split("\n")) < 30
