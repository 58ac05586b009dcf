"""Selecting cards, where they may be dropped, and the move that results."""

import pytest
from position_builders import endgame, table

from winnable import GAMES, Place, Transfer
from winnable.play.move_intent import (
    Selection,
    drop_targets,
    foundation_move,
    is_one_way,
    resolve_drop,
    select,
)

FREECELL = GAMES["freecell"]
T1, T2, T3, T4 = (Place.parse(f"t{number}") for number in range(1, 5))


def test_a_sequence_is_selected_from_a_card_on() -> None:
    position = table(FREECELL, "9C KH QS JH 10C", "QH")
    assert select(FREECELL, position, T1, 2) == Selection(T1, 3)
    assert select(FREECELL, position, T1, 0) == Selection(T1, 4), (
        "the nine is no part of the sequence"
    )
    assert select(FREECELL, position, T1, 4) == Selection(T1, 1)
    assert select(FREECELL, position, T1) == Selection(T1), "whoever types a column leaves it open"


def test_face_down_cards_are_not_selected() -> None:
    game = GAMES["easthaven"]
    position = table(game, "<KH> <QS> JH 10C")
    assert select(game, position, T1, 0) == Selection(T1, 2)


def test_there_is_nothing_to_select() -> None:
    position = table(FREECELL, "KH", home="AC")
    assert select(FREECELL, position, T2, None) is None
    assert select(FREECELL, position, Place.parse("f1"), 0) is None
    assert select(FREECELL, position, Place.parse("c1"), None) is None


def test_a_card_in_a_cell_is_selected() -> None:
    position = table(FREECELL, "KH", cells="- QS")
    cell = Place.parse("c2")
    assert select(FREECELL, position, cell, 0) == Selection(cell, 1)
    assert drop_targets(FREECELL, position, Selection(cell, 1)) >= {T1, T2}
    assert cell not in drop_targets(FREECELL, position, Selection(cell, 1))


def test_without_a_count_the_number_that_fits_is_dropped() -> None:
    position = table(FREECELL, "KH QS JH 10C", "KC", "JD", "QD")
    assert resolve_drop(FREECELL, position, Selection(T1), T3) == Transfer(T1, T3)
    assert resolve_drop(FREECELL, position, Selection(T1, 3), T2) == Transfer(T1, T2, 3)
    assert resolve_drop(FREECELL, position, Selection(T1), T2) == Transfer(T1, T2), (
        "refused, as is due"
    )


def test_a_card_finds_its_own_foundation() -> None:
    position = endgame(FREECELL, "KH", "KS")
    first = Place.parse("f1")
    assert resolve_drop(FREECELL, position, Selection(T1), first).target == Place.parse("f3")
    assert drop_targets(FREECELL, position, Selection(T1)) & {first, Place.parse("f3")} == {
        Place.parse("f3")
    }


def test_moves_to_a_foundation() -> None:
    position = endgame(FREECELL, "KH", "KS", cells="KC")
    assert str(foundation_move(FREECELL, position, T1)) == "t1f3"
    assert str(foundation_move(FREECELL, position, Place.parse("c1"))) == "c1f1"
    assert foundation_move(FREECELL, position, T4) is None
    assert foundation_move(FREECELL, position, Place.parse("f1")) is None


@pytest.mark.parametrize("slug", GAMES)
def test_only_in_golf_cards_can_only_go_home(slug: str) -> None:
    assert is_one_way(GAMES[slug]) is (slug == "golf-relaxed")
