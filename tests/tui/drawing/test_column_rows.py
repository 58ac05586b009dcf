"""How the cards of a column share its rows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from winnable.tui.drawing.column_rows import Row, column_rows


@st.composite
def columns(draw: st.DrawFn) -> tuple[int, int, int, int, int]:
    """Cards, face-down ones among them, rows, the height of a card and of a covered one."""
    cards = draw(st.integers(1, 40))
    down = draw(st.integers(0, cards))
    return cards, down, draw(st.integers(1, 50)), draw(st.integers(2, 9)), draw(st.integers(1, 3))


@examples(500)
@given(columns())
def test_rows_fit_and_the_last_card_is_visible(column: tuple[int, int, int, int, int]) -> None:
    cards, down, height, card_height, covered_height = column
    rows = column_rows(cards, down, height, card_height, covered_height)
    assert sum(row.height for row in rows) <= height
    assert rows[-1].index == cards - 1
    assert rows[-1].height <= card_height
    assert all(1 <= row.height <= covered_height for row in rows[:-1])
    assert all(
        row.height == 1 for row in rows if row.count > 1 or (row.index < down and row != rows[-1])
    )
    assert [row.index for row in rows] == sorted({row.index for row in rows})


@examples(500)
@given(columns())
def test_no_card_is_left_out_where_there_are_two_rows(
    column: tuple[int, int, int, int, int],
) -> None:
    cards, down, height, card_height, covered_height = column
    rows = column_rows(cards, down, max(height, 2), card_height, covered_height)
    assert sum(row.count for row in rows) == cards
    assert all(
        row.index == cards - 1 or (row.index < down) == (row.index - row.count + 1 < down)
        for row in rows
        if height > 3
    )


@examples(300)
@given(columns())
def test_nothing_is_folded_without_need(column: tuple[int, int, int, int, int]) -> None:
    cards, down, height, card_height, covered_height = column
    rows = column_rows(cards, down, height, card_height, covered_height)
    if cards + 1 <= height:
        assert all(row.count == 1 for row in rows)
    if cards - 1 + card_height <= height:
        assert rows[-1].height == card_height


def test_a_long_column_squeezes_its_deepest_cards() -> None:
    heights = [row.height for row in column_rows(8, 0, height=16, card_height=5, covered_height=2)]
    assert heights == [1, 1, 1, 2, 2, 2, 2, 5]


def test_one_row_shows_the_last_card() -> None:
    assert column_rows(7, 2, height=1, card_height=3, covered_height=1) == [Row(6, 1, 1)]
