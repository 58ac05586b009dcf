"""The errors: one hierarchy, drawn as it is; what players wrote stays on one line."""

import ast
import importlib
import pkgutil
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

import winnable
from winnable import errors
from winnable.errors import WinnableError, quote


def drawn() -> dict[str, str]:
    """The classes in the docstring's drawing, each with the one it hangs from."""
    drawing = (errors.__doc__ or "").split("::\n\n", 1)[1].split("\n\n", 1)[0]
    parents: dict[str, str] = {}
    above: list[tuple[int, str]] = []
    for line in drawing.splitlines():
        branch = re.match(r"([ │]*(?:[├└]── )?)(\w+)", line)
        assert branch, line
        depth, name = len(branch[1]), branch[2]
        above = [(at, parent) for at, parent in above if at < depth]
        parents[name] = above[-1][1] if above else "Exception"
        above.append((depth, name))
    return parents


def every_error() -> set[type[WinnableError]]:
    """Every class under WinnableError, wherever it is defined."""
    for module in pkgutil.walk_packages(winnable.__path__, "winnable."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found: set[type[WinnableError]] = {WinnableError}
    left = [WinnableError]
    while left:
        children = left.pop().__subclasses__()
        found.update(children)
        left.extend(children)
    return {error for error in found if error.__module__.startswith("winnable.")}


def test_the_drawing_is_the_hierarchy() -> None:
    assert drawn() == {"ValueError": "Exception"} | {
        error.__name__: error.__bases__[0].__name__ for error in every_error()
    }


def test_the_librarys_own_are_public() -> None:
    elsewhere = ("winnable.cli", "winnable.judge", "winnable.study", "winnable.web")
    ours = {error for error in every_error() if not error.__module__.startswith(elsewhere)}
    assert {error.__name__ for error in ours} <= set(winnable.__all__)
    assert all(getattr(winnable, error.__name__) is error for error in ours)


def test_each_says_what_it_is() -> None:
    for error in every_error():
        assert error.__doc__
        assert issubclass(error, ValueError)


@examples(300)
@given(st.text(), st.integers(1, 80))
def test_what_players_wrote_stays_on_one_line(text: str, limit: int) -> None:
    quoted = quote(text, limit)
    assert len(quoted.splitlines()) == 1
    assert quoted.isprintable()
    repeated = ast.literal_eval(quoted)
    if len(text) <= limit:
        assert repeated == text
    else:
        assert repeated == text[: limit - 1] + "…"


@pytest.mark.parametrize(
    "text", ["\n", "\r\n", "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029", "\x1b[2J", "\ud800"]
)
def test_control_characters_are_spelled_out(text: str) -> None:
    assert quote(text).isprintable()
    assert quote(f"a{text}b").encode()
