"""Looks that go with the options."""

import pytest

from winnable.tui.options import Options
from winnable.tui.themes import THEMES, felt_theme, theme_name


@pytest.mark.parametrize("night", [True, False])
def test_each_theme_that_is_asked_for_is_there(night: bool) -> None:
    assert theme_name(Options(night=night)) in {theme.name for theme in THEMES}


def test_the_felt() -> None:
    assert felt_theme(Options()).name == "green"
    assert felt_theme(Options(four_colour=True, night=True)).name == "night-four-colour"
    assert felt_theme(Options(colour=False, ascii=True)).name == "no-colour-ascii"
