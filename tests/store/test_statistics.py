import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from store.saved_games import FREECELL

from winnable.store import GameSummary, Outcome, Statistics

START = datetime(2026, 11, 16, tzinfo=UTC)


def kept(number: int, outcome: Outcome, **more: object) -> GameSummary:
    at = START + timedelta(days=number)
    line = GameSummary(number, "freecell", number, outcome, 80, 200.0, 0, 0, 0, at, at, at)
    if outcome is Outcome.UNFINISHED:
        line = replace(line, ended=None)
    return replace(line, **more)  # type: ignore[arg-type]


def history(signs: str) -> list[GameSummary]:
    """Won, given up or unfinished, one after the other, in no order."""
    outcomes = {"w": Outcome.WON, "g": Outcome.GIVEN_UP, "u": Outcome.UNFINISHED}
    lines = [kept(number, outcomes[sign]) for number, sign in enumerate(signs, 1)]
    random.Random(1).shuffle(lines)
    return lines


@pytest.mark.parametrize(
    ("signs", "played", "won", "streak", "best_streak", "unfinished"),
    [
        ("", 0, 0, 0, 0, 0),
        ("u", 0, 0, 0, 0, 1),
        ("w", 1, 1, 1, 1, 0),
        ("g", 1, 0, 0, 0, 0),
        ("wwgw", 4, 3, 1, 2, 0),
        ("wwuw", 3, 3, 3, 3, 1),
        ("wwwgg", 5, 3, 0, 3, 0),
        ("wgwwgwwww", 9, 7, 4, 4, 0),
    ],
)
def test_counts_and_streaks(
    signs: str, played: int, won: int, streak: int, best_streak: int, unfinished: int
) -> None:
    figures = Statistics.of(FREECELL, history(signs))
    assert (figures.played, figures.won) == (played, won)
    assert (figures.streak, figures.best_streak) == (streak, best_streak)
    assert figures.unfinished == unfinished
    assert figures.game is FREECELL


def test_streaks_go_by_the_end_not_by_the_beginning() -> None:
    early = kept(1, Outcome.GIVEN_UP, ended=START + timedelta(days=9))
    figures = Statistics.of(FREECELL, [early, kept(2, Outcome.WON), kept(3, Outcome.WON)])
    assert (figures.streak, figures.best_streak) == (0, 2)
    assert [line.number for line in figures.last] == [1, 3, 2]


def test_best_and_average_are_of_the_games_won() -> None:
    lines = [
        kept(1, Outcome.WON, moves=90, seconds=100.0),
        kept(2, Outcome.WON, moves=70, seconds=300.0),
        kept(3, Outcome.GIVEN_UP, moves=3, seconds=1.0),
        kept(4, Outcome.UNFINISHED, moves=3, seconds=1.0),
    ]
    figures = Statistics.of(FREECELL, lines)
    assert (figures.best_moves, figures.average_moves) == (70, 80)
    assert (figures.best_seconds, figures.average_seconds) == (100, 200)
    none = Statistics.of(FREECELL, lines[2:])
    assert {none.best_moves, none.average_moves, none.best_seconds, none.average_seconds} == {None}


def test_unaided() -> None:
    lines = [
        kept(1, Outcome.WON),
        kept(2, Outcome.WON, hints=1),
        kept(3, Outcome.WON, undos=1),
        kept(4, Outcome.WON, verdicts=1),
        kept(5, Outcome.GIVEN_UP),
    ]
    assert [line.is_unaided for line in lines] == [True, False, False, False, False]
    assert Statistics.of(FREECELL, lines).unaided == 1


def test_the_last_ten_and_only_of_this_game() -> None:
    lines = [*history("w" * 15 + "u"), kept(99, Outcome.WON, game="golf-relaxed")]
    figures = Statistics.of(FREECELL, lines)
    assert [line.number for line in figures.last] == list(range(15, 5, -1))
    assert figures.won == 15
