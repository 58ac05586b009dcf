"""A shuffle that always gives the same deck, for the programs of the course handouts.

Every program uses the `cards` module of its year, which shuffles with `random.shuffle`. The years
name their methods differently, count suits in numbers or letters, and deal from different ends of
the deck. All that is asked of the cards and decks themselves here, so the module may be ours, or
the course's own.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, MutableSequence
from contextlib import contextmanager
from operator import itemgetter
from typing import Any

from winnable.cards import DECK, Card, Deck, Suit

__all__ = ["fixed_shuffle"]

_SUITS: dict[object, Suit] = dict(enumerate(Suit, 1)) | {suit.letter: suit for suit in Suit}
"""Suits as the modules name them: 1 to 4, or a letter."""


@contextmanager
def fixed_shuffle(deck: Deck) -> Iterator[None]:
    """While this lasts, a deck that is shuffled deals these cards in this order."""
    shuffle = random.shuffle
    random.shuffle = _FixedShuffle(deck)
    try:
        yield
    finally:
        random.shuffle = shuffle


class _FixedShuffle:
    """Replaces `random.shuffle`."""

    def __init__(self, deck: Deck) -> None:
        self._order: dict[Card | None, int] = {card: at for at, card in enumerate(deck)}
        self._shuffle = random.shuffle
        self._deals_last_first: bool | None = None
        """Whether the last card of the list is dealt first; None until it is known."""
        self._seen: list[Any] | None = None
        """While that is being found out: the list that was to be shuffled."""

    def __call__(self, x: MutableSequence[Any]) -> None:
        """Put the cards into the order of the deck; shuffle anything else as usual."""
        if self._seen is not None:
            self._seen[:] = x
            return
        places = [self._order.get(_read_card(each)) for each in x]
        if None in places:
            self._shuffle(x)
            return
        if self._deals_last_first is None:
            self._deals_last_first = self._find_out()
        in_order = sorted(zip(places, x, strict=True), key=itemgetter(0))
        x[:] = [each for _, each in in_order]
        if self._deals_last_first:
            x.reverse()

    def _find_out(self) -> bool:
        """Whether the program's decks deal from the end of the list: one is made to see."""
        self._seen = []
        deck = sys.modules["cards"].Deck()
        deck.shuffle()  # which comes here, and leaves the list as it is
        seen, self._seen = self._seen, None
        return _read_card(deck.deal()) == _read_card(seen[-1])


def _read_card(card: object) -> Card | None:
    """The card of a `cards` module as ours; None if it is not a card."""
    rank, suit = _ask(card, "get_rank", "rank"), _SUITS.get(_ask(card, "get_suit", "suit"))
    found = Card(rank, suit) if isinstance(rank, int) and suit is not None else None
    return found if found in DECK else None


def _ask(card: object, *methods: str) -> Any:
    """What the first of these methods that the card has returns; None if it has none."""
    for name in methods:
        if callable(method := getattr(card, name, None)):
            return method()
    return None
