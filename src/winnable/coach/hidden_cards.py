"""The cards that a player cannot see, and every way they can be arranged (determinization).

A determinization is a position with each hidden card put somewhere: it looks the same to the player
and can be solved like any position. The coach works on samples of them (`winnable.coach.odds`).

Everything here starts from a `View`, which does not contain the hidden cards, so nothing computed
from it can depend on where they really are. All that a player can know about them is in the view: a
card that was turned up or dealt stays in sight until the game ends, and the deck was shuffled, so
all orders of the unseen cards are equally likely. (A card that was seen and then undone counts as
unseen: using it would be peeking.)

>>> from winnable import Session
>>> session = Session.new("golf", 1)
>>> hidden = HiddenCards.of(session.game, session.view)
>>> len(hidden.unseen), hidden.arrangement_count
(16, 20922789888000)
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from math import factorial
from typing import NamedTuple

from winnable.cards import DECK, Card
from winnable.errors import BoardError
from winnable.position import Position
from winnable.rules import Game
from winnable.view import View

__all__ = ["HiddenCards", "Sample"]


class Sample(NamedTuple):
    """Positions that all look the same to the player."""

    positions: Iterator[Position]
    is_complete: bool
    """Whether they are all there are, each once."""


@dataclass(frozen=True)
class HiddenCards:
    """The unseen cards of a view, and the positions that they could make."""

    game: Game
    view: View
    unseen: tuple[Card, ...]
    """In the order of a new deck, which says nothing about where they are."""

    @classmethod
    def of(cls, game: Game, view: View) -> HiddenCards:
        """The hidden cards of a view; BoardError if the missing cards do not fill its places."""
        places = view.hidden_count
        if not places:
            return cls(game, view, ())  # small positions, with cards missing, are allowed
        seen = {card for pile in (*view.columns, *view.foundations) for card in pile}
        seen.update(view.cells)
        unseen = tuple(card for card in DECK if card not in seen)
        if len(unseen) != places:
            raise BoardError(
                f"the table hides {places} cards, but {len(unseen)} cards of the deck are not in "
                f"sight: the two numbers must be equal"
            )
        return cls(game, view, unseen)

    @property
    def arrangement_count(self) -> int:
        """How many ways there are to arrange the unseen cards; the order of the stock matters."""
        return factorial(len(self.unseen))

    @property
    def any_position(self) -> Position:
        """One of the possible positions, for questions that have the same answer in all of them."""
        return self.arrange(self.unseen)

    @property
    def only_position(self) -> Position:
        """The position, where nothing is hidden; BoardError where something is."""
        if self.unseen:
            raise BoardError("some cards are hidden: the position is not known")
        return self.arrange(())

    def arrange(self, cards: Sequence[Card]) -> Position:
        """The position with these cards in the hidden places: column by column, then the stock."""
        remaining = iter(cards)
        columns = tuple(
            tuple(next(remaining) if card is None else card for card in column)
            for column in self.view.columns
        )
        return Position(
            columns=columns,
            foundations=self.view.foundations,
            cells=self.view.cells,
            stock=None if self.view.stock is None else tuple(remaining),
            face_down=tuple(column.count(None) for column in self.view.columns),
        )

    def sample(self, size: int, seed: int = 0, purpose: str = "") -> Sample:
        """All positions if there are no more than `size`, otherwise `size` random ones."""
        is_complete = self.arrangement_count <= size
        positions = (self.all_positions if is_complete else self.random_positions)(seed, purpose)
        return Sample(islice(positions, size), is_complete)

    def all_positions(self, seed: int = 0, purpose: str = "") -> Iterator[Position]:
        """Every possible position once, in random order: any first few are a fair sample."""
        orders = list(permutations(self.unseen))
        self.rng(seed, purpose).shuffle(orders)
        return map(self.arrange, orders)

    def random_positions(self, seed: int = 0, purpose: str = "") -> Iterator[Position]:
        """Endless independent random positions.

        The same view, seed and purpose give the same positions, on any machine.
        """
        rng, cards = self.rng(seed, purpose), list(self.unseen)
        while True:
            rng.shuffle(cards)
            yield self.arrange(cards)

    def rng(self, seed: int, purpose: str) -> random.Random:
        """A generator that depends on the view, the seed and the purpose, and on nothing else.

        It is seeded with a text, since Python's `hash` of a text differs between processes.
        """
        view = json.dumps(self.view.as_dict())
        return random.Random(f"{self.game.slug}/{purpose}/{seed}/{view}")  # noqa: S311 - cards
