"""The games of a study: registered ones, and variants of them with other rules.

A variant is a game with some fields of its record changed, written after colons:

>>> parse_game("golf:wraps=no").slug
'golf-relaxed:wraps=no'
>>> parse_game("freecell:cells=3:build_rule=suit").game.cells
3
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cached_property
from typing import Any, get_type_hints

from winnable.cards import DECK
from winnable.errors import UnknownGameError, WinnableError, quote
from winnable.rules import GAMES, Game, find_game
from winnable.rules.fingerprint import rules_fingerprint
from winnable.rules.validation import check_position
from winnable.study.errors import StudyError

__all__ = ["StudyGame", "parse_game", "parse_games"]

_TEXTS = {"name", "slug", "summary", "rules"}
_TYPES: dict[str, Any] = {
    name: kind for name, kind in get_type_hints(Game).items() if name not in _TEXTS
}
_BOOLEANS = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True)
class StudyGame:
    """A game as a study names it."""

    slug: str
    """``freecell``, or for a variant ``golf-relaxed:wraps=no``."""
    game: Game

    @cached_property
    def rules_sha256(self) -> str:
        return rules_fingerprint(self.game)

    @property
    def folder(self) -> str:
        """A name for a folder: some systems take no colon, and DuckDB takes ``=`` for a column."""
        return self.slug.replace(":", ",").replace("=", "-")


def parse_games(text: str) -> tuple[StudyGame, ...]:
    """Read a list of games, with commas between them; ``all`` is every registered one.

    >>> [game.slug for game in parse_games("freecell,bakers")]
    ['freecell', 'bakers-game']
    """
    if text.strip().lower() == "all":
        return tuple(StudyGame(slug, game) for slug, game in GAMES.items())
    games = tuple(parse_game(part.strip()) for part in text.split(","))
    for index, game in enumerate(games):
        if any(game.rules_sha256 == other.rules_sha256 for other in games[:index]):
            raise UnknownGameError(f"{game.slug} is in the list of games twice: name it once")
    return games


def parse_game(text: str) -> StudyGame:
    """Read one game or variant."""
    name, *changes = text.split(":")
    base = find_game(name)
    values: dict[str, Any] = {}
    for field, value in map(_parse_change, changes):
        if values.setdefault(field, value) != value:
            raise UnknownGameError(f"{quote(text, 80)} gives {field} twice: give it once")
    values = {field: value for field, value in values.items() if getattr(base, field) != value}
    if not values:
        return StudyGame(base.slug, base)
    ordered = [field.name for field in fields(Game) if field.name in values]
    described = [f"{field}={_value_text(values[field])}" for field in ordered]
    slug = ":".join([base.slug, *described])
    game = replace(base, slug=slug, name=f"{base.name} ({', '.join(described)})", **values)
    _check_possible(slug, game)
    return StudyGame(slug, game)


def _parse_change(text: str) -> tuple[str, Any]:
    field, equals, value = (part.strip().lower() for part in text.partition("="))
    kind = _TYPES.get(field)
    if not equals or kind is None:
        raise UnknownGameError(
            f"{quote(text)} is not a rule to change: write FIELD=VALUE, with one of "
            f"{', '.join(_TYPES)}"
        )
    if kind is bool and value in _BOOLEANS:
        return field, _BOOLEANS[value]
    if kind is int and value.isascii() and value.isdigit() and len(value) <= 2:
        return field, int(value)
    if issubclass(kind, Enum) and value.upper() in kind.__members__:
        return field, kind[value.upper()]
    raise UnknownGameError(f"{quote(value)} is not a value of {field}: write {_allowed(kind)}")


def _allowed(kind: Any) -> str:
    if kind is bool:
        return "yes or no"
    if kind is int:
        return "a number up to 99"
    return " or ".join(name.lower() for name in kind.__members__)


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.name.lower() if isinstance(value, Enum) else str(value)


def _check_possible(slug: str, game: Game) -> None:
    """Refuse a game that cannot be dealt, or that loses cards in dealing."""
    try:
        start = game.deal(DECK)
        check_position(game, start)
    except (WinnableError, ValueError, ZeroDivisionError) as error:
        raise StudyError(f"{quote(slug, 80)} is not a possible game: {error}") from None
    dealt = sum(map(len, (*start.columns, *start.foundations, start.stock or ())))
    if dealt != len(DECK):
        raise StudyError(f"{quote(slug, 80)} is not a possible game: it deals {dealt} of 52 cards")
