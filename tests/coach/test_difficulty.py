"""Levels: the level of a deal never changes, and the solver confirms every number in it."""

import random
from dataclasses import replace
from itertools import pairwise
from threading import Event

import pytest
from position_builders import table
from requires_kernels import need_kernels

from winnable import GAMES, Area, Deal, Game, Position, Transfer, UnknownGameError, numbered_deck
from winnable.coach import difficulty
from winnable.coach.difficulty import (
    BOUNDS,
    LEVEL_LIMIT,
    SHARES,
    Level,
    MoveKind,
    careless_game,
    deal_has_level,
    has_level,
    has_levels,
    is_winnable,
    level_from_moves,
    level_of,
    move_kind,
    survivals,
)
from winnable.solver import Limit, Verdict, solve

FREECELL = GAMES["freecell"]
UNSETTLED_ACES_UP = 1
"""A deal of Aces Up that `LEVEL_LIMIT` does not settle."""
LETTERS = {"e": Level.EASY, "m": Level.MEDIUM, "h": Level.HARD, "f": Level.FIENDISH, "-": None}
GOLDEN = {
    "aces-up": "-e-m-e---eh-m---me-hme-mmh--fe",
    "easthaven": "mmmehmmmmhmmeemhmemhemhhemmm--",
    "bakers-game": "hemhmhmmm-eem-meemhem--mh-e-em",
    "golf-relaxed": "fehemehhmm-mmhmefeemmhmfm-ehm-",
    "freecell": "hhmmmmmehhemmhemmmmmhefmmeemem",
}
"""The levels of deals 1 to 30. If they are ever changed on purpose, all bounds have to be measured
again, and `docs/difficulty.md` updated."""


@pytest.fixture(autouse=True)
def _kernels() -> None:
    need_kernels()


def dealt(game: Game, number: int) -> Position:
    return game.deal(numbered_deck(number))


@pytest.mark.parametrize("slug", GAMES)
def test_the_level_of_a_deal_never_changes(slug: str) -> None:
    found = [level_of(GAMES[slug], number) for number in range(1, 1 + len(GOLDEN[slug]))]
    assert found == [LETTERS[letter] for letter in GOLDEN[slug]]


@pytest.mark.parametrize("slug", GAMES)
def test_shares_are_about_as_intended(slug: str) -> None:
    known = GOLDEN[slug].replace("-", "")
    for letter, level in LETTERS.items():
        if level is not None:
            assert known.count(letter) / len(known) == pytest.approx(SHARES[level], abs=0.2)


def test_shares_are_of_all_deals() -> None:
    assert list(SHARES) == list(Level)
    assert sum(SHARES.values()) == pytest.approx(1)


@pytest.mark.parametrize("slug", GAMES)
def test_bounds_fall_from_level_to_level(slug: str) -> None:
    easy, medium, hard = BOUNDS[slug]
    assert 400 >= easy > medium > hard > 0


@pytest.mark.parametrize("slug", GAMES)
def test_a_deal_has_one_level(slug: str) -> None:
    game = GAMES[slug]
    numbers = [at for at, letter in enumerate(GOLDEN[slug][:3], start=1) if letter != "-"]
    for number in numbers:
        found = [level for level in Level if has_level(game, dealt(game, number), level)]
        assert found == [level_of(game, number)]
        assert found == [level for level in Level if deal_has_level(game, number, level)]


def test_a_lost_deal_has_no_level() -> None:
    assert level_of(FREECELL, 11982) is None
    assert not any(deal_has_level(FREECELL, 11982, level) for level in Level)


def test_an_unsettled_deal_has_no_level() -> None:
    game, deal = GAMES["aces-up"], UNSETTLED_ACES_UP
    assert solve(game, dealt(game, deal), LEVEL_LIMIT).verdict is Verdict.UNSETTLED
    assert level_of(game, deal) is None
    assert not any(deal_has_level(game, deal, level) for level in Level)


def test_the_level_follows_from_the_bounds() -> None:
    found = [level_from_moves((30, 20, 10), moves) for moves in (30, 29, 20, 19, 10, 9)]
    easy, medium, hard, fiendish = Level
    assert found == [easy, medium, medium, hard, hard, fiendish]


def test_cancelled_there_is_no_level() -> None:
    cancel = Event()
    cancel.set()
    assert level_of(FREECELL, 1, cancel=cancel) is None
    assert not any(has_level(FREECELL, dealt(FREECELL, 1), level, cancel=cancel) for level in Level)


