"""What is loaded when: the library needs nothing but Python, and the command no more than it shows.

Each question is asked of a fresh interpreter, and the answer names whatever crept in.
"""

import subprocess
import sys

import pytest

_ASK = """
import sys
before = set(sys.modules)
{code}
print("loaded:", *sorted(set(sys.modules) - before), file=sys.stderr)
"""


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter loads for a piece of code."""
    answer = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", _ASK.format(code=code)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    line = answer.stderr.splitlines()[-1]
    assert line.startswith("loaded: "), answer.stderr
    return set(line.split()[1:])


def foreign(modules: set[str], *welcome: str) -> set[str]:
    """The packages that are neither Python's nor ours nor welcome."""
    packages = {module.partition(".")[0] for module in modules}
    return packages - sys.stdlib_module_names - {"winnable", *welcome}


def ours(modules: set[str]) -> set[str]:
    return {module for module in modules if module.partition(".")[0] == "winnable"}


def test_the_question_is_a_good_one() -> None:
    assert foreign(loaded_by("import winnable, hypothesis")) >= {"hypothesis"}
    assert "winnable.svg" in loaded_by("import winnable.svg")


def test_the_library_needs_nothing_but_python() -> None:
    modules = loaded_by("import winnable")
    assert not foreign(modules)
    assert "winnable.rules.game" in modules


@pytest.mark.parametrize(
    "package",
    ["asyncio", "unittest", "sqlite3", "http", "tkinter", "multiprocessing", "concurrent", "xml"],
)
def test_nor_the_heavy_parts_of_python(package: str) -> None:
    assert package not in {module.partition(".")[0] for module in loaded_by("import winnable")}


def test_the_coach_needs_nothing_but_python() -> None:
    assert not foreign(loaded_by("import winnable.coach, winnable.coach.descriptions"))


def test_pictures_are_loaded_only_when_one_is_wanted() -> None:
    assert not ours(loaded_by("import winnable")) & {"winnable.svg", "winnable.svg.card_faces"}
    shown = loaded_by("import winnable; winnable.Session.new('golf', 1)._repr_svg_()")
    assert "winnable.svg" in shown
    assert not foreign(shown)


def test_the_library_does_not_load_the_command() -> None:
    strangers = ("winnable.cli", "winnable.course")
    assert not [name for name in ours(loaded_by("import winnable")) if name.startswith(strangers)]


def test_the_courses_cards_need_nothing_of_the_library() -> None:
    modules = loaded_by("import winnable.course, winnable.course.programs, winnable.course.runner")
    assert not foreign(modules)
    assert not [name for name in ours(modules) if name.startswith("winnable.cli")]


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["play", "--help"], ["solve", "--help"], ["rules", "golf"]]
)
def test_the_command_starts_with_little(words: list[str]) -> None:
    modules = loaded_by(f"from winnable.cli import main; assert main({words!r}) == 0")
    assert not foreign(modules, "click")
    late = {"svg", "svg.card_faces", "course", "cli.line_mode", "cli.menu", "play.files", "store"}
    late |= {"solver", "coach", "cli.solve", "cli.line_coach"}
    assert not modules & {f"winnable.{name}" for name in late}


def test_a_bar_is_loaded_only_where_one_is_drawn() -> None:
    words = ["solve", "golf", "--deals", "4-5", "--limit", "9"]
    modules = loaded_by(f"from winnable.cli import main; assert main({words!r}) == 0")
    assert "winnable.solver" in modules
    assert "rich" not in foreign(modules)


def test_a_server_starts_without_the_judge() -> None:
    modules = loaded_by("import winnable.web.serve")
    assert "winnable.web.routes.judge" in modules
    assert not [name for name in modules if name.startswith("winnable.judge")]


def test_the_solver_is_loaded_only_when_it_is_asked() -> None:
    assert "winnable.solver" not in loaded_by("import winnable, winnable.cli.line_mode")


def test_the_files_of_texts_are_read_when_a_text_is_wanted() -> None:
    script = (
        "import winnable.cli; from winnable.l10n.strings import strings_of; "
        "print(strings_of.cache_info().currsize)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert shown.stdout == "0\n"
