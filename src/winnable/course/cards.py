"""The `cards` module that the courses hand out with their assignments, written anew.

Over the years the courses gave their students several modules of this name, each with other method
names for the same cards. Here one `Card` and one `Deck` answer to all of them, so that a program
written for any year runs beside this module:

    2008/2009         get_rank  get_suit  set_hidden ...        deal  empty     cards_left ...
    2011-2014, CS162  get_rank  get_value  equal_suit ...       deal  is_empty  cards_count ...
    2016-2023         rank  suit  value  is_face_up ...         deal  is_empty  len()  display

Only the deck of 2008/2009 deals in another order than the rest: see `Deck2008`.

>>> deck = Deck()
>>> deck.deal(), deck.deal(), len(deck)
( K♠,  Q♠, 50)
>>> Card(10, 3), Card(10, "h"), Card("q", "S")
(10♥, 10♥,  Q♠)
"""

import random

BLANK = 0
SUIT_LETTERS = ("", "C", "D", "H", "S")
SUIT_SIGNS = ("", "♣", "♦", "♥", "♠")
RANK_NAMES = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RANK_LETTERS = {"A": 1, "J": 11, "Q": 12, "K": 13}
RED_SUITS = (2, 3)


def _rank_number(rank: object) -> int:
    """The rank as 1-13, from a number or one of the letters A J Q K; 0 for anything else."""
    if isinstance(rank, str):
        return RANK_LETTERS.get(rank.upper(), BLANK)
    if type(rank) is int and 1 <= rank <= 13:
        return rank
    return BLANK


def _suit_number(suit: object) -> int:
    """The suit as 1-4 (♣ ♦ ♥ ♠), from a number or a letter; 0 for anything else."""
    if isinstance(suit, str):
        return SUIT_LETTERS.index(suit.upper()) if suit.upper() in SUIT_LETTERS else BLANK
    if type(suit) is int and 1 <= suit <= 4:
        return suit
    return BLANK


