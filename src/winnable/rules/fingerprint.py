"""A fingerprint of a game's rules: what was worked out for a game holds while its rules are these.

>>> from dataclasses import replace
>>> from winnable.rules import GAMES
>>> freecell = GAMES["freecell"]
>>> rules_fingerprint(replace(freecell, name="Free Cell")) == rules_fingerprint(freecell)
True
>>> rules_fingerprint(replace(freecell, cells=3)) == rules_fingerprint(freecell)
False
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import MISSING, fields
from enum import Enum

from winnable.rules.game import Game

__all__ = ["rules_fingerprint", "rules_record"]

_NOT_RULES = frozenset({"name", "slug", "summary", "rules"})
"""What a game is called and how it is explained."""


def rules_record(game: Game) -> dict[str, object]:
    """The fields that are rules, ready for JSON; rules of the vocabulary by their names."""
    return {
        field.name: _value(getattr(game, field.name))
        for field in fields(game)
        if field.name not in _NOT_RULES
    }


def rules_fingerprint(game: Game) -> str:
    """The SHA-256, in hexadecimal, of the rules as canonical JSON: sorted, without spaces.

    Fields at their defaults are left out, so that a rule which is added to the vocabulary later
    does not change the fingerprints of the games that do without it.
    """
    defaults = {field.name: _value(field.default) for field in fields(game)}
    rules = {
        name: value
        for name, value in rules_record(game).items()
        if defaults[name] is MISSING or value != defaults[name]
    }
    text = json.dumps(rules, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _value(value: object) -> object:
    return value.name if isinstance(value, Enum) else value
