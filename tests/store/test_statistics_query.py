"""Statistics in SQL are the same as those that Python reckons from the whole history."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, create_engine, event, text
from store.saved_games import GOLF, NOON, ROW, begin, give_up, win

from winnable import GAMES
from winnable.store import Outcome, Statistics, Store
from winnable.store.location import find_location
from winnable.store.schema import games_table
from winnable.store.statistics_query import query_statistics

several = settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

some_days = st.integers(0, 5).map(lambda day: NOON + timedelta(days=day))  # the same for several
few = st.sampled_from([0, 0, 0, 1])

skills = st.one_of(
    st.just((None, None)),
    st.integers(1, 60).flatmap(lambda count: st.tuples(st.just(count), st.floats(0, count))),
    st.sampled_from([(0, 0.0), (5, 5.1), (5, -0.1), (-1, -1.0), (5, None), (None, 0.5)]),
)
"""Decisions and what they cost: of games not reviewed, of others, and what only a hand writes."""


@st.composite
def games(draw: st.DrawFn) -> dict[str, Any]:
    """A row of the games table: of two players, of games that count and others."""
    outcome = draw(st.sampled_from([Outcome.WON, *Outcome]))
    return asdict(ROW) | {
        "player": draw(st.sampled_from([1, 1, 1, 2])),
        "game": draw(st.sampled_from(["freecell", "freecell", "golf-relaxed", "whist"])),
        "deal": draw(st.sampled_from([None, 617])),
        "outcome": outcome.value,
        "moves": draw(st.integers(0, 300)),
        "seconds": draw(st.floats(0, 1e6)),
        **{name: draw(few) for name in ("undos", "hints", "verdicts", "coach_moves")},
        **dict(zip(("decisions", "cost"), draw(skills), strict=True)),
        "started": draw(st.sampled_from([NOON, NOON, NOON, None])),
        "touched": draw(some_days),
        "ended": None if outcome is Outcome.UNFINISHED else draw(some_days),
    }


histories = st.lists(games(), max_size=40)


@pytest.fixture
def engine(url: str, store: Store) -> Iterator[Engine]:
    """A way past the store."""
    engine = create_engine(find_location(url).url)
    with engine.begin() as connection:
        made = {"made": NOON if engine.dialect.name != "sqlite" else str(NOON)}
        connection.execute(text("INSERT INTO players (number, made) VALUES (2, :made)"), made)
    yield engine
    engine.dispose()


def replace_all(connection: Connection, rows: Iterable[dict[str, Any]]) -> None:
    connection.execute(games_table.delete())
    numbered = [row | {"number": number} for number, row in enumerate(rows, 1)]
    if numbered:
        connection.execute(games_table.insert(), numbered)


def check(store: Store) -> None:
    history = store.games.history(limit=None)
    expected = {slug: Statistics.of(game, history) for slug, game in GAMES.items()}
    found = {each.game.slug: each for each in store.games.all_statistics()}
    assert list(found) == list(GAMES)
    for slug in GAMES:
        # SQL and Python round a sum of seconds, or of costs, differently.
        average, cost = found[slug].average_seconds, found[slug].cost
        assert average == pytest.approx(expected[slug].average_seconds)
        assert cost == pytest.approx(expected[slug].cost)
        exact = vars(expected[slug]) | {"average_seconds": average, "cost": cost}
        assert vars(found[slug]) == exact
    assert store.games.statistics(GOLF) == found[GOLF.slug]


@several
@given(history=histories)
def test_any_history(store: Store, engine: Engine, history: list[dict[str, Any]]) -> None:
    with engine.begin() as connection:
        replace_all(connection, history)
        assert query_statistics(connection, 1, list(GAMES.values())) is not None  # not by Python
    check(store)


ANYTHING = [-1, 1.5, 9e999, -9e999, 2**62, b"7", "", "many", "1_000", "nan", "then", "3.5e", "²"]
TIMES = [
    *("2026-11-17", "2026-11-16 14:00:00+05:00", "2026-11-20 09:30:00.5+00:00", "20261118"),
    *("0001-01-01 00:00:00.000000+05:00", "9999-12-31 23:59:59.000000+00:00"),
    *("2026-13-01 00:00:00.000000+00:00", "2026-11-16 00:00:00.abcdef+00:00"),
]
numbers = st.sampled_from(
    ["deal", "moves", "seconds", "undos", "hints", "verdicts", "coach_moves", "decisions", "cost"]
)
times = st.sampled_from(["touched", "ended", "started"])
damages = st.one_of(
    st.tuples(numbers, st.sampled_from(ANYTHING)),
    st.tuples(times, st.sampled_from([*TIMES, *ANYTHING])),
    st.tuples(st.just("outcome"), st.sampled_from(["eaten", "WON", b"won", *ANYTHING])),
    st.tuples(st.sampled_from(["ended", "deal"]), st.none()),
)
"""A column and what somebody has written there, since SQLite takes anything."""


@several
@given(
    history=st.lists(games(), min_size=1, max_size=20),
    damaged=st.lists(st.tuples(st.integers(1, 20), damages), min_size=1, max_size=3),
)
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_any_damaged_history(
    store: Store,
    engine: Engine,
    history: list[dict[str, Any]],
    damaged: list[tuple[int, tuple[str, object]]],
) -> None:
    with engine.begin() as connection:
        replace_all(connection, history)
        for number, (column, value) in damaged:
            change = f"UPDATE games SET {column} = ? WHERE number = ?"
            connection.exec_driver_sql(change, (value, number))
    check(store)


@pytest.mark.parametrize("column", ["key", "touched", "outcome", "coach_moves", "cost"])
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_text_that_is_not_utf_8(store: Store, engine: Engine, column: str) -> None:
    for _ in range(2):
        win(store)
    with engine.begin() as connection:
        change = f"UPDATE games SET {column} = CAST(x'ff' AS TEXT) WHERE number = 1"
        connection.exec_driver_sql(change)
    check(store)


@pytest.mark.parametrize(
    "damage",
    ["seconds = 'NaN'", "seconds = 'Infinity'", "touched = 'infinity'", "ended = '-infinity'",
     "ended = NULL", "touched = '9999-12-31 12:00+00'", "outcome = 'eaten'",
     "decisions = 7, cost = 'NaN'", "decisions = 7, cost = 'Infinity'"],
)  # fmt: skip
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_damage_that_postgresql_accepts(store: Store, engine: Engine, damage: str) -> None:
    win(store)
    give_up(store)
    win(store)
    begin(store)
    for number in (3, 4):
        with engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE games SET {damage} WHERE number = {number}")
        check(store)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_no_query_reads_all_games(store: Store, engine: Engine) -> None:
    queries: list[tuple[str, Any]] = []

    @event.listens_for(engine, "before_cursor_execute")
    def remember(_: object, __: object, statement: str, parameters: object, *___: object) -> None:
        queries.append((statement, parameters))

    with engine.begin() as connection:
        query_statistics(connection, 1, list(GAMES.values()))
        plans = [
            row[3]
            for statement, parameters in list(queries)
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        ]
    searches = [plan.partition(" (")[0] for plan in plans if " games" in plan]
    assert set(searches) == {
        "SEARCH games USING INDEX games_finished",
        "SEARCH games USING INDEX games_of_a_player",
    }
