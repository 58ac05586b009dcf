from __future__ import annotations

import pytest

from winnable.judge.text import has_line, lines_of, normalise, same_text


@pytest.mark.parametrize(
    ("setting", "same"),
    [("exact", False), ("trailing", False), ("blank", False), ("collapse", True)],
)
def test_how_much_spaces_matter(setting: str, same: bool) -> None:
    assert same_text("a  b\n\nc \n", "a b\nc", setting) is same


def test_settings_one_by_one() -> None:
    assert normalise("a \n\nb\n", "exact") == "a \n\nb\n"
    assert normalise("a \n\nb\n", "trailing") == "a\n\nb"
    assert normalise("a \n\nb\n", "blank") == "a\nb"
    assert normalise(" a  b", "collapse") == "a b"
    assert same_text("a\n\n\nb", "a\nb", "blank")
    assert not same_text("a\n b", "a\nb", "blank")


def test_lines() -> None:
    assert lines_of("a \n\n  \n b", "trailing") == ["a", " b"]
    assert has_line("x\n  Error: 2 \n", "Error: 2", "trailing")
    assert not has_line("Error: 23", "Error: 2", "trailing")
    assert not has_line("Error, cannot move 3♣.", "Error, cannot move  3♣.", "trailing")
    assert has_line("Error, cannot move 3♣.", "Error, cannot move  3♣.", "collapse")
