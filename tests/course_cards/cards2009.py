"""A stand-in for the course's own cards module of 2008 and 2009, with that year's methods only.

It is no copy of ours on purpose: a program that leans on anything its year did not have fails
beside this module. Its str() tells the name of a hidden card, too: hiding it is the program's task.
"""

import random

RANKS = {"A": 1, "J": 11, "Q": 12, "K": 13}
NAMES = ["", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


class Card:
    """A card with a rank of 0-13 and a suit of one letter."""

    def __init__(self, rank=0, suit=""):
        self._rank, self._suit, self._hidden = 0, "", False
        self.set_rank(rank)
        self.set_suit(suit)

    def get_rank(self):
        return self._rank

    def get_suit(self):
        return self._suit

    def get_value(self):
        return min(self._rank, 10)

    def has_same_color(self, other):
        if not self._suit or not other._suit:
            return False
        return (self._suit in "DH") == (other._suit in "DH")

    def set_hidden(self, val=True):
        self._hidden = val

    def get_hidden(self):
        return self._hidden

    def show_card(self):
        self._hidden = False

    def set_rank(self, rank):
        self._rank = RANKS.get(rank.upper(), 0) if isinstance(rank, str) else rank

    def set_suit(self, suit):
        self._suit = suit.upper()

    def __str__(self):
        return NAMES[self._rank] + self._suit


class Deck:
    """Fifty-two cards: clubs, spades, hearts, diamonds, dealt from the front."""

    def __init__(self):
        self._cards = [Card(rank, suit) for suit in "CSHD" for rank in range(1, 14)]

    def deal(self):
        return self._cards.pop(0) if self._cards else Card()

    def shuffle(self):
        random.shuffle(self._cards)

    def cards_left(self):
        return len(self._cards)

    def empty(self):
        return not self._cards

    def top(self):
        return self._cards[0]

    def bottom(self):
        return self._cards[-1]

    def add_card_top(self, card):
        self._cards.insert(0, card)

    def add_card_bottom(self, card):
        self._cards.append(card)

    def discard(self, n):
        del self._cards[:n]
