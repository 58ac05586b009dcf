"""Selecting and dropping cards: which move a player intends by picking cards up and dropping them.

A player who only taps a card leaves the place to us: `best_moves` has the rule for that.

There are no rules of games here: `Game.problems` says what is legal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from winnable.moves import Move, Transfer
from winnable.position import Area, Place, Position
from winnable.rules import BuildRule, Game, RunRule
from winnable.rules.foundations import foundation_for, is_safe
from winnable.rules.illegal_moves import Problem, Reason
from winnable.rules.supermove import implied_count

__all__ = [
    "Selection",
    "best_moves",
    "drop_targets",
    "foundation_move",
    "is_one_way",
    "movable_count",
    "resolve_drop",
    "select",
    "takes_one_tap",
    "why_not_movable",
]


@dataclass(frozen=True, slots=True)
class Selection:
    """Selected cards: the place, and how many; with None the number is open."""

    place: Place
    count: int | None = None

    def first(self, position: Position) -> int:
        """The index in the pile of the first selected card."""
        return len(position.pile(self.place)) - (self.count or 1)


def select(
    game: Game, position: Position, place: Place, index: int | None = None
) -> Selection | None:
    """Select a card and all cards on it; None if there is nothing to select.

    If the card cannot be moved (it is face down, or the cards on it are not a sequence) the longest
    sequence above it that can is selected.
    """
    pile = position.pile(place)
    if not pile or place.area is Area.FOUNDATION:
        return None
    if index is None:
        return Selection(place)
    if place.area is not Area.COLUMN:
        return Selection(place, 1)
    lowest = max(index, position.face_down[place.slot], 0)
    count = next((n for n in range(len(pile) - lowest, 1, -1) if game.is_run(pile[-n:])), 1)
    return Selection(place, count)


def resolve_drop(game: Game, position: Position, selection: Selection, target: Place) -> Transfer:
    """The move of the selected cards to a place: a legal one, if any that fits the drop is.

    The number of cards may be open, and a card dropped on any foundation goes to its own.
    """
    pile = position.pile(selection.place)
    if target.area is Area.FOUNDATION and pile and selection.count in (None, 1):
        home = Transfer(selection.place, foundation_for(game, position, pile[-1]))
        if game.is_legal(position, home):
            return home
    exact = Transfer(selection.place, target, selection.count or 1)
    if selection.count is not None and game.is_legal(position, exact):
        return exact
    fitting = Transfer(
        selection.place, target, implied_count(game, position, selection.place, target)
    )
    return fitting if game.is_legal(position, fitting) else exact


def drop_targets(game: Game, position: Position, selection: Selection) -> frozenset[Place]:
    """Every place where the selected cards may be dropped."""
    places = [Place(area, slot) for area in Area for slot in range(game.slots(area))]
    moves = {place: resolve_drop(game, position, selection, place) for place in places}
    return frozenset(
        place
        for place, move in moves.items()
        if move.target == place != selection.place and game.is_legal(position, move)
    )


def foundation_move(game: Game, position: Position, place: Place) -> Transfer | None:
    """The last card of a place to its foundation, legal or not; None if there is no card."""
    pile = position.pile(place)
    if not pile or place.area is Area.FOUNDATION:
        return None
    return Transfer(place, foundation_for(game, position, pile[-1]))


def is_one_way(game: Game) -> bool:
    """Whether a card can only go home, as in Golf, so that selecting it is enough."""
    return not game.cells and game.build_rule is BuildRule.NOTHING and not game.fills_empty_columns


def takes_one_tap(game: Game) -> bool:
    """Whether no card goes onto another in a column, so that a tap always says enough."""
    return game.build_rule is BuildRule.NOTHING


# -- tapping ---------------------------------------------------------------------------------------


def best_moves(game: Game, position: Position, legal: Iterable[Move]) -> list[Transfer]:
    """Where cards go that are only tapped: for each place and number of cards the best legal move.

    In this order, as far as the move is legal:

    1. home, if the card is safe there, or lies in sequence already, so that no column gains by it;
    2. onto a card, in the column where the fewest cards are buried under its sequence;
    3. home, although some card may still need this one;
    4. to an empty column;
    5. to a cell.

    Cards that have a column for themselves go to no empty column and no cell: that would be a mere
    shuffle. So there may be no best move although there are legal ones.
    """
    best: dict[tuple[Place, int], tuple[tuple[int, int], Transfer]] = {}
    for move in legal:
        if not isinstance(move, Transfer) or _is_shuffle(position, move):
            continue
        rank, cards = _preference(game, position, move), (move.source, move.count)
        if cards not in best or rank < best[cards][0]:
            best[cards] = rank, move
    return [move for _, move in best.values()]


def _is_shuffle(position: Position, move: Transfer) -> bool:
    """Whether cards only leave a column of their own for an empty place."""
    if move.source.area is not Area.COLUMN or move.target.area is Area.FOUNDATION:
        return False
    is_whole = move.count == len(position.pile(move.source))
    return is_whole and not position.pile(move.target)


def _preference(game: Game, position: Position, move: Transfer) -> tuple[int, int]:
    """The lower, the better."""
    source, target = move.source, move.target
    if target.area is Area.FOUNDATION:
        is_built = source.area is Area.COLUMN and movable_count(game, position, source.slot) > 1
        is_first = is_built or is_safe(game, position, position.pile(source)[-1])
        return (1 if is_first else 3), 0
    if target.area is Area.CELL:
        return 5, 0
    if pile := position.pile(target):
        return 2, len(pile) - movable_count(game, position, target.slot)
    return 4, 0


def movable_count(game: Game, position: Position, column: int) -> int:
    """How many cards at the end of a column can be picked up together."""
    pile = position.face_up(column)
    most = 1 if game.run_rule is RunRule.SINGLE else len(pile)
    count = min(1, len(pile))
    # From the end, so that each card of a run is checked once.
    while 0 < count < most and game.is_run((pile[-count - 1], pile[-count])):
        count += 1
    return count


_OF_THE_CARDS = {Reason.FOUNDATION_STAYS, Reason.FACE_DOWN, Reason.NOT_A_RUN}
"""Reasons against moving cards anywhere."""


def why_not_movable(game: Game, position: Position, selection: Selection) -> tuple[Problem, ...]:
    """Why cards have no legal move at all, where the rules have a reason that holds everywhere.

    Elsewhere each place has reasons of its own, and none is returned.
    """
    source, count = selection.place, selection.count or 1
    if takes_one_tap(game) and (home := foundation_move(game, position, source)):
        return tuple(game.problems(position, home))
    tries = [
        tuple(game.problems(position, Transfer(source, Place(Area.COLUMN, slot), count)))
        for slot in range(game.columns)
        if Place(Area.COLUMN, slot) != source
    ]
    for problem in tries[0]:
        if problem.reason in _OF_THE_CARDS:
            return (problem,)
    # Where they would fit there may be no room to move them all.
    room = [problems for problems in tries if [p.reason for p in problems] == [Reason.TOO_MANY]]
    return max(room, key=lambda problems: problems[0].number, default=())
