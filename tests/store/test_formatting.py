"""Statistics and history in words."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from winnable import GAMES
from winnable.store import GameSummary, Outcome, Statistics
from winnable.store.formatting import (
    clock_text,
    day_text,
    deal_text,
    history_line,
    statistics_details,
    statistics_table,
)

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
KEPT = GameSummary(
    number=12, game="freecell", deal=617, outcome=Outcome.WON, moves=99, seconds=225.7,
    undos=0, hints=0, verdicts=0, started=NOON, touched=NOON, ended=NOON,
)  # fmt: skip


def given_up(moves: int) -> GameSummary:
    return replace(KEPT, outcome=Outcome.GIVEN_UP, moves=moves, ended=NOON + timedelta(hours=1))


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (0.99, "0:00"), (59.9, "0:59"), (60, "1:00"), (3599, "59:59"), (3600, "1:00:00"),
     (100 * 3600 + 61, "100:01:01")],
)  # fmt: skip
def test_play_time_is_shown_as_on_a_clock(seconds: float, shown: str) -> None:
    assert clock_text(seconds) == shown


def test_a_deal_and_a_day() -> None:
    assert deal_text(KEPT) == "deal 617"
    assert deal_text(replace(KEPT, deal=None)) == "a deal of its own"
    assert day_text(NOON) == f"{NOON.astimezone():%Y-%m-%d %H:%M}"


def test_lines_of_the_history_stand_one_below_the_other() -> None:
    day = day_text(NOON)[:10]
    unlike = [
        KEPT,
        replace(KEPT, hints=1),
        replace(KEPT, game="golf-relaxed", deal=8589934591, outcome=Outcome.GIVEN_UP, moves=1),
        replace(KEPT, game="bakers-game", deal=None, outcome=Outcome.UNFINISHED, seconds=36000),
        replace(KEPT, number=1, game="whist"),  # a game of a later Winnable, perhaps
    ]
    assert [history_line(kept) for kept in unlike] == [
        f"  12 FreeCell     deal 617        won unaided  99 moves    3:45 {day}",
        f"  12 FreeCell     deal 617        won          99 moves    3:45 {day}",
        f"  12 Golf Relaxed deal 8589934591 given up       1 move    3:45 {day}",
        f"  12 Baker's Game own deal        unfinished   99 moves 10:00:00 {day}",
        f"   1 whist        deal 617        won unaided  99 moves    3:45 {day}",
    ]


def statistics(slug: str, *kept: GameSummary) -> Statistics:
    return Statistics.of(GAMES[slug], [replace(each, game=slug) for each in kept])


def test_the_table_of_all_games() -> None:
    known = [
        statistics("freecell", KEPT, replace(KEPT, moves=50, hints=1), given_up(3)),
        statistics("golf-relaxed", given_up(1), replace(KEPT, outcome=Outcome.UNFINISHED)),
        statistics("aces-up"),
    ]
    assert list(statistics_table(known)) == [
        "                                        in a row      moves       time",
        "              played      won  unaided  now best  mean best  mean best",
        "FreeCell           3  2 (67%)        1    0    2  74.5   50  3:45 3:45",
        "Golf Relaxed       1   0 (0%)        0    0    0     -    -     -    -",
        "Aces Up            0        0        0    0    0     -    -     -    -",
        "Left unfinished, and not counted: 1.",
    ]


def test_the_table_fits_a_terminal() -> None:
    busy = [replace(KEPT, number=number, seconds=7999) for number in range(1500)]
    rows = list(statistics_table([statistics(slug, *busy, given_up(9)) for slug in GAMES]))
    assert max(map(len, rows)) < 80
    assert "1500 (99%)" in rows[2]  # and not 100, since one was not


def test_nothing_is_played_yet() -> None:
    assert [*statistics_table([statistics("golf-relaxed")])] == ["No game has been played yet."]
    assert [*statistics_details(statistics("golf-relaxed"))] == [
        "Golf Relaxed: none played, none won."
    ]


def test_all_about_one_game() -> None:
    second = replace(KEPT, number=13, moves=50, seconds=100, undos=1, deal=None)
    known = statistics(
        "freecell", KEPT, second, given_up(1), replace(KEPT, outcome=Outcome.UNFINISHED)
    )
    assert list(statistics_details(known)) == [
        "FreeCell: 3 played, 2 won (67%).",
        "Won without hints, undo or verdicts: 1.",
        "Won in a row: 0 now, 2 at best.",
        "Moves of a win: 74.5 on average, 50 at best.",
        "Time of a win: 2:42 on average, 1:40 at best.",
        "Left unfinished, and not counted: 1.",
        "The last deals, the latest first:",
        "  deal 617: given up after 1 move",
        "  a deal of its own: won in 50 moves and 1:40",
        "  deal 617: won in 99 moves and 3:45, unaided",
    ]
    assert (
        "won in 1 move and"
        in [*statistics_details(statistics("freecell", replace(KEPT, moves=1)))][-1]
    )
