"""Moves in words, such as ``7h to t3`` or ``the queen of hearts onto the king of spades``.

The card must be one that the player can see; the cards on it move with it.
"""

from __future__ import annotations

import re
from functools import cache

from winnable.cards import DECK, Card
from winnable.errors import CardError, NotationError
from winnable.l10n import strings_of, t
from winnable.moves import Move, Transfer
from winnable.play.translated_words import card_named, in_english
from winnable.position import Area, Place, Position
from winnable.rules import Game
from winnable.rules.foundations import foundation_for

__all__ = ["parse_card_name", "parse_move_in_words"]

_MOVE = re.compile(r"(?P<card>.+?)\s+(?:(?:to|onto|on)\s+(?P<target>.+)|home)", re.DOTALL)
_NOUNS = {area.noun: area.value for area in Area}
_PLACE = re.compile(f"(?:the )?({'|'.join(_NOUNS)}) ?([0-9]+)")
_CARD = re.compile(r"([a-z0-9]+)(?: of)? ([cdhs])(?:lub|iamond|eart|pade)s?")


def parse_move_in_words(game: Game, position: Position, text: str) -> Move | None:
    """The move a text describes, legal or not; None if it does not have the form of one.

    NotationError if it has, but the card or the target does not exist or cannot be seen.

    >>> from winnable import Session
    >>> session = Session.new("freecell", 1)
    >>> texts = ("2h to c1", "2h to a cell", "hello")
    >>> [str(parse_move_in_words(session.game, session.position, text)) for text in texts]
    ['t3c1', 't3c1', 'None']
    """
    words = _MOVE.fullmatch(in_english(text).strip().lower())
    if words is None:
        return None
    card = _card(words["card"])
    source = _find(position, card)
    if source.area is Area.FOUNDATION:
        raise NotationError(t("play.error.stays", card=card.sign))
    pile = position.pile(source)
    target = _target(game, position, card, words["target"])
    return Transfer(source, target, len(pile) - pile.index(card))


def parse_card_name(text: str) -> Card:
    """A card as people write it (``7h``, ``10♠``) or say it.

    >>> texts = ("10♠", "7 of hearts", "Where is the queen of clubs?")
    >>> [str(parse_card_name(text)) for text in texts]
    ['TS', '7H', 'QC']
    """
    name = text.lower().strip(" ?.").removeprefix("where is").strip().removeprefix("the ")
    if (translated := card_named(name)) is not None:
        return translated
    in_words = _CARD.fullmatch(name)
    return Card.parse(_ranks().get(in_words[1], in_words[1]) + in_words[2] if in_words else name)


@cache
def _ranks() -> dict[str, str]:
    """How the names of ranks are written: ``queen`` as ``q``. What is typed is in English."""
    english = strings_of("en").texts
    return {english[f"cards.rank_{card.rank}"]: card.rank_label.lower() for card in DECK}


def _card(text: str) -> Card:
    """The card that a move names."""
    try:
        return parse_card_name(text)
    except CardError as error:
        raise NotationError(str(error)) from None


def _target(game: Game, position: Position, card: Card, text: str | None) -> Place:
    if text is None or text in ("home", "foundation", "the foundation", "f"):
        return foundation_for(game, position, card)
    if text in ("cell", "a cell", "the cell", "c") and game.cells:
        empty = [slot for slot, held in enumerate(position.cells) if held is None]
        return Place(Area.CELL, empty[0] if empty else 0)
    in_words = _PLACE.fullmatch(text)
    if in_words or re.fullmatch("[tcf][0-9]+", text):
        place = Place.parse(_NOUNS[in_words[1]] + in_words[2] if in_words else text)
        if not game.has_place(place):
            raise NotationError(t("play.error.no_place", place=place.name, game=game.name))
        return place
    onto = _card(text)
    place = _find(position, onto)
    if position.pile(place)[-1] != onto:
        raise NotationError(t("play.error.covered", card=onto.sign, place=place.name))
    return place


def _find(position: Position, card: Card) -> Place:
    """Where a card is, if the player can see it."""
    view = position.view
    piles = {
        Area.COLUMN: view.columns,
        Area.CELL: tuple((held,) for held in view.cells),
        Area.FOUNDATION: view.foundations,
    }
    for area, slots in piles.items():
        for slot, pile in enumerate(slots):
            if card in pile:
                return Place(area, slot)
    raise NotationError(t("play.error.not_seen", card=card.sign))