class Card:
    """A playing card, or a blank one: whatever cannot be a card becomes blank, never an error.

    Ranks are 1 (ace) to 13 (king), suits 1 ♣, 2 ♦, 3 ♥, 4 ♠. In the manner of 2008 a suit may be a
    letter, and beside such a suit the rank may be one of A J Q K, in either case.

    >>> Card(1, 1), Card("k", "d"), Card(0, 0), Card(14, 1), Card("A", 2)
    ( A♣,  K♦,  XX,  XX,  XX)
    >>> queen = Card(12, 4)
    >>> queen.suit(), queen.get_suit(), queen.value()
    (4, 'S', 10)
    """

    def __init__(self, rank: object = 0, suit: object = "") -> None:
        self._rank = BLANK
        self._suit = BLANK
        self._face_up = True
        # Card('A', 2) is blank in the years of numbered suits; 'A' belongs with lettered ones.
        if isinstance(rank, str) and not isinstance(suit, str):
            return
        rank_number, suit_number = _rank_number(rank), _suit_number(suit)
        if rank_number and suit_number:
            self._rank = rank_number
            self._suit = suit_number

    # 2016-2023

    def rank(self) -> int:
        """The rank, 1 (ace) to 13 (king), or 0 for a blank card."""
        return self._rank

    def suit(self) -> int:
        """The suit as a number: 1 ♣, 2 ♦, 3 ♥, 4 ♠, or 0 for a blank card."""
        return self._suit

    def value(self) -> int:
        """What the card counts: an ace 1, a face card 10, any other its rank, a blank 0."""
        return min(self._rank, 10)

    def is_face_up(self) -> bool:
        """Whether the card shows its face."""
        return self._face_up

    def flip_card(self) -> None:
        """Turn the card over."""
        self._face_up = not self._face_up

    # 2008/2009

    def get_suit(self) -> str:
        """The suit as a letter: 'C', 'D', 'H', 'S', or '' for a blank card."""
        return SUIT_LETTERS[self._suit]

    def has_same_color(self, other: "Card") -> bool:
        """Whether both cards are red or both are black. A blank card has no colour."""
        if not (self._suit and other._suit):
            return False
        return (self._suit in RED_SUITS) == (other._suit in RED_SUITS)

    def set_hidden(self, val: bool = True) -> None:
        """Lay the card face down, or face up when `val` is false."""
        self._face_up = not val

    def get_hidden(self) -> bool:
        """Whether the card lies face down."""
        return not self._face_up

    def show_card(self) -> None:
        """Turn the card face up, however it lay before."""
        self._face_up = True

    # 2008-2014 and CS162

    def get_rank(self) -> int:
        """The rank, 1 (ace) to 13 (king), or 0 for a blank card."""
        return self._rank

    def get_value(self) -> int:
        """What the card counts, with every face card 10."""
        return self.value()

    def set_rank(self, rank: object) -> None:
        """Change the rank; what is no rank makes it 0."""
        self._rank = _rank_number(rank)

    def set_suit(self, suit: object) -> None:
        """Change the suit; what is no suit takes it away."""
        self._suit = _suit_number(suit)

    def equal_rank(self, other: "Card") -> bool:
        """Whether the ranks are the same."""
        return self._rank == other._rank

    def equal_suit(self, other: "Card") -> bool:
        """Whether the suits are the same."""
        return self._suit == other._suit

    def equal_value(self, other: "Card") -> bool:
        """Whether both cards count the same."""
        return self.value() == other.value()

    # A card can be changed, so it compares by what it shows and has no hash.

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self._rank == other._rank and self._suit == other._suit

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        if not (self._face_up and self._rank and self._suit):
            return " XX"
        return f"{RANK_NAMES[self._rank] + SUIT_SIGNS[self._suit]:>3}"

    def __repr__(self) -> str:
        return str(self)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Deck:
    """A deck of 52 cards, built suit by suit (♣ ♦ ♥ ♠), ace to king.

    The last card is the top: an unshuffled deck deals K♠ first and A♣ last. An empty deck deals
    None. `shuffle` is `random.shuffle`, so `random.seed(n)` before it fixes the deal.
    """

    _suits: tuple[int, ...] = (1, 2, 3, 4)
    _top = -1
    _bottom = 0

    def __init__(self) -> None:
        self._cards = [Card(rank, suit) for suit in self._suits for rank in range(1, 14)]

    # Every year

    def shuffle(self) -> None:
        """Shuffle the cards that are left."""
        random.shuffle(self._cards)

    def deal(self) -> Card | None:
        """Take the top card off the deck; None when there is none."""
        return self._cards.pop(self._top) if self._cards else None

    # 2011-2023

    def is_empty(self) -> bool:
        """Whether no card is left."""
        return not self._cards

    def cards_count(self) -> int:
        """How many cards are left."""
        return len(self._cards)

    def display(self, cols: int = 13) -> None:
        """Print the deck, `cols` cards a line.

        >>> Deck().display(26)  # doctest: +ELLIPSIS
         A♣  2♣  3♣ ... Q♣  K♣  A♦  2♦  3♦ ... Q♦  K♦
         A♥  2♥  3♥ ... Q♥  K♥  A♠  2♠  3♠ ... Q♠  K♠
        """
        for start in range(0, len(self._cards), max(cols, 1)):
            print(*self._cards[start : start + max(cols, 1)])  # noqa: T201  printing is its job

    def pretty_print(self, column_max: int = 10) -> None:
        """Print the deck, `column_max` cards a line."""
        self.display(column_max)

    # 2008/2009

    def cards_left(self) -> int:
        """How many cards are left."""
        return len(self._cards)

    def empty(self) -> bool:
        """Whether no card is left."""
        return not self._cards

    def top(self) -> Card | None:
        """The card that would be dealt next, left where it is; None when there is none."""
        return self._cards[self._top] if self._cards else None

    def bottom(self) -> Card | None:
        """The card that would be dealt last, left where it is; None when there is none."""
        return self._cards[self._bottom] if self._cards else None

    def add_card_top(self, card: Card) -> None:
        """Put a card on the deck: it is dealt next."""
        self._cards.insert(0 if self._top == 0 else len(self._cards), card)

    def add_card_bottom(self, card: Card) -> None:
        """Put a card under the deck: it is dealt last."""
        self._cards.insert(0 if self._bottom == 0 else len(self._cards), card)

    def discard(self, n: int) -> None:
        """Take `n` cards off the top, or all when there are fewer."""
        for _ in range(min(n, len(self._cards))):
            self._cards.pop(self._top)

    def __len__(self) -> int:
        return len(self._cards)

    def __str__(self) -> str:
        return ", ".join(str(card) for card in self._cards)

    def __repr__(self) -> str:
        return str(self)


class Deck2008(Deck):
    """The deck of 2008 and 2009, which deals from its other end and never runs out of blanks.

    It is built ♣ ♠ ♥ ♦ and its first card is the top: unshuffled it deals A♣ first, then the other
    clubs, the spades, the hearts and the diamonds. An empty deck gives a blank card, rank 0 and
    suit '', where the later one gives None.

    >>> deck = Deck2008()
    >>> deck.deal(), deck.deal(), deck.bottom()
    ( A♣,  2♣,  K♦)
    >>> deck.discard(50)
    >>> deck.empty(), deck.deal().get_rank()
    (True, 0)
    """

    _suits = (1, 4, 3, 2)
    _top = 0
    _bottom = -1

    def deal(self) -> Card:
        """Take the top card off the deck; a blank card when there is none."""
        return super().deal() or Card()

    def top(self) -> Card:
        """The card that would be dealt next, left where it is; blank when there is none."""
        return super().top() or Card()

    def bottom(self) -> Card:
        """The card that would be dealt last, left where it is; blank when there is none."""
        return super().bottom() or Card()
