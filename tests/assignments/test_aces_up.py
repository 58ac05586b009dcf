"""The functions of the Aces Up program, one by one, with every example of the handout."""

import copy
import io
import random
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import load, pile_of

aces_up = load("aces_up")
Card, Deck = aces_up.cards.Card, aces_up.cards.Deck

Tableau = list[list[Any]]
Capture = pytest.CaptureFixture[str]


def tableau_of(text: str) -> Tableau:
    """A tableau from columns with '/' between them, such as 'AH / / 2D 3H / 4S'."""
    return [pile_of(aces_up.cards, column) for column in text.split("/")]


def empty_stock() -> Any:
    deck = Deck()
    while not deck.is_empty():
        deck.deal()
    return deck


# The tableau of the handout's examples.
HANDOUT = "AH / / 2D 3H / 4S 5D 6D"


def test_init_game_deals_one_card_to_each_column(capsys: Capture) -> None:
    with mock.patch("random.shuffle"):
        stock, tableau, foundation = aces_up.init_game()
    assert isinstance(stock, Deck)
    assert len(stock) == 48
    assert tableau == tableau_of("KS/QS/JS/10S")
    assert foundation == []
    assert capsys.readouterr().out == ""


def test_init_game_shuffles() -> None:
    random.seed(1)
    first = aces_up.init_game()[1]
    assert first != aces_up.init_game()[1]
    random.seed(1)
    assert aces_up.init_game()[1] == first


def test_deal_to_tableau(capsys: Capture) -> None:
    stock, tableau = Deck(), tableau_of("2C//3C 4C/")
    assert aces_up.deal_to_tableau(tableau, stock) is None
    assert tableau == tableau_of("2C KS/QS/3C 4C JS/10S")
    assert len(stock) == 48
    assert capsys.readouterr().out == ""


def test_deal_to_tableau_from_a_short_stock() -> None:
    stock = Deck()
    for _ in range(50):
        stock.deal()
    tableau = tableau_of("///")
    aces_up.deal_to_tableau(tableau, stock)
    assert tableau == tableau_of("2C/AC//")
    aces_up.deal_to_tableau(tableau, stock)
    assert tableau == tableau_of("2C/AC//")


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (HANDOUT, 0, "\nError, cannot move  A♥.\n"),
        (HANDOUT, 1, "\nError, empty column: 2\n"),
        (HANDOUT, 2, ""),
        (HANDOUT, 3, "\nError, cannot move  6♦.\n"),
        ("3C/2C/10C/10D", 1, ""),
        ("3C/2C/10C/10D", 2, "\nError, cannot move 10♣.\n"),
        ("3C/2C/10C/10D", 3, "\nError, cannot move 10♦.\n"),
        ("KC/AC//", 0, ""),
        ("KC/AC//", 1, "\nError, cannot move  A♣.\n"),
        ("KC AC 2C/3C//", 1, "\nError, cannot move  3♣.\n"),  # a buried ace does not count
    ],
)
def test_moves_to_the_foundation(text: str, column: int, message: str, capsys: Capture) -> None:
    tableau, foundation = tableau_of(text), [Card(9, 4)]
    assert aces_up.validate_move_to_foundation(tableau, column) is (message == "")
    assert capsys.readouterr().out == message
    assert tableau == tableau_of(text)

    assert aces_up.move_to_foundation(tableau, foundation, column) is None
    assert capsys.readouterr().out == message
    if message:
        assert tableau == tableau_of(text)
        assert foundation == [Card(9, 4)]
    else:
        card = tableau_of(text)[column][-1]
        assert foundation == [Card(9, 4), card]
        assert tableau[column] == tableau_of(text)[column][:-1]


@pytest.mark.parametrize(
    ("text", "source", "target", "message"),
    [
        (HANDOUT, 1, 0, "\nError, target column is not empty: 1\n"),
        (HANDOUT, 1, 2, "\nError, target column is not empty: 3\n"),
        # The handout calls this one valid, against its own rules and the lines before it.
        (HANDOUT, 3, 2, "\nError, target column is not empty: 3\n"),
        ("//2D 3H/4S 5D 6D", 1, 0, "\nError, no card in column: 2\n"),
        ("//2D 3H/4S 5D 6D", 1, 1, "\nError, no card in column: 2\n"),
        (HANDOUT, 0, 0, "\nError, target column is not empty: 1\n"),
        (HANDOUT, 0, 1, ""),
        (HANDOUT, 3, 1, ""),
    ],
)
def test_moves_within_the_tableau(
    text: str, source: int, target: int, message: str, capsys: Capture
) -> None:
    tableau = tableau_of(text)
    assert aces_up.validate_move_within_tableau(tableau, source, target) is (message == "")
    assert capsys.readouterr().out == message
    assert tableau == tableau_of(text)

    assert aces_up.move_within_tableau(tableau, source, target) is None
    assert capsys.readouterr().out == message
    if message:
        assert tableau == tableau_of(text)
    else:
        assert tableau[target] == [tableau_of(text)[source][-1]]
        assert tableau[source] == tableau_of(text)[source][:-1]


