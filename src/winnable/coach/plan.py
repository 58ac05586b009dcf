"""Plans: the ways a game with hidden cards can go on, as far as they can be seen.

A reversible move loses nothing and gains nothing: if the game could be won before it, it can be won
after it. So a plan is an irreversible move, perhaps after a few reversible ones. Each plan ends
with a card home, a card turned up, a deal, or a card moved off one that it did not fit; a game has
only finitely many of those, so hints never go round in circles.

What can be done, up to the end of a plan, does not depend on the hidden cards.
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
from winnable.play.replay import follow_line
from winnable.position import Position
from winnable.rules import FoundationRule, Game, IllegalMoveError
from winnable.rules.foundations import foundation_moves, is_safe
from winnable.view import View

__all__ = [
    "MAX_LONG_PLANS",
    "LineStart",
    "Plan",
    "PlanGoal",
    "Planner",
    "is_reversible",
    "safe_move",
]

MAX_LONG_PLANS = 6
"""How many plans of several moves are worth trying."""
_MAX_REVERSIBLE = 8
"""Reversible moves before an irreversible one: nobody wants a hint to move cards back and forth."""
_MAX_REVERSIBLE_IN_LINE = 32
"""The same, in a line from the solver, before it is simplified."""
_MAX_VIEWS = 200
"""Views to search for a plan, where no single move is one."""


class PlanGoal(IntEnum):
    """What the last move of a plan achieves, the best first."""

    HOME = 0
    TURNED = 1
    MOVED = 2
    DEALT = 3


@dataclass(frozen=True)
class Plan:
    """Reversible moves, if any, and then an irreversible one."""

    moves: tuple[Move, ...]
    views: tuple[View, ...] = field(compare=False)
    """The view before each of the moves."""
    goal: PlanGoal = field(compare=False)


class LineStart(NamedTuple):
    """The plan that a winning line begins with."""

    plan: Plan | None
    """None if the line breaks with this autoplay, or begins with too many reversible moves."""
    is_certain: bool
    """Whether the plan is exactly the start of the line, so that the rest of it still wins."""


def is_reversible(game: Game, before: Position, move: Move, after: Position) -> bool:
    """Whether a single move leads back from the position after a move to the one before it."""
    if isinstance(move, Deal):
        return False
    back = Transfer(move.target, move.source, move.count)
    return game.is_legal(after, back) and game.apply(after, back) == before


def safe_move(game: Game, position: Position) -> Move | None:
    """A move home that loses nothing, whatever is hidden: see `winnable.rules.foundations`."""
    if game.foundation_rule is not FoundationRule.SUIT:
        return None
    safe = (
        move for move, card in foundation_moves(game, position) if is_safe(game, position, card)
    )
    return next(safe, None)


class Planner:
    """Finds the plans for a view, in a game with some autoplay."""

    def __init__(self, hidden: HiddenCards, autoplay: Autoplay) -> None:
        self.hidden, self.game, self.autoplay = hidden, hidden.game, autoplay
        self._position = hidden.any_position

    def apply(self, plan: Plan, position: Position) -> Position:
        """The position after a plan, from one that looks like the view."""
        for move in plan.moves:
            position = self._after(position, move)
        return position

    def single_moves(self) -> list[Plan]:
        """The plans of one move: all irreversible moves."""
        moves = self.game.distinct_moves(self._position)
        return [plan for move in moves if (plan := self._plan([move])) is not None]

    def start_of(self, position: Position, line: Sequence[Move]) -> LineStart:
        """The plan that begins a line which wins from a position that looks like the view."""
        moves: list[Move] = []
        here = position
        try:
            steps = follow_line(self.game, position, line, self.autoplay)
            for step in islice(steps, _MAX_REVERSIBLE_IN_LINE):
                moves.append(step.move)
                if not is_reversible(self.game, here, step.move, step.position):
                    break
                here = step.position
            else:
                return LineStart(None, False)
        except IllegalMoveError:  # autoplay sent a card home that the line needed
            return LineStart(None, False)
        plan = self._simplify(moves)
        is_whole = plan is not None and len(plan.moves) == len(moves)
        # Autoplay is harmless only if it sends home none but safe cards.
        return LineStart(plan, is_whole and self.autoplay is not Autoplay.ALL)

    def nearest(self, seen: Set[View]) -> list[Plan]:
        """Where every move is reversible: the shortest plans, or else any move, a new view first.

        A breadth-first search over reversible moves.
        """
        queue: deque[tuple[Position, list[Move]]] = deque([(self._position, [])])
        reached, found = {self.hidden.view}, list[Plan]()
        while queue and len(reached) < _MAX_VIEWS and not found:
            position, moves = queue.popleft()
            for move in self.game.distinct_moves(position):
                plan, after = self._plan([*moves, move]), self._after(position, move)
                if plan is not None:
                    found.append(plan)
                elif after.view not in reached:
                    reached.add(after.view)
                    queue.append((after, [*moves, move]))
        if found:
            return found[:MAX_LONG_PLANS]
        moves = list(self.game.distinct_moves(self._position))
        new = [move for move in moves if self._after(self._position, move).view not in seen]
        return [Plan((move,), (self.hidden.view,), PlanGoal.MOVED) for move in (new or moves)[:1]]

    def _plan(self, moves: Sequence[Move]) -> Plan | None:
        """The plan of these moves, if all but the last are reversible; None if they are no plan."""
        position, views = self._position, []
        for at, move in enumerate(moves, 1):
            if not self.game.is_legal(position, move):
                return None
            before, position = position, self._after(position, move)
            views.append(before.view)
            if is_reversible(self.game, before, move, position) == (at == len(moves)):
                return None
        return Plan(tuple(moves), tuple(views), _goal(before, moves[-1], position))

    def _after(self, position: Position, move: Move) -> Position:
        return apply_autoplay(self.game, self.game.apply(position, move), self.autoplay)[1]

    def _simplify(self, moves: list[Move]) -> Plan | None:
        """The plan of these moves without needless ones; None if it is too long even so.

        The solver's lines have many needless moves, since it does not look for the shortest.
        """
        *reversible, last = moves
        for count in range(min(len(reversible), _MAX_REVERSIBLE) + 1):
            plan = self._plan([*reversible[:count], last])
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


def _goal(before: Position, move: Move, after: Position) -> PlanGoal:
    if isinstance(move, Deal):
        return PlanGoal.DEALT
    if sum(map(len, after.foundations)) > sum(map(len, before.foundations)):
        return PlanGoal.HOME
    return PlanGoal.TURNED if sum(after.face_down) < sum(before.face_down) else PlanGoal.MOVED
