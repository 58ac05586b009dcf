"""Selecting and dropping cards: which move a player intends by picking cards up and dropping them.

There are no rules here: `Game.problems` says what is legal.
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
