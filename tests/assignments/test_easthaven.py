"""The functions of the Easthaven program, one by one."""

from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import load, new_card, play_at

easthaven = load("easthaven")
Card, Deck = easthaven.cards.Card, easthaven.cards.Deck


def pile(text: str) -> list[Any]:
    """Cards from a text such as '3H 10S'; a card in parentheses lies face down."""
    cards = []
    for word in text.split():
        name = word.strip("()")
        card = new_card(easthaven.cards, name)
        card.set_hidden(word != name)
        cards.append(card)
    return cards


def rows(*texts: str) -> list[list[Any]]:
    """A tableau whose first rows hold the cards given, the others none."""
    return [pile(text) for text in texts] + [[] for _ in range(7 - len(texts))]


def shown(piles: list[list[Any]]) -> list[str]:
    """Every pile as the player sees it, so that piles compare by face, too."""
    return [" ".join(str(card).strip() for card in cards) for cards in piles]


def empty_foundation() -> list[list[Any]]:
    return [[] for _ in range(4)]


def full_foundation() -> list[list[Any]]:
    return [[Card(rank, suit) for rank in range(1, 14)] for suit in "CDHS"]


def stock_of(count: int) -> Any:
    """An unshuffled deck of which only the last cards are left."""
    stock = Deck()
    stock.discard(52 - count)
    return stock


def test_setup_deals_seven_rows_of_three_with_the_last_face_up() -> None:
    with mock.patch("random.shuffle"):
        tableau, foundation, stock = easthaven.setup_game()
    assert shown(tableau) == [
        f"XX XX {last}" for last in ["3♣", "6♣", "9♣", "Q♣", "2♠", "5♠", "8♠"]
    ]
    assert foundation == [[], [], [], []]
    assert stock.cards_left() == 31


def test_setup_shuffles() -> None:
    with mock.patch("random.shuffle") as shuffle:
        easthaven.setup_game()
    shuffle.assert_called_once()


def test_display(capsys: pytest.CaptureFixture[str]) -> None:
    tableau = rows("(KH) (2C) 10S", "", "AD")
    foundation = [pile("AC 2C"), [], [], []]
    assert easthaven.display_game(tableau, foundation, stock_of(24)) is None
    rule = "-" * 40
    assert capsys.readouterr().out.splitlines() == [
        "Tableau:",
        "Row 1:  XX  XX 10♠",
        "Row 2: ",
        "Row 3:  A♦",
        *[f"Row {number}: " for number in range(4, 8)],
        rule,
        "Foundation:",
        "Row 1:  2♣",
        "Row 2: ",
        "Row 3: ",
        "Row 4: ",
        rule,
        "Stock: 24 cards left.",
    ]


def test_an_ace_goes_to_any_empty_foundation_and_uncovers_the_next_card() -> None:
    tableau, foundation = rows("(KH) (9C) AS"), empty_foundation()
    assert easthaven.move_to_foundation(tableau, foundation, 1, 3) is True
    assert shown(tableau)[0] == "XX 9♣"
    assert shown(foundation) == ["", "", "A♠", ""]


def test_the_next_card_of_the_suit_follows_and_may_empty_its_row() -> None:
    tableau, foundation = rows("", "2S"), [[], [], pile("AS"), []]
    assert easthaven.move_to_foundation(tableau, foundation, 2, 3) is True
    assert shown(tableau)[1] == ""
    assert shown(foundation)[2] == "A♠ 2♠"


@pytest.mark.parametrize(
    ("row", "on"),
    [
        ("2S", ""),  # not an ace
        ("3S", "AS"),  # a rank too high
        ("AS", "AS 2S"),  # a rank too low
        ("2C", "AS"),  # the other black suit
        ("AH", "AS"),  # an ace on a claimed foundation
        ("", ""),  # no card to move
        ("", "AS"),
    ],
)
def test_refused_on_the_foundation(row: str, on: str) -> None:
    tableau, foundation = rows(f"(5D) {row}" if row else ""), [pile(on), [], [], []]
    before = shown(tableau), shown(foundation)
    assert easthaven.move_to_foundation(tableau, foundation, 1, 1) is False
    assert (shown(tableau), shown(foundation)) == before


@pytest.mark.parametrize(
    ("count", "source", "target", "left", "grown"),
    [
        (1, "(5D) 9S", "10H", "5♦", "10♥ 9♠"),
        (2, "(5D) (6D) 9S 8D", "10H", "XX 6♦", "10♥ 9♠ 8♦"),
        (1, "9S 8D", "9C", "9♠", "9♣ 8♦"),  # part of a run
        (1, "(5D) 4S", "", "5♦", "4♠"),  # any card on an empty row
        (3, "KH 9S 8D 7C", "", "K♥", "9♠ 8♦ 7♣"),  # any run on an empty row
        (2, "9S 8D", "", "", "9♠ 8♦"),
    ],
)
def test_moves_between_rows(count: int, source: str, target: str, left: str, grown: str) -> None:
    tableau = rows(source, "KC", target)
    assert easthaven.move_cards(tableau, count, 1, 3) is True
    assert shown(tableau)[:3] == [left, "K♣", grown]


