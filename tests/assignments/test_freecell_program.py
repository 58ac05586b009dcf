"""The functions of the FreeCell program, one by one."""

from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import load, names_in, pile_of, play_at

freecell = load("freecell")
Card = freecell.cards.Card

Table = dict[str, list[list[Any]]]


def pile(text: str) -> list[Any]:
    """Cards from a text such as '3H 10S'."""
    return pile_of(freecell.cards, text)


def table_of(columns: str = "", cells: str = "", foundations: str = "") -> Table:
    """A table from piles with '/' between them; those not given are empty."""
    return {
        area: [pile(text) for text in (texts + "/" * size).split("/")[:size]]
        for area, texts, size in (("t", columns, 8), ("c", cells, 4), ("f", foundations, 4))
    }


def full_foundations() -> list[list[Any]]:
    return [[Card(rank, suit) for rank in range(1, 14)] for suit in (4, 3, 1, 2)]


def test_setup_deals_one_card_to_each_column_in_turn() -> None:
    with mock.patch("random.shuffle"):
        table = freecell.setup_game()
    assert [len(column) for column in table["t"]] == [7] * 4 + [6] * 4
    assert names_in(table["t"][0]) == "KS 5S 10H 2H 7D QC 4C"
    assert names_in(table["t"][7]) == "6S JH 3H 8D KC 5C"
    assert table["c"] == table["f"] == [[], [], [], []]


def test_setup_shuffles() -> None:
    with mock.patch("random.shuffle") as shuffle:
        freecell.setup_game()
    shuffle.assert_called_once()


def test_display(capsys: pytest.CaptureFixture[str]) -> None:
    table = table_of("KS 10H//AC", "/QD", "///AS 2S")
    assert freecell.display_game(table) is None
    rule = "-" * 40
    assert capsys.readouterr().out.splitlines() == [
        "Cells:       1[   ]  2[ Q♦]  3[   ]  4[   ]",
        "Foundations: 1[   ]  2[   ]  3[   ]  4[ 2♠]",
        rule,
        "Tableau:",
        "    1    2    3    4    5    6    7    8",
        "   K♠        A♣",
        "  10♥",
        rule,
    ]


def test_diamonds_and_hearts_are_red() -> None:
    assert [freecell.is_red(card) for card in pile("5C 5D 5H 5S")] == [False, True, True, False]


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        (("KH AS",), ("t2f", 1, 3), ("KH", "", "//AS")),  # an ace claims any foundation
        (("KH 2S", "", "AS"), ("t2f", 1, 1), ("KH", "", "AS 2S")),
        (("KH", "/AD"), ("c2f", 2, 4), ("KH", "", "///AD")),
        (("KH", "2D", "AD"), ("c2f", 1, 1), ("KH", "", "AD 2D")),
        (("KH 2S",), ("t2c", 1, 4), ("KH", "///2S")),
        (("KH 9S/10D",), ("t2t", 1, 2), ("KH/10D 9S",)),
        (("KH 9S",), ("t2t", 1, 2), ("KH/9S",)),  # any card on an empty column
        (("9S",), ("t2t", 1, 8), ("///////9S",)),
        (("KH", "QS"), ("c2t", 1, 1), ("KH QS",)),
        (("KH", "///3S"), ("c2t", 4, 2), ("KH/3S",)),
    ],
)
def test_moves(before: tuple[str, ...], move: tuple[Any, ...], after: tuple[str, ...]) -> None:
    table = table_of(*before)
    assert freecell.move_problem(table, *move) == ""
    assert names_in(table) == names_in(table_of(*before))
    assert freecell.make_move(table, *move) == ""
    assert names_in(table) == names_in(table_of(*after))


@pytest.mark.parametrize(
    ("before", "move", "problem"),
    [
        (("",), ("t2f", 1, 1), "tableau 1 is empty."),
        (("",), ("t2c", 2, 1), "tableau 2 is empty."),
        (("/KH",), ("t2t", 1, 3), "tableau 1 is empty."),
        (("KH",), ("c2t", 3, 1), "cell 3 is empty."),
        (("KH",), ("c2f", 4, 1), "cell 4 is empty."),
        (("KH 2S",), ("t2f", 1, 1), "only an ace starts a foundation, not 2♠."),
        (("KH", "2S"), ("c2f", 1, 2), "only an ace starts a foundation, not 2♠."),
        (("2C", "", "AS"), ("t2f", 1, 1), "2♣ is not of the suit of A♠."),
        (("AH", "", "AS"), ("t2f", 1, 1), "A♥ is not of the suit of A♠."),
        (("3S", "", "AS"), ("t2f", 1, 1), "3♠ is not one rank above A♠."),
        (("KH", "3S", "AS"), ("c2f", 1, 1), "3♠ is not one rank above A♠."),
        (("KH", "3S"), ("t2c", 1, 1), "the cell already holds 3♠."),
        (("9S/10C",), ("t2t", 1, 2), "9♠ and 10♣ are of the same colour."),
        (("9D/10H",), ("t2t", 1, 2), "9♦ and 10♥ are of the same colour."),
        (("9S/8H",), ("t2t", 1, 2), "9♠ is not one rank below 8♥."),
        (("KS/AH",), ("t2t", 1, 2), "K♠ is not one rank below A♥."),
        (("AS/KH",), ("t2t", 1, 2), "A♠ is not one rank below K♥."),
        (("KH", "JS"), ("c2t", 1, 1), "J♠ is not one rank below K♥."),
        (("KH QS",), ("t2t", 1, 1), "Q♠ lies there already."),
        (("KH",), ("t2t", 1, 1), "K♥ lies there already."),
    ],
)
def test_refused_moves(before: tuple[str, ...], move: tuple[Any, ...], problem: str) -> None:
    table = table_of(*before)
    assert freecell.move_problem(table, *move) == problem
    assert freecell.make_move(table, *move) == problem
    assert names_in(table) == names_in(table_of(*before))


