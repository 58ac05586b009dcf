"""The courses' cards module, fact by fact and year by year."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from winnable.course.cards import Card, Deck, Deck2008

Capture = pytest.CaptureFixture[str]

SUITS = [(1, "C", "♣"), (2, "D", "♦"), (3, "H", "♥"), (4, "S", "♠")]
OUT_OF_RANGE = [(0, 0), (14, 1), (1, 0), (1, 5), (-1, 1), (1, -1), (10**30, 1), (0, "")]
WRONG_LETTERS = [("A", 2), ("A", ""), ("", "C"), ("X", "C"), ("AJ", "C"), (5, "HH"), (5, "♥")]
WRONG_TYPES: list[tuple[object, object]] = [
    ("10", "C"),
    (None, None),
    (1.0, 1),
    (True, 1),
    (1, True),
    ([], {}),
    (b"A", b"C"),
]
ASSIGNMENTS = Path(__file__).resolve().parents[2] / "assignments"


def dealt(deck: Deck) -> list[str]:
    return [str(deck.deal()).strip() for _ in range(len(deck))]


# Cards, as every year makes them


@pytest.mark.parametrize(("number", "letter", "sign"), SUITS)
@pytest.mark.parametrize("rank", range(1, 14))
def test_both_constructors_make_the_same_card(
    rank: int, number: int, letter: str, sign: str
) -> None:
    name = {1: "A", 11: "J", 12: "Q", 13: "K"}.get(rank, str(rank))
    for card in (Card(rank, number), Card(rank, letter), Card(rank, letter.lower())):
        assert (card.rank(), card.get_rank()) == (rank, rank)
        assert (card.suit(), card.get_suit()) == (number, letter)
        assert card.value() == card.get_value() == min(rank, 10)
        assert str(card) == repr(card) == f"{name}{sign}".rjust(3)
        assert card == Card(rank, number)
    if name.isalpha():
        assert Card(name, letter) == Card(name.lower(), letter.lower()) == Card(rank, number)


@pytest.mark.parametrize(
    ("rank", "suit"),
    [*OUT_OF_RANGE, *WRONG_LETTERS, *WRONG_TYPES],
)
def test_whatever_is_no_card_is_blank(rank: object, suit: object) -> None:
    card = Card(rank, suit)
    assert (card.rank(), card.suit()) == (0, 0)
    assert (card.get_rank(), card.get_suit()) == (0, "")
    assert (card.value(), card.get_value()) == (0, 0)
    assert str(card) == repr(card) == " XX"


def test_a_card_of_nothing_is_blank() -> None:
    assert Card() == Card(0, 0) == Card(0, "")


def test_format() -> None:
    assert format(Card(10, 3), "4s") == "10♥ "
    assert f"{Card(1, 1):>5}" == "   A♣"
    assert f"{Card(1, 1)}" == " A♣"


def test_equality_is_by_rank_and_suit() -> None:
    card = Card(5, 2)
    card.flip_card()
    assert card == Card(5, 2)
    assert card != Card(5, 3)
    assert card != Card(6, 2)
    assert card != "5♦"
    assert card is not None
    assert card != None  # noqa: E711  students write it


# 2016-2023


def test_flip_card() -> None:
    card = Card(12, 4)
    assert card.is_face_up()
    card.flip_card()
    assert not card.is_face_up()
    assert str(card) == repr(card) == " XX"
    assert card.rank() == 12
    card.flip_card()
    assert str(card) == " Q♠"


def test_the_deck_deals_its_last_card_first() -> None:
    cards = dealt(Deck())
    assert cards[:3] == ["K♠", "Q♠", "J♠"]
    assert cards[13] == "K♥"
    assert cards[26] == "K♦"
    assert cards[-1] == "A♣"
    assert len(set(cards)) == 52


def test_an_empty_deck_deals_none() -> None:
    deck = Deck()
    deck.discard(51)
    assert not deck.is_empty()
    assert deck.deal() == Card(1, 1)
    assert deck.is_empty()
    assert len(deck) == 0
    assert deck.deal() is None
    assert deck.top() is None
    assert deck.bottom() is None


@pytest.mark.parametrize("kind", [Deck, Deck2008])
def test_shuffle_is_random_shuffle(kind: type[Deck]) -> None:
    """A seed fixes the deal as it would with the course's own list of cards."""
    expected = dealt(kind())
    if kind is Deck:
        expected.reverse()
    random.seed(7)
    random.shuffle(expected)
    if kind is Deck:
        expected.reverse()
    deck = kind()
    random.seed(7)
    deck.shuffle()
    assert dealt(deck) == expected


def test_display(capsys: Capture) -> None:
    Deck().display()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == " A♣  2♣  3♣  4♣  5♣  6♣  7♣  8♣  9♣ 10♣  J♣  Q♣  K♣"
    assert len(lines) == 4
    Deck().display(cols=0)
    assert len(capsys.readouterr().out.splitlines()) == 52


