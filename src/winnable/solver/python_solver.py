"""The solver in pure Python: slow, but it needs no compiler and solves any game of the rules.

A best-first search with a transposition table: it expands the most promising position first and
never the same one twice. Everything it knows about a game comes from `Game`, so its verdicts are as
right as the rules are. The table holds whole positions and not their hashes: a search that runs
out of positions proves the game lost, and a hash collision must not break the proof.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush

from winnable.cards import ACE, Card, Suit
from winnable.moves import Move
from winnable.position import Position
from winnable.rules import FoundationRule, Game, StockRule
from winnable.rules.foundations import foundation_moves, is_safe
from winnable.solver.result import Limit, Result, Verdict

__all__ = ["Tick", "heuristic", "search"]

Tick = Callable[[int], bool]
"""Called now and then with the number of positions examined; true stops the search."""

_BYTES_PER_STATE = 2048
"""What a position takes at most: its key, its path entry and its entry in the heap."""


def search(game: Game, start: Position, limit: Limit, tick: Tick | None = None) -> Result:
    """Search until a win is found, the position is proved lost, or a limit is hit."""
    return _Search(game, limit, tick).run(start)


@dataclass
class _Search:
    """One search: the positions seen, and those still to be expanded."""

    game: Game
    limit: Limit
    tick: Tick | None
    began: float = field(default_factory=time.monotonic)
    seen: set[Hashable] = field(default_factory=set)
    path: list[tuple[int, tuple[Move, ...]]] = field(default_factory=list)
    """For every position seen, the number of its parent and the moves between them."""
    frontier: list[tuple[int, int, Position]] = field(default_factory=list)
    """A heap of heuristic value (lower is better), minus the number, and position."""

    def run(self, start: Position) -> Result:
        """Expand the most promising position until there is a verdict."""
        if (won := self._add(start, -1, ())) is not None:
            return self._result(Verdict.WINNABLE, won)
        while self.frontier:
            if self._must_stop():
                return self._result(Verdict.UNSETTLED)
            _, number, position = heappop(self.frontier)
            for move in self.game.distinct_moves(position):
                won = self._add(self.game.apply(position, move), -number, (move,))
                if won is not None:
                    return self._result(Verdict.WINNABLE, won)
        return self._result(Verdict.LOST)

    def _add(self, position: Position, parent: int, moves: tuple[Move, ...]) -> int | None:
        """Add a position to the search if it is new; its number if it is won, else None."""
        forced, position = _play_safe_cards(self.game, position)
        key = _key(self.game, position)
        if key in self.seen:
            return None
        self.seen.add(key)
        number = len(self.path)
        self.path.append((parent, moves + forced))
        if self.game.is_won(position):
            return number
        heappush(self.frontier, (heuristic(self.game, position), -number, position))
        return None

    def _must_stop(self) -> bool:
        limit, states = self.limit, len(self.seen)
        return (
            (limit.states is not None and states >= limit.states)
            or (limit.memory is not None and states * _BYTES_PER_STATE >= limit.memory)
            or (limit.seconds is not None and self._seconds() >= limit.seconds)
            or (self.tick is not None and self.tick(states))
        )

    def _seconds(self) -> float:
        return time.monotonic() - self.began

    def _result(self, verdict: Verdict, number: int = -1) -> Result:
        moves: tuple[Move, ...] = ()
        while number >= 0:
            number, between = self.path[number]
            moves = between + moves
        states = len(self.seen)
        memory = states * _BYTES_PER_STATE
        return Result(verdict, moves, states, self._seconds(), memory=memory)


def _play_safe_cards(game: Game, position: Position) -> tuple[tuple[Move, ...], Position]:
    """Send every safe card home, which loses nothing: see `winnable.rules.foundations`."""
    moves: list[Move] = []
    if game.foundation_rule is FoundationRule.SUIT:
        while move := next(_safe_moves(game, position), None):
            position = game.apply(position, move)
            moves.append(move)
    return tuple(moves), position


def _safe_moves(game: Game, position: Position) -> Iterator[Move]:
    return (
        move for move, card in foundation_moves(game, position) if is_safe(game, position, card)
    )


def _key(game: Game, position: Position) -> Hashable:
    """The same key for positions that differ in nothing that matters.

    The order of cells never matters, nor does that of columns once nothing will be dealt to them.
    Foundations built by suit hold the cards that are nowhere else; of the others only the card to
    play on matters. The stock is known by its size, since all positions come from one deal.
    """
    columns: tuple[Hashable, ...] = tuple(zip(position.columns, position.face_down, strict=True))
    if not (position.stock and game.stock_rule is StockRule.COLUMNS):
        columns = tuple(sorted(columns))  # type: ignore[type-var]
    cells = tuple(sorted(card for card in position.cells if card))
    first = position.foundations[0]
    last = first[-1].rank if first and game.foundation_rule is FoundationRule.NEIGHBOUR else 0
    return columns, cells, len(position.stock or ()), last


def heuristic(game: Game, position: Position) -> int:
    """How far from won a position looks. It decides only how soon a win is found."""
    in_columns = sum(map(len, position.columns))
    if game.foundation_rule is FoundationRule.NEIGHBOUR:
        return 2 * in_columns - len(position.stock or ())
    if game.foundation_rule is FoundationRule.OUTRANKED:
        ends = [column[-1] for column in position.columns if column]
        return 4 * in_columns + 5 * len(position.stock or ()) + 6 * len({c.suit for c in ends})
    breaks = sum(
        not game.is_run(column[at : at + 2])
        for column in position.columns
        for at in range(len(column) - 1)
    )
    held = sum(card is not None for card in position.cells)
    empty = sum(not column for column in position.columns)
    remaining = in_columns + held + len(position.stock or ())
    return 7 * remaining + 2 * _buried(position) + 4 * breaks + 7 * held - 5 * empty


def _buried(position: Position) -> int:
    """How many cards lie on the cards that the foundations need next."""
    home = {pile[0].suit: len(pile) for pile in position.foundations if pile}
    needed = {Card(home.get(suit, ACE - 1) + 1, suit) for suit in Suit}
    return sum(
        len(column) - 1 - at
        for column in position.columns
        for at, card in enumerate(column)
        if card in needed
    )
