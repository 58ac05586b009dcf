"""Cases for the functions of Baker's Game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from winnable.cards import ACE, DECK, KING, Card, Pile, Suit
from winnable.deals import numbered_deck
from winnable.judge.cases import Case, Piles, size_of
from winnable.judge.conventions import standard_conventions
from winnable.judge.profile import Function, Profile
from winnable.judge.runs import FIRST_ORDER
from winnable.moves import Transfer
from winnable.position import Area, Place, Position

__all__ = ["complete_cases", "display_cases", "move_cases", "rule_cases", "setup_cases"]

GENERATED = 60
"""Pairs of cards by chance, beside those that are written down here."""


def setup_cases(profile: Profile, function: Function) -> Iterator[Case]:
    position = standard_conventions(profile.game).deal(profile.game, FIRST_ORDER)
    cells: list[Any] = [[] for _ in position.cells]
    foundations: list[Any] = [[] for _ in position.foundations]
    value = (tuple, cells, foundations, [list(column) for column in position.columns])
    yield Case({}, returned=value, shuffles=1, message="")


def display_cases(profile: Profile, function: Function) -> Iterator[Case]:
    for position in _positions(profile):
        table = _table(position)
        shown = [card for column in position.columns for card in column]
        shown += [card for card in position.cells if card]
        shown += [pile[-1] for pile in position.foundations if pile]
        size = size_of(position.columns)
        yield Case(table, returned=None, after=table, shown=tuple(shown), size=size)


def _card_pairs() -> Iterator[tuple[Card, Card | None]]:
    for source in ("AC", "2C", "2D", "5H", "6H", "KS", "QS", "TS"):
        yield Card.parse(source), None
    rng = random.Random(4)  # noqa: S311  the same cases each time
    for _ in range(GENERATED):
        onto = rng.choice(DECK)
        near = [
            card
            for card in DECK
            if card != onto
            and abs(card.rank - onto.rank) <= 2
            and (card.suit == onto.suit or rng.random() < 0.3)
        ]
        yield rng.choice(near), onto
    for card, other in (
        ("2C", "AC"),
        ("AC", "2C"),
        ("2D", "AC"),
        ("AD", "2C"),
        ("AC", "KC"),
        ("KC", "AC"),
        ("3C", "AC"),
    ):
        yield Card.parse(card), Card.parse(other)


def _position(profile: Profile, **places: Pile) -> Position:
    """A position with some piles: t1, c1, f1 ..."""
    game = profile.game
    piles = {Place.parse(name): pile for name, pile in places.items()}

    def at(area: Area) -> Piles:
        return tuple(piles.get(Place(area, slot), ()) for slot in range(game.slots(area)))

    cells = tuple(cell[0] if cell else None for cell in at(Area.CELL))
    return Position(at(Area.COLUMN), at(Area.FOUNDATION), cells, None, (0,) * game.columns)


def _is_legal(profile: Profile, source: Pile, target: Pile, areas: str) -> bool:
    """Whether the last card of one pile may go to another; `areas` is such as ``tf``."""
    second = f"{areas[1]}{2 if areas == 'tt' else 1}"
    position = _position(profile, **{f"{areas[0]}1": source, second: target})
    move = Transfer(Place.parse(f"{areas[0]}1"), Place.parse(second))
    return profile.game.is_legal(position, move)


def rule_cases(profile: Profile, function: Function) -> Iterator[Case]:
    areas = "tf" if function.role == "check foundation move" else "tt"
    for card, onto in _card_pairs():
        legal = _is_legal(profile, (card,), (onto,) if onto else (), areas)
        # "I recommend using None as a placeholder": some programs have another one.
        instead: dict[str, tuple[Any, ...]] = {"dest_card": ([], "")} if onto is None else {}
        arguments = {"src_card": card, "dest_card": onto}
        yield Case(arguments, returned=None, raises=not legal, instead=instead)


def move_cases(profile: Profile, function: Function) -> Iterator[Case]:
    first, second = function.parameters
    areas = {"tab": "t", "tab1": "t", "tab2": "t", "cell": "c", "fnd": "f"}
    kinds = areas[first] + areas[second]
    under = tuple(map(Card.parse, ("9D", "4S")))
    for card, onto in _card_pairs():
        beneath = tuple(each for each in under if each not in (card, onto))
        source = (card,) if kinds[0] == "c" else (*beneath, card)
        target = () if onto is None else (onto,) if kinds[1] == "c" else _filled(onto, kinds[1])
        if card in target:
            continue
        yield _move_case(profile, (first, second), source, target, kinds)
    for target in ((), _filled(Card.parse("3C"), kinds[1])):
        yield _move_case(
            profile, (first, second), (), target[-1:] if kinds[1] == "c" else target, kinds
        )


def _filled(card: Card, area: str) -> Pile:
    """A pile that ends in a card: on a foundation with all that lies below it."""
    if area == "f":
        return tuple(Card(rank, card.suit) for rank in range(ACE, card.rank + 1))
    return (Card.parse("KD"), card) if card != Card.parse("KD") else (card,)


def _move_case(
    profile: Profile, names: tuple[str, str], source: Pile, target: Pile, kinds: str
) -> Case:
    legal = bool(source) and _is_legal(profile, source, target, kinds)
    after = {
        names[0]: source[:-1] if legal else source,
        names[1]: (*target, source[-1]) if legal else target,
    }
    arguments = {names[0]: source, names[1]: target}
    size = len(source) + len(target)
    return Case(arguments, returned=None, after=after, raises=not legal, size=size)


def complete_cases(profile: Profile, function: Function) -> Iterator[Case]:
    (name,) = function.parameters
    whole = [tuple(Card(rank, suit) for rank in range(ACE, KING + 1)) for suit in Suit]
    for piles in (
        whole,
        whole[::-1],
        [*whole[:3], whole[3][:-1]],
        [whole[0][:-1], *whole[1:]],
        [(), (), (), ()],
        [*whole[:3], ()],
        [pile[:1] for pile in whole],
        [pile[:12] for pile in whole],
    ):
        won = all(len(pile) == KING for pile in piles)
        value = tuple(piles)
        yield Case({name: value}, returned=won, after={name: value}, size=size_of(value))


def _positions(profile: Profile) -> Iterator[Position]:
    game = profile.game
    for deal in (1, 2, 3):
        rng = random.Random(deal)  # noqa: S311  the same cases each time
        position = standard_conventions(game).deal(game, numbered_deck(deal))
        for step in range(60):
            if step % 12 == 0:
                yield position
            moves = list(game.legal_moves(position))
            if not moves:
                break
            position = game.apply(position, rng.choice(moves))
    yield _position(profile, t1=tuple(map(Card.parse, ("KC", "QC"))), c2=(Card.parse("TS"),))


def _table(position: Position) -> dict[str, Any]:
    cells = tuple((card,) if card else () for card in position.cells)
    return {"cells": cells, "foundations": position.foundations, "tableaus": position.columns}
