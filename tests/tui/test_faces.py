"""Single cards: as wide and high as asked for, named, and told apart without colour."""

from __future__ import annotations

from itertools import product

import pytest

from winnable import DECK, Card, Suit
from winnable.text import card_text
from winnable.tui.faces import Dress, Face, Role, back, empty, face, fold

SIZES = [(4, 1), (4, 2), (4, 3), (5, 3), (7, 2), (7, 3), (8, 4), (8, 5), (9, 5), (11, 6), (11, 7)]
SIZES += [(13, 8), (13, 9)]
KINDS = list(product((True, False), repeat=2))
"""Unicode, and boxed."""


def lines(drawn: Face) -> list[str]:
    return ["".join(text for text, _ in row) for row in drawn]


def dresses() -> list[Dress]:
    return [
        Dress(unicode, boxed, role, turn, is_covering, is_fanned)
        for (unicode, boxed), role, turn in product(KINDS, Role, range(3))
        for is_covering, is_fanned in ((False, False), (True, False), (False, True))
    ]


@pytest.mark.parametrize("size", SIZES)
def test_everything_is_as_large_as_asked_for(size: tuple[int, int]) -> None:
    for dress in dresses():
        drawn = [face(card, *size, dress) for card in DECK[::5]]
        drawn += [back(*size, dress), empty(*size, dress), empty(*size, dress, "A")]
        for rows in map(lines, drawn):
            assert len(rows) == size[1]
            assert {len(row) for row in rows} == {size[0]}
        for rows in (lines(fold(size[0], 12, down, dress)) for down in (True, False)):
            assert [len(row) for row in rows] == [size[0]]
            assert "12" in rows[0]


@pytest.mark.parametrize("size", SIZES)
def test_the_first_row_names_the_card(size: tuple[int, int]) -> None:
    for dress, card in product(dresses(), DECK):
        assert card_text(card, dress.unicode) in lines(face(card, *size, dress))[0]


def test_ascii_is_ascii() -> None:
    for dress, size in product(dresses(), SIZES):
        if not dress.unicode:
            drawn = [face(card, *size, dress) for card in DECK]
            drawn += [back(*size, dress), empty(*size, dress, "A"), fold(size[0], 3, True, dress)]
            assert all(line.isascii() for rows in drawn for line in lines(rows))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("unicode", "boxed"), KINDS)
def test_what_a_card_is_can_be_told_without_colour(
    size: tuple[int, int], unicode: bool, boxed: bool
) -> None:
    """Boxed cards, which have no colour, say it with signs alone; the others with tones as well."""
    for card in (Card.parse("10H"), Card.parse("AS")):
        drawn = {role: face(card, *size, Dress(unicode, boxed, role)) for role in Role}
        first = {role: lines(rows)[0] for role, rows in drawn.items()}
        several = [role for role in Role if boxed or role is not Role.GONE]
        assert len({first[role] for role in several}) == len(several)
        assert len(set(drawn.values())) == len(Role)
        for of_place in (empty, back):
            texts = {role: lines(of_place(*size, Dress(unicode, boxed, role))) for role in Role}
            signed = [role for role in Role if role is not Role.GONE]
            assert len({tuple(texts[role]) for role in signed}) == len(signed)


def test_covered_cards_are_parted() -> None:
    lying = lines(face(Card.parse("7H"), 7, 3, Dress(is_covering=True)))[0]
    assert lying == "▔7♥▔▔▔▔"
    first = lines(face(Card.parse("7H"), 7, 3, Dress()))[0]
    assert first == " 7♥    "
    for unicode in (True, False):
        inks = [
            {ink.tone for _, ink in face(DECK[0], 7, 3, Dress(unicode, turn=turn))[0]}
            for turn in range(3)
        ]
        assert len(set(map(frozenset, inks))) == 3


@pytest.mark.parametrize("size", [(9, 5), (11, 7), (13, 9)])
@pytest.mark.parametrize("unicode", [True, False])
def test_large_cards_have_as_many_pips_as_their_rank(size: tuple[int, int], unicode: bool) -> None:
    for card in DECK:
        middle = "".join(lines(face(card, *size, Dress(unicode)))[1:-1])
        sign = card.suit.sign if unicode else card.suit.letter
        if card.rank <= 10:
            assert middle.count(sign) == card.rank
            assert set(middle) <= {sign, " "}
        else:
            assert card.rank_label in middle


def test_pips_stand_symmetrically() -> None:
    for rank, height in product(range(1, 11), (5, 7, 9)):
        rows = lines(face(Card(rank, Suit.CLUBS), height + 4, height, Dress()))[1:-1]
        assert all(row == row[::-1] for row in rows)
        if rank != 7:  # as on any deck of cards
            assert rows == rows[::-1]


def test_a_suit_has_its_own_pen() -> None:
    pens = {
        ink.pen
        for card in DECK
        for row in face(card, 9, 5, Dress())
        for text, ink in row
        if text.strip()
    }
    assert pens == {"clubs", "diamonds", "hearts", "spades"}


def test_the_back_says_nothing_of_the_card() -> None:
    assert lines(back(4, 2, Dress(unicode=False))) == ["####", "####"]
    assert lines(back(5, 3, Dress(boxed=True))) == ["╭╱╱╱╮", "│╱╱╱│", "╰╱╱╱╯"]


def test_a_folded_row_tells_how_many() -> None:
    assert lines(fold(7, 4, False, Dress())) == ["   +4  "]
    assert lines(fold(7, 3, True, Dress())) == ["╱╱ 3 ╱╱"]
    assert lines(fold(4, 3, True, Dress(unicode=False))) == ["#3##"]
