"""Where the programs of the handouts are, and the cards modules beside them."""

import subprocess
import sys
from pathlib import Path

import pytest

from winnable import GAMES
from winnable.course import YEARS, cards_source, programs
from winnable.course.programs import PROGRAM_YEARS, PROGRAMS, find_program

ROOT = Path(__file__).resolve().parents[2]


def test_every_game_has_a_program_of_a_year() -> None:
    assert set(PROGRAMS) == set(PROGRAM_YEARS) == set(GAMES)
    assert sorted(PROGRAM_YEARS.values()) == sorted(YEARS)


@pytest.mark.parametrize("slug", PROGRAMS)
def test_programs_are_found_in_a_clone(slug: str) -> None:
    assert find_program(slug) == ROOT / "assignments" / PROGRAMS[slug]


def test_programs_are_found_in_an_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "__file__", str(tmp_path / "lib" / "a" / "b" / "programs.py"))
    monkeypatch.setattr("site.getuserbase", lambda: str(tmp_path / "user"))
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(tmp_path / name))
    assert find_program("golf-relaxed") is None
    for prefix in ("user", "data"):
        file = tmp_path / prefix / "share/winnable/assignments/golf_relaxed/proj09.py"
        file.parent.mkdir(parents=True)
        file.touch()
        assert find_program("golf-relaxed") == file


@pytest.mark.parametrize("slug", ["", "chess", "../aces-up"])
def test_a_game_without_a_program(slug: str) -> None:
    assert find_program(slug) is None


@pytest.mark.parametrize(("slug", "year"), PROGRAM_YEARS.items())
def test_the_cards_modules_are_up_to_date(slug: str, year: str) -> None:
    """If not: python -m winnable.course."""
    written = (ROOT / "assignments" / PROGRAMS[slug]).with_name("cards.py")
    assert written.read_text(encoding="utf-8") == cards_source(year)


def test_the_command_writes_them(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "winnable.course", str(tmp_path)], check=True)
    names = {file.relative_to(tmp_path).as_posix() for file in tmp_path.glob("**/*.*")}
    assert names == {f"{program.partition('/')[0]}/cards.py" for program in PROGRAMS.values()}
    for name in names:
        assert (tmp_path / name).read_bytes() == (ROOT / "assignments" / name).read_bytes()
