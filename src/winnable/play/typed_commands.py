"""What the typed commands of line mode and of the app share: how their arguments are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from winnable.errors import NotationError, quote
from winnable.l10n import t
from winnable.play.autoplay import Autoplay
from winnable.play.session import Step

__all__ = [
    "name_moves",
    "name_nearest",
    "parse_game_number",
    "parse_number",
    "read_autoplay",
    "read_count",
    "read_file_name",
    "wants_more",
]

_MAX_NAMED = 10


def parse_number(text: str, least: int, most: int, what: str) -> int:
    """Read a number.

    >>> parse_number("1e3", 1, 52, "number of cards")
    Traceback (most recent call last):
    winnable.errors.NotationError: '1e3' is not a number of cards: write 1 to 52
    """
    if not re.fullmatch("[0-9]{1,10}", text) or not least <= int(text) <= most:
        values = {"text": quote(text), "what": what, "least": str(least), "most": str(most)}
        raise NotationError(t("commands.error.number", **values))
    return int(text)


def parse_game_number(text: str) -> int:
    """Read the number that `winnable history` gives a saved game."""
    return parse_number(text, 1, 10**9, t("commands.error.game"))


def read_count(argument: str) -> int:
    """How many moves; without an argument, one."""
    return parse_number(argument, 1, 10_000, t("commands.error.moves")) if argument else 1


def wants_more(command: str, argument: str) -> bool:
    """Whether the details are asked for: the one word that some commands can be followed by."""
    if argument.lower() not in ("", "more"):
        raise NotationError(t("commands.error.more", command=command))
    return bool(argument)


def name_nearest(typed: str, names: Iterable[str]) -> str:
    """What to say of a text that is neither a move nor a command, but nearly one; else nothing."""
    near = get_close_matches(typed.lower(), names, n=1)
    if not near or not typed.isalpha():
        return ""
    return t("commands.error.near", text=quote(typed), command=near[0])


def read_autoplay(argument: str) -> Autoplay:
    try:
        return Autoplay(argument.lower())
    except ValueError:
        raise NotationError(t("commands.error.autoplay")) from None


def read_file_name(argument: str) -> str:
    """A file's name, without the quotes that a shell would need."""
    is_quoted = len(argument) > 1 and argument[0] == argument[-1] and argument[0] in "'\""
    name = argument[1:-1] if is_quoted else argument
    if not name:
        raise NotationError(t("commands.error.file"))
    return name


def name_moves(steps: Sequence[Step]) -> str:
    """The moves of some steps; where they are many, how many."""
    if len(steps) > _MAX_NAMED:
        return t("commands.moves_made", count=len(steps))
    return ", ".join(str(step.move) for step in steps)
