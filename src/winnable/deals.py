"""Where a deck comes from: a deal number, the operating system's randomness, or a text.

The numbers are Microsoft's: 1 to 32,000 are the deals of its FreeCell, and the same random number
generator goes on to 8,589,934,591. One number is one order of the 52 cards, and each game deals
that order in its own layout; so deal 617 of FreeCell and of Golf are the same shuffle.

>>> " ".join(map(str, numbered_deck(617)[:8]))
'7D AD 5C 3S 5S 8C 2D AH'
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable
from enum import Enum

from winnable.cards import DECK, Card, Deck
from winnable.errors import DealNumberError, DeckError, quote
from winnable.l10n import join, t

__all__ = [
    "MAX_DEAL",
    "DealSource",
    "check_deck",
    "numbered_deck",
    "parse_deal_number",
    "parse_deck",
    "random_number",
    "shuffled_deck",
]

MAX_DEAL = 2**33 - 1
"""The last deal number: 8,589,934,591."""

_EVERYDAY_DEALS = 1_000_000
"""Random deal numbers go up to this, so that people can say and type them."""


class DealSource(Enum):
    """How a deal was found that is known to be winnable because it was searched for as such.

    A deal whose number a player has chosen has none: to say that it is winnable would be help.
    """

    WINNABLE = "winnable"
    DAILY = "daily"
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    FIENDISH = "fiendish"


def numbered_deck(number: int) -> Deck:
    """The deck of a deal number, 1 ... 8,589,934,591."""
    if not 1 <= number <= MAX_DEAL:
        raise DealNumberError(t("text.error.no_deal", number=str(number), most=str(MAX_DEAL)))
    left = list(DECK)
    dealt: list[Card] = []
    for rand in _microsoft_rand(number):
        index = rand % len(left)
        dealt.append(left[index])
        left[index] = left[-1]
        left.pop()
        if not left:
            break
    return tuple(dealt)


def parse_deal_number(text: str) -> int:
    """Read the number of a deal: plain digits, 1 ... 8,589,934,591.

    >>> parse_deal_number("617")
    617
    >>> parse_deal_number("1e3")
    Traceback (most recent call last):
    winnable.errors.DealNumberError: '1e3' is not a deal number: write 1 to 8589934591
    """
    if not re.fullmatch("[0-9]{1,10}", text) or not 1 <= int(text) <= MAX_DEAL:
        raise DealNumberError(t("text.error.deal_number", text=quote(text), most=str(MAX_DEAL)))
    return int(text)


def _microsoft_rand(number: int) -> Iterable[int]:
    """The C run-time's `rand()` seeded with a deal number, as widened for numbers of 32 bits.

    Below 2**31 it gives 15 bits; up to 2**32 the sixteenth is always set; beyond, sixteen bits plus
    one. That is what FreeCell Pro and PySol do, and deal numbers have to agree with theirs.
    """
    state = number & 0xFFFFFFFF
    while True:
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        high = state >> 16
        if number < 2**31:
            yield high & 0x7FFF
        elif number < 2**32:
            yield high | 0x8000
        else:
            yield high + 1


def random_number(rng: random.Random | None = None) -> int:
    """A random deal number, short enough to tell a friend; `rng` defaults to the system's."""
    return (rng or random.SystemRandom()).randint(1, _EVERYDAY_DEALS)


def shuffled_deck() -> Deck:
    """A deck shuffled by the operating system's randomness: any of the 52! orders."""
    cards = list(DECK)
    random.SystemRandom().shuffle(cards)
    return tuple(cards)


def parse_deck(text: str) -> Deck:
    """Read a deck: 52 cards in dealing order, with spaces between them.

    >>> parse_deck(" ".join(map(str, DECK))) == DECK
    True
    """
    words = text.split()
    if len(words) > 2 * len(DECK):  # a few too many are named below; a whole book is not read
        raise DeckError(t("text.error.deck_size", right=len(DECK), count=len(words)))
    return check_deck(Card.parse(word) for word in words)


def check_deck(cards: Iterable[Card]) -> Deck:
    """The cards as a deck, or a DeckError that names what is missing or doubled.

    >>> check_deck(DECK[1:] + DECK[-1:])
    Traceback (most recent call last):
    winnable.errors.DeckError: the deck has no ace of clubs and 2 times the king of spades
    """
    deck = tuple(cards)
    counts = Counter(deck)
    faults = [t("text.error.deck_missing", card=card.name) for card in DECK if not counts[card]]
    faults += [
        t("text.error.deck_doubled", times=counts[card], card=card.name)
        for card in DECK
        if counts[card] > 1
    ]
    faults += [t("text.error.deck_unknown", card=repr(card)) for card in counts if card not in DECK]
    if len(faults) > 4:
        faults[3:] = [t("text.error.deck_more", count=len(faults) - 3)]
    if faults:
        raise DeckError(t("text.error.deck", faults=join(faults)))
    return deck
