"""A stand-in for the course's own cards module of CS162, with that year's methods only.

It is no copy of ours on purpose: a program that leans on anything its year did not have fails
beside this module. Its suits are numbers, 1 to 4 for clubs, diamonds, hearts, spades.
"""

import random

NAMES = ["", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


class Card:
    """A card with a rank of 1-13 and a suit of 1-4."""

    def __init__(self, rank=0, suit=0):
        self._rank = rank
        self._suit = suit

    def get_rank(self):
        return self._rank

    def get_suit(self):
        return self._suit

    def get_value(self):
        return min(self._rank, 10)

    def equal_rank(self, other):
        return self._rank == other._rank

    def equal_suit(self, other):
        return self._suit == other._suit

    def equal_value(self, other):
        return self.get_value() == other.get_value()

    def set_rank(self, rank):
        self._rank = rank

    def set_suit(self, suit):
        self._suit = suit

    def __str__(self):
        return NAMES[self._rank] + " CDHS"[self._suit]


class Deck:
    """Fifty-two cards, suit by suit from ace to king, dealt from the back."""

    def __init__(self):
        self._cards = [Card(rank, suit) for suit in range(1, 5) for rank in range(1, 14)]

    def deal(self):
        return self._cards.pop()

    def shuffle(self):
        random.shuffle(self._cards)

    def is_empty(self):
        return not self._cards

    def cards_count(self):
        return len(self._cards)

    def pretty_print(self, column_max=10):
        for start in range(0, len(self._cards), column_max):
            print(*self._cards[start : start + column_max])
