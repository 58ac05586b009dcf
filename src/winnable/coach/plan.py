"""Plans: how a game with hidden cards can go on, as far as it can be seen.

A move that can be taken back by another one loses nothing and gains nothing: whoever could win
before it can win after it. So a plan is a move that cannot be taken back, perhaps after a few that
can. Each ends with a card home, a card turned up, a deal, or a card gone from one that it did not
fit; and of all these a game has only so many. That is why hints do not wander.

What can be done, up to the end of a plan, does not depend on what lies hidden.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import islice
from typing import NamedTuple

from winnable.coach.hidden_cards import HiddenCards
from winnable.moves import Deal, Move, Transfer
from winnable.play import Autoplay
from winnable.play.autoplay import apply_autoplay
from winnable.play.replay import replay_steps
from winnable.position import Position
from winnable.rules import FoundationRule, Game, IllegalMoveError
from winnable.rules.foundations import foundation_moves, is_safe
from winnable.view import View

__all__ = ["MANY", "Beginning", "Plan", "Planner", "Progress", "can_be_taken_back", "safe_move"]

MANY = 6
"""Plans of several moves that are worth a try."""
_LONGEST = 8
"""Moves that can be taken back before one that cannot: nobody wants to be told to shuffle on."""
_SOON = 32
"""The same, in a line that has not been straightened."""
_FAR = 200
"""Views to look at for a plan, where there is none at hand."""


class Progress(IntEnum):
    """What a plan gets done; the less the better."""

    HOME = 0
    TURNED = 1
    MOVED = 2
    DEALT = 3


@dataclass(frozen=True)
class Plan:
    """Moves that can be taken back, if any, and then one that cannot."""

    moves: tuple[Move, ...]
    views: tuple[View, ...] = field(compare=False)
    """What is in sight before each of them."""
    progress: Progress = field(compare=False)


class Beginning(NamedTuple):
    """How a winning line begins."""

    plan: Plan | None
    """None if it cannot be followed at this table, or shuffles on for too long."""
    is_certain: bool
    """Whether the plan is just how the line begins, so that the win is certain after it."""


def can_be_taken_back(game: Game, before: Position, move: Move, after: Position) -> bool:
    """Whether a single move leads from the position after a move to the one before it."""
    if isinstance(move, Deal):
        return False
    back = Transfer(move.target, move.source, move.count)
    return game.is_legal(after, back) and game.apply(after, back) == before


def safe_move(game: Game, position: Position) -> Move | None:
    """A move home that loses nothing, whatever lies hidden: see `winnable.rules.foundations`."""
    if game.foundation_rule is not FoundationRule.SUIT:
        return None
    safe = (
        move for move, card in foundation_moves(game, position) if is_safe(game, position, card)
    )
    return next(safe, None)


class Planner:
    """The plans there are for a view, at a table where cards may go home by themselves."""

    def __init__(self, hidden: HiddenCards, autoplay: Autoplay) -> None:
        self.hidden, self.game, self.autoplay = hidden, hidden.game, autoplay
        self._any = hidden.laid(hidden.unseen)
        """One of the positions that look like this; any other would do as well."""

    def carried_out(self, plan: Plan, position: Position) -> Position:
        """Where a plan leads from a position that looks like this."""
        for move in plan.moves:
            position = self._after(position, move)
        return position

    def at_hand(self) -> list[Plan]:
        """The moves that cannot be taken back."""
        moves = self.game.distinct_moves(self._any)
        return [plan for move in moves if (plan := self._plan([move])) is not None]

    def beginning(self, position: Position, line: Sequence[Move]) -> Beginning:
        """How a line begins that wins from a position that looks like this."""
        moves: list[Move] = []
        here = position
        try:
            for step in islice(replay_steps(self.game, position, line, self.autoplay), _SOON):
                moves.append(step.move)
                if not can_be_taken_back(self.game, here, step.move, step.position):
                    break
                here = step.position
            else:
                return Beginning(None, False)
        except IllegalMoveError:  # a card went home by itself that the line needed
            return Beginning(None, False)
        plan = self._straightened(moves)
        is_whole = plan is not None and len(plan.moves) == len(moves)
        # What the table does by itself is harmless only if none but safe cards go home.
        return Beginning(plan, is_whole and self.autoplay is not Autoplay.ALL)

    def far_away(self, seen: Set[View]) -> list[Plan]:
        """Where every move at hand can be taken back: the nearest plans, or else any move."""
        waiting: deque[tuple[Position, list[Move]]] = deque([(self._any, [])])
        met, found = {self.hidden.view}, list[Plan]()
        while waiting and len(met) < _FAR and not found:
            position, moves = waiting.popleft()
            for move in self.game.distinct_moves(position):
                plan, after = self._plan([*moves, move]), self._after(position, move)
                if plan is not None:
                    found.append(plan)
                elif after.view not in met:
                    met.add(after.view)
                    waiting.append((after, [*moves, move]))
        if found:
            return found[:MANY]
        moves = list(self.game.distinct_moves(self._any))
        new = [move for move in moves if self._after(self._any, move).view not in seen]
        return [Plan((move,), (self.hidden.view,), Progress.MOVED) for move in (new or moves)[:1]]

    def _plan(self, moves: Sequence[Move]) -> Plan | None:
        """The plan of these moves, if all but the last can be taken back, and that cannot."""
        position, views = self._any, []
        for at, move in enumerate(moves, 1):
            if not self.game.is_legal(position, move):
                return None
            before, position = position, self._after(position, move)
            views.append(before.view)
            if can_be_taken_back(self.game, before, move, position) == (at == len(moves)):
                return None
        return Plan(tuple(moves), tuple(views), _progress(before, moves[-1], position))

    def _after(self, position: Position, move: Move) -> Position:
        return apply_autoplay(self.game, self.game.apply(position, move), self.autoplay)[1]

    def _straightened(self, moves: list[Move]) -> Plan | None:
        """A plan like this, without moves that it can do without; None if it stays too long.

        Lines that a search finds have many of them, since it does not care for the shortest.
        """
        *before, last = moves
        for at in range(min(len(before), _LONGEST) + 1):
            plan = self._plan([*before[:at], last])
            if plan is not None:
                break
        else:
            return None
        at = 0
        while at < len(plan.moves) - 1:
            shorter = self._plan(plan.moves[:at] + plan.moves[at + 1 :])
            if shorter is None:
                at += 1
            else:
                plan = shorter
        return plan


def _progress(before: Position, move: Move, after: Position) -> Progress:
    if isinstance(move, Deal):
        return Progress.DEALT
    if sum(map(len, after.foundations)) > sum(map(len, before.foundations)):
        return Progress.HOME
    return Progress.TURNED if sum(after.face_down) < sum(before.face_down) else Progress.MOVED
