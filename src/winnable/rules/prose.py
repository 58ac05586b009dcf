"""What a game is, in words, in the current language: the texts ``games.SLUG``.

In English they are the words of the game's own record. A game that no language file knows, such as
one made up in a program, is described in the words of its record as well.
"""

from __future__ import annotations

from winnable.l10n import t
from winnable.rules.game import Game

__all__ = ["game_rules", "game_summary"]


def game_summary(game: Game) -> str:
    """One line that distinguishes it from the others.

    >>> from winnable import GAMES
    >>> game_summary(GAMES["easthaven"])
    'like Klondike, but each deal puts a card on every column'
    """
    return _text(game, "summary", game.summary)


def game_rules(game: Game) -> str:
    """The rules, in paragraphs with an empty line between them."""
    paragraphs = (game.rules or "").strip().split("\n\n")
    in_record = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
    return _text(game, "rules", in_record)


def _text(game: Game, what: str, in_record: str) -> str:
    try:
        return t(f"games.{game.slug}.{what}")
    except KeyError:
        return in_record
