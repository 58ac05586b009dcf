"""The words of statistics and history."""

from dataclasses import replace
from datetime import timedelta

import pytest
from store.saved_games import NOON, SUMMARY

from winnable import GAMES
from winnable.l10n import languages, use_language
from winnable.store import GameSummary, Outcome, Statistics
from winnable.store.formatting import (
    clock_text,
    date_text,
    date_time_text,
    deal_text,
    help_text,
    history_line,
    result_text,
    statistics_details,
    statistics_table,
)
from winnable.store.game_row import find_aids


def given_up(moves: int) -> GameSummary:
    return replace(SUMMARY, outcome=Outcome.GIVEN_UP, moves=moves, ended=NOON + timedelta(hours=1))


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (0.99, "0:00"), (59.9, "0:59"), (60, "1:00"), (3599, "59:59"), (3600, "1:00:00"),
     (100 * 3600 + 61, "100:01:01")],
)  # fmt: skip
def test_play_time_is_shown_as_on_a_clock(seconds: float, shown: str) -> None:
    assert clock_text(seconds) == shown


def test_deals_and_days() -> None:
    assert deal_text(SUMMARY) == "deal 617"
    assert deal_text(replace(SUMMARY, deal=None)) == "custom deal"
    assert date_text(NOON) == f"{NOON.astimezone():%Y-%m-%d}"
    assert date_time_text(NOON) == f"{NOON.astimezone():%Y-%m-%d %H:%M}"


def test_the_columns_of_history_lines_match() -> None:
    day = date_text(NOON)
    games = [
        SUMMARY,
        replace(SUMMARY, hints=1),
        replace(SUMMARY, game="golf-relaxed", deal=8589934591, outcome=Outcome.GIVEN_UP, moves=1),
        replace(SUMMARY, game="bakers-game", deal=None, outcome=Outcome.UNFINISHED, seconds=36000),
        replace(SUMMARY, number=1, game="whist"),  # a game of a later Winnable, perhaps
    ]
    assert [history_line(saved) for saved in games] == [
        f"  12 FreeCell     deal 617        won unaided  99 moves    3:45 {day}",
        f"  12 FreeCell     deal 617        won          99 moves    3:45 {day}",
        f"  12 Golf Relaxed deal 8589934591 given up       1 move    3:45 {day}",
        f"  12 Baker's Game custom deal     unfinished   99 moves 10:00:00 {day}",
        f"   1 whist        deal 617        won unaided  99 moves    3:45 {day}",
    ]


def statistics(slug: str, *games: GameSummary) -> Statistics:
    return Statistics.of(GAMES[slug], [replace(saved, game=slug) for saved in games])


def test_the_table_of_all_games() -> None:
    known = [
        statistics("freecell", SUMMARY, replace(SUMMARY, moves=50, hints=1), given_up(3)),
        statistics("golf-relaxed", given_up(1), replace(SUMMARY, outcome=Outcome.UNFINISHED)),
        statistics("aces-up"),
    ]
    assert list(statistics_table(known)) == [
        "                                          streak      moves       time",
        "              played      won  unaided  now best  mean best  mean best",
        "FreeCell           3  2 (67%)        1    0    2  74.5   50  3:45 3:45",
        "Golf Relaxed       1   0 (0%)        0    0    0     -    -     -    -",
        "Aces Up            0        0        0    0    0     -    -     -    -",
        "Unfinished, and not counted: 1.",
    ]


def reviewed(slug: str, *figures: tuple[int, float]) -> Statistics:
    games = [replace(SUMMARY, decisions=decisions, cost=cost) for decisions, cost in figures]
    return statistics(slug, SUMMARY, *games)


def test_what_decisions_cost() -> None:
    golf = reviewed("golf-relaxed", (10, 0.1), (30, 0.42))
    assert list(statistics_details(golf))[5] == (
        "Average cost of a decision: 1.3 points of 100 (2 reviewed games)."
    )
    [*_, last] = statistics_table([statistics("freecell", SUMMARY), golf])
    assert last == (
        "Average cost of a decision at Golf Relaxed: 1.3 points of 100 (2 reviewed games)."
    )
    rows = list(statistics_table([golf, reviewed("aces-up", (20, 1.0))]))
    assert rows[-2:] == [
        "Average cost of a decision at Aces Up: 5.0 points of 100 (1 reviewed game).",
        "Average cost of a decision in all: 2.5 points of 100 (3 reviewed games).",
    ]
    assert not any("cost" in line for line in statistics_details(statistics("freecell", SUMMARY)))


