"""What a player means who picks cards up at one place and lays them down at another.

No rules here: `Game.problems` says what is legal. This only finds the move that was meant.
"""

from __future__ import annotations

from dataclasses import dataclass

from winnable.moves import Transfer
from winnable.position import Area, Place, Position
from winnable.rules import BuildRule, Game
from winnable.rules.foundations import foundation_for
from winnable.rules.supermove import implied_count

__all__ = ["Selection", "drop_targets", "foundation_move", "is_one_way", "resolve_drop", "select"]


@dataclass(frozen=True, slots=True)
class Selection:
    """Cards that a player has picked up: where, and how many; None leaves the number open."""

    place: Place
    count: int | None = None

    def first(self, position: Position) -> int:
        """Which card of the pile is the first that was selection."""
        return len(position.pile(self.place)) - (self.count or 1)


def select(
    game: Game, position: Position, place: Place, index: int | None = None
) -> Selection | None:
    """Pick up a card and all that lies on it; None if there is nothing to pick up.

    Somebody who points at a card that cannot be lifted (it lies face down, or what lies on it is
    no sequence) gets the longest sequence below it that can.
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
    """The move of the cards picked up to a place: the one that is legal, if one of those meant is.

    The number of cards may be open, and a card for a foundation finds its own.
    """
    pile = position.pile(selection.place)
    if target.area is Area.FOUNDATION and pile and selection.count in (None, 1):
        at_home = Transfer(selection.place, foundation_for(game, position, pile[-1]))
        if game.is_legal(position, at_home):
            return at_home
    exact = Transfer(selection.place, target, selection.count or 1)
    if selection.count is not None and game.is_legal(position, exact):
        return exact
    fitting = Transfer(
        selection.place, target, implied_count(game, position, selection.place, target)
    )
    return fitting if game.is_legal(position, fitting) else exact


def drop_targets(game: Game, position: Position, selection: Selection) -> frozenset[Place]:
    """Every place where the cards picked up may be laid down."""
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
    """Whether a card can only ever go home, as in Golf: to point at it is to say all."""
    return not game.cells and game.build_rule is BuildRule.NOTHING and not game.fills_empty_columns
