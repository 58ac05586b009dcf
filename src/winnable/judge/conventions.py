"""What a program does where its handout leaves it open, learned before it is judged.

How it deals, how it draws the table, whether its foundations belong to suits, whether the stock
waits until no other move is possible: any of these is right, and checks have to follow it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from winnable.cards import Card, Suit
from winnable.judge.profile import Profile
from winnable.judge.runs import Step
from winnable.judge.screen import Layout, learn_layout, tokens
from winnable.judge.table import Seen, Table, read_arguments
from winnable.moves import Deal, Move
from winnable.position import Area, Position
from winnable.rules import Game

__all__ = ["Conventions", "doubled_card", "learn_dealing", "standard_conventions"]

FOUNDATION = -1
"""In a dealing order: the card goes to the first foundation."""


@dataclass(frozen=True)
class Conventions:
    """See the module."""

    dealing: tuple[int, ...]
    """The column that each card is dealt to, in dealing order."""
    layout: Layout | None = None
    """How the table is read from the screen; None if it is read from arguments."""
    owned: Mapping[Suit, int] | None = None
    """The foundation of each suit, if they belong to suits."""
    stock_waits: bool = False
    """Whether cards are dealt only if no other move is possible."""

    def deal(self, game: Game, order: Sequence[Card]) -> Position:
        """The opening for an order of the deck, which may be short."""
        columns: list[list[Card]] = [[] for _ in range(game.columns)]
        started: list[Card] = []
        for card, column in zip(order, self.dealing, strict=False):
            (started if column == FOUNDATION else columns[column]).append(card)
        rest = tuple(order[len(self.dealing) :])
        return Position(
            columns=tuple(map(tuple, columns)),
            foundations=(tuple(started),) + ((),) * (game.foundations - 1),
            cells=(None,) * game.cells,
            stock=rest if game.has_stock else None,
            face_down=(game.face_down,) * game.columns,
        )

    def arrange(self, position: Position) -> tuple[Card, ...]:
        """The order of the deck that gives an opening; its columns must have our sizes."""
        columns = [iter(column) for column in position.columns]
        started = iter(position.foundations[0])
        dealt = [next(started if slot == FOUNDATION else columns[slot]) for slot in self.dealing]
        return (*dealt, *(position.stock or ()))

    def allows(self, game: Game, position: Position, move: Move) -> bool:
        """Whether a legal move is also one by what the program has chosen."""
        if isinstance(move, Deal):
            others = (each for each in game.legal_moves(position) if not isinstance(each, Deal))
            return not self.stock_waits or next(others, None) is None
        if self.owned is None or move.target.area is not Area.FOUNDATION:
            return True
        return self.owned[position.pile(move.source)[-1].suit] == move.target.slot

    def read(self, profile: Profile, step: Step) -> Table | None:
        """The last table that a step shows; None if it shows none that can be read."""
        if self.layout is not None:
            return self.layout.read(step.output)
        display = profile.function("display")
        if display is None or not step.tables:
            return None
        table = read_arguments(display.parameters, step.tables[-1])
        if table is None or len(table.columns) != profile.game.columns:
            return None
        return table


def standard_conventions(game: Game) -> Conventions:
    """One card to each column in turn, then what starts the foundation."""
    columns = tuple(index % game.columns for index in range(game.tableau_cards))
    return Conventions(columns + (FOUNDATION,) * game.foundation_cards)


def learn_dealing(profile: Profile, step: Step, order: Sequence[Card]) -> Conventions | None:
    """How the program dealt and drew a known deck; None if that cannot be told."""
    game = profile.game
    sizes = [len(range(slot, game.tableau_cards, game.columns)) for slot in range(game.columns)]
    for layout, columns in learn_layout(step.output, sizes):
        for dealing in _dealing_orders(game, columns, step.output, order):
            found = Conventions(dealing, layout)
            position = found.deal(game, order)
            table = found.read(profile, step)
            if table is not None and table.difference(position) is None:
                return found
    return None


def doubled_card(profile: Profile, step: Step) -> Card | None:
    """A card that is in the columns more than once, if that is why they make no sense."""
    game = profile.game
    sizes = [len(range(slot, game.tableau_cards, game.columns)) for slot in range(game.columns)]
    for _, columns in learn_layout(step.output, sizes):
        cards = [card for column in columns for card in column if card]
        for card in cards:
            if cards.count(card) > 1:
                return card
    return None


def _dealing_orders(
    game: Game, columns: Sequence[Seen], output: str, order: Sequence[Card]
) -> Iterator[tuple[int, ...]]:
    """Ways in which the deck may have been dealt so that it looks like this."""
    total = game.tableau_cards + game.foundation_cards
    places = {card: slot for slot, column in enumerate(columns) for card in column if card}
    hidden = sum(card is None for column in columns for card in column)
    if not hidden:
        shown = {token.card for line in output.split("\n") for token in tokens(line)}
        dealt = [places.get(card, FOUNDATION if card in shown else None) for card in order[:total]]
        if None not in dealt and dealt.count(FOUNDATION) == game.foundation_cards:
            yield tuple(slot for slot in dealt if slot is not None)
        return
    yield from _usual_orders(game, [len(column) for column in columns])


def _usual_orders(game: Game, sizes: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """A whole column after the other, or one card to each in turn; from left or right."""
    slots = range(game.columns)
    for way in (list(slots), list(reversed(slots))):
        yield tuple(slot for slot in way for _ in range(sizes[slot]))
        yield tuple(slot for depth in range(max(sizes)) for slot in way if depth < sizes[slot])
