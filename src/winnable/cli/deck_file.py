"""Decks in text files: 52 cards in the order in which they are dealt."""

from __future__ import annotations

import re

from winnable.cards import DECK, Card, Deck
from winnable.deals import check_deck
from winnable.errors import CardError, DeckError, FileError, quote
from winnable.play.files import read_text
from winnable.wording import counted

__all__ = ["load_deck", "parse_deck_file"]

_WORD = re.compile(r"[^\s,;]+")
_VARIATION_SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")
"""Some programs put one after a suit sign, to say whether it is a picture."""


def load_deck(name: str) -> Deck:
    """The deck in a file. Standard input is refused: the program reads its commands from it."""
    if name == "-":
        raise FileError(
            "a deck cannot come from standard input, which the program reads: use a file"
        )
    return parse_deck_file(read_text(name), quote(name, 80))


def parse_deck_file(text: str, shown: str) -> Deck:
    """Read 52 cards, separated by spaces, line ends or commas; `shown` names the text in errors.

    >>> parse_deck_file(", ".join(card.sign for card in DECK), "the text") == DECK
    True
    """
    cards: list[Card] = []
    for number, line in enumerate(text.translate(_VARIATION_SELECTORS).splitlines(), 1):
        for word in _WORD.findall(line):
            try:
                cards.append(Card.parse(word))
            except CardError as error:
                raise DeckError(f"line {number} of {shown}: {error}") from None
    if not cards or len(cards) > 2 * len(DECK):
        raise DeckError(f"{shown} has {counted(len(cards), 'card')}, and a deck has {len(DECK)}")
    try:
        return check_deck(cards)
    except DeckError as error:
        raise DeckError(f"{shown} has {counted(len(cards), 'card')}: {error}") from None
