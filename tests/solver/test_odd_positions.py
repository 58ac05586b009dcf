"""Positions that no deal leads to, tiny limits and interruptions: whatever a kernel is given, it
returns, and what it returns is true. `make sanitize` runs this with sanitizers, and more of it."""

import os
import random
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from requires_kernels import need_kernels
from strategies import built_position, wander

from winnable import DECK, GAMES, BoardError, Game, Position, board_text, parse_board
from winnable.solver import Limit, Result, Verdict, has_kernel, solve
from winnable.solver.kernels import kernel_for

ROUNDS = 12 if os.environ.get("SANITIZED") else 2
FREECELL, GOLF = GAMES["freecell"], GAMES["golf-relaxed"]


def _variant(game: Game, **fields: object) -> Game:
    named = "-".join(f"{name}-{value}" for name, value in fields.items()).replace("_", "-")
    return replace(game, slug=f"{game.slug}-{named}", name=f"{game.name} {named}", **fields)  # type: ignore[arg-type]


VARIANTS: list[Game] = [
    *GAMES.values(),
    *(_variant(FREECELL, cells=cells) for cells in (0, 1, 8)),
    *(_variant(FREECELL, columns=columns) for columns in (1, 2, 5)),
    _variant(GAMES["bakers-game"], cells=8, columns=3),
    *(_variant(GAMES["easthaven"], face_down=down) for down in (0, 1)),
    _variant(GAMES["easthaven"], tableau_cards=7, face_down=0),
    _variant(GAMES["easthaven"], tableau_cards=52),
    *(_variant(GOLF, columns=columns) for columns in (1, 3)),
    *(_variant(GOLF, tableau_cards=cards, wraps=False) for cards in (7, 51)),
    *(_variant(GAMES["aces-up"], tableau_cards=cards) for cards in (0, 8, 52)),
]
"""Every game, and changed ones that a kernel still solves."""


def _dealt(game: Game, rng: random.Random) -> Position:
    return game.deal(rng.sample(DECK, len(DECK)))


def _in_the_middle(game: Game, rng: random.Random) -> Position:
    position = _dealt(game, rng)
    for move in wander(game, position, rng.randint(1, 80), rng):
        position = game.apply(position, move)
    return position


KINDS: dict[str, Callable[[Game, random.Random], Position]] = {
    "dealt": _dealt,
    "in the middle": _in_the_middle,
    "nearly empty": lambda game, rng: built_position(game, rng, rng.randint(0, 5)),
    "an endgame": lambda game, rng: built_position(game, rng, rng.randint(6, 30)),
    "every card": lambda game, rng: built_position(game, rng, 51),
    "one column": lambda game, rng: built_position(game, rng, 51, used_columns=1),
    "full cells": lambda game, rng: built_position(game, rng, 40, cells_full=True),
}
LIMITS = (
    Limit(states=1),
    Limit(states=2),
    Limit(states=3000),
    Limit(states=3000, memory=1),
    Limit(states=3000, memory=4096),
    Limit(states=20_000, memory=2**16),
    Limit(seconds=1e-9),
)


def _positions(game: Game, kind: str) -> list[Position]:
    rng = random.Random(f"{game.slug} {kind}")
    found: list[Position] = []
    while len(found) < ROUNDS:
        try:
            found.append(KINDS[kind](game, rng))
        except BoardError:  # the rules refuse it, so no kernel ever sees it
            continue
    return found


def _check(game: Game, position: Position, result: Result) -> None:
    assert result.states >= 1
    if result.verdict is not Verdict.WINNABLE:
        assert result.moves == ()
        return
    for move in result.moves:
        position = game.apply(position, move)
    assert game.is_won(position)


@pytest.fixture(autouse=True)
def _kernels() -> None:
    need_kernels()


def test_the_changed_games_have_kernels() -> None:
    assert all(map(has_kernel, VARIANTS))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", VARIANTS, ids=lambda game: game.slug)
def test_odd_positions_under_odd_limits(game: Game, kind: str) -> None:
    for position in _positions(game, kind):
        # As strangers' text, which is how such a position comes.
        assert parse_board(game, board_text(game, position)) == position
        verdicts = set()
        for limit in LIMITS:
            for short in (False, True):
                result = solve(game, position, limit, short=short)
                _check(game, position, result)
                verdicts.add(result.verdict)
        assert not {Verdict.WINNABLE, Verdict.LOST} <= verdicts


class Impatience:
    """Cancels a search when it reports its progress for the so-manieth time."""

    def __init__(self, reports: int) -> None:
        self.cancel, self._left = threading.Event(), reports

    def progress(self, _: int) -> None:
        self._left -= 1
        if self._left <= 0:
            self.cancel.set()


@pytest.mark.parametrize("game", VARIANTS, ids=lambda game: game.slug)
def test_a_search_can_be_cancelled_anywhere(game: Game) -> None:
    for position in _positions(game, "in the middle"):
        for reports in range(2, 5):  # the first is before the search
            one = Impatience(reports)
            limit = Limit(states=200_000, seconds=5.0)
            result = solve(
                game, position, limit, short=True, cancel=one.cancel, progress=one.progress
            )
            _check(game, position, result)


def test_kernels_side_by_side_in_threads() -> None:
    work = [
        (game, position)
        for game in VARIANTS
        for kind in ("in the middle", "an endgame", "full cells")
        for position in _positions(game, kind)[:2]
    ]
    alone = [solve(*each, Limit(states=2000), short=True) for each in work]
    found: list[list[Result]] = [[] for _ in range(4)]

    def repeat(results: list[Result]) -> None:
        results += [solve(*each, Limit(states=2000), short=True) for each in work]

    threads = [threading.Thread(target=repeat, args=(each,)) for each in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(600)
    expected = [(result.verdict, result.moves) for result in alone]
    for results in found:
        assert [(result.verdict, result.moves) for result in results] == expected


def test_numbered_deals_at_the_ends_of_their_range() -> None:
    numbers = [1, 2**15, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1]
    for game in VARIANTS:
        kernel = kernel_for(game)
        assert kernel is not None
        results = kernel.solve_deals(numbers, Limit(states=500), None, short=True)
        assert len(results) == len(numbers)
