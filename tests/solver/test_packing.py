"""Positions and moves as bytes, and back."""

import random

import pytest
from position_builders import table

from winnable import (
    DECK,
    GAMES,
    Area,
    Deal,
    Game,
    Move,
    Place,
    Position,
    numbered_deck,
    parse_move,
)
from winnable.rules import FoundationRule
from winnable.solver.packing import PackedLine, pack

FREECELL = GAMES["freecell"]


def packed_move(game: Game, position: Position, move: Move) -> bytes:
    """A move as a kernel would write it, which knows cards and suits, not slots."""
    if isinstance(move, Deal):
        return b"\xff\xff\0"
    card = DECK.index(position.pile(move.source)[-1])

    def code(place: Place) -> int:
        if place.area is Area.COLUMN:
            return place.slot
        if place.area is Area.CELL:
            return 64 + card
        return 32 + (card % 4 if game.foundation_rule is FoundationRule.SUIT else 0)

    return bytes([code(move.source), code(move.target), move.count])


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_moves_that_kernels_write_come_back_as_legal_moves(game: Game) -> None:
    rng = random.Random(7)
    for number in range(1, 40):
        start = position = game.deal(numbered_deck(number))
        packed = b""
        for _ in range(30):
            moves = list(game.distinct_moves(position))
            if not moves:
                break
            move = rng.choice(moves)
            packed += packed_move(game, position, move)
            position = game.apply(position, move)
        line = PackedLine(game, start, packed)
        assert line.texts() == tuple(map(str, line.moves()))
        assert line.length == len(line.moves())
        for move in line.moves():
            start = game.apply(start, move)
        assert start == position


def test_from_the_middle_of_a_game() -> None:
    start = table(FREECELL, "KC 2S", "5H", cells="- 9D", home="AS 3H")
    packed = bytes([0, 35, 1, 1, 64 + 18, 1, 64 + 33, 1, 1])
    moves = tuple(map(parse_move, ("t1f1", "t2c1", "c2t2")))
    assert PackedLine(FREECELL, start, packed).moves() == moves


def test_a_packed_position_byte_by_byte() -> None:
    start = table(FREECELL, "KC 2S", "5H", cells="- 9D", home="AS 3H")
    assert list(pack(FREECELL, start)) == [
        8, 0, 2, 48, 7, 0, 1, 18, *[0, 0] * 6,
        4, 1, 33,
        0, 0, 3, 1, 3, 0,
    ]  # fmt: skip
    easthaven = GAMES["easthaven"]
    start = table(easthaven, "<KC> <2S> 5H", stock="AC AD")
    assert list(pack(easthaven, start)) == [
        7, 2, 3, 48, 7, 18, *[0, 0] * 6, 0, 0, 0, 0, 0, 0, 255, 2, 0, 1
    ]  # fmt: skip
