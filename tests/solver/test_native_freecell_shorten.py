"""Short lines in FreeCell and Baker's Game, and when they are proved shortest."""

import random

import pytest
from requires_kernels import need_kernels

from winnable import GAMES, Area, Autoplay, Game, Move, Position, Transfer, numbered_deck
from winnable.play.autoplay import apply_autoplay
from winnable.rules.foundations import is_safe
from winnable.solver import Limit, Verdict, solve

BOTH = [GAMES["freecell"], GAMES["bakers-game"]]


def hand_moves(game: Game, position: Position, moves: tuple[Move, ...]) -> int:
    """How many of the moves a player makes where safe cards go home by themselves."""
    made = 0
    for move in moves:
        assert isinstance(move, Transfer)
        is_home = move.target.area is Area.FOUNDATION
        made += not (is_home and is_safe(game, position, position.pile(move.source)[-1]))
        position = game.apply(position, move)
    assert game.is_won(position)
    return made


def fewest_moves(game: Game, position: Position, most: int) -> int | None:
    """The same for the shortest line, found by looking at every line up to `most` moves."""
    _, position = apply_autoplay(game, position, Autoplay.SAFE)
    level, seen = {position}, {position}
    for made in range(most + 1):
        if any(map(game.is_won, level)):
            return made
        after = set()
        for before in level:
            for move in game.distinct_moves(before):
                after.add(apply_autoplay(game, game.apply(before, move), Autoplay.SAFE)[1])
        level = after - seen
        seen |= level
        if len(seen) > 1_000:
            return None
    return None


@pytest.mark.parametrize("game", BOTH, ids=lambda game: game.slug)
def test_lines_are_legal_and_shorter(game: Game) -> None:
    need_kernels()
    shorter = 0
    for number in range(1, 11):
        start = game.deal(numbered_deck(number))
        fast, short = solve(game, start), solve(game, start, short=True)
        assert fast.verdict is short.verdict
        assert not fast.minimal
        if fast.verdict is Verdict.WINNABLE:
            by_hand = hand_moves(game, start, short.moves)
            assert by_hand <= hand_moves(game, start, fast.moves)
            shorter += by_hand < hand_moves(game, start, fast.moves)
    assert shorter >= 5


@pytest.mark.parametrize("game", BOTH, ids=lambda game: game.slug)
def test_the_shortest_line_is_the_shortest(game: Game) -> None:
    need_kernels()
    rng, proved = random.Random(3), 0
    for number in range(1, 20):
        position = game.deal(numbered_deck(number))
        moves = solve(game, position, short=True).moves
        if len(moves) < 40:
            continue
        for move in moves[: len(moves) - rng.randrange(14, 28)]:
            position = game.apply(position, move)
        result = solve(game, position, short=True)
        fewest = fewest_moves(game, position, 6)
        if fewest is not None:
            by_hand = hand_moves(game, position, result.moves)
            assert by_hand >= fewest
            if result.minimal:
                assert by_hand == fewest
                proved += 1
    assert proved >= 4


def test_a_won_position_needs_no_moves_and_that_is_proved() -> None:
    need_kernels()
    game = GAMES["freecell"]
    position = game.deal(numbered_deck(1))
    for move in solve(game, position).moves:
        position = game.apply(position, move)
    result = solve(game, position, short=True)
    assert (result.verdict, result.moves, result.minimal) == (Verdict.WINNABLE, (), True)


@pytest.mark.parametrize("limit", [Limit(states=3000), Limit(memory=2_000_000)])
def test_at_a_limit_the_known_line_stays(limit: Limit) -> None:
    need_kernels()
    game = GAMES["freecell"]
    result = solve(game, game.deal(numbered_deck(1)), limit, short=True)
    assert result.verdict is Verdict.WINNABLE
    assert not result.minimal
