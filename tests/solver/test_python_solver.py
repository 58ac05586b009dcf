"""The Python solver against a naive search and fc-solve."""

import pytest
from hypothesis import given
from peers import fc_solve
from strategies import ALL_GAMES, endgames, examples

from winnable import GAMES, Game, Position, board_text, numbered_deck
from winnable.solver import Result, Verdict, solve

PATIENCE = 1500


def can_be_won(game: Game, start: Position) -> bool | None:
    """Whether any line of legal moves wins; None where there are too many positions to look at.

    No order, no symmetry, no safe moves: as simple as can be.
    """
    seen, waiting = {start}, [start]
    while waiting:
        position = waiting.pop()
        if game.is_won(position):
            return True
        if len(seen) > PATIENCE:
            return None
        for move in game.legal_moves(position):
            after = game.apply(position, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False


def wins(game: Game, position: Position, result: Result) -> bool:
    for move in result.moves:
        position = game.apply(position, move)
    return game.is_won(position)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.slug)
def test_the_same_verdict_as_a_naive_search(game: Game) -> None:
    told = {True: 0, False: 0}

    @examples(150)
    @given(endgames(game, most=14))
    def check(position: Position) -> None:
        expected = can_be_won(game, position)
        if expected is None:
            return
        told[expected] += 1
        result = solve(game, position)
        assert result.verdict is (Verdict.WINNABLE if expected else Verdict.LOST)
        assert wins(game, position, result) == expected
        assert bool(result.moves) <= expected

    check()
    assert told[True] > 5


@pytest.mark.parametrize("number", range(1, 9))
def test_freecell_deals_are_won_legally(number: int) -> None:
    game = GAMES["freecell"]
    start = game.deal(numbered_deck(number))
    result = solve(game, start)
    assert result.verdict is Verdict.WINNABLE
    assert wins(game, start, result)


@pytest.mark.parametrize("number", range(1, 13))
def test_bakers_game_agrees_with_a_complete_scan_of_fc_solve(number: int) -> None:
    game = GAMES["bakers-game"]
    start = game.deal(numbered_deck(number))
    options = ("-g", "bakers_game", "-to", "01ABCDE", "-sp", "r:tf", "-m", "-snx")
    said = fc_solve(board_text(game, start), *options)
    assert ("solveable" in said) != ("could not solve" in said)
    result = solve(game, start)
    assert result.verdict is (Verdict.WINNABLE if "solveable" in said else Verdict.LOST)
    assert wins(game, start, result) == (result.verdict is Verdict.WINNABLE)
