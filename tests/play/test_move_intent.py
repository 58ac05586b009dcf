"""Selecting cards, where they may be dropped, and the move that results."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from position_builders import endgame, table
from strategies import ALL_GAMES, endgames, examples, positions

from winnable import GAMES, Area, Game, Place, Position, Transfer
from winnable.coach.hidden_cards import HiddenCards
from winnable.deals import numbered_deck
from winnable.play.move_intent import (
    Selection,
    best_moves,
    drop_targets,
    foundation_move,
    is_one_way,
    resolve_drop,
    select,
    takes_one_tap,
    why_not_movable,
)
from winnable.rules.foundations import is_safe
from winnable.rules.illegal_moves import Reason

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
    assert takes_one_tap(GAMES[slug]) is (slug in ("golf-relaxed", "aces-up"))


# -- tapping ---------------------------------------------------------------------------------------


def best(game: Game, position: Position) -> list[str]:
    return sorted(map(str, best_moves(game, position, game.legal_moves(position))))


def after_tap(game: Game, position: Position, place: str, count: int = 1) -> str | None:
    """Where so many cards of a place go if they are tapped."""
    for move in best_moves(game, position, game.legal_moves(position)):
        if (str(move.source), move.count) == (place, count):
            return str(move.target)
    return None


@given(st.data())
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.slug)
@examples(60)
def test_the_best_move_of_tapped_cards(game: Game, data: st.DataObject) -> None:
    """A legal one, if any is more than a shuffle; home if nothing speaks against it."""
    position = data.draw(st.one_of(positions(game), endgames(game)))
    legal = [move for move in game.legal_moves(position) if isinstance(move, Transfer)]
    chosen = {(move.source, move.count): move for move in best_moves(game, position, legal)}
    assert set(chosen.values()) <= set(legal)
    for (source, count), move in chosen.items():
        pile = position.pile(source)
        others = [one for one in legal if (one.source, one.count) == (source, count)]
        areas = {one.target.area for one in others}
        onto_cards = [
            one for one in others if one.target.area is Area.COLUMN and position.pile(one.target)
        ]
        if move.target.area is Area.CELL:
            assert areas == {Area.CELL}
        if move.target.area is Area.COLUMN and not position.pile(move.target):
            assert not onto_cards
            assert Area.FOUNDATION not in areas
            assert source.area is Area.CELL or count < len(pile), "a mere shuffle"
        if Area.FOUNDATION in areas and (is_safe(game, position, pile[-1]) or not onto_cards):
            assert move.target.area is Area.FOUNDATION
    for move in legal:
        if (move.source, move.count) not in chosen:
            assert len(position.pile(move.source)) == move.count
            assert not position.pile(move.target)


@given(st.data())
@pytest.mark.parametrize("slug", ["easthaven", "aces-up", "golf-relaxed"])
@examples(40)
def test_the_best_move_does_not_depend_on_hidden_cards(slug: str, data: st.DataObject) -> None:
    game = GAMES[slug]
    position = data.draw(positions(game))
    hidden = HiddenCards.of(game, position.view)
    other = hidden.arrange(data.draw(st.permutations(sorted(hidden.unseen))))
    assert best(game, position) == best(game, other)


@pytest.mark.parametrize(
    ("columns", "home", "target"),
    [
        (("9S 2H", "3S"), "AH", "f1"),
        (("9S 4H", "5S"), "3H", "t2"),
        (("5C 4H", "5S"), "3H", "f1"),
        (("9S 4H", "9C"), "3H", "f1"),
    ],
    ids=["safe", "useful in a column", "in sequence already", "fits on no card"],
)
def test_when_a_card_goes_home(columns: tuple[str, ...], home: str, target: str) -> None:
    assert after_tap(FREECELL, table(FREECELL, *columns, home=home), "t1") == target


def test_cards_prefer_the_column_where_they_bury_the_fewest() -> None:
    position = table(FREECELL, "KC 7S", "2C 3D 8H", "9S 8D")
    assert after_tap(FREECELL, position, "t1") == "t3"


def test_an_empty_column_before_a_cell_and_neither_for_a_lone_card() -> None:
    position = table(FREECELL, "KC 7S", "KD QC JH")
    assert after_tap(FREECELL, position, "t1") == "t3"
    assert after_tap(FREECELL, position, "t2", 2) == "t3"
    assert after_tap(FREECELL, position, "t2", 3) is None
    assert after_tap(FREECELL, table(FREECELL, "KC"), "t1") is None
    full = table(FREECELL, "KC 7S", *["KD", "KH", "KS", "QC", "QD", "QS", "JC"])
    assert after_tap(FREECELL, full, "t1") == "c1"


def test_why_cards_cannot_move() -> None:
    def reasons(game: Game, position: Position, place: str, count: int) -> list[Reason]:
        tapped = Selection(Place.parse(place), count)
        return [problem.reason for problem in why_not_movable(game, position, tapped)]

    crowded = table(
        FREECELL, "10D 8H 7S 6H", "9C", *["KD", "KH", "KS", "QC", "QD", "QS"], cells="2S 2C 2H -"
    )
    assert reasons(FREECELL, crowded, "t1", 3) == [Reason.TOO_MANY]
    assert reasons(FREECELL, crowded, "t3", 1) == []
    assert reasons(FREECELL, table(FREECELL, "9S 2H"), "t1", 2) == [Reason.NOT_A_RUN]
    assert reasons(FREECELL, table(FREECELL, "KH", home="AC"), "f1", 1) == [Reason.FOUNDATION_STAYS]
    assert reasons(GAMES["easthaven"], table(GAMES["easthaven"], "<KH> QS"), "t1", 2) == [
        Reason.FACE_DOWN
    ]
    golf = GAMES["golf-relaxed"]
    assert reasons(golf, golf.deal(numbered_deck(7)), "t1", 1) == [Reason.NOT_NEIGHBOUR]