@pytest.mark.parametrize(
    ("count", "source", "target"),
    [
        (1, "9S", "10C"),  # same colour
        (1, "9S", "8H"),  # a rank up
        (1, "9S", "JH"),  # a rank left out
        (1, "AS", "KH"),  # the ace is low
        (1, "KS", "AH"),
        (2, "10S 8D", "JH"),  # no run: ranks
        (2, "9S 8C", "10H"),  # no run: colours
        (2, "(9S) 8D", "10H"),  # a run, but for the card face down
        (2, "(9S) 8D", ""),
        (2, "9S 5D", ""),  # an empty row takes no heap either
        (2, "9S", "10H"),  # more cards than there are
        (1, "", "10H"),
        (1, "", ""),
    ],
)
def test_refused_between_rows(count: int, source: str, target: str) -> None:
    tableau = rows(source, "KC", target)
    before = shown(tableau)
    assert easthaven.move_cards(tableau, count, 1, 3) is False
    assert shown(tableau) == before


def test_a_row_does_not_move_onto_itself() -> None:
    tableau = rows("10H 9S")
    assert easthaven.move_cards(tableau, 1, 1, 1) is False
    assert shown(tableau)[0] == "10♥ 9♠"


def test_a_deal_gives_every_row_a_card_empty_ones_too() -> None:
    tableau, stock = rows("(2C) 9S", "", "KH"), stock_of(31)
    assert easthaven.deal_cards(tableau, stock) is True
    assert shown(tableau) == ["XX 9♠ 9♠", "10♠", "K♥ J♠", "Q♠", "K♠", "A♥", "2♥"]
    assert stock.cards_left() == 24


def test_the_last_deal_covers_the_first_three_rows() -> None:
    tableau, stock = rows(), stock_of(3)
    assert easthaven.deal_cards(tableau, stock) is True
    assert shown(tableau) == ["J♦", "Q♦", "K♦", "", "", "", ""]
    assert stock.cards_left() == 0


def test_an_empty_stock_deals_nothing() -> None:
    tableau, stock = rows("KH"), stock_of(0)
    assert easthaven.deal_cards(tableau, stock) is False
    assert shown(tableau) == ["K♥", "", "", "", "", "", ""]


def test_all_cards_home_win_and_one_less_does_not() -> None:
    foundation = full_foundation()
    assert easthaven.is_won(foundation) is True
    foundation[2].pop()
    assert easthaven.is_won(foundation) is False
    assert easthaven.is_won(empty_foundation()) is False


@pytest.mark.parametrize(
    "words", ["1", "1 1 1", "0 1", "8 1", "1 5", "-1 1", "a b", "２ 1", "+1 1", "1.0 1", "01 1"]
)
def test_numbers_out_of_range(words: str) -> None:
    assert easthaven.are_in_ranges(words.split(), [(1, 7), (1, 4)]) is False


def test_numbers_in_range() -> None:
    assert easthaven.are_in_ranges(["7", "1"], [(1, 7), (1, 4)]) is True
    assert easthaven.are_in_ranges([], []) is True


def test_a_wrong_command_is_reported_and_changes_nothing() -> None:
    table = rows("9S", "9H"), empty_foundation(), stock_of(0)
    before = shown(table[0])
    assert easthaven.carry_out("f", [1, 1], *table) == "Invalid move"
    assert easthaven.carry_out("m", [1, 1, 2], *table) == "Invalid move"
    assert easthaven.carry_out("d", [], *table) == "There are no cards left in the stock."
    assert shown(table[0]) == before
    assert easthaven.carry_out("m", [1, 1, 3], *table) == ""


def play(*typed: str, table: tuple[Any, ...] | None = None) -> str:
    """What a game prints when these lines are typed, on a table of one's own if need be."""
    return play_at(easthaven, "play", typed, table)


def test_the_last_card_home_ends_the_game() -> None:
    foundation = full_foundation()
    table = [[foundation[0].pop()], *[[] for _ in range(6)]], foundation, stock_of(0)
    out = play("f 1 1", "x", table=table)
    assert out.endswith(
        "Stock: 0 cards left.\nWinning! All fifty-two cards are on the foundation.\n"
    )
    assert "Unknown" not in out


@pytest.mark.parametrize("typed", ["", "   ", "\t"])
def test_an_empty_line_is_an_unknown_command(typed: str) -> None:
    assert play(typed, "q").endswith("\nUnknown command: (an empty line)\nThanks for playing\n")


def test_text_that_cannot_be_decoded_is_an_empty_line() -> None:
    failure = UnicodeDecodeError("utf-8", b"\\xff", 0, 1, "invalid start byte")
    with mock.patch("builtins.input", side_effect=failure):
        assert easthaven.read_words() == ["(an empty line)"]


def test_ctrl_c_quits(capsys: pytest.CaptureFixture[str]) -> None:
    with mock.patch("builtins.input", side_effect=KeyboardInterrupt):
        easthaven.play()
    assert capsys.readouterr().out.endswith("\nThanks for playing\n")


WORDS = st.sampled_from([*"fmdhx", "0", "1", "2", "7", "8", "-1", "２", "9" * 5000]) | st.text()


@given(st.lists(st.lists(WORDS, max_size=5).map(" ".join), max_size=20))
def test_nothing_typed_raises(lines: list[str]) -> None:
    out = play(*lines)
    assert out.endswith("\nThanks for playing\n")
