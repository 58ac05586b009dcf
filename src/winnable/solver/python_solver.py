"""The solver in plain Python: any game that the rules can describe, no compiler, no hurry.

It looks at the most promising position first and never looks at the same one twice. All that it
knows about a game it asks `Game`, so whatever it says is as true as the rules are. It keeps whole
positions as keys, not hashes of them: that a search which ran dry is a proof does not rest on luck.
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

__all__ = ["Tick", "search"]

Tick = Callable[[int], bool]
"""Hears now and then how many positions have been looked at; true means stop."""

_BYTES_A_STATE = 2048
"""What a position takes at most: its key, its trail and its place among the waiting."""


def search(game: Game, start: Position, limit: Limit, tick: Tick | None = None) -> Result:
    """Search from a position until it is won, shown to be lost, or a limit is hit."""
    return _Search(game, limit, tick).run(start)


@dataclass
class _Search:
    """One search: what has been seen, and what is still to be looked at."""

    game: Game
    limit: Limit
    tick: Tick | None
    began: float = field(default_factory=time.monotonic)
    seen: set[Hashable] = field(default_factory=set)
    trail: list[tuple[int, tuple[Move, ...]]] = field(default_factory=list)
    """For every position seen, the one before it and the moves between them."""
    waiting: list[tuple[int, int, Position]] = field(default_factory=list)
    """A heap: how promising (the least is best), minus the number, and the position."""

    def run(self, start: Position) -> Result:
        """Look at the most promising position until there is an answer."""
        if self._is_win(start, -1, ()):
            return self._result(Verdict.WINNABLE, len(self.trail) - 1)
        while self.waiting:
            if self._must_stop():
                return self._result(Verdict.UNSETTLED)
            _, number, position = heappop(self.waiting)
            for move in self.game.distinct_moves(position):
                if self._is_win(self.game.apply(position, move), -number, (move,)):
                    return self._result(Verdict.WINNABLE, len(self.trail) - 1)
        return self._result(Verdict.LOST)

    def _is_win(self, position: Position, before: int, moves: tuple[Move, ...]) -> bool:
        """Take note of a position, if it is new; whether it is won."""
        forced, position = _sent_home(self.game, position)
        key = _key(self.game, position)
        if key in self.seen:
            return False
        self.seen.add(key)
        self.trail.append((before, moves + forced))
        if self.game.is_won(position):
            return True
        number = len(self.trail) - 1
        heappush(self.waiting, (_outlook(self.game, position), -number, position))
        return False

    def _must_stop(self) -> bool:
        limit, states = self.limit, len(self.seen)
        return (
            (limit.states is not None and states >= limit.states)
            or (limit.memory is not None and states * _BYTES_A_STATE >= limit.memory)
            or (limit.seconds is not None and self._seconds() >= limit.seconds)
            or (self.tick is not None and self.tick(states))
        )

    def _seconds(self) -> float:
        return time.monotonic() - self.began

    def _result(self, verdict: Verdict, number: int = -1) -> Result:
        moves: tuple[Move, ...] = ()
        while number >= 0:
            number, between = self.trail[number]
            moves = between + moves
        return Result(verdict, moves, len(self.seen), self._seconds())


def _sent_home(game: Game, position: Position) -> tuple[tuple[Move, ...], Position]:
    """The position after every safe card has gone home, which loses nothing: see `rules.home`."""
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
    """What tells a position from those that differ in nothing that matters.

    The order of cells never matters, nor does that of columns once nothing will be dealt to them.
    Foundations built by suit hold what is nowhere else; of the others only what can still be played
    on matters. The stock is known by its size, since all positions of a search come from one deal.
    """
    columns: tuple[Hashable, ...] = tuple(zip(position.columns, position.face_down, strict=True))
    if not (position.stock and game.stock_rule is StockRule.COLUMNS):
        columns = tuple(sorted(columns))  # type: ignore[type-var]
    cells = tuple(sorted(card for card in position.cells if card))
    first = position.foundations[0]
    last = first[-1].rank if first and game.foundation_rule is FoundationRule.NEIGHBOUR else 0
    return columns, cells, len(position.stock or ()), last


def _outlook(game: Game, position: Position) -> int:
    """How far from won a position looks; any number would do, a good one finds wins sooner."""
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
    left = in_columns + held + len(position.stock or ())
    return 7 * left + 2 * _buried(position) + 4 * breaks + 7 * held - 5 * empty


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
