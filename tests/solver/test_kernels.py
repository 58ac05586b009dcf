"""Which kernel solves which game, what happens without kernels, and native dealing."""

import warnings
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module

import pytest
from position_builders import endgame
from requires_kernels import need_kernels

from winnable import GAMES, BoardError, Game, numbered_deck
from winnable.rules import BuildRule, RunRule, StockRule
from winnable.solver import (
    Limit,
    SlowSolverWarning,
    Verdict,
    has_kernel,
    kernels,
    solve,
    solve_many,
)
from winnable.solver.kernels import forget_kernels, kernel_for
from winnable.solver.packing import pack

FREECELL = GAMES["freecell"]


@pytest.fixture
def no_kernels(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As on a machine without a compiler."""

    def missing(name: str) -> None:
        raise ImportError(name)

    forget_kernels()
    monkeypatch.setattr(kernels, "import_module", missing)
    yield
    forget_kernels()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_a_kernel(game: Game) -> None:
    need_kernels()
    assert has_kernel(game)


def test_a_game_of_single_cards_has_the_kernel_with_supermoves() -> None:
    need_kernels()
    assert has_kernel(replace(FREECELL, run_rule=RunRule.SINGLE))
    assert kernel_for(replace(FREECELL, run_rule=RunRule.SINGLE)) is None


@pytest.mark.parametrize(
    "game",
    [
        replace(FREECELL, columns=9),
        replace(FREECELL, cells=9),
        replace(FREECELL, run_rule=RunRule.WHOLE),
        replace(FREECELL, build_rule=BuildRule.NOTHING),
        replace(FREECELL, fills_empty_columns=False),
        replace(FREECELL, stock_rule=StockRule.COLUMNS, tableau_cards=24),
        replace(FREECELL, face_down=1),
        replace(GAMES["aces-up"], run_rule=RunRule.WHOLE),
        replace(GAMES["golf-relaxed"], run_rule=RunRule.WHOLE),
    ],
)
def test_a_kernel_refuses_games_it_cannot_solve(game: Game) -> None:
    assert not has_kernel(game)


def test_similar_games_have_a_kernel_too() -> None:
    need_kernels()
    assert has_kernel(replace(FREECELL, slug="two-cells", name="Two Cells", cells=2))
    assert has_kernel(replace(FREECELL, slug="narrow", name="Narrow", columns=6))


@pytest.mark.usefixtures("no_kernels")
def test_without_kernels_it_solves_and_warns_once() -> None:
    start = FREECELL.deal(numbered_deck(1))
    assert not has_kernel(FREECELL)  # which does not warn
    with pytest.warns(SlowSolverWarning, match="were not compiled when this package was installed"):
        assert solve(FREECELL, start, Limit(states=20)).verdict is Verdict.UNSETTLED
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert solve(FREECELL, start, Limit(states=20)).verdict is Verdict.UNSETTLED
        assert not has_kernel(FREECELL)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_native_dealing_is_the_same(game: Game) -> None:
    need_kernels()
    dealing = import_module("winnable.solver.native.dealing")
    dealer = dealing.Dealer(
        game.columns, game.tableau_cards, game.face_down, game.cells, game.foundation_cards
    )
    ends = (2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32, 2**32 + 1, 2**33 - 1)
    for number in (*range(1, 100), 32_000, *ends):
        assert dealer.deal(number) == pack(game, game.deal(numbered_deck(number)))


@pytest.mark.parametrize("missing", ["control", "dealing", "freecell_shorten"])
def test_an_incomplete_kernel_is_not_used(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def all_but_one(name: str) -> object:
        if name.endswith(missing):
            raise ImportError(name)
        return import_module(name)

    forget_kernels()
    monkeypatch.setattr(kernels, "import_module", all_but_one)
    assert not has_kernel(FREECELL)
    forget_kernels()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_any_limit_is_enough_for_a_won_position(game: Game) -> None:
    won = endgame(game) if game.slug != "aces-up" else endgame(game, "AC", "AD", "AH", "AS")
    for limit in (Limit(states=1), Limit(memory=1), Limit(states=2**70, memory=2**70)):
        result = solve(game, won, limit)
        assert (result.verdict, result.moves) == (Verdict.WINNABLE, ())


def test_short_lines_keep_the_limit() -> None:
    need_kernels()
    start = FREECELL.deal(numbered_deck(1))
    fast = solve(FREECELL, start).states
    result = solve(FREECELL, start, Limit(states=2 * fast), short=True)
    assert result.verdict is Verdict.WINNABLE
    assert fast < result.states < 2 * fast + 60


def test_inconsistent_games_are_refused() -> None:
    golf = GAMES["golf-relaxed"]
    with pytest.raises(BoardError, match="has not been started"):
        list(solve_many(replace(golf, tableau_cards=52), [1]))
    with pytest.raises(BoardError, match="lies face down"):
        list(solve_many(replace(GAMES["easthaven"], tableau_cards=7), [1]))
    assert not has_kernel(replace(FREECELL, tableau_cards=60))
