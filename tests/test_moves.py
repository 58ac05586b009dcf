"""Moves round-trip as text, and no other text is a move."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, moves

from winnable import Area, Deal, Move, NotationError, Place, Transfer, parse_move

WRITTEN = re.compile("deal|[tcf][1-9][0-9]?[tcf][1-9][0-9]?(x([2-9]|[1-9][0-9]))?", re.ASCII)


@examples(300)
@given(moves())
def test_moves_round_trip(move: Move) -> None:
    assert parse_move(str(move)) == move
    assert WRITTEN.fullmatch(str(move))
    assert hash(parse_move(str(move))) == hash(move)


@examples(300)
@given(st.from_regex(WRITTEN, fullmatch=True))
def test_texts_round_trip(text: str) -> None:
    assert str(parse_move(text)) == text


def test_a_move_in_its_parts() -> None:
    transfer = parse_move("t10c2x12")
    assert transfer == Transfer(Place(Area.COLUMN, 9), Place(Area.CELL, 1), 12)
    assert parse_move("c1f4") == Transfer(Place(Area.CELL, 0), Place(Area.FOUNDATION, 3))
    assert parse_move("deal") == Deal()
    assert parse_move("t1t2x1") == parse_move("t1t2")  # a count of one need not be written


@pytest.mark.parametrize(
    "text",
    ["", " ", "t3", "t3f", "3f1", "t0f1", "t3f0", "t03f1", "t3f1x0", "t3f1x", "t3f1x100", "t3f1X2",
     "T3F1", "t3 f1", "t3f1 ", "t3f1\n", "\nt3f1", "t3-f1", "s1t1", "deal ", "Deal", "deal1",
     "dealt", "dealx1", "t1t2x2x1", "t２f1", "t3f1x２", "t1t2t3", "t100f1", "t" * 5000, "t1f1\0"],
)  # fmt: skip
def test_what_is_not_a_move(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text)
    assert str(caught.value).endswith("is not a move: write t3f1, c1t8, t2t5x4 or deal")
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 250


@examples(500)
@given(st.one_of(st.text(max_size=10), st.text("tcf123x0dealTX \n", max_size=10)))
def test_nothing_else_is_accepted(text: str) -> None:
    if WRITTEN.fullmatch(text.removesuffix("x1")) and text != "dealx1":
        assert str(parse_move(text)) == text.removesuffix("x1")
        return
    with pytest.raises(NotationError) as caught:
        parse_move(text)
    assert len(str(caught.value).splitlines()) == 1
