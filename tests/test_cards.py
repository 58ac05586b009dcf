"""Cards: what they are called, and that nothing else is one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from winnable import DECK, Card, CardError, Suit
from winnable.cards import ACE, KING

SPELLINGS = {
    rank + suit: Card(number, kind)
    for number, ranks in enumerate(
        [["A"], *([str(n)] for n in range(2, 10)), ["T", "10"], ["J"], ["Q"], ["K"]], 1
    )
    for rank in ranks
    for kind in Suit
    for suit in (kind.letter, kind.letter.lower(), kind.sign)
}
SPELLINGS |= {text.lower(): card for text, card in SPELLINGS.items()}


def test_the_deck_is_in_microsofts_order() -> None:
    assert " ".join(map(str, DECK[:9])) == "AC AD AH AS 2C 2D 2H 2S 3C"
    assert str(DECK[-1]) == "KS"
    assert len(set(DECK)) == 52
    assert list(DECK) == sorted(DECK)
    assert {card.rank for card in DECK} == set(range(ACE, KING + 1))


@pytest.mark.parametrize("card", DECK, ids=str)
def test_every_name_of_a_card(card: Card) -> None:
    rank, suit = str(card)[0], str(card)[1:]
    assert "A23456789TJQK".index(rank) + 1 == card.rank
    assert suit == card.suit.name[0] == card.suit.letter
    assert card.rank_label == ("10" if rank == "T" else rank)
    assert card.sign == card.rank_label + card.suit.sign
    assert card.name.endswith(f" of {card.suit.name.lower()}")
    assert eval(repr(card)) == card
    assert card.is_red == (suit in "DH")


def test_names_are_all_different() -> None:
    assert len({card.name for card in DECK}) == 52
    assert len({card.sign for card in DECK}) == 52
    ranks = [card.name.split()[0] for card in DECK[::4]]
    assert " ".join(ranks) == ("ace two three four five six seven eight nine ten jack queen king")


@pytest.mark.parametrize("around", ["{}", " {}", "{}\n", "\t{} "])
def test_every_spelling_is_read(around: str) -> None:
    for text, card in SPELLINGS.items():
        assert Card.parse(around.format(text)) == card, text


@pytest.mark.parametrize(
    "text",
    ["", " ", "A", "S", "10", "1S", "0S", "11S", "AX", "A S", "SA", "AAS", "ASS", "♥", "A♤", "２S",
     "-1S", "?C", "A\0S", "AS,", "K" * 1000, "\x1b[31mAS", "A\nS"],
)  # fmt: skip
def test_what_is_not_a_card(text: str) -> None:
    with pytest.raises(CardError) as caught:
        Card.parse(text)
    assert str(caught.value).endswith("is not a card: write rank and suit, such as AS, 10H or 7♦")
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 250


@examples(300)
@given(st.one_of(st.text(max_size=5), st.text("A1023456789TJQKxcdhsCDHS♣♦♥♠ ?", max_size=4)))
def test_nothing_but_a_spelling_is_read(text: str) -> None:
    if text.strip() in SPELLINGS:
        assert Card.parse(text) == SPELLINGS[text.strip()]
        return
    with pytest.raises(CardError) as caught:
        Card.parse(text)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("suit", Suit)
def test_suits(suit: Suit) -> None:
    assert suit.letter == suit.name[0]
    assert suit.is_red == (suit.name in ("DIAMONDS", "HEARTS"))
    assert suit.sign == dict(zip("CDHS", "♣♦♥♠", strict=True))[suit.letter]


@pytest.mark.parametrize("rank", [-14, -1, 0, 14, 99])
def test_a_rank_that_is_none_can_still_be_shown(rank: int) -> None:
    """Error messages have to be able to say what they were given."""
    assert str(Card(rank, Suit.CLUBS)) == "?C"
