"""Moves that are said in the reader's language, in the English that `moves_in_words` reads.

The words come from the files of texts: whoever hears ``Herz Sieben`` and ``Spalte 3`` from a screen
reader can type ``Herz Sieben auf Spalte 3``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from winnable.cards import DECK, Card
from winnable.l10n import DEFAULT_LANGUAGE, current_language, strings_of
from winnable.position import Area
from winnable.text import plain

__all__ = ["card_named", "in_english"]


class _Words(NamedTuple):
    """What people say in a language."""

    move: re.Pattern[str]
    article: re.Pattern[str]
    cards: dict[str, Card]
    """By their names, without spaces."""
    places: dict[str, str]
    """Kinds of places, as they are written in English."""


def in_english(text: str) -> str:
    """The move that a text in the current language describes, or the text itself.

    >>> from winnable.l10n import use_language
    >>> with use_language("de"):
    ...     in_english("herz 7 auf t3"), in_english("die Pik-Dame auf Herz König"), in_english("8a")
    ...     in_english("herz koenig auf t3")
    ('7H to t3', 'QS to KH', '8a')
    'KH to t3'
    """
    if current_language() == DEFAULT_LANGUAGE:
        return text
    words = _words(current_language())
    parts = words.move.fullmatch(text.strip().lower())
    card = card_named(parts["card"]) if parts else None
    if parts is None or card is None:
        return text
    return " to ".join((str(card), _target(words, parts["target"])))


def card_named(text: str) -> Card | None:
    """The card with a name in the current language, in words or with a figure: ``Herz 7``."""
    words = _words(current_language())
    return words.cards.get(_squeezed(words.article.sub("", text.strip().lower())))


def _target(words: _Words, text: str) -> str:
    """A place or a card in English; what is neither stays as it is, to be complained of."""
    bare = words.article.sub("", text.strip())
    noun, _, number = re.fullmatch(r"(.*?)( ?([0-9]+))?", bare, re.DOTALL).groups()  # type: ignore[union-attr]
    if noun in words.places:
        place = words.places[noun]
        return f"{place} {number}" if number else place
    card = card_named(bare)
    return str(card) if card else text


@cache
def _words(language: str) -> _Words:
    strings = strings_of(language)
    cards = {}
    for card in DECK:
        suit = strings.texts[f"cards.{card.suit.name.lower()}"]
        for rank in (strings.texts[f"cards.rank_{card.rank}"], card.rank_label, str(card.rank)):
            name = strings.text("cards.name", {"rank": rank, "suit": suit})
            # As it is heard, and as a terminal without umlauts shows it:
            cards[_squeezed(name)] = cards[_squeezed(plain(name))] = card
    nouns = {
        strings.text(f"places.{area.noun}", {"number": ""}).strip().lower(): area.noun
        for area in Area
    }
    return _Words(
        re.compile(rf"(?P<card>.+?)\s+(?:{strings.texts['play.words.to']})\s+(?P<target>.+)"),
        re.compile(rf"^(?:{strings.texts['play.words.articles']})\s+"),
        cards,
        nouns,
    )


def _squeezed(text: str) -> str:
    return re.sub(r"[\s-]", "", text.lower())
