"""Going home: which foundation a card belongs on, and when it is safe to send it there.

*Safe* is Horne's rule: aces and twos always; a higher card when both cards that could still be put
on it, those one lower of the other colour, are home. Where columns are built by suit only the next
lower card of the suit could be put on it, and that one is home already, so every card is safe.

Why a safe card may always go at once: take any winning line from a position in which the safe card
X could go home, and play it after X has gone, leaving X out. No card is ever put on X, since those
that could be are home; or X is a two and the card an ace, which goes home instead. A sequence that
ended in X is one card shorter and needs no more room. A deal that would have covered X covers what
lay under it. Every other move finds the same cards, or an empty place where X was. So the line
still wins, and forcing safe cards home loses nothing.

The kernels have `is_safe` once more, for their own boards: `solver/native/tableau.pxd` (FreeCell
and Baker's Game) and `solver/native/easthaven_position.pxd`.
"""

from __future__ import annotations

from collections.abc import Iterator

from winnable.cards import Card, Suit
from winnable.moves import Transfer
from winnable.position import Area, Place, Position
from winnable.rules.game import Game
from winnable.rules.vocabulary import BuildRule, FoundationRule

__all__ = ["foundation_for", "foundation_moves", "is_safe"]


def foundation_for(game: Game, position: Position, card: Card) -> Place:
    """The foundation for a card: its suit's own, or the first empty one.

    Whether it may go there now is for the rules to say.
    """
    if game.foundation_rule is FoundationRule.SUIT:
        for slot, pile in enumerate(position.foundations):
            if pile and pile[0].suit == card.suit:
                return Place(Area.FOUNDATION, slot)
        for slot, pile in enumerate(position.foundations):
            if not pile:
                return Place(Area.FOUNDATION, slot)
    return Place(Area.FOUNDATION, 0)


def is_safe(game: Game, position: Position, card: Card) -> bool:
    """Whether no card that could still go on this one is left outside the foundations."""
    if card.rank <= 2 or game.build_rule is not BuildRule.ALTERNATE:
        return True
    home = {pile[0].suit: len(pile) for pile in position.foundations if pile}
    others = (suit for suit in Suit if suit.is_red != card.is_red)
    return all(home.get(suit, 0) >= card.rank - 1 for suit in others)


def foundation_moves(game: Game, position: Position) -> Iterator[tuple[Transfer, Card]]:
    """The legal moves home, each with its card; one foundation for each card."""
    places = [Place(Area.COLUMN, slot) for slot in range(game.columns)]
    places += [Place(Area.CELL, slot) for slot in range(game.cells)]
    for place in places:
        for card in position.pile(place)[-1:]:
            move = Transfer(place, foundation_for(game, position, card))
            if game.is_legal(position, move):
                yield move, card
