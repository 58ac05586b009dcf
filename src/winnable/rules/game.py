"""The engine: one frozen record describes a game, and this says what is legal in it.

`Game.problems` is the only place that decides what is legal. It gives every reason against a
move and not only the first, because programs report them in different orders; no reason means
that the move is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from winnable.cards import ACE, KING, Card, Deck, Pile
from winnable.deals import check_deck
from winnable.moves import Deal, Move, Transfer
from winnable.position import Area, Place, Position
from winnable.rules.illegal_moves import IllegalMoveError, Problem, Reason
from winnable.rules.vocabulary import (
    BuildRule,
    DealOrder,
    FoundationRule,
    Goal,
    RunRule,
    StockRule,
)

__all__ = ["Game"]


@dataclass(frozen=True)
class Game:
    """A patience game as data. See `winnable.rules.games` for the five that we have."""

    name: str
    """Its name for people: ``Baker's Game``."""
    slug: str
    """Its name in commands and files: ``bakers-game``."""
    summary: str
    """One line that distinguishes it from the others."""
    rules: str = field(repr=False)
    """The rules in prose: the docstring of the game's module."""
    columns: int
    tableau_cards: int
    """How many cards are dealt to the columns at the start."""
    deal_order: DealOrder = DealOrder.TURNS
    """In which order they and the first cards of the foundation are dealt."""
    face_down: int = 0
    """How many of the first cards of each column lie face down."""
    cells: int = 0
    foundations: int = 4
    foundation_cards: int = 0
    """How many cards start the first foundation."""
    foundation_rule: FoundationRule = FoundationRule.SUIT
    build_rule: BuildRule = BuildRule.NOTHING
    wraps: bool = False
    """Whether ace and king are neighbours."""
    run_rule: RunRule = RunRule.SINGLE
    fills_empty_columns: bool = True
    """Whether a card may move to an empty column."""
    stock_rule: StockRule = StockRule.NOTHING
    goal: Goal = Goal.HOME

    @property
    def has_stock(self) -> bool:
        """Whether cards are dealt from a stock."""
        return self.stock_rule is not StockRule.NOTHING

    @property
    def hides_cards(self) -> bool:
        """Whether a player cannot see every card from the start: some lie face down, or a stock."""
        return bool(self.face_down) or self.has_stock

    @property
    def has_autoplay(self) -> bool:
        """Whether cards can go to the foundations automatically; elsewhere that is a choice."""
        return self.foundation_rule is FoundationRule.SUIT

    # -- dealing ----------------------------------------------------------------------------------

    def deal(self, deck: Iterable[Card]) -> Position:
        """The position at the start, from the 52 cards in the order they are dealt."""
        cards: Deck = check_deck(deck)
        if self.deal_order is DealOrder.TURNS:
            tableau, rest = cards[: self.tableau_cards], cards[self.tableau_cards :]
            started, rest = rest[: self.foundation_cards], rest[self.foundation_cards :]
            columns = tuple(tableau[slot :: self.columns] for slot in range(self.columns))
        else:
            started, rest = cards[: self.foundation_cards], cards[self.foundation_cards :]
            tableau, rest = rest[: self.tableau_cards], rest[self.tableau_cards :]
            columns = self._one_after_the_other(tableau)
        return Position(
            columns=columns,
            foundations=(started,) + ((),) * (self.foundations - 1),
            cells=(None,) * self.cells,
            stock=None if self.stock_rule is StockRule.NOTHING else rest,
            face_down=(self.face_down,) * self.columns,
        )

    def _one_after_the_other(self, tableau: Pile) -> tuple[Pile, ...]:
        """The columns, each dealt at once and as long as if it had been dealt in turns."""
        least, longer = divmod(len(tableau), self.columns)
        ends = [least * slot + min(slot, longer) for slot in range(self.columns + 1)]
        return tuple(tableau[start:end] for start, end in pairwise(ends))

    # -- what is legal ----------------------------------------------------------------------------

    def problems(self, position: Position, move: Move) -> Iterator[Problem]:
        """Every reason why the move is not legal here; none at all if it is.

        If a place does not exist, or the cards are there already, that is the only reason given:
        nothing else could be said about such a move.
        """
        if isinstance(move, Deal):
            if position.stock is None:
                yield Problem(Reason.NO_STOCK)
            elif not position.stock:
                yield Problem(Reason.STOCK_EMPTY)
            return
        if not (self.has_place(move.source) and self.has_place(move.target)):
            for place in dict.fromkeys((move.source, move.target)):
                if not self.has_place(place):
                    yield Problem(Reason.NO_SUCH_PLACE, place)
        elif move.source == move.target:
            yield Problem(Reason.SAME_PLACE, move.source, foundations=self.foundations)
        else:
            yield from self._lifting_problems(position, move)
            yield from self._landing_problems(position, move)

    def is_legal(self, position: Position, move: Move) -> bool:
        """Whether the rules allow the move."""
        return next(self.problems(position, move), None) is None

    def slots(self, area: Area) -> int:
        """How many places of a kind the game has."""
        if area is Area.COLUMN:
            return self.columns
        return self.cells if area is Area.CELL else self.foundations

    def has_place(self, place: Place) -> bool:
        """Whether there is such a place in the game."""
        return 0 <= place.slot < self.slots(place.area)

    def max_run_length(self, position: Position, target: Place) -> int:
        """The most cards that can move to a column at once.

        With supermoves that is (empty cells + 1) * 2 ** (empty columns), the target not counted.
        """
        if self.run_rule is not RunRule.SUPERMOVE:
            return 1 if self.run_rule is RunRule.SINGLE else KING
        empty = sum(not pile for pile in position.columns) - (not position.columns[target.slot])
        return int((position.cells.count(None) + 1) * 2**empty)

    def is_run(self, cards: Pile) -> bool:
        """Whether each card may be put on the one before it."""
        return not any(
            next(self._build_problems(card, onto), None) for onto, card in pairwise(cards)
        )

    def _lifting_problems(self, position: Position, move: Transfer) -> Iterator[Problem]:
        """Reasons against taking the cards from the source."""
        source, target, count = move.source, move.target, move.count
        pile = position.pile(source)
        if source.area is Area.FOUNDATION:
            yield Problem(Reason.FOUNDATION_STAYS)
        if not pile:
            yield Problem(Reason.SOURCE_EMPTY, source, foundations=self.foundations)
        if count == 1:
            return
        if count < 1:
            yield Problem(Reason.NO_CARDS)
            return
        if target.area is not Area.COLUMN or self.run_rule is RunRule.SINGLE:
            yield Problem(Reason.ONE_AT_A_TIME, target, foundations=self.foundations)
        elif self.run_rule is RunRule.SUPERMOVE and count > (
            most := self.max_run_length(position, target)
        ):
            yield Problem(Reason.TOO_MANY, target, number=most)
        if pile and count > len(pile):
            yield Problem(Reason.TOO_FEW, source, number=len(pile))
        if (up := self._movable(position, source)) < min(count, len(pile)):
            yield Problem(Reason.FACE_DOWN, source, number=up)
        elif count <= len(pile) and not self.is_run(pile[-count:]):
            yield Problem(Reason.NOT_A_RUN, source, number=count)

    def _movable(self, position: Position, source: Place) -> int:
        """How many cards of a place lie face up."""
        down = position.face_down[source.slot] if source.area is Area.COLUMN else 0
        return len(position.pile(source)) - down

    def _landing_problems(self, position: Position, move: Transfer) -> Iterator[Problem]:
        """Reasons against putting them on the target."""
        source, target, count = move.source, move.target, move.count
        pile, lifted = position.pile(target), position.pile(source)[-count:]
        if not 1 <= count <= self._movable(position, source):
            lifted = ()  # and say nothing about a card that is face down
        if target.area is Area.CELL:
            if source.area is Area.CELL:
                yield Problem(Reason.CELL_TO_CELL)
            if pile:
                yield Problem(Reason.OCCUPIED, target)
        elif target.area is Area.FOUNDATION:
            if lifted:
                yield from self._foundation_problems(position, lifted[0], move)
        elif self.build_rule is BuildRule.NOTHING and not self.fills_empty_columns:
            yield Problem(Reason.COLUMNS_CLOSED)
        elif not pile:
            if not self.fills_empty_columns:
                yield Problem(Reason.STAYS_EMPTY)
        elif self.build_rule is BuildRule.NOTHING:
            yield Problem(Reason.OCCUPIED, target)
        elif lifted:
            yield from self._build_problems(lifted[0], pile[-1])

    def _build_problems(self, card: Card, onto: Card) -> Iterator[Problem]:
        """Reasons against putting a card on another in a column."""
        if self.build_rule is BuildRule.SUIT and card.suit != onto.suit:
            yield Problem(Reason.WRONG_SUIT, card=card, onto=onto)
        if self.build_rule is BuildRule.ALTERNATE and card.is_red == onto.is_red:
            yield Problem(Reason.SAME_COLOUR, card=card, onto=onto)
        if card.rank != onto.rank - 1:
            yield Problem(Reason.WRONG_RANK, card=card, onto=onto)

    def _foundation_problems(
        self, position: Position, card: Card, move: Transfer
    ) -> Iterator[Problem]:
        """Reasons against putting a card on a foundation."""
        pile = position.pile(move.target)
        onto = pile[-1] if pile else None
        if self.foundation_rule is FoundationRule.OUTRANKED:
            if not self._is_outranked(position, card, move.source):
                yield Problem(Reason.NOT_OUTRANKED, card=card)
        elif self.foundation_rule is FoundationRule.NEIGHBOUR:
            if onto and not self._are_neighbours(card.rank, onto.rank):
                yield Problem(Reason.NOT_NEIGHBOUR, card=card, onto=onto)
        elif onto is None:
            if card.rank != ACE:
                yield Problem(Reason.NOT_ACE, card=card)
        else:
            if card.suit != onto.suit:
                yield Problem(Reason.FOUNDATION_SUIT, move.target, card, onto)
            if card.rank != onto.rank + 1:
                yield Problem(Reason.FOUNDATION_RANK, move.target, card, onto)

    def _are_neighbours(self, rank: int, other: int) -> bool:
        return abs(rank - other) == 1 or (self.wraps and {rank, other} == {ACE, KING})

    def _is_outranked(self, position: Position, card: Card, source: Place) -> bool:
        """Whether another column ends in a higher card of the suit; nothing outranks an ace."""
        if card.rank == ACE:
            return False
        others = (
            column[-1]
            for slot, column in enumerate(position.columns)
            if column and source != Place(Area.COLUMN, slot)
        )
        return any(
            other.suit == card.suit and (other.rank == ACE or other.rank > card.rank)
            for other in others
        )

    # -- playing ----------------------------------------------------------------------------------

    def legal_moves(self, position: Position) -> Iterator[Move]:
        """Every legal move: to foundations, between columns, to and from cells, then the deal.

        Places that differ only in number are all listed, so four empty cells give four moves.
        """
        for move in self._candidates(position):
            if self.is_legal(position, move):
                yield move

    def distinct_moves(self, position: Position) -> Iterator[Move]:
        """The legal moves, but of several empty places that make no difference only the first.

        Empty cells and foundations never differ. Empty columns do while the stock is dealt to the
        columns, since each of them will get another card.
        """
        columns_differ = self.stock_rule is StockRule.COLUMNS and bool(position.stock)
        for move in self.legal_moves(position):
            if isinstance(move, Deal):
                yield move
                continue
            area, slot = move.target
            is_first = all(position.pile(Place(area, before)) for before in range(slot))
            if position.pile(move.target) or is_first or (area is Area.COLUMN and columns_differ):
                yield move

    def _candidates(self, position: Position) -> Iterator[Move]:
        """All legal moves and few others, found quickly."""
        sources = list(self._sources(position))
        for source, card, _ in sources:
            for slot, pile in enumerate(position.foundations):
                # An empty foundation of a suit waits for an ace, another for its suit.
                fits = card.suit == pile[-1].suit if pile else card.rank == ACE
                if fits or self.foundation_rule is not FoundationRule.SUIT:
                    yield Transfer(source, Place(Area.FOUNDATION, slot))
        for source, card, most in sources:
            for slot, pile in enumerate(position.columns):
                # Sequences go down by one, so the only count that can fit follows from the ranks.
                count = pile[-1].rank - card.rank if pile else 0
                if 1 <= count <= most:
                    yield Transfer(source, Place(Area.COLUMN, slot), count)
                elif not pile and self.fills_empty_columns:
                    target = Place(Area.COLUMN, slot)
                    for count in range(1, min(most, self.max_run_length(position, target)) + 1):
                        yield Transfer(source, target, count)
        for source, _, _ in sources:
            if source.area is Area.COLUMN:
                for slot, held in enumerate(position.cells):
                    if held is None:
                        yield Transfer(source, Place(Area.CELL, slot))
        if position.stock:
            yield Deal()

    def _sources(self, position: Position) -> Iterator[tuple[Place, Card, int]]:
        """Where cards can be taken from: the place, its last card, and the most that could move."""
        for slot, pile in enumerate(position.columns):
            if pile:
                most = (
                    1 if self.run_rule is RunRule.SINGLE else len(pile) - position.face_down[slot]
                )
                yield Place(Area.COLUMN, slot), pile[-1], most
        for slot, card in enumerate(position.cells):
            if card is not None:
                yield Place(Area.CELL, slot), card, 1

    def apply(self, position: Position, move: Move) -> Position:
        """The position after the move, or IllegalMoveError with every reason against it."""
        problems = tuple(self.problems(position, move))
        if problems:
            raise IllegalMoveError(move, problems)
        return self._deal_more(position) if isinstance(move, Deal) else _transfer(position, move)

    def _deal_more(self, position: Position) -> Position:
        stock = position.stock or ()
        if self.stock_rule is StockRule.FOUNDATION:
            first, *others = position.foundations
            return replace(position, foundations=(first + stock[:1], *others), stock=stock[1:])
        columns = tuple(
            column + stock[slot : slot + 1] for slot, column in enumerate(position.columns)
        )
        return replace(position, columns=columns, stock=stock[self.columns :])

    def is_won(self, position: Position) -> bool:
        """Whether the goal of the game is reached."""
        if self.goal is Goal.CLEARED:
            return not any(position.columns)
        if self.goal is Goal.ACES:
            aces_kept = not any(card.rank == ACE for pile in position.foundations for card in pile)
            left = [card for column in position.columns for card in column]
            return not position.stock and aces_kept and all(card.rank == ACE for card in left)
        return not (any(position.columns) or any(position.cells) or position.stock)


def _transfer(position: Position, move: Transfer) -> Position:
    """The cards in their new place; what the move uncovers is turned up."""
    source, target, count = move.source, move.target, move.count
    columns, foundations = list(position.columns), list(position.foundations)
    cells, face_down = list(position.cells), position.face_down
    lifted = position.pile(source)[-count:]
    if source.area is Area.COLUMN:
        left = columns[source.slot] = columns[source.slot][:-count]
        if left and len(left) == face_down[source.slot]:
            face_down = (
                *face_down[: source.slot],
                len(left) - 1,
                *face_down[source.slot + 1 :],
            )
    else:
        cells[source.slot] = None
    if target.area is Area.COLUMN:
        columns[target.slot] += lifted
    elif target.area is Area.FOUNDATION:
        foundations[target.slot] += lifted
    else:
        cells[target.slot] = lifted[0]
    return Position(tuple(columns), tuple(foundations), tuple(cells), position.stock, face_down)
