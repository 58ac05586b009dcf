"""Playing cards: the classes Card and Deck.

CSE 231, fall 2008. The module knows no game: it is good for all kinds of them, and
no game needs all of it. For example:

    deck = cards.Deck()
    deck.shuffle()
    card = deck.deal()
    print(card, card.get_rank(), deck.cards_left())
"""

import random

RANK_NAMES = ["", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
RANK_LETTERS = {"A": 1, "J": 11, "Q": 12, "K": 13}
SUIT_SIGNS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
RED_SUITS = ["H", "D"]


def _is_rank(rank):
    """Return True if this is an int from 1 to 13."""
    return type(rank) is int and 1 <= rank <= 13


def _rank_number(rank):
    """Return a rank as an int from 1 to 13, or 0 if it is none.

    rank: an int, or one of the letters A J Q K in either case
    """
    if _is_rank(rank):
        return rank
    if isinstance(rank, str):
        return RANK_LETTERS.get(rank.upper(), 0)
    return 0


def _suit_letter(suit):
    """Return a suit as a capital letter, or an empty string if it is none."""
    if isinstance(suit, str) and suit.upper() in SUIT_SIGNS:
        return suit.upper()
    return ""


class Card:
    """A playing card.

    Its rank is an int: 1 for an ace, 2 to 10, 11 for a jack, 12 for a queen, 13 for a king. Its
    suit is a letter: 'C' for clubs, 'S' for spades, 'H' for hearts, 'D' for diamonds. A rank may
    also be given as 'A', 'J', 'Q' or 'K', and all letters may be small.

    What cannot be a card becomes a blank card, whose rank is 0 and whose suit is an empty string.
    A card can be hidden, that is, lie face down. Hidden and blank cards are printed as XX.
    """

    def __init__(self, rank=0, suit=""):
        self._rank = _rank_number(rank)
        self._suit = _suit_letter(suit)
        self._hidden = False
        if self._rank == 0 or self._suit == "":
            self._rank = 0
            self._suit = ""

    def get_rank(self):
        """Return the rank: 1 for an ace, 2 to 10, 11 to 13 for jack, queen and king.

        The rank of a blank card is 0.
        """
        return self._rank

    def get_value(self):
        """Return what the card counts: an ace 1, jack, queen and king 10, any other its rank."""
        return min(self._rank, 10)

    def get_suit(self):
        """Return the suit: 'C', 'S', 'H' or 'D', or an empty string for a blank card."""
        return self._suit

    def has_same_color(self, other):
        """Return True if both cards are red or both are black; a blank card has no color."""
        if self._suit == "" or other._suit == "":
            return False
        return (self._suit in RED_SUITS) == (other._suit in RED_SUITS)

    def set_rank(self, rank):
        """Change the rank; what is no rank makes it 0."""
        self._rank = _rank_number(rank)

    def set_suit(self, suit):
        """Change the suit; what is no suit makes it an empty string."""
        self._suit = _suit_letter(suit)

    def set_hidden(self, val=True):
        """Turn the card face down, or face up if val is False."""
        self._hidden = bool(val)

    def get_hidden(self):
        """Return True if the card lies face down."""
        return self._hidden

    def show_card(self):
        """Turn the card face up."""
        self._hidden = False

    def __str__(self):
        if self._hidden or self._rank == 0 or self._suit == "":
            return "XX"
        return RANK_NAMES[self._rank] + SUIT_SIGNS[self._suit]

    def __repr__(self):
        return str(self)

    def __format__(self, spec):
        # So that a card can be formatted like its text, as in '{:4s}'.format(card).
        return format(str(self), spec)


class Deck:
    """A deck of 52 cards, not shuffled: clubs, spades, hearts, diamonds, each from ace to king.

    The top of the deck, where cards are dealt, is the front of the list. A deck that has run out
    of cards gives blank ones.
    """

    def __init__(self):
        self._cards = [Card(rank, suit) for suit in SUIT_SIGNS for rank in range(1, 14)]

    def shuffle(self):
        """Shuffle the cards that are left."""
        random.shuffle(self._cards)

    def deal(self):
        """Remove the top card and return it."""
        return self._cards.pop(0) if self._cards else Card()

    def cards_left(self):
        """Return how many cards are left."""
        return len(self._cards)

    def empty(self):
        """Return True if no card is left."""
        return len(self._cards) == 0

    def top(self):
        """Return the card that will be dealt next, without removing it."""
        return self._cards[0] if self._cards else Card()

    def bottom(self):
        """Return the card that will be dealt last, without removing it."""
        return self._cards[-1] if self._cards else Card()

    def add_card_top(self, card):
        """Put a card on top: it will be dealt next."""
        self._cards.insert(0, card)

    def add_card_bottom(self, card):
        """Put a card at the bottom: it will be dealt last."""
        self._cards.append(card)

    def discard(self, n):
        """Remove the n top cards, or all if there are fewer."""
        del self._cards[: max(n, 0)]

    def __str__(self):
        return ", ".join(str(card) for card in self._cards)

    def __repr__(self):
        return str(self)
