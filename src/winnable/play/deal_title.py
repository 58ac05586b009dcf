"""A deal as people write it, and as Winnable does: ``617``, ``FreeCell #617``, ``Deal 617``.

>>> title = parse_deal_title("FreeCell, deal 617, after 31 moves")
>>> title.game.name, title.deal_number
('FreeCell', 617)
>>> parse_deal_title("the quick brown fox") is None
True
"""

from __future__ import annotations

import re
from typing import NamedTuple

from winnable.deals import parse_deal_number
from winnable.errors import UnknownGameError
from winnable.rules import Game, find_game
from winnable.rules.games import nearest_game

__all__ = ["DealTitle", "parse_deal_title"]

_WORDS = "deal|game|number|no|spiel|nummer|nr"
"""What may stand before a number, in the languages that Winnable writes itself."""
_TITLE = re.compile(
    rf"""(?:winnable\s+play\s+)?
    (?:(?P<name>[^\W\d_][^\d\#,:|()]{{0,40}}?)[\s,:–—-]*)??
    (?P<mark>(?:\b(?:{_WORDS})\b\.?\s*|\#\s*)*)
    (?P<number>[0-9]{{1,3}}(?:[,.’'_\s][0-9]{{3}})+|[0-9]+)
    (?:\s*[,·|(:;\n–—-].*|\s*\.?\s*)""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_MOST_CHARACTERS = 300


class DealTitle(NamedTuple):
    """A numbered deal, and the game where it is named."""

    game: Game | None
    deal_number: int


def parse_deal_title(text: str) -> DealTitle | None:
    """The deal that a text names; None if it is something else.

    UnknownGameError and DealNumberError if it names a deal that there is not.
    """
    text = text.strip().strip("\"'“”„‘’`*")
    match = _TITLE.fullmatch(text) if len(text) <= _MOST_CHARACTERS else None
    if match is None:
        return None
    name = (match["name"] or "").strip()
    game = None
    if name:
        try:
            game = find_game(name)
        except UnknownGameError:
            if match["mark"] or nearest_game(name):
                raise
            return None
    return DealTitle(game, parse_deal_number(re.sub(r"\D", "", match["number"])))
