"""The shuffle that always gives the same deck, with `cards` modules of all kinds."""

import random
import sys
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from strategies import decks, examples

from winnable import DECK, Card
from winnable.cli.fixed_shuffle import fixed_shuffle

NEW_CARD = """
class Card:
    def __init__(self, rank, suit): self._rank, self._suit = rank, suit
    def rank(self): return self._rank
    def suit(self): return self._suit
"""
OLD_CARD = """
class Card:
    def __init__(self, rank, suit): self.rank, self.suit = rank, suit
    def get_rank(self): return self.rank
    def get_suit(self): return self.suit
"""
DECK_CLASS = """
import random
class Deck:
    def __init__(self): self.pile = [Card(rank, suit) for suit in {suits} for rank in range(1, 14)]
    def shuffle(self): random.shuffle(self.pile)
    def deal(self): return self.pile.pop({top})
"""
FROM_RANDOM = DECK_CLASS.replace("import random", "from random import shuffle as mix").replace(
    "random.shuffle", "mix"
)
MODULES = {
    "last first": NEW_CARD + DECK_CLASS.format(suits="(1, 2, 3, 4)", top=-1),
    "first first": OLD_CARD + DECK_CLASS.format(suits="'CSHD'", top=0),
    "numbers, first first": OLD_CARD + DECK_CLASS.format(suits="(4, 3, 2, 1)", top=0),
    "a shuffle imported by name": NEW_CARD + FROM_RANDOM.format(suits="(1, 2, 3, 4)", top=-1),
}


@pytest.fixture
def no_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module `cards` of our own, empty at first."""
    monkeypatch.setitem(sys.modules, "cards", ModuleType("cards"))


def read(card: Any) -> Card:
    if hasattr(card, "get_rank"):
        rank, suit = card.get_rank(), card.get_suit()
    else:
        rank, suit = card.rank(), card.suit()
    return Card.parse(f"{'?A23456789TJQK'[rank]}{suit if isinstance(suit, str) else '?CDHS'[suit]}")


@pytest.mark.usefixtures("no_cards")
@pytest.mark.parametrize("name", MODULES)
def test_the_deck_is_dealt_in_its_order(name: str) -> None:
    @examples(10)
    @given(decks())
    def check(deck: tuple[Card, ...]) -> None:
        own = random.shuffle
        with fixed_shuffle(deck):
            module: Any = sys.modules["cards"]
            exec(MODULES[name], module.__dict__)
            for _ in range(3):  # a restart deals it again
                dealt = module.Deck()
                dealt.shuffle()
                assert tuple(read(dealt.deal()) for _ in DECK) == deck
            dealt = module.Deck()
            dealt.shuffle()
            for _ in range(20):
                dealt.deal()
            dealt.shuffle()  # what is left keeps its order
            assert tuple(read(dealt.deal()) for _ in range(32)) == deck[20:]
        assert random.shuffle is own

    check()


def test_other_lists_are_shuffled_as_usual() -> None:
    random.seed(1)
    expected = list(range(20))
    random.shuffle(expected)
    with fixed_shuffle(DECK):
        random.seed(1)
        numbers = list(range(20))
        random.shuffle(numbers)
    assert numbers == expected


def test_an_error_leaves_the_shuffle_as_it_was() -> None:
    own = random.shuffle
    with pytest.raises(SystemExit), fixed_shuffle(DECK):
        raise SystemExit
    assert random.shuffle is own
