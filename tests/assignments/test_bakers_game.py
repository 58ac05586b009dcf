"""The functions of the Baker's Game program, one by one."""

import contextlib
import copy
import io
import random
import re
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from programs import load, pile_of, play_at, program_file

bakers = load("bakers_game")
Card = bakers.cards.Card

Pile = list[Any]
Capture = pytest.CaptureFixture[str]

EMPTY = "Invalid move: Source is empty"
NOT_AN_ACE = "Invalid move: Source card is not an Ace"
SUIT = "Invalid move: Wrong suit"
RANK = "Invalid move: Wrong rank"
CELL = "Invalid move: Cell is not empty"
SAME = "Invalid move: Source and destination are the same tableau"


def pile(text: str) -> Pile:
    """Cards from a text such as '3H 10S'."""
    return pile_of(bakers.cards, text)


def refusal(move: Callable[..., object], *arguments: object) -> str:
    """What a function that may raise a RuntimeError says, or '' if it goes through."""
    try:
        assert move(*arguments) is None
    except RuntimeError as error:
        return str(error)
    return ""


def test_setup_game(capsys: Capture) -> None:
    with mock.patch("random.shuffle"):
        cells, foundations, tableaus = bakers.setup_game()
    assert cells == foundations == [[], [], [], []]
    assert [len(tableau) for tableau in tableaus] == [7] * 4 + [6] * 4
    assert tableaus[0] == pile("KS 5S 10H 2H 7D QC 4C")
    assert tableaus[7] == pile("6S JH 3H 8D KC 5C")
    assert capsys.readouterr().out == ""


def test_setup_game_shuffles() -> None:
    random.seed(1)
    first = bakers.setup_game()
    assert first != bakers.setup_game()
    random.seed(1)
    assert bakers.setup_game() == first


def test_display_game(capsys: Capture) -> None:
    cells = [pile("AC"), [], pile("10H"), []]
    foundations = [[], pile("AS 2S"), [], []]
    tableaus = [pile("KS 10D"), pile("2C"), [], pile("3C"), [], [], [], pile("QD JD 9H")]
    before = copy.deepcopy((cells, foundations, tableaus))
    assert bakers.display_game(cells, foundations, tableaus) is None
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "",
        "       Cells              Foundations",
        "  1    2    3    4      1    2    3    4",
        "[ A♣][   ][10♥][   ]  [   ][ 2♠][   ][   ]",
        "",
        "                Tableaus",
        "   1    2    3    4    5    6    7    8",
        "   K♠   2♣        3♣                  Q♦",
        "  10♦                                 J♦",
        "                                      9♥",
        "",
    ]
    assert (cells, foundations, tableaus) == before


@pytest.mark.parametrize("width", [2, 3])
def test_display_game_aligns_cards_of_any_width(width: int, capsys: Capture) -> None:
    """The course's cards may be two or three characters wide."""
    card = "K♠".rjust(width)
    bakers.display_game(
        [[card], [], [], []], [[], [card], [], []], [[card], *[[] for _ in "1234567"]]
    )
    lines = capsys.readouterr().out.splitlines()
    assert lines[3] == "[ K♠][   ][   ][   ]  [   ][ K♠][   ][   ]"
    assert lines[7].rstrip() == "   K♠"


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("AC", "", ""),
        ("2C", "", NOT_AN_ACE),
        ("KC", "", NOT_AN_ACE),
        ("", "", EMPTY),
        ("", "AC", EMPTY),
        ("2C", "AC", ""),
        ("KH", "QH", ""),
        ("2C", "AS", SUIT),
        ("3C", "AC", RANK),
        ("AC", "2C", RANK),
        ("AC", "KC", RANK),  # nothing goes round the corner
        ("7S", "2H", SUIT),
    ],
)
def test_moves_to_a_foundation(source: str, target: str, message: str, capsys: Capture) -> None:
    """All three functions agree, and where they refuse they change nothing."""
    source_card, target_card = (bakers.last_card(pile(text)) for text in (source, target))
    assert refusal(bakers.valid_fnd_move, source_card, target_card) == message
    for move in (bakers.tableau_to_foundation, bakers.cell_to_foundation):
        start, end = pile(source), pile(target)
        assert refusal(move, start, end) == message
        moved = (pile(""), pile(f"{target} {source}"))
        assert (start, end) == ((pile(source), pile(target)) if message else moved)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("7H", "8H", ""),
        ("QS", "KS", ""),
        ("7H", "", ""),
        ("KC", "", ""),
        ("", "", EMPTY),
        ("", "8H", EMPTY),
        ("7D", "8H", SUIT),
        ("7S", "8H", SUIT),
        ("8H", "7H", RANK),
        ("6H", "8H", RANK),
        ("KH", "AH", RANK),
        ("2C", "7H", SUIT),
    ],
)
def test_moves_to_a_tableau(source: str, target: str, message: str, capsys: Capture) -> None:
    source_card, target_card = (bakers.last_card(pile(text)) for text in (source, target))
    assert refusal(bakers.valid_tab_move, source_card, target_card) == message
    for move in (bakers.tableau_to_tableau, bakers.cell_to_tableau):
        start, end = pile(source), pile(target)
        assert refusal(move, start, end) == message
        moved = (pile(""), pile(f"{target} {source}"))
        assert (start, end) == ((pile(source), pile(target)) if message else moved)
    assert capsys.readouterr().out == ""


