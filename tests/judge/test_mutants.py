"""The judge catches mutants of our programs, and keeps its hands off those that break nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from judge.mutation import PROGRAMS, Mutant, mutants

from winnable.judge import Report, Status, judge_program, load_profile


def judge(mutant: Mutant, folder: Path) -> Report:
    return judge_program(mutant.write(folder), load_profile(mutant.profile))


def check(mutant: Mutant, folder: Path) -> None:
    report = judge(mutant, folder)
    if mutant.breaks:
        assert not report.has_full_points, f"nothing is said about: {mutant.breaks}"
    else:
        assert report.has_full_points, [
            result for result in report.results if result.status is not Status.PASSED
        ]


@pytest.mark.parametrize("folder", PROGRAMS)
def test_there_are_enough_mutants(folder: str) -> None:
    names = [mutant.name for mutant in mutants() if mutant.folder == folder]
    assert len(names) == len(set(names))
    assert sum(bool(each.breaks) for each in mutants() if each.folder == folder) >= 40
    assert sum(not each.breaks for each in mutants() if each.folder == folder) >= 10


@pytest.mark.parametrize("folder", PROGRAMS)
def test_every_edit_applies(folder: str) -> None:
    for mutant in mutants():
        if mutant.folder == folder:
            mutant.source()


@pytest.mark.parametrize(
    "mutant", [each for each in mutants() if each.quick], ids=lambda mutant: mutant.id
)
def test_quick(mutant: Mutant, tmp_path: Path) -> None:
    check(mutant, tmp_path)


@pytest.mark.heavy
@pytest.mark.parametrize(
    "mutant", [each for each in mutants() if not each.quick], ids=lambda mutant: mutant.id
)
def test_all(mutant: Mutant, tmp_path: Path) -> None:
    check(mutant, tmp_path)
