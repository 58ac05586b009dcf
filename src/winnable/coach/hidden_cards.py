"""What nobody has seen: which cards lie hidden, and in how many ways they can lie.

Everything here starts from a `View`, in which hidden cards are not there; so nothing that is worked
out from it can depend on where they really are. What a player can have learnt about them is all in
the view: a card that was turned up or dealt stays in sight until the game ends, and the deck was
shuffled, so every order of the unseen cards is as likely as any other. (A card seen and then undone
is unseen again: a coach who made use of it would peek on the player's behalf.)

>>> from winnable import Session
>>> table = Session.new("golf", 1)
>>> hidden = HiddenCards.of(table.game, table.view)
>>> len(hidden.unseen), hidden.ways
(16, 20922789888000)
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial

from winnable.cards import DECK, Card
from winnable.errors import BoardError
from winnable.position import Position
from winnable.rules import Game
from winnable.view import View

__all__ = ["HiddenCards"]


@dataclass(frozen=True)
class HiddenCards:
    """The unseen cards of a table, and all the ways in which they can lie there."""

    game: Game
    view: View
    unseen: tuple[Card, ...]
    """In the order of a new deck, which tells nothing about where they are."""

    @classmethod
    def of(cls, game: Game, view: View) -> HiddenCards:
        """What a view hides; BoardError if the cards missing from it do not fill its places."""
        places = view.hidden_count
        if not places:
            return cls(game, view, ())  # little positions, with cards missing, are welcome
        seen = {card for pile in (*view.columns, *view.foundations) for card in pile}
        seen.update(view.cells)
        unseen = tuple(card for card in DECK if card not in seen)
        if len(unseen) != places:
            raise BoardError(
                f"the table hides {places} cards, and {len(unseen)} of the deck are not in sight: "
                f"that must be the same number"
            )
        return cls(game, view, unseen)

    @property
    def ways(self) -> int:
        """How many ways there are for the unseen cards to lie; the order of the stock matters."""
        return factorial(len(self.unseen))

    @property
    def only(self) -> Position:
        """The one position there is where nothing is hidden; BoardError where something is."""
        if self.unseen:
            raise BoardError("some cards of this table lie hidden: nobody knows its position")
        return self.laid(())

    def laid(self, cards: Sequence[Card]) -> Position:
        """The position with these cards in the hidden places: column by column, then the stock."""
        left = iter(cards)
        columns = tuple(
            tuple(next(left) if card is None else card for card in column)
            for column in self.view.columns
        )
        return Position(
            columns=columns,
            foundations=self.view.foundations,
            cells=self.view.cells,
            stock=None if self.view.stock is None else tuple(left),
            face_down=tuple(column.count(None) for column in self.view.columns),
        )

    def every(self, seed: int = 0, purpose: str = "") -> Iterator[Position]:
        """Each way there is, once, in an order by chance: any beginning of it is a fair sample."""
        orders = list(permutations(self.unseen))
        self.dice(seed, purpose).shuffle(orders)
        return map(self.laid, orders)

    def some(self, seed: int = 0, purpose: str = "") -> Iterator[Position]:
        """Ways by chance without end, each as likely as any other, whatever came before.

        The same view, seed and purpose give the same ways, on any machine.
        """
        dice, cards = self.dice(seed, purpose), list(self.unseen)
        while True:
            dice.shuffle(cards)
            yield self.laid(cards)

    def dice(self, seed: int, purpose: str) -> random.Random:
        """Dice whose throws follow from the view, a seed and what they are for, and nothing else.

        Made from a text, since Python's `hash` of a text differs from one process to the next.
        """
        table = json.dumps(self.view.as_dict())
        return random.Random(f"{self.game.slug}/{purpose}/{seed}/{table}")  # noqa: S311 - cards
