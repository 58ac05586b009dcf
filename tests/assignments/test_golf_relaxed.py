"""The functions of the Golf Relaxed program, one by one."""

from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import load, names_in, pile_of, play_at

golf = load("golf_relaxed")
Card, Deck = golf.cards.Card, golf.cards.Deck

HINT = "Type 1-7 to play the last card of that row, d to deal from the stock, q to quit."
NO_STOCK = "There are no cards left in the stock."


def pile(text: str) -> list[Any]:
    """Cards from a text such as '3H 10S'."""
    return pile_of(golf.cards, text)


def rows(*texts: str) -> list[list[Any]]:
    """A tableau whose first rows hold the cards given, the others none."""
    return [pile(text) for text in texts] + [[] for _ in range(7 - len(texts))]


def stock_of(count: int) -> Any:
    """An unshuffled deck of which only the last cards are left."""
    stock = Deck()
    stock.discard(52 - count)
    return stock


def test_setup_deals_the_foundation_first_then_row_by_row() -> None:
    with mock.patch("random.shuffle"):
        tableau, foundation, stock = golf.setup_game()
    assert names_in(foundation) == "AC"
    assert names_in(tableau[0]) == "2C 3C 4C 5C 6C"
    assert names_in(tableau[6]) == "6H 7H 8H 9H 10H"
    assert [len(row) for row in tableau] == [5] * 7
    assert stock.cards_left() == 16


def test_setup_shuffles() -> None:
    with mock.patch("random.shuffle") as shuffle:
        golf.setup_game()
    shuffle.assert_called_once()


def test_display(capsys: pytest.CaptureFixture[str]) -> None:
    assert golf.display_game(rows("KH 10S", "", "AD"), pile("10C JC"), stock_of(7)) is None
    rule = "-" * 40
    assert capsys.readouterr().out.splitlines() == [
        "Tableau",
        "Row 1 :  K♥ 10♠",
        "Row 2 : ",
        "Row 3 :  A♦",
        *[f"Row {number} : " for number in range(4, 8)],
        rule,
        "Foundation: 10♣  J♣",
        rule,
        "Stock: 7 cards left.",
    ]


@pytest.mark.parametrize("other", range(1, 14))
@pytest.mark.parametrize("rank", range(1, 14))
def test_neighbours_in_rank(rank: int, other: int) -> None:
    expected = abs(rank - other) in (1, 12)
    assert golf.are_adjacent(Card(rank, "S"), Card(other, "H")) is expected


@pytest.mark.parametrize("card", ["QS", "QH", "AH", "AS"])
def test_the_next_rank_of_any_suit_can_be_played(card: str) -> None:
    tableau, foundation = rows("2C", f"3C {card}"), pile("5D KH")
    assert golf.play_card(tableau, foundation, 2) == ""
    assert names_in(tableau) == names_in(rows("2C", "3C"))
    assert names_in(foundation) == f"5D KH {card}"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("2S", "Invalid move: 2♠ is not next in rank to K♥."),
        ("KS", "Invalid move: K♠ is not next in rank to K♥."),
        ("QS 10S", "Invalid move: 10♠ is not next in rank to K♥."),
        ("", "Invalid move: row 3 is empty."),
    ],
)
def test_refused_cards(row: str, message: str) -> None:
    tableau, foundation = rows("2C", "3C", row), pile("AH KH")
    assert golf.play_card(tableau, foundation, 3) == message
    assert names_in(tableau) == names_in(rows("2C", "3C", row))
    assert names_in(foundation) == "AH KH"


def test_a_deal_moves_one_card_to_the_foundation() -> None:
    foundation, stock = pile("2C"), stock_of(2)
    assert golf.deal_card(foundation, stock) == ""
    assert names_in(foundation) == "2C QD"
    assert stock.cards_left() == 1


def test_an_empty_stock_deals_nothing() -> None:
    foundation, stock = pile("2C"), stock_of(0)
    assert golf.deal_card(foundation, stock) == NO_STOCK
    assert names_in(foundation) == "2C"


@pytest.mark.parametrize(
    ("tableau", "left", "won", "lost"),
    [
        (rows(), 0, True, False),  # a win is no loss, stock or no stock
        (rows(), 5, True, False),
        (rows("9C", "2H"), 0, False, True),
        (rows("9C", "2H"), 1, False, False),
        (rows("9C", "QH"), 0, False, False),
        (rows("", "9C AH"), 0, False, False),
        (rows("AH 9C"), 0, False, True),  # the playable card lies under another
    ],
)
def test_won_and_lost(tableau: list[list[Any]], left: int, won: bool, lost: bool) -> None:
    assert golf.is_won(tableau) is won
    assert golf.is_lost(tableau, pile("KS"), stock_of(left)) is lost


@pytest.mark.parametrize(
    "command", ["", "0", "8", "-1", "+1", "01", "1 2", "２", "²", "x", "dd", "h", "9" * 5000]
)
def test_anything_else_prints_the_help_and_changes_nothing(command: str) -> None:
    tableau, foundation, stock = rows("2C", "3C"), pile("AH"), stock_of(3)
    assert golf.carry_out(command, tableau, foundation, stock) == HINT
    assert names_in([*tableau, foundation]) == names_in([*rows("2C", "3C"), pile("AH")])
    assert stock.cards_left() == 3


def test_commands_play_a_row_and_deal() -> None:
    tableau, foundation, stock = rows("2C", "3C"), pile("AH"), stock_of(1)
    assert golf.carry_out("1", tableau, foundation, stock) == ""
    assert golf.carry_out("1", tableau, foundation, stock) == "Invalid move: row 1 is empty."
    assert golf.carry_out("d", tableau, foundation, stock) == ""
    assert golf.carry_out("d", tableau, foundation, stock) == NO_STOCK
    assert names_in([*tableau, foundation]) == names_in([*rows("", "3C"), pile("AH 2C KD")])


def play(*typed: str, table: tuple[Any, ...] | None = None) -> str:
    """What a game prints when these lines are typed, on a table of one's own if need be."""
    return play_at(golf, "play", typed, table)


def test_clearing_the_tableau_wins_even_with_the_stock_empty() -> None:
    out = play("1", "x", table=(rows("QS"), pile("KH"), stock_of(0)))
    assert out.endswith("Stock: 0 cards left.\nWinning! The tableau is cleared.\n")
    assert out.count(HINT) == 1


def test_the_last_card_of_the_stock_may_lose_the_game() -> None:
    out = play("d", "x", table=(rows("2S"), pile("5H"), stock_of(1)))
    assert out.endswith("Loser! The stock is empty and no card can be played.\n")
    assert "Winning" not in out


def test_text_that_cannot_be_decoded_is_an_empty_line() -> None:
    failure = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
    with mock.patch("builtins.input", side_effect=failure):
        assert golf.read_command() == ""


def test_ctrl_c_quits(capsys: pytest.CaptureFixture[str]) -> None:
    with mock.patch("builtins.input", side_effect=KeyboardInterrupt):
        golf.play()
    assert capsys.readouterr().out.endswith("\nThanks for playing\n")


LINES = st.sampled_from([*"1234567d", "0", "8", "-1", "２", "9" * 5000, "q q", ""]) | st.text()


@given(st.lists(LINES, max_size=25))
def test_nothing_typed_raises(lines: list[str]) -> None:
    out = play(*lines)
    endings = ("Thanks for playing\n", "cleared.\n", "played.\n")
    assert out.endswith(endings)