def test_cancelled_halfway_there_is_none_either(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel, asked = Event(), []

    def asks(game: Game, position: Position, limit: Limit, *, cancel: Event) -> object:
        asked.append(position)
        if len(asked) == 4:
            cancel.set()
        return solve(game, position, limit, cancel=cancel)

    monkeypatch.setattr(difficulty, "solve", asks)
    assert level_of(FREECELL, 1, cancel=cancel) is None
    assert len(asked) == 4


def test_a_game_that_was_not_measured_has_no_levels() -> None:
    assert all(map(has_levels, GAMES.values()))
    tight = replace(FREECELL, cells=2)
    assert not has_levels(tight)
    with pytest.raises(UnknownGameError, match="FreeCell has no levels"):
        level_of(tight, 1)


@pytest.mark.parametrize("slug", GAMES)
def test_survivals_are_what_the_solver_says(slug: str) -> None:
    game = GAMES[slug]
    number = next(n for n in range(1, 100) if is_winnable(game, dealt(game, n)))
    chance = random.Random(0)
    for moves in list(survivals(game, dealt(game, number)))[:3]:
        line = careless_game(game, dealt(game, number), chance)
        verdicts = [solve(game, position).verdict for position in line]
        lost = [Verdict.LOST] * (len(line) - moves - 1)
        assert verdicts == [Verdict.WINNABLE] * (moves + 1) + lost


@pytest.mark.parametrize("slug", GAMES)
def test_another_seed_gives_other_careless_games(slug: str) -> None:
    game = GAMES[slug]
    number = next(n for n in range(1, 100) if is_winnable(game, dealt(game, n)))
    start = dealt(game, number)
    usual, again = list(survivals(game, start)), list(survivals(game, start))
    assert len(usual) == 10
    assert usual == again
    assert all(0 <= moves <= 40 for moves in usual)
    chance, other = random.Random(0), random.Random(1)
    assert careless_game(game, start, chance) != careless_game(game, start, other)


@pytest.mark.parametrize("slug", GAMES)
def test_no_position_occurs_twice_in_a_careless_game(slug: str) -> None:
    game = GAMES[slug]
    for number in range(1, 6):
        line = careless_game(game, dealt(game, number), random.Random(number), moves=60)
        assert len(line) == len(set(line)) <= 61


@pytest.mark.parametrize("slug", ["golf-relaxed", "aces-up", "easthaven"])
def test_a_careless_player_deals_when_no_card_goes_home(slug: str) -> None:
    game = GAMES[slug]
    for number in range(1, 11):
        line = careless_game(game, dealt(game, number), random.Random(number))
        for position, after in pairwise(line):
            if after.stock != position.stock:
                assert not any(goes_home(move) for move in game.legal_moves(position))


def goes_home(move: Deal | Transfer) -> bool:
    return isinstance(move, Transfer) and move.target.area is Area.FOUNDATION


HOME, ONTO, ASIDE, DEAL, SPLIT, POINTLESS = MoveKind


def test_kinds_of_moves_in_freecell() -> None:
    """The eight goes onto the nine; a seven that already fits is not moved to another eight."""
    position = table(FREECELL, "8S 7H", "2C 8C", "9D", "KD AS", cells="KS")
    assert kinds(FREECELL, position) == {
        "t4f1": HOME, "t2t3": ONTO, "t1t2": SPLIT, "t1t3x2": ONTO,
        "t1c2": ASIDE, "t2c2": ASIDE, "t3c2": ASIDE, "t4c2": ASIDE, "c1t5": ASIDE,
        "t1t5": ASIDE, "t1t5x2": POINTLESS, "t2t5": ASIDE, "t3t5": POINTLESS, "t4t5": ASIDE,
    }  # fmt: skip


def test_kinds_of_moves_in_easthaven() -> None:
    """Moving a run off a hidden card does not split it, whatever that card is."""
    position = table(GAMES["easthaven"], "<8S> 7H", "3C 8C", stock="AS")
    found = kinds(GAMES["easthaven"], position)
    assert found["t1t2"] == ONTO
    assert found["t1t3"] == ASIDE
    assert found["deal"] == DEAL


def kinds(game: Game, position: Position) -> dict[str, MoveKind]:
    return {str(move): move_kind(game, position, move) for move in game.distinct_moves(position)}