@pytest.mark.parametrize(
    ("text", "wins"),
    [
        ("AC/AD/AH/AS", True),
        ("AC AD AH AS///", True),
        ("/AS AH//AC AD", True),
        ("AC/AD/AH/", False),
        ("AC/AD/AH/AS 2C", False),
        ("AC/AD/AH/KS", False),
    ],
)
def test_check_for_win(text: str, wins: bool, capsys: Capture) -> None:
    assert aces_up.check_for_win(tableau_of(text), empty_stock()) is wins
    assert aces_up.check_for_win(tableau_of(text), Deck()) is False
    assert capsys.readouterr().out == ""


def test_display_at_the_start(capsys: Capture) -> None:
    stock, tableau = Deck(), tableau_of("JH/3C/2H/10H")
    assert aces_up.display(stock, tableau, []) is None
    assert capsys.readouterr().out == (
        "\n"  # as the handout's sample has it, but for the ten
        "stock      tableau     foundation\n"
        " XX      J♥  3♣  2♥ 10♥ \n"
    )
    assert (len(stock), tableau) == (52, tableau_of("JH/3C/2H/10H"))


def test_display_with_gaps_and_foundation(capsys: Capture) -> None:
    aces_up.display(Deck(), tableau_of("JH KD/AC//10H 4C"), tableau_of("5H 2H")[0])
    assert capsys.readouterr().out == (
        "\n"
        "stock      tableau     foundation\n"
        " XX      J♥  A♣     10♥      2♥\n"
        "         K♦          4♣ \n"
    )


def test_display_without_stock(capsys: Capture) -> None:
    aces_up.display(empty_stock(), tableau_of("AC/AD/AH/AS"), tableau_of("10S")[0])
    assert capsys.readouterr().out.splitlines()[-1] == "         A♣  A♦  A♥  A♠     10♠"


def test_display_of_an_empty_tableau(capsys: Capture) -> None:
    aces_up.display(Deck(), tableau_of("///"), tableau_of("10S")[0])
    assert capsys.readouterr().out.splitlines()[-1] == " XX     " + " " * 16 + "    10♠"


@pytest.mark.parametrize(
    ("typed", "option"),
    [
        ("d", ["D"]),
        ("D", ["D"]),
        ("f 2", ["F", 1]),
        ("F 4", ["F", 3]),
        ("t 1 4", ["T", 0, 3]),
        ("  T   2 2 ", ["T", 1, 1]),
        ("r", ["R"]),
        ("H", ["H"]),
        ("q", ["Q"]),
    ],
)
def test_get_option(
    typed: str, option: list[object], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed + "\n"))
    assert aces_up.get_option() == option
    assert capsys.readouterr().out == "\nInput an option (DFTRHQ): "


WRONG = (
    "f 5|f 0|t 2|d 2 3|x||z 1|   |f|f -1|f 01|f +1|f 1.0|f two|f 2 3|f ２|t 1 2 3|t 1 5|h 1|df|f2"
)


@pytest.mark.parametrize("typed", [*WRONG.split("|"), "f " + "1" * 5000, "9" * 1000])
def test_get_option_reports_an_unknown_option(
    typed: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed + "\n"))
    assert aces_up.get_option() == []
    shown = capsys.readouterr().out
    assert shown == f"\nInput an option (DFTRHQ): \nError in option: {typed}\n"


@pytest.mark.parametrize("ending", [EOFError, KeyboardInterrupt])
def test_get_option_at_the_end_of_input(ending: type[BaseException]) -> None:
    with mock.patch("builtins.input", side_effect=ending):
        assert aces_up.get_option() == ["Q"]


def test_text_that_cannot_be_decoded_is_an_empty_line(capsys: Capture) -> None:
    failure = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
    with mock.patch("builtins.input", side_effect=failure):
        assert aces_up.get_option() == []
    assert capsys.readouterr().out == "\nError in option: \n"


@given(
    order=st.permutations(range(52)),
    heights=st.tuples(*[st.integers(0, 4)] * 4),
    source=st.integers(0, 3),
    target=st.integers(0, 3),
)
def test_a_refused_move_changes_nothing(
    order: list[int], heights: tuple[int, ...], source: int, target: int
) -> None:
    """Any cards in any columns: a move is made whole, or the tableau stays as it was."""
    cards = [Card(number % 13 + 1, number // 13 + 1) for number in order]
    tableau = [[cards.pop() for _ in range(height)] for height in heights]
    before = copy.deepcopy(tableau)
    foundation: list[Any] = []
    with mock.patch("builtins.print") as say:
        aces_up.move_within_tableau(tableau, source, target)
        aces_up.move_to_foundation(tableau, foundation, source)
    if say.call_count == 2:
        assert (tableau, foundation) == (before, [])
    assert sum(map(len, tableau)) + len(foundation) == sum(heights)
