"""Profiles: a course handout as data, for the judge.

A profile is a TOML file: which game, which cards module, the functions with their parameters, the
commands, what has to be said and shown, what counts how much. Six are shipped in `profiles/`; a
variant says ``extends = "aces-up-2023"`` and what is different. docs/judge.md has all fields.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from winnable.course import YEARS
from winnable.errors import WinnableError, quote
from winnable.rules import GAMES, Game, Reason
from winnable.rules.handouts import HANDOUTS

__all__ = ["Function", "Profile", "ProfileError", "load_profile", "shipped_profiles"]

PROFILES = Path(__file__).with_name("profiles")

ROLES = {
    "set up", "deal", "is foundation move valid", "move to foundation", "is column move valid",
    "move to column", "is won", "display", "read option",
    "check foundation move", "check column move", "move card", "is every foundation complete",
}  # fmt: skip
MALFORMED = {
    "blank": "an empty line",
    "spaces": "a line of spaces",
    "unknown": "a word that is no command",
    "missing": "a command with a number missing",
    "extra": "a command with one number too many",
    "letter": "a letter where a number belongs",
    "zero": "the number 0",
    "negative": "a negative number",
    "above": "a number that is too large",
    "fraction": "a number with a fraction",
    "superscript": "a digit that is no number (²)",
}
MOST_POINTS = 10_000
WHITESPACE = ("exact", "trailing", "blank", "collapse")
STYLE = {
    "globals": "functions use no global variables",
    "nested": "no function is defined inside another",
    "docstrings": "every function has a docstring",
    "comments": "the program has comments",
    "functions": "the program is divided into functions",
}


class ProfileError(WinnableError):
    """A profile that is not right."""


@dataclass(frozen=True)
class Function:
    """A function that the handout asks for."""

    name: str
    role: str
    """What it does, by one of the names in `ROLES`."""
    parameters: tuple[str, ...]
    """In the order of the handout; the names are those of our own program."""
    reference: str
    """The function of our own program that does the same."""
    sentence: str = ""


@dataclass(frozen=True)
class Command:
    """A command that moves cards: its word and what each number after it counts."""

    word: str
    operands: str
    """One letter per number: t, c or f for a place, n for how many cards."""
    refusals: Mapping[Reason, str]
    """The reasons for which it is refused, and what is said then; empty: any words."""


@dataclass(frozen=True)
class Item:
    """An item of the rubric: points, and the checks among which they are shared."""

    name: str
    points: float
    checks: tuple[str, ...]

    def matches(self, check: str) -> bool:
        return any(fnmatchcase(check, pattern) for pattern in self.checks)


@dataclass(frozen=True, eq=False)
class Profile:
    """A handout, as far as a judge has to know it."""

    name: str
    title: str
    slug: str
    """The name of our game."""
    game: Game
    """The game by the handout's rules."""
    cards: str
    """The year of the cards module."""
    cards_names: tuple[str, ...]
    file: str
    entry: str
    needs_entry: bool
    """Whether the handout asks for the entry, or a program may play without it."""
    first_column: int
    """How functions count columns: from 0 or from 1."""
    functions: tuple[Function, ...]
    display: str
    """The function whose arguments are the table; empty: the table is read from the screen."""
    commands: tuple[Command, ...]
    help: str
    restart: str
    quit: str
    ignores_case: bool
    malformed: tuple[str, ...]
    malformed_message: str
    """What is said of a malformed line, exactly; empty: any words."""
    wrong_option: str
    """What the function that reads an option returns for a malformed line."""
    exact_text: bool
    """Whether everything shown has to be as our own program shows it."""
    whitespace: str
    constants: Mapping[str, str]
    """Texts of our own program that this handout has otherwise, by the names of its constants."""
    won: str
    lost: str
    """Patterns for what is said at the end; empty: any words. See `ends_when_lost`."""
    ends_when_lost: bool
    stock_may_wait: bool
    """Whether a program may refuse to deal while other moves are possible."""
    suits_may_own_foundations: bool
    """Whether each foundation may be reserved for a suit."""
    style: tuple[str, ...]
    sentences: Mapping[str, str]
    rubric: tuple[Item, ...]
    words: tuple[str, ...]
    """Words that a program for this handout uses, to tell it from others."""
    hidden: tuple[str, ...] = ()
    """Checks that students do not see in Gradescope, as patterns."""
    source: Path = field(default=Path(), compare=False)

    @property
    def points(self) -> float:
        return sum(item.points for item in self.rubric)

    def function(self, role: str) -> Function | None:
        return next((each for each in self.functions if each.role == role), None)

    def item(self, check: str) -> str:
        """The item of the rubric that a check counts for: the first that matches. Advice: none."""
        if check.startswith("session.end_of_input."):
            return ""
        return next((item.name for item in self.rubric if item.matches(check)), "")

    def sentence(self, check: str) -> str:
        """What the handout says about a check: the longest key that its name starts with."""
        keys = [key for key in self.sentences if check == key or check.startswith(key + ".")]
        return self.sentences[max(keys, key=len)] if keys else ""


