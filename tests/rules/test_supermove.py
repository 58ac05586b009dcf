"""Supermoves: their single moves, how long they can be, and implied counts."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from position_builders import table
from strategies import FREECELL_WITH_TWO_CELLS, endgames, examples, positions

from winnable import (
    GAMES,
    Area,
    Game,
    IllegalMoveError,
    Place,
    Position,
    Reason,
    RunRule,
    Transfer,
    expand,
    numbered_deck,
    parse_move,
)
from winnable.rules.supermove import implied_count

FREE, BAKERS, EAST = (GAMES[slug] for slug in ("freecell", "bakers-game", "easthaven"))
NO_CELLS = replace(FREE, name="FreeCell without cells", slug="no-cells", cells=0)
KIN = [FREE, BAKERS, FREECELL_WITH_TWO_CELLS, NO_CELLS]


def columns_of(game: Game) -> list[Place]:
    return [Place(Area.COLUMN, slot) for slot in range(game.columns)]


def check_expansion(game: Game, position: Position, move: Transfer) -> None:
    """One card at a time, each of them legal in turn, to the same position."""
    singles = expand(game, position, move)
    now = position
    for single in singles:
        assert isinstance(single, Transfer)
        assert single.count == 1
        now = game.apply(now, single)
    assert now == game.apply(position, move)
    assert len(singles) >= 2 * move.count - 1


@pytest.mark.parametrize("game", KIN, ids=lambda game: game.slug)
@examples(120)
@given(data=st.data())
def test_supermoves_stand_for_single_moves(game: Game, data: st.DataObject) -> None:
    position = data.draw(st.one_of(endgames(game), endgames(game), positions(game)))
    for move in game.legal_moves(position):
        if not isinstance(move, Transfer):
            continue
        if move.count > 1:
            check_expansion(game, position, move)
        else:
            assert expand(game, position, move) == (move,)


def test_a_run_that_moves_as_a_whole_stands_for_itself() -> None:
    position = table(EAST, "9D 8S 7D", "10C")
    move = parse_move("t1t2x3")
    assert isinstance(move, Transfer)
    assert EAST.is_legal(position, move)
    assert expand(EAST, position, move) == (move,)


# How many cards can go is asked of a search that knows nothing but single moves. The cards are
# numbers, the highest first; the run lies on a card that stays, and other columns are out of play.

BASE = -1
Piles = tuple[tuple[int, ...], ...]


def single_moves(piles: Piles, cells: int) -> Iterator[Piles]:
    """Piles are the target, the source, empty columns and, from there on, cells of one card."""
    columns = len(piles) - cells
    for i, source in enumerate(piles):
        for j, target in enumerate(piles):
            if not source or source[-1] == BASE or i == j:
                continue
            if not target or (j < columns and target[-1] == source[-1] + 1):
                after = list(piles)
                after[i], after[j] = source[:-1], (*target, source[-1])
                yield (*after[:2], *sorted(after[2:columns]), *sorted(after[columns:]))


def can_go(count: int, cells: int, empty: int, onto_empty: bool) -> bool:
    """Whether a run of so many cards can get to the target one by one."""
    run = tuple(range(count, 0, -1))
    target = () if onto_empty else (count + 1,)
    front = {(target, (BASE, *run), *[()] * (empty + cells))}
    seen = set(front)
    while front:
        if any(piles[0] == target + run for piles in front):
            return True
        front = {after for piles in front for after in single_moves(piles, cells)} - seen
        seen |= front
    return False


SMALL = [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1), (0, 2), (1, 2)]


@pytest.mark.parametrize(("cells", "empty"), SMALL)
@pytest.mark.parametrize("onto_empty", [False, True])
def test_as_many_cards_move_as_single_moves_could(cells: int, empty: int, onto_empty: bool) -> None:
    game = replace(BAKERS, cells=cells)
    position, move = run_of(game, 13, empty, onto_empty)
    room = game.max_run_length(position, move.target)
    assert can_go(room, cells, empty, onto_empty)
    assert not can_go(room + 1, cells, empty, onto_empty)


def run_of(game: Game, count: int, empty: int, onto_empty: bool) -> tuple[Position, Transfer]:
    """A run of spades, so many empty columns besides the target, and others that take no spade."""
    ranks = "KQJT98765432A"
    count = min(count, 13 if onto_empty else 12)
    run = " ".join(f"{rank}S" for rank in ranks[13 - count :])
    target = "" if onto_empty else f"{ranks[12 - count]}S"
    others = [f"{rank}H" for rank in "2468TQ"][: 6 - empty]
    position = table(game, target, run, *others)
    return position, Transfer(Place.parse("t2"), Place.parse("t1"), count)


@pytest.mark.parametrize("onto_empty", [False, True])
@pytest.mark.parametrize("empty", range(4))
@pytest.mark.parametrize("cells", range(5))
def test_the_most_that_can_move_does_and_no_more(cells: int, empty: int, onto_empty: bool) -> None:
    game = replace(BAKERS, cells=cells)
    room = (cells + 1) * 2**empty
    position, move = run_of(game, room, empty, onto_empty)
    assert game.max_run_length(position, move.target) == room
    assert game.is_legal(position, move)
    check_expansion(game, position, move)
    if room < 12:
        position, move = run_of(game, room + 1, empty, onto_empty)
        assert [problem.reason for problem in game.problems(position, move)] == [Reason.TOO_MANY]


def test_occupied_cells_do_not_count() -> None:
    position = table(FREE, "9D 8S 7D 6S", "10C", "2D", "3D", "4D", "5D", cells="- KH - QH")
    assert FREE.max_run_length(position, Place.parse("t2")) == 3 * 4
    assert FREE.max_run_length(position, Place.parse("t7")) == 3 * 2
    assert EAST.max_run_length(table(EAST), Place.parse("t1")) == 13
    assert GAMES["aces-up"].max_run_length(table(GAMES["aces-up"]), Place.parse("t1")) == 1


@pytest.mark.parametrize("game", [*KIN, EAST, GAMES["aces-up"]], ids=lambda game: game.slug)
@examples(60)
@given(data=st.data())
def test_the_implied_count_is_the_largest_that_can_move(game: Game, data: st.DataObject) -> None:
    position = data.draw(st.one_of(endgames(game), positions(game)))
    legal = [move for move in game.legal_moves(position) if isinstance(move, Transfer)]
    for source in columns_of(game):
        for target in columns_of(game):
            counts = [
                move.count for move in legal if (move.source, move.target) == (source, target)
            ]
            meant = implied_count(game, position, source, target)
            if counts:
                assert meant == max(counts)
            else:
                assert meant >= 1
                assert not game.is_legal(position, Transfer(source, target, meant))


@pytest.mark.parametrize(
    ("columns", "move", "count"),
    [
        (["9D 8S 7D", "10C"], "t1t2", 3),
        (["9D 8S 7D", "9C"], "t1t2", 2),
        (["9D 8S 7D", "8C"], "t1t2", 1),
        (["9D 8S 7D", "JC"], "t1t2", 1),  # four would be needed, there are three
        (["9D 2S 8S 7D", "10C"], "t1t2", 1),  # no run
        (["9D 8S 7D", "10H"], "t1t2", 3),  # the rules will say that the colour is wrong
        (["9D 8S 7D", ""], "t1t2", 3),
        (["2D 8S 7D", ""], "t1t2", 2),
        (["", ""], "t1t2", 1),
        (["7D", "7D"[:0]], "t1t1", 1),
        (["7D"], "t1c1", 1),
        (["7D"], "t1f1", 1),
    ],
)
def test_implied_counts(columns: list[str], move: str, count: int) -> None:
    transfer = parse_move(move)
    assert isinstance(transfer, Transfer)
    position = table(FREE, *columns)
    assert implied_count(FREE, position, transfer.source, transfer.target) == count


def test_onto_an_empty_column_as_many_as_can_move() -> None:
    position = table(
        FREE, "9D 8S 7D 6S 5D", "", "2H", "4H", "6H", "8H", "TH", "QH", cells="KH KD KC"
    )
    assert implied_count(FREE, position, Place.parse("t1"), Place.parse("t2")) == 2
    hidden = table(EAST, "<9D> 8S 7D", "10C")
    assert implied_count(EAST, hidden, Place.parse("t1"), Place.parse("t2")) == 1
    assert implied_count(EAST, hidden, Place.parse("t1"), Place.parse("t3")) == 2


def test_only_supermoves_have_parts() -> None:
    assert {game.slug for game in GAMES.values() if game.run_rule is RunRule.SUPERMOVE} == {
        "freecell", "bakers-game"
    }  # fmt: skip


def test_only_what_is_legal_can_be_expanded() -> None:
    game = GAMES["freecell"]
    start = game.deal(numbered_deck(1))
    for text in ("t1t2x20", "t1t2x3", "deal"):
        with pytest.raises(IllegalMoveError):
            expand(game, start, parse_move(text))
    assert expand(game, start, parse_move("t3c1")) == (parse_move("t3c1"),)
