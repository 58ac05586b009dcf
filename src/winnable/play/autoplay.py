"""Cards that go home by themselves after a move: never, when it is safe, or whenever they can.

*Safe* is Horne's rule: aces and twos always; a higher card when both cards that could still be laid
on it, those one lower of the other colour, are home. Where columns are built by suit only the next
lower card of the suit could be laid on it, and that one is home already, so every card is safe.
Games whose foundations are not built by suit have no autoplay: there, going home is a choice.
"""

from __future__ import annotations

from enum import Enum

from winnable.cards import Card, Suit
from winnable.moves import Transfer
from winnable.position import Area, Place, Position
from winnable.rules.game import Game
from winnable.rules.words import Build, Home

__all__ = ["Autoplay", "home_of", "is_safe", "settle"]


class Autoplay(Enum):
    """How much the table does by itself."""

    OFF = "off"
    SAFE = "safe"
    ALL = "all"


def home_of(game: Game, position: Position, card: Card) -> Place:
    """The foundation for a card: its suit's own, or the first empty one.

    Whether it may go there now is for the rules to say.
    """
    if game.home is Home.SUIT:
        for slot, pile in enumerate(position.foundations):
            if pile and pile[0].suit == card.suit:
                return Place(Area.FOUNDATION, slot)
        for slot, pile in enumerate(position.foundations):
            if not pile:
                return Place(Area.FOUNDATION, slot)
    return Place(Area.FOUNDATION, 0)


def is_safe(game: Game, position: Position, card: Card) -> bool:
    """Whether nothing that is not home could ever want to be laid on the card."""
    if card.rank <= 2 or game.build is not Build.ALTERNATE:
        return True
    home = {pile[0].suit: len(pile) for pile in position.foundations if pile}
    others = (suit for suit in Suit if suit.is_red != card.is_red)
    return all(home.get(suit, 0) >= card.rank - 1 for suit in others)


def settle(
    game: Game, position: Position, autoplay: Autoplay
) -> tuple[tuple[Transfer, ...], Position]:
    """The moves home that follow by themselves, and the position after them."""
    moves: list[Transfer] = []
    if autoplay is not Autoplay.OFF and game.home is Home.SUIT:
        while move := _next_automove(game, position, autoplay):
            position = game.apply(position, move)
            moves.append(move)
    return tuple(moves), position


def _next_automove(game: Game, position: Position, autoplay: Autoplay) -> Transfer | None:
    places = [Place(Area.COLUMN, slot) for slot in range(game.columns)]
    places += [Place(Area.CELL, slot) for slot in range(game.cells)]
    for place in places:
        for card in position.pile(place)[-1:]:
            move = Transfer(place, home_of(game, position, card))
            if game.is_legal(position, move) and (
                autoplay is Autoplay.ALL or is_safe(game, position, card)
            ):
                return move
    return None
