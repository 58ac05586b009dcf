"""Whether a position could occur in a game, as far as that can be checked quickly.

Whether it can be reached from some deal is not checked: that would take a search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from winnable.cards import ACE, DECK, Card, Pile
from winnable.errors import BoardError
from winnable.l10n import t
from winnable.position import Area, Place, Position
from winnable.rules.game import Game
from winnable.rules.vocabulary import FoundationRule, StockRule

__all__ = ["check_position"]


def check_position(game: Game, position: Position, *, whole: bool = True) -> Position:
    """The position itself, or a BoardError with the first thing that is wrong with it.

    With `whole=False` cards may be missing, as in small positions made up for tests or study.
    """
    fault = next(_faults(game, position, whole), None)
    if fault is not None:
        raise BoardError(t("notation.position.not_of_game", game=game.name, why=fault))
    return position


def _faults(game: Game, position: Position, whole: bool) -> Iterator[str]:
    for what, have, want in (
        ("columns", len(position.columns), game.columns),
        ("cells", len(position.cells), game.cells),
        ("foundations", len(position.foundations), game.foundations),
    ):
        if have != want:
            yield t(f"notation.position.{what}", count=have, wanted=want)
    counts = Counter(position.cards())
    for card in counts:
        if card not in DECK:
            yield t("notation.position.no_card", text=repr(card))
    for card in DECK:
        if counts[card] > 1:
            yield t("notation.position.doubled", card=card.name, count=counts[card])
    if whole:
        missing = [card.name for card in DECK if not counts[card]]
        if missing:
            key = "notation.position.missing_more" if missing[1:] else "notation.position.missing"
            yield t(key, card=missing[0], count=len(missing) - 1)
    yield from _foundation_faults(game, position)
    yield from _face_down_faults(game, position)
    if (position.stock is None) == game.has_stock:
        is_missing = position.stock is None
        yield t("notation.position.no_stock" if is_missing else "notation.position.has_stock")
    elif whole:
        yield from _stock_faults(game, position)


def _foundation_faults(game: Game, position: Position) -> Iterator[str]:
    if game.foundation_rule is not FoundationRule.SUIT:
        if len(position.foundations[0]) < game.foundation_cards:
            yield t("notation.position.not_started")
        if game.foundation_rule is FoundationRule.OUTRANKED:
            aces = (card for pile in position.foundations for card in pile if card.rank == ACE)
            yield from (t("notation.position.ace_home", card=ace.name) for ace in aces)
        return
    for slot, pile in enumerate(position.foundations, 1):
        if pile and not _is_suit_from_ace(pile):
            yield t("notation.position.not_a_suit", place=Place(Area.FOUNDATION, slot - 1).name)


def _is_suit_from_ace(pile: Pile) -> bool:
    return pile == tuple(Card(rank, pile[0].suit) for rank in range(1, len(pile) + 1))


def _face_down_faults(game: Game, position: Position) -> Iterator[str]:
    if len(position.face_down) != len(position.columns):
        yield t("notation.position.face_down_unknown")
        return
    for slot, (column, down) in enumerate(
        zip(position.columns, position.face_down, strict=True), 1
    ):
        if not 0 <= down <= game.face_down:
            place = Place(Area.COLUMN, slot - 1).name
            yield t("notation.position.face_down", place=place, count=down, most=game.face_down)
        elif down and down >= len(column):
            yield t("notation.position.last_face_down", place=Place(Area.COLUMN, slot - 1).name)


def _stock_faults(game: Game, position: Position) -> Iterator[str]:
    left = len(position.stock or ())
    gone = len(DECK) - game.tableau_cards - game.foundation_cards - left
    step = game.columns if game.stock_rule is StockRule.COLUMNS else 1
    if gone < 0 or (left and gone % step):
        yield t("notation.position.stock", count=left)
