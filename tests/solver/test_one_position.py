"""Games of single cards, which are solved with supermoves and written out card by card."""

from dataclasses import replace

import pytest
from hypothesis import given
from requires_kernels import need_kernels
from strategies import endgames, examples

from winnable import GAMES, HANDOUTS, Deal, Position, RunRule, numbered_deck
from winnable.rules.supermove import with_supermoves
from winnable.solver import Limit, Result, Verdict, python_solver, solve, solve_many

SINGLE = ("bakers-game", "freecell")


def check_win(slug: str, start: Position, result: Result) -> None:
    """The moves win by the handout's rules, a card at a time."""
    game, position = HANDOUTS[slug].game, start
    for move in result.moves:
        assert isinstance(move, Deal) or move.count == 1 or slug not in SINGLE
        position = game.apply(position, move)
    assert game.is_won(position) == (result.verdict is Verdict.WINNABLE)


@pytest.mark.parametrize("slug", HANDOUTS)
def test_numbered_deals(slug: str) -> None:
    need_kernels()
    game = HANDOUTS[slug].game
    results = dict(solve_many(game, range(1, 21), Limit(states=300_000)))
    assert len(results) == 20
    for number, result in results.items():
        start = game.deal(numbered_deck(number))
        check_win(slug, start, result)
        alone = solve(game, start, Limit(states=300_000))
        assert (alone.verdict, alone.moves) == (result.verdict, result.moves)
        if slug in SINGLE:  # dealt as ours: the verdicts are the same
            assert solve(GAMES[slug], start, Limit(states=300_000)).verdict is result.verdict
            assert not solve(game, start, short=True).minimal


@pytest.mark.parametrize("slug", SINGLE)
def test_the_same_verdict_as_a_search_by_single_cards(slug: str) -> None:
    game = HANDOUTS[slug].game

    @examples(25)
    @given(endgames(game, most=14))
    def check(position: Position) -> None:
        result = solve(game, position)
        check_win(slug, position, result)
        by_cards = python_solver.search(game, position, Limit(states=3_000))
        assert by_cards.verdict in (result.verdict, Verdict.UNSETTLED)

    check()


def test_which_games_are_solved_with_supermoves() -> None:
    freecell = GAMES["freecell"]
    assert with_supermoves(HANDOUTS["freecell"].game) is not None
    assert with_supermoves(freecell) is None  # it has them
    others = (GAMES[slug] for slug in ("aces-up", "easthaven", "golf-relaxed"))
    assert [with_supermoves(game) for game in others] == [None] * 3
    closed = replace(freecell, run_rule=RunRule.SINGLE, fills_empty_columns=False)
    assert with_supermoves(closed) is None