# 2011-2014, CS162


def test_equal_this_and_that() -> None:
    card = Card(12, 3)
    assert card.equal_rank(Card(12, 1))
    assert not card.equal_rank(Card(13, 3))
    assert card.equal_suit(Card(1, 3))
    assert not card.equal_suit(Card(12, 2))
    assert card.equal_value(Card(10, 4))
    assert not card.equal_value(Card(9, 3))


def test_counting_and_pretty_print(capsys: Capture) -> None:
    deck = Deck()
    assert deck.cards_count() == deck.cards_left() == len(deck) == 52
    deck.pretty_print()
    lines = capsys.readouterr().out.splitlines()
    assert [len(line.split()) for line in lines] == [10] * 5 + [2]
    deck.deal()
    assert deck.cards_count() == deck.cards_left() == len(deck) == 51
    assert str(deck) == repr(deck)
    assert str(deck).endswith(" Q♠")


# 2008/2009


@pytest.mark.parametrize(("one", "two"), [("C", "S"), ("D", "H"), ("C", "C"), ("H", "H")])
def test_same_color(one: str, two: str) -> None:
    assert Card(2, one).has_same_color(Card(9, two))
    assert Card(2, two).has_same_color(Card(9, one))


@pytest.mark.parametrize(("one", "two"), [("C", "D"), ("H", "S"), ("", "C"), ("D", ""), ("", "")])
def test_not_the_same_color(one: str, two: str) -> None:
    assert not Card(2, one).has_same_color(Card(9, two))
    assert not Card(2, two).has_same_color(Card(9, one))


def test_hiding_and_showing() -> None:
    card = Card("Q", "s")
    assert card.get_hidden() is False
    card.set_hidden()
    assert card.get_hidden() is True
    assert str(card) == " XX"
    card.show_card()
    assert card.get_hidden() is False
    card.set_hidden(True)
    card.set_hidden(False)
    assert str(card) == " Q♠"


def test_setting_rank_and_suit() -> None:
    card = Card()
    card.set_rank(11)
    assert str(card) == " XX"
    card.set_suit("h")
    assert card == Card(11, 3)
    card.set_rank("Q")
    card.set_suit(1)
    assert card == Card(12, 1)
    card.set_rank(99)
    card.set_suit("nonsense")
    assert card == Card()


def test_the_deck_of_2008_deals_from_the_front() -> None:
    cards = dealt(Deck2008())
    assert cards[:2] == ["A♣", "2♣"]
    assert [cards[n] for n in (12, 13, 26, 39, 51)] == ["K♣", "A♠", "A♥", "A♦", "K♦"]
    assert len(set(cards)) == 52


def test_the_empty_deck_of_2008_gives_blanks() -> None:
    deck = Deck2008()
    deck.discard(60)
    assert deck.empty()
    assert deck.cards_left() == 0
    for card in (deck.deal(), deck.top(), deck.bottom()):
        assert (card.get_rank(), card.get_suit()) == (0, "")


@pytest.mark.parametrize("kind", [Deck, Deck2008])
def test_top_and_bottom(kind: type[Deck]) -> None:
    deck = kind()
    last = dealt(kind())[-1]
    assert str(deck.bottom()).strip() == last
    top, under = Card(5, 2), Card(6, 2)
    deck.add_card_top(top)
    deck.add_card_bottom(under)
    assert len(deck) == 54
    assert deck.top() is top
    assert deck.bottom() is under
    assert deck.deal() is top
    deck.discard(52)
    assert deck.deal() is under
    deck.discard(-1)
    deck.discard(1)
    assert deck.empty()
    deck.add_card_bottom(under)
    assert deck.top() is deck.bottom() is under


# The five modules beside the programs


@pytest.mark.parametrize("install", ["installed", "a clone"])
@pytest.mark.parametrize(
    ("program", "first"),
    [
        ("aces_up", " K♠"),
        ("bakers_game", " K♠"),
        ("freecell", " K♠"),
        ("easthaven", " A♣"),
        ("golf_relaxed", " A♣"),
    ],
)
def test_each_program_gets_the_deck_of_its_year(program: str, first: str, install: str) -> None:
    """Also where Winnable is not installed: -S leaves out what is."""
    options = ["-S"] if install == "a clone" else []
    code = "import cards; print(cards.__all__, repr(cards.Card(1, 1)), cards.Deck().deal())"
    result = subprocess.run(
        [sys.executable, "-X", "utf8", *options, "-c", code],
        cwd=ASSIGNMENTS / program,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert result.stderr == ""
    assert result.stdout == f"['Card', 'Deck']  A♣ {first}\n"
