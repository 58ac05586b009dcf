"""The courses' cards modules, fact by fact and year by year."""

import inspect
import random
from functools import cache
from itertools import pairwise
from types import FunctionType, ModuleType
from typing import Any

import pytest

from winnable.course import YEARS, cards_source, top_index

Capture = pytest.CaptureFixture[str]

LETTERED = ("2008", "2009")
NUMBERED = ("2017", "2023", "cs162")
WITH_GETTERS = ("2008", "2009", "cs162")
WITH_FACES = ("2017", "2023")
every_year = pytest.mark.parametrize("year", YEARS)
lettered = pytest.mark.parametrize("year", LETTERED)
numbered = pytest.mark.parametrize("year", NUMBERED)
with_getters = pytest.mark.parametrize("year", WITH_GETTERS)
with_faces = pytest.mark.parametrize("year", WITH_FACES)

SUITS = [(1, "C", "♣"), (2, "D", "♦"), (3, "H", "♥"), (4, "S", "♠")]
NO_CARDS: list[tuple[object, object]] = [
    *((0, 0), (14, 1), (1, 0), (1, 5), (-1, 1), (1, -1), (10**30, 1), (0, "")),
    *(("A", 2), ("A", ""), ("", "C"), ("X", "C"), ("AJ", "C"), (5, "HH"), (5, "♥")),
    *(("10", "C"), (None, None), (1.0, 1), (True, 1), (1, True), (b"A", b"C")),
    *(([], {}), (True, "C"), (1.0, "C"), (14, "H")),
]

_GETTERS = {"get_rank", "get_suit", "get_value", "set_rank", "set_suit"}
_LETTERED_NAMES = (
    {*_GETTERS, "has_same_color", "set_hidden", "get_hidden", "show_card"},
    {"deal", "shuffle", "cards_left", "empty", "top", "bottom"}
    | {"add_card_top", "add_card_bottom", "discard"},
)
_FACES_NAMES = (
    {"rank", "suit", "value", "is_face_up", "flip_card", "__eq__"},
    {"deal", "shuffle", "is_empty", "__len__", "display"},
)
NAMES = {
    "2008": _LETTERED_NAMES,
    "2009": _LETTERED_NAMES,
    "2017": _FACES_NAMES,
    "2023": _FACES_NAMES,
    "cs162": (
        {*_GETTERS, "equal_rank", "equal_suit", "equal_value"},
        {"deal", "shuffle", "is_empty", "cards_count", "pretty_print"},
    ),
}
OF_ALL_YEARS = {"__init__", "__str__", "__repr__", "__format__"}


@cache
def module(year: str) -> ModuleType:
    """The module of a year, from its source."""
    made = ModuleType(f"cards_{year}")
    exec(cards_source(year), vars(made))
    return made


def new(year: str, rank: object, suit: int) -> Any:
    """A card by the number of its suit, whatever the year calls it."""
    return module(year).Card(rank, SUITS[suit - 1][1] if year in LETTERED else suit)


def rank_and_suit(card: Any) -> tuple[object, object]:
    if hasattr(card, "rank"):
        return card.rank(), card.suit()
    return card.get_rank(), card.get_suit()


def dealt(deck: Any) -> list[str]:
    return [str(deck.deal()).strip() for _ in range(len(deck._cards))]


# Every year


@every_year
def test_each_class_has_the_names_of_its_year_and_no_others(year: str) -> None:
    for name, expected in zip(("Card", "Deck"), NAMES[year], strict=True):
        methods = {
            key
            for key, value in vars(vars(module(year))[name]).items()
            if isinstance(value, FunctionType)
        }
        assert methods - OF_ALL_YEARS == expected


@every_year
def test_the_module_has_two_classes_and_says_what_all_is_for(year: str) -> None:
    found = module(year)
    public = {name for name in vars(found) if not name.startswith("_") and not name.isupper()}
    assert public == {"Card", "Deck", "random"}
    for documented in (found, found.Card, found.Deck):
        assert inspect.getdoc(documented)
    for each in (found.Card, found.Deck):
        methods = [method for name, method in vars(each).items() if name[0] != "_"]
        assert all(method.__doc__ for method in methods)


@every_year
def test_the_source_has_nothing_of_ours_and_nothing_that_is_not_used(year: str) -> None:
    source = cards_source(year)
    assert "winnable" not in source.lower()
    defined = [name for name in vars(module(year)) if name.isupper() or name.startswith("_is_")]
    assert defined
    assert all(source.count(name) > 1 for name in defined)


