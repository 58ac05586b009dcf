"""The fingerprint of a game's rules: the same for the same rules, another for any other."""

from dataclasses import fields, replace
from enum import Enum
from typing import Any

import pytest

from winnable import GAMES, Game
from winnable.rules.fingerprint import rules_fingerprint

FREECELL = GAMES["freecell"]
NAMES = ("name", "slug", "summary", "rules")


@pytest.mark.parametrize("field", [field.name for field in fields(Game)])
def test_every_field_counts_unless_it_only_names_or_explains(field: str) -> None:
    value = getattr(FREECELL, field)
    if isinstance(value, Enum):
        other: Any = next(one for one in type(value) if one is not value)
    elif isinstance(value, str):
        other = value + "!"
    else:
        other = not value if isinstance(value, bool) else value + 1
    changed = replace(FREECELL, **{field: other})
    same = rules_fingerprint(changed) == rules_fingerprint(FREECELL)
    assert same is (field in NAMES)


def test_every_game_has_its_own() -> None:
    assert len({rules_fingerprint(game) for game in GAMES.values()}) == len(GAMES)


def test_it_is_the_same_for_ever() -> None:
    """Known verdicts and studies were made for it."""
    assert rules_fingerprint(FREECELL) == (
        "d69d7a3999ed74b3302c88a09207696ca77ba80561b9328a78537503d0e75d57"
    )