def test_games_with_the_coach() -> None:
    by_coach = replace(SUMMARY, number=13, coach_moves=99)
    assert " won (coach) " in history_line(by_coach)
    assert len(history_line(by_coach)) == len(history_line(SUMMARY))
    golf = statistics("golf-relaxed", SUMMARY, by_coach, replace(given_up(7), coach_moves=3))
    apart = "Played with the coach, and counted separately: 2."
    details = list(statistics_details(golf))
    assert details[0] == "Golf Relaxed: 1 played, 1 won. Win rate 100%."
    assert apart in details
    assert sum("won with the coach in 99 moves" in line for line in details) == 1
    assert list(statistics_table([statistics("freecell"), golf]))[-1] == apart
    only = statistics("golf-relaxed", by_coach)
    assert " ".join(list(statistics_table([only]))[2].split()) == "Golf Relaxed 0 0 0 0 0 - - - -"
    assert next(statistics_details(only)) == "Golf Relaxed: none played yet."


def test_the_table_fits_a_terminal() -> None:
    busy = [replace(SUMMARY, number=number, seconds=7999) for number in range(1500)]
    rows = list(statistics_table([statistics(slug, *busy, given_up(9)) for slug in GAMES]))
    assert max(map(len, rows)) < 80
    assert "1500 (99%)" in rows[2]  # not 100, since one was not won


def test_nothing_played_yet() -> None:
    assert [*statistics_table([statistics("golf-relaxed")])] == ["No games played yet."]
    assert [*statistics_details(statistics("golf-relaxed"))] == ["Golf Relaxed: none played yet."]


def test_the_details_of_one_game() -> None:
    second = replace(SUMMARY, number=13, moves=50, seconds=100, undos=1, deal=None)
    known = statistics(
        "freecell", SUMMARY, second, given_up(1), replace(SUMMARY, outcome=Outcome.UNFINISHED)
    )
    assert list(statistics_details(known)) == [
        "FreeCell: 3 played, 2 won. Win rate 67%.",
        "Unaided wins: 1.",
        "Winning streak: 0 now, 2 at best.",
        "Moves per win: 74.5 on average, 50 at best.",
        "Time per win: 2:42 on average, 1:40 at best.",
        "Unfinished, and not counted: 1.",
        "Recent games, latest first:",
        "  deal 617: given up after 1 move",
        "  custom deal: won in 50 moves and 1:40",
        "  deal 617: won in 99 moves and 3:45, unaided",
    ]
    assert (
        "won in 1 move and"
        in [*statistics_details(statistics("freecell", replace(SUMMARY, moves=1)))][-1]
    )


def test_a_loss_is_called_that() -> None:
    lost = replace(SUMMARY, outcome=Outcome.LOST, moves=12)
    assert " lost " in history_line(lost)
    assert len(history_line(lost)) == len(history_line(SUMMARY))
    assert result_text(lost) == "lost after 12 moves"
    rows = list(statistics_table([statistics("freecell", lost)]))
    assert " ".join(rows[2].split()) == "FreeCell 1 0 (0%) 0 0 0 - - - -"


def test_what_helped_in_words() -> None:
    aids = find_aids(undos=1, hints=5, verdicts=31, coach_moves=3)
    assert help_text(aids) == (
        "With help: 3 moves by the coach, 2 hints, 1 undo and 31 looks at the chances."
    )
    with use_language("de"):
        assert help_text(aids[1:3]) == "Mit Hilfe: 2 Tipps und 1 Rücknahme."


@pytest.mark.parametrize("language", languages())
def test_lines_match_in_every_language(language: str) -> None:
    games = [replace(SUMMARY, outcome=outcome, hints=hints, coach_moves=coach)
             for outcome in Outcome for hints in (0, 1) for coach in (0, 9)]  # fmt: skip
    with use_language(language):
        assert len({len(history_line(saved)) for saved in games}) == 1
        busy = [replace(SUMMARY, number=number, seconds=7999) for number in range(150)]
        rows = list(statistics_table([statistics(slug, *busy, given_up(9)) for slug in GAMES]))
        assert max(map(len, rows)) < 80
