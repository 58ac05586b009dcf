from __future__ import annotations

import pytest

from winnable.cards import Card
from winnable.judge.screen import learn_layout, outline, tokens


def cards_in(line: str) -> list[str]:
    return [str(token.card) if token.card else "?" for token in tokens(line)]


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("Row 1:  A♣ 10♥  K♠", ["AC", "TH", "KS"]),
        ("[AC][10D] [td]", ["AC", "TD", "TD"]),
        ("1) 2H, 3S; XX ** ##", ["2H", "3S", "?", "?", "?"]),
        ("(S: --)  K♦", ["KD"]),
        ("4 ♥ and J ♣", ["4H", "JC"]),
        ("Stock: 16 cards left, A10", []),
    ],
)
def test_cards_in_a_line(line: str, cards: list[str]) -> None:
    assert [each for each in cards_in(line) if each != "?" or "?" in cards] == cards


ROWS = """\
Tableau
Row 1 : 2C 3D
Row 2 : XX 4H
Stock: 9"""
COLUMNS = """\
  1    2
 2♣   4♥
 3♦

Stock: 9"""


def test_columns_in_lines() -> None:
    layout, columns = next(learn_layout(ROWS, [2, 2]))
    assert columns == ((Card.parse("2C"), Card.parse("3D")), (None, Card.parse("4H")))
    later = layout.read("Done!\nTableau\nRow 1 :\nRow 2 : XX 4H 3S\nStock: 8\n9C on top")
    assert later is not None
    assert later.columns == ((), (None, Card.parse("4H"), Card.parse("3S")))
    assert later.elsewhere == frozenset({Card.parse("9C")})
    assert layout.read("Tableau\nnothing of the sort") is None


def test_columns_side_by_side() -> None:
    found = [each for each in learn_layout(COLUMNS, [2, 1]) if each[0].spans]
    layout, columns = found[0]
    assert columns == ((Card.parse("2C"), Card.parse("3D")), (Card.parse("4H"),))
    later = layout.read("  1    2\n      4♥\n      3♠\nStock: 8")
    assert later is not None
    assert later.columns == ((), (Card.parse("4H"), Card.parse("3S")))
    assert layout.read("  1    2\n 2♣\n      4♥\n 3♦") is None  # one card hangs in the air


def test_sizes_that_are_not_known() -> None:
    assert next(learn_layout(ROWS, None, 2))[1][0] == (Card.parse("2C"), Card.parse("3D"))
    assert list(learn_layout("no cards at all", [1, 1])) == []


def test_what_changes_is_not_in_the_outline() -> None:
    assert outline("Cells: [A♣] [  ]  7") == outline("Cells: [  ] [10♦]  12") == "Cells:"
    assert outline("  1   2   3") == "123"
