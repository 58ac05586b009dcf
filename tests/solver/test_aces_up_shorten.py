"""Shortening lines of Aces Up."""

from position_builders import table
from requires_kernels import need_kernels

from winnable import GAMES, Deal, Move, Transfer, numbered_deck
from winnable.solver import Limit, Verdict, solve
from winnable.solver.aces_up_shorten import remove_detours
from winnable.solver.packing import PackedLine, pack

ACES = GAMES["aces-up"]


def shifts(moves: tuple[Move, ...]) -> int:
    return sum(isinstance(move, Transfer) and str(move)[2] == "t" for move in moves)


def test_going_round_in_circles_is_removed() -> None:
    start = table(ACES, "9C", "8D", "7H", stock="AC AD AH AS")
    there_and_back = bytes([0, 3, 1, 3, 0, 1])
    assert remove_detours(pack(ACES, start), there_and_back) == b""
    by_a_round = bytes([0, 3, 1, 1, 0, 1, 2, 1, 1, 3, 2, 1])  # 8D 7H 9C and nothing
    assert (
        remove_detours(pack(ACES, start), by_a_round + b"\xff\xff\0") == by_a_round + b"\xff\xff\0"
    )
    twice = by_a_round + by_a_round
    way = remove_detours(pack(ACES, start), twice + b"\xff\xff\0")
    assert len(way) < len(twice)
    position, straight = start, start
    for move in PackedLine(ACES, start, twice).moves():
        position = ACES.apply(position, move)
    for move in PackedLine(ACES, start, way[:-3]).moves():
        straight = ACES.apply(straight, move)
    assert position == straight


def test_shortened_lines_of_deals_win() -> None:
    need_kernels()
    for number in range(1, 60):
        start = position = ACES.deal(numbered_deck(number))
        result = solve(ACES, start, Limit(states=5_000))
        if result.verdict is not Verdict.WINNABLE:
            continue
        seen = [position]
        for move in result.moves:
            position = ACES.apply(position, move)
            assert position not in seen  # nothing comes round again
            seen = [position] if isinstance(move, Deal) else [*seen, position]
        assert ACES.is_won(position)
        assert shifts(result.moves) <= 40