# -- reading --------------------------------------------------------------------------------------


def shipped_profiles() -> tuple[str, ...]:
    """The names of the profiles that come with the package."""
    return tuple(sorted(file.stem for file in PROFILES.glob("*.toml")))


def load_profile(name: str) -> Profile:
    """The profile of a name, or in a file that ends in ``.toml``.

    The name of a game stands for its handout: ``golf`` for ``golf-relaxed-2008``.
    """
    if name.endswith(".toml"):
        return _read(Path(name))
    shipped = shipped_profiles()
    found = [each for each in shipped if each == name] or [
        each for each in shipped if each.startswith(name) and "older" not in each
    ]
    if len(found) == 1:
        return _load_shipped(found[0])
    near = get_close_matches(name, shipped, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(shipped)}, or FILE.toml"
    raise ProfileError(f"there is no handout {quote(name)}: {hint}")


@cache
def _load_shipped(name: str) -> Profile:
    return _read(PROFILES / f"{name}.toml")


def _read(file: Path) -> Profile:
    return _Reader(file.name, _load_table(file, ())).profile(file)


def _load_table(file: Path, seen: tuple[Path, ...]) -> dict[str, Any]:
    try:
        with file.open("rb") as stream:
            table = tomllib.load(stream)
    except OSError as error:
        raise ProfileError(f"cannot read {file}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ProfileError(f"{file.name} is not TOML: {error}") from None
    if (base := table.pop("extends", None)) is None:
        return table
    if not isinstance(base, str) or len(seen) > 5:
        raise ProfileError(f"{file.name}: extends must name another profile")
    path = file.parent / base if base.endswith(".toml") else PROFILES / f"{base}.toml"
    if not base.endswith(".toml") and base not in shipped_profiles():
        raise ProfileError(f"{file.name}: there is no profile {quote(base)} to extend")
    return _merge(_load_table(path, (*seen, file)), table)


def _merge(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Tables are merged; functions are replaced by name; everything else is replaced."""
    merged = dict(base)
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            merged[key] = _merge(base[key], value)
        elif key == "functions" and isinstance(value, list) and isinstance(base.get(key), list):
            named = {str(each.get("name")): each for each in value if isinstance(each, dict)}
            kept = [_merge(each, named.pop(str(each.get("name")), {})) for each in base[key]]
            merged[key] = [*kept, *named.values()]
        else:
            merged[key] = value
    return merged


class _Reader:
    """Takes a profile out of a TOML table, and says what is wrong with it."""

    def __init__(self, file: str, table: dict[str, Any]) -> None:
        self.file, self.table = file, table

    def fail(self, message: str) -> ProfileError:
        return ProfileError(f"{self.file}: {message}")

    def take(self, key: str, kind: type, default: Any = None) -> Any:
        value = self.table.pop(key, default)
        if value is None:
            raise self.fail(f"{key} is missing")
        return self.checked(key, value, kind)

    def checked(self, key: str, value: Any, kind: type) -> Any:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            names = {str: "a text", int: "a number", bool: "true or false", list: "a list"}
            raise self.fail(f"{key} must be {names.get(kind, 'a table')}")
        return value

    def texts(self, key: str, default: list[str] | None = None) -> tuple[str, ...]:
        values = self.take(key, list, default)
        return tuple(self.checked(key, value, str) for value in values)

    def among(self, key: str, values: tuple[str, ...], known: Any) -> tuple[str, ...]:
        for value in values:
            if value not in known:
                raise self.fail(f"{key}: {quote(value)} is none of {', '.join(sorted(known))}")
        return values

    def profile(self, file: Path) -> Profile:
        slug = self.take("game", str)
        (slug,) = self.among("game", (slug,), HANDOUTS)
        profile = Profile(
            name=self.take("name", str, file.stem),
            title=self.take("title", str, GAMES[slug].name),
            slug=slug,
            game=HANDOUTS[slug].game,
            cards=self.among("cards", (self.take("cards", str),), YEARS)[0],
            cards_names=self.texts("cards_names", ["cards"]),
            file=self.take("file", str),
            entry=self.take("entry", str, "main"),
            needs_entry=self.take("needs_entry", bool, True),
            first_column=self.take("first_column", int, 0),
            functions=tuple(self.functions()),
            display=self.take("display", str, ""),
            commands=tuple(self.commands()),
            help=self.take("help", str, ""),
            restart=self.take("restart", str, ""),
            quit=self.take("quit", str),
            ignores_case=self.take("ignores_case", bool, False),
            malformed=self.among("malformed", self.texts("malformed", []), MALFORMED),
            malformed_message=self.take("malformed_message", str, ""),
            wrong_option=self.among(
                "wrong_option",
                (self.take("wrong_option", str, "empty list"),),
                ("empty list", "nothing", "either"),
            )[0],
            exact_text=self.take("exact_text", bool, False),
            whitespace=self.among(
                "whitespace", (self.take("whitespace", str, "trailing"),), WHITESPACE
            )[0],
            constants={
                key: self.checked(key, value, str)
                for key, value in self.take("constants", dict, {}).items()
            },
            won=self.pattern("won"),
            lost=self.pattern("lost"),
            ends_when_lost=self.take("ends_when_lost", bool, False),
            stock_may_wait=self.take("stock_may_wait", bool, False),
            suits_may_own_foundations=self.take("suits_may_own_foundations", bool, False),
            style=self.among("style", self.texts("style", []), STYLE),
            sentences={
                key: self.checked(key, value, str)
                for key, value in self.take("sentences", dict, {}).items()
            },
            rubric=tuple(self.rubric()),
            words=self.texts("words", []),
            hidden=self.texts("hidden", []),
            source=file,
        )
        if self.table:
            raise self.fail(f"{quote(next(iter(self.table)))} is not a field of a profile")
        if profile.first_column not in (0, 1):
            raise self.fail("first_column must be 0 or 1")
        if not profile.quit:
            raise self.fail("quit must be a word")
        if profile.display and profile.function("display") is None:
            raise self.fail("display is the name of a function, and none has the role 'display'")
        return profile

    def pattern(self, key: str) -> str:
        text: str = self.take(key, str, "")
        try:
            re.compile(text)
        except re.error as error:
            raise self.fail(f"{key} is not a regular expression: {error}") from None
        return text

    def functions(self) -> Iterator[Function]:
        for table in self.take("functions", list, []):
            one = _Reader(f"{self.file}, a function", self.checked("functions", table, dict).copy())
            name = one.take("name", str)
            one.file = f"{self.file}, function {name}"
            (role,) = one.among("role", (one.take("role", str),), ROLES)
            parameters = one.texts("parameters", [])
            reference = one.take("reference", str, name)
            yield Function(name, role, parameters, reference, one.take("sentence", str, ""))
            if one.table:
                raise one.fail(f"{quote(next(iter(one.table)))} is not a field of a function")

    def commands(self) -> Iterator[Command]:
        for word, table in self.take("commands", dict).items():
            table = self.checked(f"commands.{word}", table, dict).copy()
            operands = self.checked(f"commands.{word}.operands", table.pop("operands", ""), str)
            if not set(operands) <= set("tcfn"):
                raise self.fail(f"commands.{word}.operands may have the letters t, c, f and n")
            refusals = {}
            for key, message in table.items():
                if key.upper() not in Reason.__members__:
                    near = get_close_matches(key.upper(), Reason.__members__, n=1)
                    hint = f": did you mean {near[0].lower()}?" if near else ""
                    raise self.fail(f"commands.{word}: {quote(key)} is not a reason{hint}")
                name = f"commands.{word}.{key}"
                text = self.message(name, self.checked(name, message, str))
                refusals[Reason[key.upper()]] = text
            yield Command("" if word == "number" else word, operands, refusals)

    def message(self, key: str, text: str) -> str:
        try:
            text.format(source=1, target=1, card="", onto="")
        except (LookupError, ValueError, AttributeError):
            places = "{source}, {target}, {card} and {onto}"
            raise self.fail(f"{key} may have {places} in it, and no other braces") from None
        return text

    def rubric(self) -> Iterator[Item]:
        for table in self.take("rubric", list, []):
            one = _Reader(f"{self.file}, rubric", self.checked("rubric", table, dict).copy())
            points = one.table.pop("points", None)
            is_number = isinstance(points, int | float) and not isinstance(points, bool)
            if not is_number or not 0 <= points <= MOST_POINTS:
                raise one.fail(f"points must be a number from 0 to {MOST_POINTS:,}")
            yield Item(one.take("name", str), float(points), one.texts("checks"))
