"""Decks in text files: how they may be written, and what is said about wrong ones."""

from pathlib import Path

import pytest
from hypothesis import given
from strategies import decks

from winnable import DECK, Card, DeckError, FileError
from winnable.cli.deck_file import load_deck, parse_deck_file
from winnable.errors import WinnableError

LETTERS = [str(card) for card in DECK]
SIGNS = [card.sign for card in DECK]


@given(decks())
def test_any_deck_is_read_back(deck: tuple[Card, ...]) -> None:
    for separator in (" ", "\n", ", ", ",", ";", "\r\n", "\t"):
        for words in ([str(card) for card in deck], [card.sign for card in deck]):
            assert parse_deck_file(separator.join(words), "x") == deck


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(" ".join(LETTERS[at : at + 13]) for at in range(0, 52, 13)) + "\n",
        " ".join(word.lower() for word in LETTERS),
        "".join(f"{sign}\ufe0f," for sign in SIGNS),
        "\n\n" + " ".join(word.replace("T", "10") for word in LETTERS) + "\n\n",
    ],
)
def test_ways_to_write_it(text: str) -> None:
    assert parse_deck_file(text, "x") == DECK


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ([], "'d' has 0 cards, and a deck has 52"),
        (LETTERS * 3, "'d' has 156 cards, and a deck has 52"),
        (LETTERS[1:], "'d' has 51 cards: the deck has no ace of clubs"),
        ([*LETTERS, "KS"], "'d' has 53 cards: the deck has 2 times the king of spades"),
        (
            [*LETTERS[1:], "KS"],
            "'d' has 52 cards: the deck has no ace of clubs and 2 times the king of spades",
        ),
        (
            [*LETTERS[:13], "\n1S"],
            "line 2 of 'd': '1S' is not a card: write rank and suit, such as AS, 10H or 7♦",
        ),
        (
            ["\n", *LETTERS[:3], "\n\n", "joker"],
            "line 4 of 'd': 'joker' is not a card: write rank and suit, such as AS, 10H or 7♦",
        ),
    ],
)
def test_wrong_ones(words: list[str], error: str) -> None:
    with pytest.raises(DeckError) as caught:
        parse_deck_file(" ".join(words), "'d'")
    assert str(caught.value) == error


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(" ".join(SIGNS), encoding="utf-8-sig")
    assert load_deck(str(file)) == DECK


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    latin = tmp_path / "latin.txt"
    latin.write_bytes(b"A\xe9")
    for name in ("-", str(tmp_path), str(tmp_path / "none.txt"), str(latin), ""):
        with pytest.raises(FileError):
            load_deck(name)


@given(decks())
def test_what_is_cut_off_is_an_error(deck: tuple[Card, ...]) -> None:
    text = " ".join(map(str, deck))
    for end in range(0, len(text), 7):
        with pytest.raises(WinnableError):
            parse_deck_file(text[:end], "x")
