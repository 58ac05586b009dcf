"""A player's results at a game."""

import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from store.saved_games import FREECELL, NOON, SUMMARY

from winnable.store import GameSummary, Outcome, Statistics


def summary(number: int, outcome: Outcome, **changes: Any) -> GameSummary:
    """A game that ended on a day of its own."""
    time = NOON + timedelta(days=number)
    times = {"started": time, "touched": time, "ended": time}
    if outcome is Outcome.UNFINISHED:
        times["ended"] = None  # type: ignore[assignment]
    return replace(SUMMARY, number=number, deal=number, outcome=outcome, **times | changes)


def history(letters: str) -> list[GameSummary]:
    """Games won, lost, given up or unfinished one after the other, but shuffled."""
    outcomes = {
        "w": Outcome.WON, "l": Outcome.LOST, "g": Outcome.GIVEN_UP, "u": Outcome.UNFINISHED
    }  # fmt: skip
    games = [summary(number, outcomes[letter]) for number, letter in enumerate(letters, 1)]
    random.Random(1).shuffle(games)
    return games


@pytest.mark.parametrize(
    ("letters", "played", "won", "streak", "best_streak", "unfinished"),
    [
        ("", 0, 0, 0, 0, 0),
        ("u", 0, 0, 0, 0, 1),
        ("w", 1, 1, 1, 1, 0),
        ("g", 1, 0, 0, 0, 0),
        ("l", 1, 0, 0, 0, 0),
        ("wwlw", 4, 3, 1, 2, 0),
        ("wlgu", 3, 1, 0, 1, 1),
        ("wwgw", 4, 3, 1, 2, 0),
        ("wwuw", 3, 3, 3, 3, 1),
        ("wwwgg", 5, 3, 0, 3, 0),
        ("wgwwgwwww", 9, 7, 4, 4, 0),
    ],
)
def test_counts_and_streaks(
    letters: str, played: int, won: int, streak: int, best_streak: int, unfinished: int
) -> None:
    statistics = Statistics.of(FREECELL, history(letters))
    assert (statistics.played, statistics.won) == (played, won)
    assert (statistics.streak, statistics.best_streak) == (streak, best_streak)
    assert statistics.unfinished == unfinished
    assert statistics.game is FREECELL


def test_streaks_are_in_the_order_of_the_ends() -> None:
    early = summary(1, Outcome.GIVEN_UP, ended=NOON + timedelta(days=9))
    games = [early, summary(2, Outcome.WON), summary(3, Outcome.WON)]
    statistics = Statistics.of(FREECELL, games)
    assert (statistics.streak, statistics.best_streak) == (0, 2)
    assert [game.number for game in statistics.last] == [1, 3, 2]


def test_best_and_average_are_those_of_the_games_won() -> None:
    games = [
        summary(1, Outcome.WON, moves=90, seconds=100.0),
        summary(2, Outcome.WON, moves=70, seconds=300.0),
        summary(3, Outcome.GIVEN_UP, moves=3, seconds=1.0),
        summary(4, Outcome.UNFINISHED, moves=3, seconds=1.0),
    ]
    statistics = Statistics.of(FREECELL, games)
    assert (statistics.best_moves, statistics.average_moves) == (70, 80)
    assert (statistics.best_seconds, statistics.average_seconds) == (100, 200)
    none = Statistics.of(FREECELL, games[2:])
    assert {none.best_moves, none.average_moves, none.best_seconds, none.average_seconds} == {None}


def test_unaided_wins() -> None:
    games = [
        summary(1, Outcome.WON),
        summary(2, Outcome.WON, hints=1),
        summary(3, Outcome.WON, undos=1),
        summary(4, Outcome.WON, verdicts=1),
        summary(5, Outcome.GIVEN_UP),
    ]
    assert Statistics.of(FREECELL, games).unaided == 1


def test_what_a_decision_cost_on_average() -> None:
    games = [
        summary(1, Outcome.WON, decisions=10, cost=0.5),
        summary(2, Outcome.GIVEN_UP, decisions=30, cost=0.3),
        summary(3, Outcome.WON),
        summary(4, Outcome.UNFINISHED, decisions=1, cost=1.0),  # somebody has edited it
    ]
    assert [game.skill for game in games[:3]] == [0.05, 0.01, None]
    statistics = Statistics.of(FREECELL, games)
    assert (statistics.reviewed, statistics.decisions) == (2, 40)
    assert statistics.average_cost == pytest.approx(0.02)  # not 0.03: every decision counts alike
    assert Statistics.of(FREECELL, games[2:]).average_cost is None


def test_games_in_which_the_coach_made_moves_are_counted_apart() -> None:
    own = [summary(1, Outcome.WON, moves=90), summary(2, Outcome.GIVEN_UP), summary(4, Outcome.WON)]
    figures = {"coach_moves": 1, "moves": 20, "seconds": 1.0, "decisions": 10, "cost": 0.5}
    coached = [
        summary(3, Outcome.GIVEN_UP, **figures),
        summary(5, Outcome.WON, **figures),
        summary(6, Outcome.UNFINISHED, coach_moves=1),
    ]
    alone, mixed = (Statistics.of(FREECELL, games) for games in (own, own + coached))
    assert (mixed.with_coach, mixed.unfinished) == (2, 1)
    assert [game.number for game in mixed.last] == [5, 4, 3, 2, 1]
    changes = {"with_coach": 0, "unfinished": 0, "last": alone.last}
    assert replace(mixed, **changes) == alone  # type: ignore[arg-type]


def test_the_last_ten_games_and_only_of_this_game() -> None:
    games = [*history("w" * 15 + "u"), summary(99, Outcome.WON, game="golf-relaxed")]
    statistics = Statistics.of(FREECELL, games)
    assert [game.number for game in statistics.last] == list(range(15, 5, -1))
    assert statistics.won == 15
