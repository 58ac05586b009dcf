"""Single cards: they have the size asked for, show their name, and are distinct without colour."""

from __future__ import annotations

from itertools import product

import pytest

from winnable import DECK, Card, Suit
from winnable.text import card_text
from winnable.tui.drawing.card_art import (
    CardStyle,
    Drawing,
    Role,
    draw_back,
    draw_empty,
    draw_face,
    draw_folded,
)

SIZES = [(4, 1), (4, 2), (4, 3), (5, 3), (7, 2), (7, 3), (8, 4), (8, 5), (9, 5), (11, 6), (11, 7)]
SIZES += [(13, 8), (13, 9)]
KINDS = list(product((True, False), repeat=2))
"""Unicode, and boxed."""


def lines(drawn: Drawing) -> list[str]:
    return ["".join(text for text, _ in row) for row in drawn]


def styles() -> list[CardStyle]:
    return [
        CardStyle(unicode, boxed, role, shade, is_covering, is_fanned)
        for (unicode, boxed), role, shade in product(KINDS, Role, range(3))
        for is_covering, is_fanned in ((False, False), (True, False), (False, True))
    ]


@pytest.mark.parametrize("size", SIZES)
def test_everything_has_the_size_asked_for(size: tuple[int, int]) -> None:
    for style in styles():
        drawn = [draw_face(card, *size, style) for card in DECK[::5]]
        drawn += [draw_back(*size, style), draw_empty(*size, style), draw_empty(*size, style, "A")]
        for rows in map(lines, drawn):
            assert len(rows) == size[1]
            assert {len(row) for row in rows} == {size[0]}
        for rows in (lines(draw_folded(size[0], 12, down, style)) for down in (True, False)):
            assert [len(row) for row in rows] == [size[0]]
            assert "12" in rows[0]


@pytest.mark.parametrize("size", SIZES)
def test_the_first_row_names_the_card(size: tuple[int, int]) -> None:
    for style, card in product(styles(), DECK):
        assert card_text(card, style.unicode) in lines(draw_face(card, *size, style))[0]


def test_ascii_is_ascii() -> None:
    for style, size in product(styles(), SIZES):
        if not style.unicode:
            drawn = [draw_face(card, *size, style) for card in DECK]
            drawn += [
                draw_back(*size, style),
                draw_empty(*size, style, "A"),
                draw_folded(size[0], 3, True, style),
            ]
            assert all(line.isascii() for rows in drawn for line in lines(rows))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("unicode", "boxed"), KINDS)
def test_roles_are_distinct_without_colour(
    size: tuple[int, int], unicode: bool, boxed: bool
) -> None:
    """Boxed cards, which have no colour, differ by signs alone; the others also by colour."""
    for card in (Card.parse("10H"), Card.parse("AS")):
        drawn = {role: draw_face(card, *size, CardStyle(unicode, boxed, role)) for role in Role}
        first = {role: lines(rows)[0] for role, rows in drawn.items()}
        several = [role for role in Role if boxed or role is not Role.DRAGGED]
        assert len({first[role] for role in several}) == len(several)
        assert len(set(drawn.values())) == len(Role)
        for of_place in (draw_empty, draw_back):
            texts = {role: lines(of_place(*size, CardStyle(unicode, boxed, role))) for role in Role}
            signed = [role for role in Role if role is not Role.DRAGGED]
            assert len({tuple(texts[role]) for role in signed}) == len(signed)


def test_covered_cards_are_separated() -> None:
    lying = lines(draw_face(Card.parse("7H"), 7, 3, CardStyle(is_covering=True)))[0]
    assert lying == "▔7♥▔▔▔▔"
    first = lines(draw_face(Card.parse("7H"), 7, 3, CardStyle()))[0]
    assert first == " 7♥    "
    for unicode in (True, False):
        shades = [
            {
                colours.background
                for _, colours in draw_face(DECK[0], 7, 3, CardStyle(unicode, shade=shade))[0]
            }
            for shade in range(3)
        ]
        assert len(set(map(frozenset, shades))) == 3


@pytest.mark.parametrize("size", [(9, 5), (11, 7), (13, 9)])
@pytest.mark.parametrize("unicode", [True, False])
def test_large_cards_have_as_many_pips_as_their_rank(size: tuple[int, int], unicode: bool) -> None:
    for card in DECK:
        middle = "".join(lines(draw_face(card, *size, CardStyle(unicode)))[1:-1])
        sign = card.suit.sign if unicode else card.suit.letter
        if card.rank <= 10:
            assert middle.count(sign) == card.rank
            assert set(middle) <= {sign, " "}
        else:
            assert card.rank_label in middle


def test_pips_are_symmetrical() -> None:
    for rank, height in product(range(1, 11), (5, 7, 9)):
        rows = lines(draw_face(Card(rank, Suit.CLUBS), height + 4, height, CardStyle()))[1:-1]
        assert all(row == row[::-1] for row in rows)
        if rank != 7:  # as on any deck of cards
            assert rows == rows[::-1]


def test_a_suit_has_its_own_colour() -> None:
    foregrounds = {
        colours.foreground
        for card in DECK
        for row in draw_face(card, 9, 5, CardStyle())
        for text, colours in row
        if text.strip()
    }
    assert foregrounds == {"clubs", "diamonds", "hearts", "spades"}


def test_a_card_back_shows_nothing_of_the_card() -> None:
    assert lines(draw_back(4, 2, CardStyle(unicode=False))) == ["####", "####"]
    assert lines(draw_back(5, 3, CardStyle(boxed=True))) == ["╭╱╱╱╮", "│╱╱╱│", "╰╱╱╱╯"]


def test_a_folded_row_shows_how_many() -> None:
    assert lines(draw_folded(7, 4, False, CardStyle())) == ["   +4  "]
    assert lines(draw_folded(7, 3, True, CardStyle())) == ["╱╱ 3 ╱╱"]
    assert lines(draw_folded(4, 3, True, CardStyle(unicode=False))) == ["#3##"]