def test_an_unknown_year() -> None:
    with pytest.raises(KeyError):
        cards_source("1999")


@every_year
@pytest.mark.parametrize(("number", "letter", "sign"), SUITS)
@pytest.mark.parametrize("rank", range(1, 14))
def test_cards(year: str, rank: int, number: int, letter: str, sign: str) -> None:
    name = {1: "A", 11: "J", 12: "Q", 13: "K"}.get(rank, str(rank)) + sign
    card = new(year, rank, number)
    assert rank_and_suit(card) == (rank, letter if year in LETTERED else number)
    value = card.value() if year in WITH_FACES else card.get_value()
    assert value == min(rank, 10)
    assert str(card) == repr(card) == (name.rjust(3) if year in WITH_FACES else name)


@every_year
@pytest.mark.parametrize(("rank", "suit"), NO_CARDS)
def test_whatever_is_no_card_is_blank(year: str, rank: object, suit: object) -> None:
    blanks = [module(year).Card(rank, suit), module(year).Card()]
    for card in blanks:
        assert rank_and_suit(card) == (0, "" if year in LETTERED else 0)
        assert str(card) == repr(card) == (" XX" if year in WITH_FACES else "XX")
        assert (card.value() if year in WITH_FACES else card.get_value()) == 0


@every_year
def test_cards_are_formatted_like_texts(year: str) -> None:
    ten, ace = new(year, 10, 3), new(year, 1, 1)
    assert format(ten, "4s") == "10♥ "
    assert "{:8s}|".format(ten) == "10♥     |"  # noqa: UP032  as the handouts write it
    assert f"{ace:>5}" == "   A♣"
    assert f"{ace}" == str(ace)


@every_year
def test_shuffle_is_random_shuffle(year: str) -> None:
    """A seed fixes the deal as it would with the course's own list of cards."""
    deck = module(year).Deck()
    expected = list(deck._cards)
    random.Random(7).shuffle(expected)
    random.seed(7)
    deck.shuffle()
    assert all(card is other for card, other in zip(deck._cards, expected, strict=True))


@every_year
def test_the_top_is_dealt_first(year: str) -> None:
    deck = module(year).Deck()
    assert len(deck._cards) == 52
    for _ in range(52):
        top = deck._cards[top_index(year)]
        assert deck.deal() is top
    assert deck._cards == []


@every_year
def test_printing_a_deck(year: str) -> None:
    deck = module(year).Deck()
    assert str(deck) == repr(deck) == ", ".join(map(str, deck._cards))


# 2008 and 2009


@lettered
@pytest.mark.parametrize(("rank", "number"), [("A", 1), ("J", 11), ("Q", 12), ("K", 13)])
def test_ranks_and_suits_in_letters(year: str, rank: str, number: int) -> None:
    for card in (module(year).Card(rank, "S"), module(year).Card(rank.lower(), "s")):
        assert rank_and_suit(card) == (number, "S")


@lettered
@pytest.mark.parametrize(("one", "two"), ["CS", "DH", "CC", "HH"])
def test_same_color(year: str, one: str, two: str) -> None:
    Card = module(year).Card
    assert Card(2, one).has_same_color(Card(9, two)) is True
    assert Card(2, two).has_same_color(Card(9, one)) is True


@lettered
@pytest.mark.parametrize(("one", "two"), [*["CD", "HS"], ("", "C"), ("D", ""), ("", "")])
def test_not_the_same_color(year: str, one: str, two: str) -> None:
    Card = module(year).Card
    assert Card(2, one).has_same_color(Card(9, two)) is False
    assert Card(2, two).has_same_color(Card(9, one)) is False


@lettered
def test_hiding_and_showing(year: str) -> None:
    card = module(year).Card("Q", "s")
    assert card.get_hidden() is False
    card.set_hidden()
    assert card.get_hidden() is True
    assert str(card) == "XX"
    assert card.get_rank() == 12
    card.show_card()
    assert card.get_hidden() is False
    card.set_hidden(True)
    card.set_hidden(False)
    assert str(card) == "Q♠"


@lettered
def test_the_deck_of_2008_deals_from_the_front(year: str) -> None:
    cards = dealt(module(year).Deck())
    assert cards[:2] == ["A♣", "2♣"]
    assert [cards[n] for n in (12, 13, 26, 39, 51)] == ["K♣", "A♠", "A♥", "A♦", "K♦"]
    assert len(set(cards)) == 52


