"""Tests for instructors: our own programs pass them, run as the README says."""

import re
import subprocess
from pathlib import Path

import pytest

from winnable.course.programs import PROGRAMS, find_program
from winnable.judge import load_profile
from winnable.judge.conventions import standard_conventions
from winnable.judge.course_tests import CourseTest, course_tests, files_of
from winnable.judge.lines import LineKind, legal_lines, understand
from winnable.judge.profile import Profile
from winnable.position import Position
from winnable.rules import Reason

COUNT = 4
each_game = pytest.mark.parametrize("slug", PROGRAMS)


@pytest.fixture(scope="module")
def made() -> dict[str, list[CourseTest]]:
    return {slug: list(course_tests(load_profile(slug), 7, COUNT)) for slug in PROGRAMS}


@each_game
def test_our_programs_pass_them_by_hand(
    slug: str, made: dict[str, list[CourseTest]], tmp_path: Path
) -> None:
    profile, program = load_profile(slug), find_program(slug)
    assert program is not None
    files = files_of(profile, 7, made[slug])
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / profile.file).write_bytes(program.read_bytes())
    commands = re.findall("^    (cp cards_1.py .*\n.*)\n", files["README.txt"], re.MULTILINE)
    assert len(commands) == 1
    for number in range(1, COUNT + 1):
        command = commands[0].replace("1.", f"{number}.")
        assert f"< input{number}.txt | diff - output{number}.txt" in command
        shown = subprocess.run(
            ["sh", "-e", "-c", command],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert (shown.returncode, shown.stdout, shown.stderr) == (0, "", "")


def follow(
    profile: Profile, test: CourseTest
) -> tuple[Position, set[LineKind], set[Reason | None]]:
    """The position at the end, the kinds of lines, and the reasons for refusals."""
    position = profile.game.deal(test.order)
    kinds, reasons = set(), set()
    for line in test.lines:
        meaning = understand(profile, standard_conventions(profile.game), position, line)
        kinds.add(meaning.kind)
        reasons.add(meaning.reason)
        restarted = meaning.kind is LineKind.RESTART
        position = profile.game.deal(test.order) if restarted else meaning.position
    return position, kinds, reasons - {None}


@each_game
def test_a_win_a_loss_and_all_sorts_of_lines(slug: str, made: dict[str, list[CourseTest]]) -> None:
    profile = load_profile(slug)
    *mixed, lost, won = made[slug]
    position, kinds, _ = follow(profile, won)
    assert profile.game.is_won(position)
    assert kinds == {LineKind.LEGAL}
    assert re.search(profile.won or "", won.output, re.MULTILINE)
    position, _, _ = follow(profile, lost)
    assert not profile.game.is_won(position)
    assert not legal_lines(profile, standard_conventions(profile.game), position)
    assert (lost.lines[-1] == profile.quit) is not profile.ends_when_lost
    everything = [follow(profile, test) for test in mixed]
    expected = {LineKind.LEGAL, LineKind.REFUSED, LineKind.MALFORMED, LineKind.QUIT}
    expected |= {LineKind.HELP} if profile.help else set()
    expected |= {LineKind.RESTART} if profile.restart else set()
    assert set.union(*(kinds for _, kinds, _ in everything)) == expected
    assert len(set.union(*(reasons for _, _, reasons in everything))) >= 2


@each_game
def test_the_same_seed_gives_the_same(slug: str, made: dict[str, list[CourseTest]]) -> None:
    again = list(course_tests(load_profile(slug), 7, COUNT))
    assert again == made[slug]


def test_another_seed_gives_others(made: dict[str, list[CourseTest]]) -> None:
    (other,) = course_tests(load_profile("golf"), 8, 1)
    assert other.about == "a game that is won"
    assert other not in made["golf-relaxed"]
