"""Why a move is refused: every reason that the rules have, and its message."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from winnable.cards import KING, Card
from winnable.errors import WinnableError
from winnable.moves import Move
from winnable.position import Place

__all__ = ["IllegalMoveError", "Problem", "Reason"]


class Reason(Enum):
    """A reason against a move. The value is the message for the player."""

    NO_SUCH_PLACE = "there is no {place} in this game"
    SAME_PLACE = "the cards are in {place} already"
    SOURCE_EMPTY = "{place} is empty"
    FOUNDATION_STAYS = "a card on a foundation stays there"
    CELL_TO_CELL = "a card in a cell can go to a column or a foundation, not to another cell"
    NO_CARDS = "a move takes at least one card"
    TOO_FEW = "{place} has only {number}"
    FACE_DOWN = "{place} has only {number} face up"
    ONE_AT_A_TIME = "only one card at a time can move to {place}"
    NOT_A_RUN = "the last {number} of {place} are not in sequence"
    TOO_MANY = "there is room to move only {number} to {place}"
    OCCUPIED = "{place} is not empty"
    STAYS_EMPTY = "an empty column stays empty in this game"
    COLUMNS_CLOSED = "cards do not move to columns in this game"
    NOT_ACE = "{card} is not an ace, and a foundation starts with one"
    FOUNDATION_SUIT = "{card} is not of the suit of {place}, which is at {onto}"
    FOUNDATION_RANK = "{card} is not one higher than {onto}"
    NOT_NEIGHBOUR = "{card} is not next in rank to {onto}"
    NOT_OUTRANKED = "no other column ends in a higher {suit} than {card} (aces are high)"
    WRONG_SUIT = "{card} is not of the suit of {onto}"
    SAME_COLOUR = "{card} is of the same colour as {onto}"
    WRONG_RANK = "{card} is not one lower than {onto}"
    NO_STOCK = "there is no stock to deal from in this game"
    STOCK_EMPTY = "the stock is empty"


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

    def __str__(self) -> str:
        if self.reason is Reason.WRONG_RANK and self.onto and self.onto.rank == 1:
            return f"nothing can go on {self.onto.sign}"
        if self.reason is Reason.FOUNDATION_RANK and self.onto and self.onto.rank == KING:
            return f"{self.place.name if self.place else 'it'} is complete"
        return self.reason.value.format(
            place=self.place.name if self.place else "",
            card=self.card.sign if self.card else "",
            suit=self.card.suit.name.lower()[:-1] if self.card else "",
            onto=self.onto.sign if self.onto else "",
            number="1 card" if self.number == 1 else f"{self.number} cards",
        )


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
