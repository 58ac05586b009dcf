"""Whether a position could occur in a game, as far as that can be checked quickly.

Whether it can be reached from some deal is not checked: that would take a search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from winnable.cards import ACE, DECK, Card, Pile
from winnable.errors import BoardError
from winnable.position import Position
from winnable.rules.game import Game
from winnable.rules.vocabulary import FoundationRule, StockRule

__all__ = ["check_position"]


def check_position(game: Game, position: Position, *, whole: bool = True) -> Position:
    """The position itself, or a BoardError with the first thing that is wrong with it.

    With `whole=False` cards may be missing, as in small positions made up for tests or study.
    """
    fault = next(_faults(game, position, whole), None)
    if fault is not None:
        raise BoardError(f"not a position of {game.name}: {fault}")
    return position


def _faults(game: Game, position: Position, whole: bool) -> Iterator[str]:
    for what, have, want in (
        ("columns", len(position.columns), game.columns),
        ("cells", len(position.cells), game.cells),
        ("foundations", len(position.foundations), game.foundations),
    ):
        if have != want:
            yield f"it has {have} {what}, and the game has {want}"
    counts = Counter(position.cards())
    for card in counts:
        if card not in DECK:
            yield f"{card!r} is not a card"
    for card in DECK:
        if counts[card] > 1:
            yield f"the {card.name} is there {counts[card]} times"
    if whole:
        missing = [card.name for card in DECK if not counts[card]]
        if missing:
            yield f"the {missing[0]} is missing" + _and_more(len(missing) - 1)
    yield from _foundation_faults(game, position)
    yield from _face_down_faults(game, position)
    if (position.stock is None) == game.has_stock:
        yield "it lacks a stock" if position.stock is None else "it has a stock"
    elif whole:
        yield from _stock_faults(game, position)


def _and_more(count: int) -> str:
    return f", and {count} more card{'s' * (count > 1)}" if count else ""


def _foundation_faults(game: Game, position: Position) -> Iterator[str]:
    if game.foundation_rule is not FoundationRule.SUIT:
        if len(position.foundations[0]) < game.foundation_cards:
            yield "its foundation has not been started"
        if game.foundation_rule is FoundationRule.OUTRANKED:
            aces = (card for pile in position.foundations for card in pile if card.rank == ACE)
            yield from (
                f"nothing outranks the {ace.name}, which is on a foundation" for ace in aces
            )
        return
    for slot, pile in enumerate(position.foundations, 1):
        if pile and not _is_suit_from_ace(pile):
            yield f"foundation {slot} is not one suit from the ace up"


def _is_suit_from_ace(pile: Pile) -> bool:
    return pile == tuple(Card(rank, pile[0].suit) for rank in range(1, len(pile) + 1))


def _face_down_faults(game: Game, position: Position) -> Iterator[str]:
    if len(position.face_down) != len(position.columns):
        yield "it does not say for every column how many cards are face down"
        return
    for slot, (column, down) in enumerate(
        zip(position.columns, position.face_down, strict=True), 1
    ):
        if not 0 <= down <= game.face_down:
            yield f"column {slot} has {down} face down, but at most {game.face_down} are allowed"
        elif down and down >= len(column):
            yield f"the last card of column {slot} lies face down"


def _stock_faults(game: Game, position: Position) -> Iterator[str]:
    left = len(position.stock or ())
    gone = len(DECK) - game.tableau_cards - game.foundation_cards - left
    step = game.columns if game.stock_rule is StockRule.COLUMNS else 1
    if gone < 0 or (left and gone % step):
        yield f"the stock cannot have {left} cards"