def test_all_cards_home_win_and_one_less_does_not() -> None:
    table = table_of()
    table["f"] = full_foundations()
    assert freecell.is_won(table) is True
    table["c"][0].append(table["f"][1].pop())
    assert freecell.is_won(table) is False


STUCK = "KS 2S/2C/4S/4C/6S/6C/8S/8C"


@pytest.mark.parametrize(
    ("columns", "cells", "foundations", "expected"),
    [
        (STUCK, "10S/10C/QS/QC", "", False),
        (STUCK, "10S/10C/QS", "", True),  # a cell is free
        (STUCK.replace("/8C", ""), "10S/10C/QS/QC", "", True),  # a column is free
        (STUCK, "10S/10C/QS/AH", "", True),  # an ace waits in a cell; it also fits on a two
        (STUCK, "10S/10C/QS/QC", "AS", True),  # the two goes home
        (STUCK.replace("8C", "3H"), "10S/10C/QS/QC", "", True),  # the three goes on a four
        (STUCK, "10S/10C/QS/7D", "", True),  # the seven goes on an eight
    ],
)
def test_has_move(columns: str, cells: str, foundations: str, expected: bool) -> None:
    table = table_of(columns, cells, foundations)
    assert freecell.has_move(table) is expected
    assert names_in(table) == names_in(table_of(columns, cells, foundations))


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (
            "t2f",
            "Invalid operands: t2f takes two numbers: tableau (1 to 8) and foundation (1 to 4).",
        ),
        ("c2t 1", "Invalid operands: c2t takes two numbers: cell (1 to 4) and tableau (1 to 8)."),
        (
            "t2c 1 2 3",
            "Invalid operands: t2c takes two numbers: tableau (1 to 8) and cell (1 to 4).",
        ),
        ("t2f 0 1", "Invalid operands: there is no tableau 0, only 1 to 8."),
        ("t2t 1 9", "Invalid operands: there is no tableau 9, only 1 to 8."),
        ("t2c 1 5", "Invalid operands: there is no cell 5, only 1 to 4."),
        ("c2f 1 ２", "Invalid operands: there is no foundation ２, only 1 to 4."),
        ("c2f -1 1", "Invalid operands: there is no cell -1, only 1 to 4."),
        ("t2c 1 1", "Illegal move: the cell already holds 9♦."),
    ],
)
def test_a_wrong_command_is_reported_and_changes_nothing(typed: str, message: str) -> None:
    table = table_of("KH", "9D")
    move, *operands = typed.split()
    assert freecell.carry_out(table, move, operands) == message
    assert names_in(table) == names_in(table_of("KH", "9D"))


def test_a_command_makes_a_move() -> None:
    table = table_of("KH", "QS")
    assert freecell.carry_out(table, "c2t", ["1", "1"]) == ""
    assert names_in(table) == names_in(table_of("KH QS"))


def play(*typed: str, table: Table | None = None) -> str:
    """What a game prints when these lines are typed, on a table of one's own if need be."""
    return play_at(freecell, "main", typed, table)


def test_the_last_card_home_wins() -> None:
    table = table_of()
    table["f"] = full_foundations()
    table["c"][2].append(table["f"][1].pop())
    out = play("c2f 3 2", "x", table=table)
    assert out.endswith("You won!\n")
    assert "Unknown" not in out


def test_no_move_left_ends_the_game() -> None:
    table = table_of(STUCK + " JS", "10S/10C/QS")
    out = play("t2c 8 4", "x", table=table)
    assert out.endswith("No move is left: you have lost this game.\n")
    assert "Unknown" not in out


@pytest.mark.parametrize("typed", ["", "   ", "\t"])
def test_an_empty_line_is_an_unknown_command(typed: str) -> None:
    assert play(typed, "q").endswith("\nUnknown command: (an empty line)\nThanks for playing\n")


def test_text_that_cannot_be_decoded_is_an_empty_line() -> None:
    failure = UnicodeDecodeError("utf-8", b"\\xff", 0, 1, "invalid start byte")
    with mock.patch("builtins.input", side_effect=failure):
        assert freecell.read_words() == ["(an empty line)"]


def test_ctrl_c_quits(capsys: pytest.CaptureFixture[str]) -> None:
    with mock.patch("builtins.input", side_effect=KeyboardInterrupt):
        freecell.main()
    assert capsys.readouterr().out.endswith("\nThanks for playing\n")


WORDS = st.sampled_from(
    [*freecell.MOVES, "h", "x", "0", "1", "2", "4", "8", "9", "-1", "２", "9" * 5000]
)


@given(st.lists(st.lists(WORDS | st.text(), max_size=4).map(" ".join), max_size=20))
def test_nothing_typed_raises(lines: list[str]) -> None:
    out = play(*lines)
    endings = ("\nThanks for playing\n", "you have lost this game.\n")
    assert out.endswith(endings)
