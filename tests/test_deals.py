"""Decks: the numbered ones are everybody's, and none has a card too many or too few."""

import random
from collections import Counter

import naive_rules
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import decks, examples

from winnable import (
    DECK,
    GAMES,
    MAX_DEAL,
    Card,
    CardError,
    DealNumberError,
    DeckError,
    Suit,
    board_text,
    numbered_deck,
    parse_deck,
    shuffled_deck,
)
from winnable.deals import check_deck, random_number

BORDERS = [1, 2, 617, 11982, 31999, 32000, 32001, 1_000_000, 2**31 - 1, 2**31, 2**31 + 1]
BORDERS += [2**32 - 1, 2**32, 2**32 + 1, 2**33 - 2, 2**33 - 1]
_RNG = random.Random(20231)
CHANCE = [
    _RNG.randrange(low, high)
    for low, high in [(1, 2**31), (2**31, 2**32), (2**32, 2**33)]
    for _ in range(40)
]


@pytest.mark.parametrize("number", BORDERS + CHANCE)
def test_numbered_decks_are_everybodys(number: int) -> None:
    assert [str(card) for card in numbered_deck(number)] == naive_rules.deck(number)


@pytest.mark.parametrize("number", [*BORDERS, *CHANCE[::8]])
def test_golf_is_dealt_as_pysol_deals_it(number: int) -> None:
    golf = GAMES["golf-relaxed"]
    assert board_text(golf, golf.deal(numbered_deck(number))) == naive_rules.layout("golf", number)


@pytest.mark.parametrize("slug", ["freecell", "bakers-game"])
@pytest.mark.parametrize("number", [*BORDERS, *CHANCE[::8]])
def test_freecell_and_its_parent_are_dealt_as_pysol_deals_them(slug: str, number: int) -> None:
    ours = board_text(GAMES[slug], GAMES[slug].deal(numbered_deck(number)))
    assert ours == naive_rules.layout(slug.replace("-", "_"), number)


@pytest.mark.parametrize("number", [0, -1, MAX_DEAL + 1, 2**64])
def test_no_other_number_is_a_deal(number: int) -> None:
    with pytest.raises(DealNumberError, match=f"no deal {number}: .* 1 to 8589934591$"):
        numbered_deck(number)


@examples(100)
@given(st.integers(1, MAX_DEAL))
def test_numbered_decks_are_whole(number: int) -> None:
    assert sorted(numbered_deck(number)) == list(DECK)


def test_shuffled_decks_are_whole_and_differ() -> None:
    shuffled = [shuffled_deck() for _ in range(20)]
    assert all(sorted(deck) == list(DECK) for deck in shuffled)
    assert len(set(shuffled)) == 20


def test_shuffling_favours_no_place() -> None:
    """Each card comes first about equally often: a chi-square far beyond any fair shuffle's."""
    counts = Counter(shuffled_deck()[0] for _ in range(52 * 40))
    assert sum((counts[card] - 40) ** 2 / 40 for card in DECK) < 150


def test_numbers_by_chance_are_short_and_differ() -> None:
    numbers = {random_number() for _ in range(100)}
    assert len(numbers) > 90
    assert all(1 <= number <= 1_000_000 for number in numbers)


@examples(50)
@given(decks())
def test_decks_round_trip_as_text(deck: tuple[Card, ...]) -> None:
    assert parse_deck(" ".join(map(str, deck))) == deck
    assert parse_deck("\n".join(card.sign for card in deck)) == deck
    assert check_deck(iter(deck)) == deck


def test_a_word_that_is_no_card_is_named() -> None:
    with pytest.raises(CardError, match=r"^'XX' is not a card"):
        parse_deck("AS XX")


@examples(60)
@given(decks(), st.integers(0, 51), st.integers(0, 51))
def test_a_missing_and_a_doubled_card_are_named(
    deck: tuple[Card, ...], there: int, instead: int
) -> None:
    spoilt = list(deck)
    spoilt[there] = deck[instead]
    if there == instead:
        assert check_deck(spoilt) == deck
        return
    with pytest.raises(DeckError) as caught:
        check_deck(spoilt)
    assert str(caught.value) == (
        f"the deck has no {deck[there].name} and 2 times the {deck[instead].name}"
    )


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (DECK[:-1], "the deck has no king of spades"),
        ((*DECK, DECK[0]), "the deck has 2 times the ace of clubs"),
        (DECK[2:], "the deck has no ace of clubs and no ace of diamonds"),
        (DECK[3:], "the deck has no ace of clubs, no ace of diamonds and no ace of hearts"),
        (
            DECK[5:],
            "the deck has no ace of clubs, no ace of diamonds, no ace of hearts and 2 more faults",
        ),
        ((*DECK, Card(14, Suit.SPADES)), "the deck has Card.parse('?S'), which is not a card"),
    ],
)
def test_what_is_wrong_with_a_deck(cards: tuple[Card, ...], words: str) -> None:
    with pytest.raises(DeckError) as caught:
        check_deck(cards)
    assert str(caught.value) == words
    with pytest.raises(DeckError):
        GAMES["freecell"].deal(cards)
