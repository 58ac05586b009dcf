"""Cards, and the deck they come from.

A card is a rank and a suit and nothing else: whether it lies face up is a fact about the table.

>>> Card.parse("10h"), Card.parse("T♥"), Card(10, Suit.HEARTS)
(Card.parse('TH'), Card.parse('TH'), Card.parse('TH'))
>>> str(Card.parse("TH")), Card.parse("TH").sign, Card.parse("TH").name
('TH', '10♥', 'ten of hearts')
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from winnable.errors import CardError, quote
from winnable.l10n import t

__all__ = ["ACE", "DECK", "KING", "Card", "Deck", "Pile", "Suit"]

ACE, KING = 1, 13

_RANK_LETTERS = "?A23456789TJQK"


class Suit(IntEnum):
    """The four suits, in the order that the numbered deals count them."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """``C D H S``."""
        return "CDHS"[self]

    @property
    def sign(self) -> str:
        """``♣ ♦ ♥ ♠``."""
        return "♣♦♥♠"[self]

    @property
    def is_red(self) -> bool:
        """Whether it is diamonds or hearts."""
        return self == 1 or self == 2  # called so often that two comparisons of ints pay


# Not str.upper, which turns some letters of other alphabets into an S.
_SUITS = {name: suit for suit in Suit for name in (suit.letter, suit.letter.lower(), suit.sign)}
_RANKS = {letter: rank for rank, letter in enumerate(_RANK_LETTERS) if rank} | {"10": 10}
_RANKS |= {letter.lower(): rank for letter, rank in _RANKS.items()}


class Card(NamedTuple):
    """One card; cards sort by rank, then suit. The ace has rank 1, the king 13."""

    rank: int
    suit: Suit

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card: a rank (``A 2 ... 9 T 10 J Q K``), then a suit (``C D H S`` or its sign).

        >>> Card.parse("1s")
        Traceback (most recent call last):
        winnable.errors.CardError: '1s' is not a card: write rank and suit, such as AS, 10H or 7♦
        """
        wanted = text.strip()
        rank, suit = _RANKS.get(wanted[:-1]), _SUITS.get(wanted[-1:])
        if rank is None or suit is None:
            raise CardError(t("text.error.card", text=quote(text)))
        return cls(rank, suit)

    @property
    def _known_rank(self) -> int:
        # A caller can make a card of rank 14, and an error message has to name it.
        return self.rank if ACE <= self.rank <= KING else 0

    def __str__(self) -> str:
        return _RANK_LETTERS[self._known_rank] + self.suit.letter

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    @property
    def is_red(self) -> bool:
        """Whether it is a diamond or a heart."""
        return self.suit.is_red

    @property
    def rank_label(self) -> str:
        """The rank as a card's corner shows it: ``A 2 ... 10 J Q K``."""
        return "10" if self.rank == 10 else _RANK_LETTERS[self._known_rank]

    @property
    def sign(self) -> str:
        """The card as people write it: ``10♥``."""
        return self.rank_label + self.suit.sign

    @property
    def name(self) -> str:
        """The card as people say it: ``ten of hearts``."""
        suit = t(f"cards.{self.suit.name.lower()}")
        return t("cards.name", rank=t(f"cards.rank_{self._known_rank}"), suit=suit)


Pile = tuple[Card, ...]
"""Cards on top of one another; ``pile[-1]`` is the one that can be played."""

Deck = tuple[Card, ...]
"""All 52 cards in the order in which they are dealt; ``deck[0]`` is dealt first."""

DECK: Deck = tuple(Card(rank, suit) for rank in range(ACE, KING + 1) for suit in Suit)
"""The new deck: AC AD AH AS 2C ... KS."""
