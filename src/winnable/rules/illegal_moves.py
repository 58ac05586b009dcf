"""Why a move is refused: every reason that the rules have."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from winnable.cards import ACE, KING, Card
from winnable.errors import WinnableError
from winnable.l10n import t
from winnable.moves import Move
from winnable.position import Place

__all__ = ["IllegalMoveError", "Problem", "Reason"]


class Reason(Enum):
    """A reason against a move. The value is the key of its message, under ``rules``."""

    NO_SUCH_PLACE = "no_such_place"
    SAME_PLACE = "same_place"
    SOURCE_EMPTY = "source_empty"
    FOUNDATION_STAYS = "foundation_stays"
    CELL_TO_CELL = "cell_to_cell"
    NO_CARDS = "no_cards"
    TOO_FEW = "too_few"
    FACE_DOWN = "face_down"
    ONE_AT_A_TIME = "one_at_a_time"
    NOT_A_RUN = "not_a_run"
    TOO_MANY = "too_many"
    OCCUPIED = "occupied"
    STAYS_EMPTY = "stays_empty"
    COLUMNS_CLOSED = "columns_closed"
    NOT_ACE = "not_ace"
    FOUNDATION_SUIT = "foundation_suit"
    FOUNDATION_RANK = "foundation_rank"
    NOT_NEIGHBOUR = "not_neighbour"
    NOT_OUTRANKED = "not_outranked"
    WRONG_SUIT = "wrong_suit"
    SAME_COLOUR = "same_colour"
    WRONG_RANK = "wrong_rank"
    NO_STOCK = "no_stock"
    STOCK_EMPTY = "stock_empty"


class Problem(NamedTuple):
    """One reason against a move, with the cards and places it is about. ``str()`` is its message.

    >>> from winnable import Card, Place
    >>> str(Problem(Reason.WRONG_RANK, card=Card.parse("9H"), onto=Card.parse("JS")))
    '9♥ is not one lower than J♠'
    """

    reason: Reason
    place: Place | None = None
    card: Card | None = None
    onto: Card | None = None
    number: int = 0
    foundations: int = 0
    """How many the game has: a lone one is named without a number."""

    def __str__(self) -> str:
        suit = self.card.suit.name.lower() if self.card else ""
        return t(
            f"rules.{self._key}",
            place=self.place.name_among(self.foundations) if self.place else "",
            card=self.card.sign if self.card else "",
            suit=t(f"cards.one_of_{suit}") if suit else "",
            onto=self.onto.sign if self.onto else "",
            count=self.number,
        )

    @property
    def _key(self) -> str:
        """Two reasons are said more simply where nothing at all could go on the card."""
        if self.reason is Reason.WRONG_RANK and self.onto and self.onto.rank == ACE:
            return "nothing_on_ace"
        if self.reason is Reason.FOUNDATION_RANK and self.onto and self.onto.rank == KING:
            return "foundation_complete"
        return self.reason.value


class IllegalMoveError(WinnableError):
    """A move that the rules refuse, and all the reasons why.

    >>> from winnable import Session, parse_move
    >>> Session.new("freecell", 1).make(parse_move("deal"))
    Traceback (most recent call last):
    winnable.rules.illegal_moves.IllegalMoveError: deal: there is no stock to deal from in this game
    """

    def __init__(self, move: Move, problems: Iterable[Problem]) -> None:
        self.move = move
        self.problems = tuple(problems)
        super().__init__(f"{move}: {self.why}")

    def __reduce__(self) -> tuple[type[IllegalMoveError], tuple[Move, tuple[Problem, ...]]]:
        return type(self), (self.move, self.problems)  # so that it can be pickled

    @property
    def why(self) -> str:
        """The reasons in words, without the move."""
        return "; ".join(str(problem) for problem in self.problems)
