"""What a program does where its handout leaves it open, learned before it is judged.

How it deals, how it draws the table, whether its foundations belong to suits, whether the stock
waits until no other move is possible: any of these is right, and checks have to follow it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from winnable.cards import Card, Suit
from winnable.judge.profile import Profile
from winnable.judge.runs import Step
from winnable.judge.screen import Layout, learn_layout, tokens
from winnable.judge.table import Difference, Seen, Table, read_arguments
from winnable.moves import Deal, Move
from winnable.position import Area, Position
from winnable.rules import Game

__all__ = [
    "FOUNDATION",
    "Conventions",
    "learn_dealing",
    "learn_wrong_dealing",
    "shown_cards",
    "standard_conventions",
]

FOUNDATION = -1
"""In a dealing order: the card goes to the first foundation."""


@dataclass(frozen=True)
class Conventions:
    """See the module."""

    dealing: tuple[int, ...]
    """The column that each card is dealt to, in dealing order."""
    from_front: bool = False
    """Whether each card is dealt under those that its column has already."""
    layout: Layout | None = None
    """How the table is read from the screen; None if it is read from arguments."""
    owned: Mapping[Suit, int] | None = None
    """The foundation of each suit, if they belong to suits."""
    stock_waits: bool = False
    """Whether cards are dealt only if no other move is possible."""
    face_down: int | None = None
    """How many cards of each column seem to be dealt face down, if not as many as there should."""
    usual_lines: frozenset[str] = frozenset()
    """What is printed after any move, such as headings; see `outline`."""

    def deal(self, game: Game, order: Sequence[Card]) -> Position:
        """The opening for an order of the deck, which may be short."""
        columns: list[list[Card]] = [[] for _ in range(game.columns)]
        started: list[Card] = []
        for card, column in zip(order, self.dealing, strict=False):
            (started if column == FOUNDATION else columns[column]).append(card)
        rest = tuple(order[len(self.dealing) :])
        return Position(
            columns=tuple(tuple(each[::-1] if self.from_front else each) for each in columns),
            foundations=(tuple(started),) + ((),) * (game.foundations - 1),
            cells=(None,) * game.cells,
            stock=rest if game.has_stock else None,
            face_down=(self._face_down(game),) * game.columns,
        )

    def _face_down(self, game: Game) -> int:
        return max(game.face_down, self.face_down or 0)

    def arrange(self, position: Position) -> tuple[Card, ...]:
        """The order of the deck that gives an opening; its columns must have our sizes."""
        step = -1 if self.from_front else 1
        columns = [iter(column[::step]) for column in position.columns]
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

    def difference(self, table: Table, position: Position) -> Difference | None:
        """How a table differs from a position.

        Where hidden cards are shown from the start, that has been said, and is not said again.
        """
        if self.face_down is not None:
            columns = tuple(
                tuple(None if index < down else card for index, card in enumerate(column))
                for column, down in zip(table.columns, position.face_down, strict=True)
            )
            table = replace(table, columns=columns)
        return table.difference(position)

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
    total, shown = game.tableau_cards + game.foundation_cards, set(shown_cards(step))
    for layout, columns in learn_layout(step.output, sizes):
        for dealing in _dealing_orders(game, columns, order, total, shown):
            if dealing.count(FOUNDATION) != game.foundation_cards:
                continue
            for from_front in (False, True):
                found = Conventions(dealing, from_front, layout)
                table = found.read(profile, step)
                if table and found.difference(table, found.deal(game, order)) is None:
                    return found
    return None


def learn_wrong_dealing(profile: Profile, step: Step, order: Sequence[Card]) -> Conventions | None:
    """The same for a program that deals too few cards, too many, or the wrong ones face up."""
    game = profile.game
    shown = set(shown_cards(step)) - {None}
    for layout, columns in learn_layout(step.output, None, game.columns):
        hidden = {sum(card is None for card in column) for column in columns}
        if len(hidden) > 1 or any(column[-1] is None for column in columns):
            continue
        for dealing in _dealing_orders(game, columns, order, len(shown), shown):
            found = Conventions(dealing, layout=layout, face_down=next(iter(hidden)))
            started = dealing.count(FOUNDATION)
            if bool(started) != bool(game.foundation_cards):
                continue
            table = found.read(profile, step)
            if table is not None and found.difference(table, found.deal(game, order)) is None:
                return found
    return None


def shown_cards(step: Step) -> list[Card | None]:
    """All cards on the screen, from top to bottom; None for one that lies face down."""
    return [token.card for line in step.output.split("\n") for token in tokens(line)]


def _dealing_orders(
    game: Game, columns: Sequence[Seen], order: Sequence[Card], total: int, shown: set[Card | None]
) -> Iterator[tuple[int, ...]]:
    """Ways in which so many cards may have been dealt so that it looks like this."""
    places = {card: slot for slot, column in enumerate(columns) for card in column if card}
    if any(card is None for column in columns for card in column):
        yield from _usual_orders(game, [len(column) for column in columns])
        return
    dealt = [places.get(card, FOUNDATION) for card in order[:total] if card in shown]
    if len(dealt) == total:
        yield tuple(dealt)


def _usual_orders(game: Game, sizes: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """A whole column after the other, or one card to each in turn; from left or right."""
    slots = range(game.columns)
    for way in (list(slots), list(reversed(slots))):
        yield tuple(slot for slot in way for _ in range(sizes[slot]))
        yield tuple(slot for depth in range(max(sizes)) for slot in way if depth < sizes[slot])