@lettered
def test_an_empty_deck_of_2008_gives_blanks(year: str) -> None:
    deck = module(year).Deck()
    deck.discard(51)
    assert (deck.empty(), deck.cards_left()) == (False, 1)
    deck.discard(9)
    assert (deck.empty(), deck.cards_left()) == (True, 0)
    for card in (deck.deal(), deck.top(), deck.bottom()):
        assert rank_and_suit(card) == (0, "")


@lettered
def test_top_and_bottom(year: str) -> None:
    deck = module(year).Deck()
    assert (str(deck.top()), str(deck.bottom())) == ("A♣", "K♦")
    top, under = new(year, 5, 2), new(year, 6, 2)
    deck.add_card_top(top)
    deck.add_card_bottom(under)
    assert deck.cards_left() == 54
    assert deck.top() is top
    assert deck.bottom() is under
    assert deck.deal() is top
    deck.discard(52)
    assert deck.deal() is under
    deck.discard(-1)
    deck.add_card_bottom(under)
    deck.discard(-1)
    assert deck.top() is deck.bottom() is under


# 2008, 2009 and CS162


@with_getters
def test_setting_rank_and_suit(year: str) -> None:
    card = module(year).Card()
    card.set_rank(11)
    assert str(card) == "XX"
    card.set_suit("h" if year in LETTERED else 3)
    assert str(card) == "J♥"
    card.set_rank("q" if year in LETTERED else 12)
    card.set_suit("C" if year in LETTERED else 1)
    assert str(card) == "Q♣"
    card.set_rank(99)
    card.set_suit("nonsense")
    assert rank_and_suit(card) == rank_and_suit(module(year).Card())


@with_getters
def test_cards_before_2016_are_not_compared_by_what_they_show(year: str) -> None:
    assert new(year, 5, 2) != new(year, 5, 2)


def test_equal_this_and_that() -> None:
    Card = module("cs162").Card
    card = Card(12, 3)
    assert card.equal_rank(Card(12, 1)) is True
    assert card.equal_rank(Card(13, 3)) is False
    assert card.equal_suit(Card(1, 3)) is True
    assert card.equal_suit(Card(12, 2)) is False
    assert card.equal_value(Card(10, 4)) is True
    assert card.equal_value(Card(9, 3)) is False


def test_counting_and_pretty_print(capsys: Capture) -> None:
    deck = module("cs162").Deck()
    assert deck.cards_count() == 52
    deck.pretty_print()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == " A♣  2♣  3♣  4♣  5♣  6♣  7♣  8♣  9♣ 10♣"
    assert [len(line.split()) for line in lines] == [10] * 5 + [2]
    deck.pretty_print(column_max=0)
    assert len(capsys.readouterr().out.splitlines()) == 52
    deck.deal()
    assert deck.cards_count() == 51


# 2016-2023 and CS162


@numbered
def test_the_later_decks_deal_from_the_back(year: str) -> None:
    cards = dealt(module(year).Deck())
    assert cards[:3] == ["K♠", "Q♠", "J♠"]
    assert [cards[n] for n in (13, 26, 39, 51)] == ["K♥", "K♦", "K♣", "A♣"]
    assert len(set(cards)) == 52


@numbered
def test_an_empty_deck_deals_none(year: str) -> None:
    deck = module(year).Deck()
    assert deck.is_empty() is False
    dealt(deck)
    assert deck.is_empty() is True
    assert deck.deal() is None


# 2016-2023


@with_faces
def test_flip_card(year: str) -> None:
    card = new(year, 12, 4)
    assert card.is_face_up() is True
    card.flip_card()
    assert card.is_face_up() is False
    assert str(card) == repr(card) == " XX"
    assert card.rank() == 12
    card.flip_card()
    assert str(card) == " Q♠"


@with_faces
def test_equality_is_by_rank_and_suit(year: str) -> None:
    card = new(year, 5, 2)
    card.flip_card()
    assert card == new(year, 5, 2)
    assert all(card != new(year, rank, suit) for rank, suit in ((5, 3), (6, 2)))
    assert card != "5♦"
    assert card != None  # noqa: E711  students write it


@with_faces
def test_display(year: str, capsys: Capture) -> None:
    deck = module(year).Deck()
    assert len(deck) == 52
    deck.display()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == " A♣  2♣  3♣  4♣  5♣  6♣  7♣  8♣  9♣ 10♣  J♣  Q♣  K♣"
    assert len(lines) == 4
    assert all(len(one) == len(two) for one, two in pairwise(lines))
    deck.display(cols=0)
    assert len(capsys.readouterr().out.splitlines()) == 52