def test_only_the_last_card_moves() -> None:
    start, end = pile("AC 9D 7H"), pile("KC 8H")
    bakers.tableau_to_tableau(start, end)
    assert (start, end) == (pile("AC 9D"), pile("KC 8H 7H"))


@pytest.mark.parametrize("text", ["", "7H", "KS 3C"])
def test_a_tableau_onto_itself(text: str) -> None:
    tableau = pile(text)
    assert refusal(bakers.tableau_to_tableau, tableau, tableau) == SAME
    assert tableau == pile(text)


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [("KS 3C", "", ""), ("KS 3C", "4D", CELL), ("", "", EMPTY), ("", "4D", EMPTY)],
)
def test_moves_to_a_cell(source: str, target: str, message: str, capsys: Capture) -> None:
    tableau, cell = pile(source), pile(target)
    assert refusal(bakers.tableau_to_cell, tableau, cell) == message
    moved = (pile("KS"), pile("3C"))
    assert (tableau, cell) == ((pile(source), pile(target)) if message else moved)
    assert capsys.readouterr().out == ""


def test_is_winner() -> None:
    foundations = [[Card(rank, suit) for rank in range(1, 14)] for suit in (4, 1, 3, 2)]
    assert bakers.is_winner(foundations) is True
    king = foundations[2].pop()
    assert bakers.is_winner(foundations) is False
    foundations[2] = [king]
    assert bakers.is_winner(foundations) is False
    assert bakers.is_winner([[], [], [], []]) is False


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("TC 8 4", ["TC", 7, 3]),
        ("tf 1 1", ["TF", 0, 0]),
        ("Tt 2 3", ["TT", 1, 2]),
        ("  cF  4 2 ", ["CF", 3, 1]),
        ("ct 1 8", ["CT", 0, 7]),
        ("r", ["R"]),
        ("h", ["H"]),
        ("q", ["Q"]),
    ],
)
def test_parse_command(typed: str, command: list[object]) -> None:
    assert bakers.parse_command(typed) == command


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "Nothing was entered"),
        ("  ", "Nothing was entered"),
        ("xy 1 2", "There is no command xy"),
        ("t c 1 2", "There is no command t"),
        ("tc 1", "TC needs 2 values, but got 1"),
        ("tc", "TC needs 2 values, but got 0"),
        ("ct 1 2 3", "CT needs 2 values, but got 3"),
        ("q 1", "Q needs no values, but got 1"),
        ("tc a 1", "a is not a number"),
        ("tc 1 ３", "３ is not a number"),
        ("tc 1 --2", "--2 is not a number"),
        ("tc 9 1", "There is no tableau 9, they go from 1 to 8"),
        ("tc 1 0", "There is no cell 0, they go from 1 to 4"),
        ("tf 1 -1", "There is no foundation -1, they go from 1 to 4"),
        ("tt 1 " + "7" * 5000, f"There is no tableau {'7' * 5000}, they go from 1 to 8"),
    ],
)
def test_parse_command_says_what_is_wrong(typed: str, message: str) -> None:
    assert refusal(bakers.parse_command, typed) == "Invalid command: " + message


def play(*typed: str) -> str:
    """What a game of an unshuffled deck prints when these lines are typed."""
    with mock.patch("random.shuffle"):
        return play_at(bakers, "main", typed)


def table() -> str:
    """The picture of the unshuffled deck."""
    out = io.StringIO()
    with mock.patch("random.shuffle"), contextlib.redirect_stdout(out):
        bakers.display_game(*bakers.setup_game())
    return out.getvalue()


def test_a_game_starts_with_rules_table_and_menu() -> None:
    assert play("q") == f"{bakers.RULES}\n{table()}{bakers.MENU}\n\n"


def test_a_restart_shows_rules_table_and_menu_again() -> None:
    start = play("q")
    assert play("r", "q") == start * 2


def test_help_shows_the_menu_and_the_table() -> None:
    assert play("h", "q") == play("q") + f"{bakers.MENU}\n{table()}"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("tf 1 1", NOT_AN_ACE),
        ("", "Invalid command: Nothing was entered"),
        ("tf 1", "Invalid command: TF needs 2 values, but got 1"),
    ],
)
def test_a_refused_command_shows_the_reason_and_the_table(typed: str, message: str) -> None:
    assert play(typed, "q") == play("q") + f"{message}\nTry again.\n{table()}"


def test_the_last_card_wins_with_a_banner() -> None:
    foundations = [[Card(rank, suit) for rank in range(1, 14)] for suit in (4, 1, 3, 2)]
    cells = [[foundations[2].pop()], [], [], []]
    out = play_at(bakers, "main", ["cf 1 3", "x"], (cells, foundations, [[] for _ in range(8)]))
    lines = out.splitlines()
    assert lines[-2] == "You won the game!"
    assert lines[-3] == lines[-1] == "=" * len(lines[-2])


def test_text_that_cannot_be_decoded_is_an_empty_line() -> None:
    failure = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
    with mock.patch("builtins.input", side_effect=failure):
        assert bakers.get_input() == ""


def test_the_questions_are_answered_at_the_end_of_the_file() -> None:
    """The course extracts the answers with a program: six lines in this form."""
    last_lines = program_file("bakers_game").read_text(encoding="utf-8").splitlines()[-6:]
    assert last_lines[0] == "# Questions"
    for number, line in enumerate(last_lines[1:], start=1):
        assert re.fullmatch(rf"# Q{number}: [1-7]", line)
