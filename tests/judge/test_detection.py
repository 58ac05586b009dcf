from __future__ import annotations

import ast
from pathlib import Path

import pytest
from judge.mutation import PROGRAMS, mutants

from winnable.judge import ProfileError
from winnable.judge.detection import detect_profile

OTHERS = Path(__file__).with_name("programs")
HANDOUTS = {folder: name for folder, (_, name) in PROGRAMS.items()} | {"golf": "golf-relaxed-2008"}


def detected(file: str, source: str) -> str:
    tree = ast.parse(source)
    functions = {
        node.name: [each.arg for each in node.args.args]
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }
    return detect_profile(file, {"functions": functions}, source).name


def test_mutants() -> None:
    for mutant in mutants():
        if mutant.name != "syntax_error":
            assert detected(PROGRAMS[mutant.folder][0], mutant.source()) == mutant.profile


@pytest.mark.parametrize("path", sorted(OTHERS.glob("*.py")), ids=lambda path: path.stem)
def test_programs_written_otherwise(path: Path) -> None:
    (handout,) = {name for key, name in HANDOUTS.items() if path.stem.startswith(key)}
    assert detected(path.name, path.read_text("utf-8")) == handout


def test_the_order_of_parameters_tells_the_years_apart() -> None:
    source = (Path(__file__).parents[2] / "assignments/aces_up/proj10.py").read_text("utf-8")
    older = source.replace(
        "def deal_to_tableau(tableau, stock):", "def deal_to_tableau(stock, tableau):"
    ).replace("def check_for_win(tableau, stock):", "def check_for_win(stock, tableau):")
    assert detected("proj10.py", older) == "aces-up-older"


def test_what_cannot_be_told_is_one_line() -> None:
    with pytest.raises(ProfileError) as caught:
        detected("hello.py", "print('hello')")
    assert str(caught.value).startswith("cannot tell which handout hello.py is for: use --handout")
    assert "\n" not in str(caught.value)
