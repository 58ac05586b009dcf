"""Cases for the functions of Aces Up."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from typing import Any

from winnable.cards import ACE, DECK, Card, Pile, Suit
from winnable.deals import numbered_deck
from winnable.judge.cases import ANY_WORDS, ANYTHING, Case, Piles, Stock, size_of
from winnable.judge.conventions import standard_conventions
from winnable.judge.lines import LineKind, malformed_lines, understand
from winnable.judge.profile import Function, Profile
from winnable.judge.runs import FIRST_ORDER
from winnable.moves import Deal
from winnable.position import Position

__all__ = [
    "column_case",
    "column_cases",
    "deal_cases",
    "display_cases",
    "foundation_case",
    "foundation_cases",
    "option_cases",
    "setup_cases",
    "win_cases",
]

GENERATED = 60
"""Tableaus by chance, beside those that are written down here."""


def _tableau(text: str) -> Piles:
    """Columns from a text: ``AH | | 2D 3H``."""
    return tuple(tuple(map(Card.parse, column.split())) for column in text.split("|"))


def _position(tableau: Piles, foundation: Pile = (), stock: Pile = ()) -> Position:
    return Position(tableau, (foundation,), (), stock, (0,) * len(tableau))


_EXAMPLE = _tableau("AH | | 2D 3H | 4S 5D 6D")
_TABLEAUS = [
    _EXAMPLE,
    _tableau("| | 2D 3H | 4S 5D 6D"),
    _tableau("| | |"),
    _tableau("2C | 3C | |"),
    _tableau("AC | KC | |"),
    _tableau("KC | AC | |"),
    _tableau("2C | 3D | 4H | 5S"),
    _tableau("2C | 2D | 2H | 2S"),
    _tableau("5C | 9C 4C | 9C 3D | 2D"),
    _tableau("KS 2S | QS | AS | JS"),
    _tableau("TH | 9H | 8H | 7H"),
    _tableau("AD AS AH AC | | |"),
    _tableau("3C | | 9D 4C | 5C KD"),
]


def _generated_tableaus(seed: int, count: int) -> Iterator[Piles]:
    rng = random.Random(seed)  # noqa: S311  the same cases each time
    for _ in range(count):
        deck = list(DECK)
        rng.shuffle(deck)
        if rng.random() < 0.5:  # few suits make more moves possible
            deck = [card for card in deck if card.suit in (Suit.CLUBS, Suit.HEARTS)]
        columns = []
        for _ in range(4):
            height = rng.choice((0, 1, 1, 2, 3, 5))
            columns.append(tuple(deck[:height]))
            del deck[:height]
        yield tuple(columns)


def _tableaus(seed: int) -> Iterator[Piles]:
    yield from _TABLEAUS
    yield from _generated_tableaus(seed, GENERATED)


def foundation_case(profile: Profile, function: Function, arguments: Mapping[str, Any]) -> Case:
    tableau, column = arguments["tableau"], arguments["from_col"] - profile.first_column
    moves = function.role == "move to foundation"
    foundation = arguments.get("foundation", ())
    position = _position(tableau, foundation)
    line = f"f {column + 1}"
    meaning = understand(profile, standard_conventions(profile.game), position, line)
    legal = meaning.kind is LineKind.LEGAL
    if not moves:
        return Case(
            arguments,
            returned=legal,
            after={"tableau": tableau},
            message="" if legal else meaning.message or ANY_WORDS,
            size=size_of(tableau),
        )
    after = meaning.position
    return Case(
        arguments,
        returned=None,
        after={"tableau": after.columns, "foundation": after.foundations[0]},
        size=size_of(tableau),
    )


def foundation_cases(profile: Profile, function: Function) -> Iterator[Case]:
    pile = tuple(map(Card.parse, ("9S", "8S")))
    for tableau in _tableaus(1):
        for column in range(4):
            arguments: dict[str, Any] = {
                "tableau": tableau,
                "from_col": column + profile.first_column,
            }
            if function.role == "move to foundation":
                arguments["foundation"] = () if size_of(tableau) % 2 else pile
            yield foundation_case(profile, function, arguments)


def column_case(profile: Profile, function: Function, arguments: Mapping[str, Any]) -> Case:
    tableau = arguments["tableau"]
    source, target = (arguments[name] - profile.first_column for name in ("from_col", "to_col"))
    line = f"t {source + 1} {target + 1}"
    position = _position(tableau)
    meaning = understand(profile, standard_conventions(profile.game), position, line)
    legal = meaning.kind is LineKind.LEGAL
    size = size_of(tableau)
    if function.role == "is column move valid":
        message = "" if legal else meaning.message or ANY_WORDS
        return Case(
            arguments, returned=legal, after={"tableau": tableau}, message=message, size=size
        )
    return Case(arguments, returned=None, after={"tableau": meaning.position.columns}, size=size)


def column_cases(profile: Profile, function: Function) -> Iterator[Case]:
    for tableau in _tableaus(2):
        for source in range(4):
            for target in range(4):
                if source == target and function.role == "move to column":
                    continue  # nobody says what a card does that goes where it lies
                if source != target or tableau[source]:
                    arguments = {
                        "tableau": tableau,
                        "from_col": source + profile.first_column,
                        "to_col": target + profile.first_column,
                    }
                    yield column_case(profile, function, arguments)


def deal_cases(profile: Profile, function: Function) -> Iterator[Case]:
    for number, left in enumerate((52, 48, 4, 3, 2, 1, 0, 5, 8)):
        stock = numbered_deck(number + 1)[:left]
        for tableau in (_tableau("| | |"), _EXAMPLE, _tableau("2C | 3D 4D | | 5S")):
            position = _position(tableau, stock=stock)
            after = position
            if stock:
                after = profile.game.apply(position, Deal())
            yield Case(
                {"tableau": tableau, "stock": Stock(stock)},
                returned=None,
                after={"tableau": after.columns, "stock": Stock(after.stock or ())},
                message="",
                size=left + size_of(tableau),
            )


def win_cases(profile: Profile, function: Function) -> Iterator[Case]:
    # Never fewer cards than four: aces cannot leave the tableau, and nobody has to think of that.
    aces = tuple(Card(ACE, suit) for suit in Suit)
    tableaus = [
        tuple((ace,) for ace in aces),
        (aces, (), (), ()),
        (aces[:2], (), aces[2:], ()),
        _tableau("AC | AD | AH | KS"),
        _tableau("AC 2C | AD | AH | AS"),
        _tableau("2C AC | AD | AH | AS"),
        _tableau("2C | 2D | 2H | 2S"),
        _tableau("KC | KD | KH | KS"),
        _tableau("AC | AD | AH | AS 9S"),
    ]
    for tableau in tableaus:
        for stock in ((), (Card.parse("2C"),), numbered_deck(3)[:4]):
            cards = [card for column in tableau for card in column]
            won = not stock and sorted(cards) == sorted(aces)
            yield Case(
                {"tableau": tableau, "stock": Stock(stock)},
                returned=won,
                after={"tableau": tableau, "stock": Stock(stock)},
                message="",
                size=size_of(tableau) + len(stock),
            )


def setup_cases(profile: Profile, function: Function) -> Iterator[Case]:
    position = standard_conventions(profile.game).deal(profile.game, FIRST_ORDER)
    tableau = [list(column) for column in position.columns]
    value: Any = (tuple, Stock(position.stock or ()), tableau, [])
    yield Case({}, returned=value, shuffles=1, message="")


def display_cases(profile: Profile, function: Function) -> Iterator[Case]:
    foundation = tuple(map(Card.parse, ("9S", "TS")))
    others = itertools.cycle(
        [
            ((), numbered_deck(2)[:8]),
            (foundation, ()),
            (foundation[:1], numbered_deck(2)[:4]),
        ]
    )
    for tableau in filter(any, _tableaus(3)):  # the courses' own fails without any card
        pile, stock = next(others)
        table = {"tableau": tableau, "stock": Stock(stock), "foundation": pile}
        shown = (*(card for column in tableau for card in column), *pile[-1:])
        yield Case(table, returned=None, after=table, shown=shown, size=size_of(tableau))


def option_cases(profile: Profile, function: Function) -> Iterator[Case]:
    """What `get_option` returns for a line; the columns counted as functions count them."""
    position = _position(_EXAMPLE)
    lines = list("dDhHrRqQ")
    lines += [f"{word} {n}" for word in "fF" for n in range(1, 5)]
    lines += [f"{word} {a} {b}" for word in "tT" for a, b in itertools.permutations(range(1, 5), 2)]
    usual = [kind for kind in profile.malformed if kind != "superscript"]  # a session of its own
    lines += [line for kind in usual for line in malformed_lines(profile, kind)]
    lines += ["f", "f 0", "f 5", "f x", "fx", "t", "t 2", "t 1 5", "t 0 1", "t 1 b", "t a b"]
    lines += ["d 2 3", "dd", "q 1", "h 1", "r 2", "1", "1 2"]
    for line in dict.fromkeys(lines):
        meaning = understand(profile, standard_conventions(profile.game), position, line)
        value: Any = []
        message = ""
        if meaning.kind is LineKind.MALFORMED:
            message = meaning.message if profile.malformed_message else ANY_WORDS
        else:
            word, *numbers = line.split()
            value = [word.upper(), *(int(each) - 1 + profile.first_column for each in numbers)]
        if not value and profile.wrong_option != "empty list":
            value = None if profile.wrong_option == "nothing" else ANYTHING
        yield Case({}, returned=value, message=message, typed=(line,), size=len(line))
