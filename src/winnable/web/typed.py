"""Moves as people type them: in every notation, and in words such as ``7h to t3``.

A card is looked for where the player can see it, and what lies on it comes along.
"""

from __future__ import annotations

import re

from winnable.cards import DECK, Card
from winnable.errors import NotationError
from winnable.moves import Move, Transfer
from winnable.play import Session, read_move
from winnable.position import Area, Place
from winnable.rules.foundations import foundation_for

__all__ = ["read_card", "read_typed"]

_WORDS = re.compile(r"(?P<card>.+?)\s+(?:(?:to|onto|on)\s+(?P<target>.+)|home)", re.DOTALL)
_NOUNS = {area.noun: area.value for area in Area}
_SPOKEN_PLACE = re.compile(f"(?:the )?({'|'.join(_NOUNS)}) ?([0-9]+)")
_RANKS = {card.name.split()[0]: card.rank_label.lower() for card in DECK}
_SPOKEN_CARD = re.compile(r"([a-z0-9]+)(?: of)? ([cdhs])(?:lub|iamond|eart|pade)s?")


def read_typed(session: Session, text: str) -> Move:
    """The move that was typed, legal or not; NotationError if it is none.

    >>> table = Session.new("freecell", 1)
    >>> [str(read_typed(table, text)) for text in ("t3c1", "3a", "2h to c1", "2h to a cell")]
    ['t3c1', 't3c1', 't3c1', 't3c1']
    """
    said = _WORDS.fullmatch(text.strip().lower())
    try:
        return read_move(session.game, session.position, text)
    except NotationError as error:
        if said is None:  # the terminal has a word for help, a browser a button
            raise NotationError(str(error).removesuffix(" or help")) from None
    card = read_card(said["card"])
    source = _find(session, card)
    if source.area is Area.FOUNDATION:
        raise NotationError(f"{card.sign} is home, and stays there")
    pile = session.position.pile(source)
    return Transfer(source, _target(session, card, said["target"]), len(pile) - pile.index(card))


def read_card(text: str) -> Card:
    """A card as people write it (``7h``, ``10♠``) or say it.

    >>> [str(read_card(text)) for text in ("10♠", "7 of hearts", "Where is the queen of clubs?")]
    ['TS', '7H', 'QC']
    """
    words = text.lower().strip(" ?.").removeprefix("where is").strip().removeprefix("the ")
    spoken = _SPOKEN_CARD.fullmatch(words)
    return Card.parse(_RANKS.get(spoken[1], spoken[1]) + spoken[2] if spoken else words)


def _target(session: Session, card: Card, text: str | None) -> Place:
    game, position = session.game, session.position
    if text is None or text in ("home", "foundation", "the foundation", "f"):
        return foundation_for(game, position, card)
    if text in ("cell", "a cell", "the cell", "c") and game.cells:
        empty = [slot for slot, held in enumerate(position.cells) if held is None]
        return Place(Area.CELL, empty[0] if empty else 0)
    spoken = _SPOKEN_PLACE.fullmatch(text)
    if spoken or re.fullmatch("[tcf][0-9]+", text):
        place = Place.parse(_NOUNS[spoken[1]] + spoken[2] if spoken else text)
        if place.slot >= game.slots(place.area):
            raise NotationError(f"there is no {place.name} in {game.name}")
        return place
    onto = read_card(text)
    place = _find(session, onto)
    if position.pile(place)[-1] != onto:
        raise NotationError(f"{onto.sign} in {place.name} lies under other cards")
    return place


def _find(session: Session, card: Card) -> Place:
    """Where a card lies in sight."""
    seen = session.view
    piles = {
        Area.COLUMN: seen.columns,
        Area.CELL: tuple((held,) for held in seen.cells),
        Area.FOUNDATION: seen.foundations,
    }
    for area, slots in piles.items():
        for slot, pile in enumerate(slots):
            if card in pile:
                return Place(area, slot)
    raise NotationError(f"{card.sign} is not in sight")
