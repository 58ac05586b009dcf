"""Playing cards: the classes Card and Deck.

CS 162. The module knows no game: it is good for all kinds of them, and
no game needs all of it. For example:

    deck = cards.Deck()
    deck.shuffle()
    card = deck.deal()
    print(card, card.get_rank(), deck.cards_count())
"""

import random

RANK_NAMES = ["", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUIT_NAMES = ["", "♣", "♦", "♥", "♠"]


def _is_rank(rank):
    """Return True if this is an int from 1 to 13."""
    return type(rank) is int and 1 <= rank <= 13


def _is_suit(suit):
    """Return True if this is an int from 1 to 4."""
    return type(suit) is int and 1 <= suit <= 4


class Card:
    """A playing card.

    Its rank is an int: 1 for an ace, 2 to 10, 11 for a jack, 12 for a queen, 13 for a king. Its
    suit is an int, too: 1 for clubs, 2 for diamonds, 3 for hearts, 4 for spades. What cannot be a
    card becomes a blank card, whose rank and suit are 0 and which is printed as XX.
    """

    def __init__(self, rank=0, suit=0):
        self._rank = 0
        self._suit = 0
        if _is_rank(rank) and _is_suit(suit):
            self._rank = rank
            self._suit = suit

    def get_rank(self):
        """Return the rank: 1 for an ace, 2 to 10, 11 to 13 for jack, queen and king.

        The rank of a blank card is 0.
        """
        return self._rank

    def get_value(self):
        """Return what the card counts: an ace 1, jack, queen and king 10, any other its rank."""
        return min(self._rank, 10)

    def get_suit(self):
        """Return the suit: 1 for clubs, 2 for diamonds, 3 for hearts, 4 for spades.

        The suit of a blank card is 0.
        """
        return self._suit

    def set_rank(self, rank):
        """Change the rank; what is no rank makes it 0."""
        self._rank = rank if _is_rank(rank) else 0

    def set_suit(self, suit):
        """Change the suit; what is no suit makes it 0."""
        self._suit = suit if _is_suit(suit) else 0

    def equal_rank(self, other):
        """Return True if the cards have the same rank."""
        return self._rank == other._rank

    def equal_suit(self, other):
        """Return True if the cards have the same suit."""
        return self._suit == other._suit

    def equal_value(self, other):
        """Return True if the cards count the same."""
        return self.get_value() == other.get_value()

    def __str__(self):
        if self._rank == 0 or self._suit == 0:
            return "XX"
        return RANK_NAMES[self._rank] + SUIT_NAMES[self._suit]

    def __repr__(self):
        return str(self)

    def __format__(self, spec):
        # So that a card can be formatted like its text, as in '{:4s}'.format(card).
        return format(str(self), spec)


class Deck:
    """A deck of 52 cards, not shuffled: clubs, diamonds, hearts, spades, each from ace to king.

    The top of the deck, where cards are dealt, is the end of the list: the king of spades is
    dealt first unless the deck has been shuffled.
    """

    def __init__(self):
        self._cards = [Card(rank, suit) for suit in range(1, 5) for rank in range(1, 14)]

    def shuffle(self):
        """Shuffle the cards that are left."""
        random.shuffle(self._cards)

    def deal(self):
        """Remove the top card and return it, or return None if there is none."""
        return self._cards.pop() if self._cards else None

    def is_empty(self):
        """Return True if no card is left."""
        return len(self._cards) == 0

    def cards_count(self):
        """Return how many cards are left."""
        return len(self._cards)

    def pretty_print(self, column_max=10):
        """Print the cards that are left, column_max of them in a line."""
        columns = max(column_max, 1)
        for start in range(0, len(self._cards), columns):
            print(" ".join(f"{card:>3s}" for card in self._cards[start : start + columns]))

    def __str__(self):
        return ", ".join(str(card) for card in self._cards)

    def __repr__(self):
        return str(self)
