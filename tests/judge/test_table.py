from __future__ import annotations

from dataclasses import replace

from winnable.cards import Card
from winnable.deals import numbered_deck
from winnable.judge import load_profile
from winnable.judge.conventions import standard_conventions
from winnable.judge.table import Difference, Table, read_arguments, signs

ACES = load_profile("aces-up-2023").game
POSITION = standard_conventions(ACES).deal(ACES, numbered_deck(1))
NAMES = ("stock", "tableau", "foundation")


def encoded(cards: tuple[Card, ...]) -> list[object]:
    return [{"card": str(card), "up": True} for card in cards]


def arguments() -> list[object]:
    columns = [encoded(column) for column in POSITION.columns]
    return [{"deck": [str(card) for card in POSITION.stock or ()]}, columns, []]


def test_a_table_from_arguments() -> None:
    table = read_arguments(NAMES, arguments())
    assert table is not None
    assert table.difference(POSITION) is None


def test_arguments_that_are_something_else() -> None:
    stock, columns, foundation = arguments()
    assert read_arguments(NAMES, [stock, columns]) is None
    assert read_arguments(NAMES, [columns, stock, foundation]) is None
    assert read_arguments(NAMES, [stock, [[None]], foundation]) is None
    assert read_arguments(NAMES, [stock, [[{"text": "2C"}]], foundation]) is None


def test_differences_are_said() -> None:
    columns = POSITION.columns
    table = Table(((), *columns[1:]))
    assert table.difference(POSITION) == Difference(
        f"column 1: {signs(columns[0])}", "column 1: empty"
    )
    short = replace(table, columns=columns, stock=(POSITION.stock or ())[1:])
    difference = short.difference(POSITION)
    assert difference is not None
    assert difference.expected.startswith("stock: 48 cards, next ")
    assert difference.actual.startswith("stock: 47 cards")


def test_cards_that_should_be_somewhere_else_on_the_screen() -> None:
    golf = load_profile("golf").game
    position = standard_conventions(golf).deal(golf, numbered_deck(1))
    top = position.foundations[0][-1]
    assert Table(position.columns, elsewhere=frozenset({top})).difference(position) is None
    assert Table(position.columns, elsewhere=frozenset()).difference(position) == Difference(
        f"{top.sign} is shown on a foundation", f"{top.sign} is not shown"
    )
