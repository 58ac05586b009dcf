"""Lists of a player's games: the history in pages, records, statistics, and damaged rows."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine, create_engine, event, text
from store.saved_games import (
    FREECELL,
    GOLF,
    begin,
    calendar,
    execute,
    give_up,
    nearly_won,
    number_of,
    win,
)

from winnable import GAMES, Session, StoreError, parse_record
from winnable.store import GameSummary, HistoryCursor, Store, new_key
from winnable.store.location import find_location

# -- lists ----------------------------------------------------------------------------------------


def test_the_latest_comes_first(store: Store) -> None:
    games = [begin(store, deal) for deal in (1, 2, 3)]
    games[0].make("t1c2")
    assert [saved.deal for saved in store.games.history()] == [1, 3, 2]
    assert [saved.deal for saved in store.games.unfinished()] == [1, 3, 2]
    assert [saved.deal for saved in store.games.history(limit=2)] == [1, 3]
    assert [saved.deal for saved in store.games.unfinished(limit=1)] == [1]
    assert [record.tags["Deal"] for record in store.games.records()] == ["1", "2", "3"]


def test_lists_of_one_game(store: Store) -> None:
    begin(store, game="golf")
    begin(store)
    win(store)
    give_up(store)
    assert [saved.game for saved in store.games.history(GOLF)] == ["golf-relaxed"]
    outcomes = [saved.outcome.value for saved in store.games.history(FREECELL)]
    assert outcomes == ["given up", "won", "unfinished"]
    assert len(store.games.unfinished(FREECELL)) == len(store.games.unfinished(GOLF)) == 1
    assert store.games.unfinished(GAMES["easthaven"]) == []
    assert [record.tags["Game"] for record in store.games.records(GOLF)] == ["golf-relaxed"]


def test_the_whole_history(store: Store) -> None:
    for deal in range(1, 24):
        begin(store, deal, "golf")
    assert len(store.games.history()) == 20
    assert len(store.games.history(limit=None)) == 23


def test_a_game_without_a_move_is_in_no_list(store: Store) -> None:
    game = store.new_game(Session.new("freecell", 1))
    game.save(new_key())
    game.count_hint()
    assert store.games.history() == store.games.unfinished() == store.games.history(FREECELL) == []
    assert list(store.games.records()) == []
    assert store.games.statistics(FREECELL).unfinished == 0
    game.make("t3c1")
    lists = (store.games.history(), store.games.unfinished(), list(store.games.records()))
    assert [len(found) for found in lists] == [1, 1, 1]
    game.undo()
    assert len(store.games.history()) == 1


# -- pages ----------------------------------------------------------------------------------------


def pages(store: Store, size: int) -> Iterator[list[GameSummary]]:
    page = store.games.history(limit=size)
    while page:
        yield page
        # The cursor goes through a URL, as it does for a browser.
        page = store.games.history(limit=size, before=HistoryCursor.parse(str(page[-1].cursor)))


@pytest.mark.parametrize("size", [1, 3, 4, 11, 12, 50])
def test_all_pages_together_are_the_whole_history(url: str, size: int) -> None:
    with Store.open(url, now=calendar()) as store:
        for deal in range(1, 13):
            begin(store, deal, "golf")
        begin(store.for_player(store.players.create()), 99)
        whole = store.games.history(limit=None)
        found = list(pages(store, size))
        assert [saved for page in found for saved in page] == whole
        assert len(whole) == 12
        assert all(len(page) == size for page in found[:-1])


def test_games_of_the_same_moment_are_each_on_one_page(store: Store, url: str) -> None:
    for deal in range(1, 8):
        begin(store, deal, "golf")
    execute(url, "UPDATE games SET touched = '2026-11-16 12:00:00.000000+00:00'")
    found = [saved.number for page in pages(store, 2) for saved in page]
    assert found == [7, 6, 5, 4, 3, 2, 1]


def test_a_page_of_one_game(store: Store) -> None:
    for deal in range(1, 5):
        begin(store, deal, "golf" if deal % 2 else "freecell")
    first = store.games.history(limit=1)[0]
    assert first.deal == 4
    assert [saved.deal for saved in store.games.history(GOLF, before=first.cursor)] == [3, 1]
    assert [saved.deal for saved in store.games.history(FREECELL, 1, before=first.cursor)] == [2]


def test_cursors_before_and_after_all_games(store: Store) -> None:
    begin(store)
    assert store.games.history(before=HistoryCursor(datetime(1000, 1, 1, tzinfo=UTC), 1)) == []
    assert len(store.games.history(before=HistoryCursor(datetime(3000, 1, 1, tzinfo=UTC), 1))) == 1


# -- indexes --------------------------------------------------------------------------------------

QUERIES: dict[str, Callable[[Store], object]] = {
    "history": lambda store: store.games.history(),
    "a page": lambda store: store.games.history(before=HistoryCursor(datetime.now(UTC), 7)),
    "history of a game": lambda store: store.games.history(FREECELL, limit=None),
    "unfinished": lambda store: store.games.unfinished(),
    "records": lambda store: next(store.games.records()),
    "by key": lambda store: store.games.number_for_key(store.games.ensure_key(1)),
    "shared": lambda store: store.games.find_shared(store.games.share(1)),
    "delete": lambda store: store.games.delete_unplayed(datetime.now(UTC) - timedelta(days=1)),
    "transfer": lambda store: store.players.transfer_games(
        store.players.create(), store.players.create()
    ),
}


@contextmanager
def query_plans(url: str) -> Iterator[list[str]]:
    """The database's plan for each statement on the games in the block."""
    statements: list[tuple[str, object]] = []
    plans: list[str] = []

    def listen(_: object, __: object, statement: str, parameters: object, *___: object) -> None:
        if " games" in statement and not statement.startswith("INSERT"):
            statements.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", listen)
    try:
        yield plans
    finally:
        event.remove(Engine, "before_cursor_execute", listen)
    engine = create_engine(find_location(url).url)
    explain = "EXPLAIN QUERY PLAN" if engine.dialect.name == "sqlite" else "EXPLAIN"
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET enable_seqscan = off"))  # enough for so few rows
        for statement, parameters in statements:
            plan = connection.exec_driver_sql(f"{explain} {statement}", parameters)  # type: ignore[arg-type]
            plans.append("\n".join(str(row[-1]) for row in plan))
    engine.dispose()


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_no_query_reads_all_players_games(
    store: Store, url: str, query: Callable[[Store], object]
) -> None:
    win(store)
    give_up(store.for_player(store.players.create()))
    with query_plans(url) as plans:
        query(store)
    assert plans
    for plan in plans:
        assert "SCAN games" not in plan
        assert "Seq Scan on games" not in plan
        assert "index" in plan.lower() or "PRIMARY KEY" in plan


def test_a_page_of_the_history_needs_no_sorting(store: Store, url: str) -> None:
    win(store)
    with query_plans(url) as plans:
        store.games.history()
        store.games.history(before=HistoryCursor(datetime.now(UTC), 7))
    assert len(plans) == 2
    for plan in plans:
        assert "games_of_a_player" in plan
        assert "TEMP B-TREE" not in plan
        assert "Sort" not in plan


# -- records and statistics -----------------------------------------------------------------------


def test_a_record_has_what_the_history_knows_in_its_tags(url: str) -> None:
    with Store.open(url, now=calendar()) as store:
        game = win(store, hints=1, undos=2)
        [saved] = store.games.history()
        record = store.games.record(number_of(game))
        assert record.session().is_won
        assert list(record.tags) == [
            *("Winnable", "Game", "Board", "Date", "Started", "Ended", "Seconds"),
            *("Undos", "Hints", "Verdicts", "Outcome", "Result"),
        ]
        assert record.tags["Started"] == "2026-11-16T09:30:01Z"
        assert saved.ended is not None
        assert record.tags["Ended"] == f"{saved.ended:%Y-%m-%dT%H:%M:%SZ}"
        assert record.tags["Date"] == f"{saved.ended.astimezone():%Y-%m-%d}"
        assert (record.tags["Undos"], record.tags["Hints"]) == ("2", "1")
        assert (record.tags["Outcome"], record.tags["Result"]) == ("won", "won")
        assert parse_record(str(record)) == record
        assert list(store.games.records()) == [record]


def test_statistics(store: Store) -> None:
    store.new_game(nearly_won())
    assert store.games.statistics(FREECELL).played == 0
    win(store)
    win(store, hints=1)
    give_up(store)
    last = win(store)
    begin(store)
    win(store, game="bakers-game")
    statistics = store.games.statistics(FREECELL)
    assert (statistics.played, statistics.won, statistics.unaided) == (4, 3, 2)
    assert (statistics.streak, statistics.best_streak, statistics.unfinished) == (1, 2, 1)
    assert (statistics.best_moves, statistics.average_moves) == (2, 2)
    assert statistics.last[0].number == last.number
    assert len(statistics.last) == 4


# -- rows that somebody has damaged by hand -------------------------------------------------------


def test_a_damaged_record_does_not_hide_the_others(store: Store, url: str) -> None:
    for deal in (1, 2, 3, 4):
        begin(store, deal)
    execute(
        url,
        "UPDATE games SET record = replace(record, '*', '') WHERE number = 2",
        "UPDATE games SET record = replace(record, '1. t', '1. t9') WHERE number = 3",
    )
    assert [saved.number for saved in store.games.history()] == [4, 3, 2, 1]
    for ask in (store.open_game, store.games.record):
        for number in (2, 3):
            with pytest.raises(StoreError) as error:
                ask(number)
            assert str(error.value).startswith(f"game {number} in {store.name} cannot be read: ")
    found = store.games.records()
    assert [next(found).tags["Deal"] for _ in range(2)] == ["1", "4"]
    with pytest.raises(StoreError, match=r"game 2 in .* \(and 1 more\)"):
        next(found)
    assert store.games.statistics(FREECELL).unfinished == 4


@pytest.mark.parametrize("undone", ["t3c1", '[Winnable "1"] 1. t1f1 *', '[Winnable "1"] 1. t3c1'])
def test_undone_moves_that_cannot_be_read(store: Store, url: str, undone: str) -> None:
    begin(store).undo()
    execute(url, f"UPDATE games SET undone = '{undone}'")
    with pytest.raises(StoreError, match=r"game 1 in .* cannot be read: "):
        store.open_game(1)
    assert store.games.record(1).session().steps == ()


def test_a_game_that_we_do_not_know(store: Store, url: str) -> None:
    begin(store)
    execute(url, "UPDATE games SET game = 'whist', record = replace(record, 'freecell', 'whist')")
    assert [saved.game for saved in store.games.history()] == ["whist"]
    with pytest.raises(StoreError, match=r"game 1 in .* cannot be read: .*'whist'"):
        store.open_game(1)


@pytest.mark.parametrize(
    "nonsense",
    [
        "moves = 9e999",
        "deal = 9e999",
        "seconds = 9e999",
        "seconds = 'nan'",
        "touched = '0001-01-01 00:00:00+05:00'",
        "touched = '9999-12-31 23:59:59-05:00'",
        "outcome = CAST(x'ff' AS TEXT)",
    ],
)
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)  # PostgreSQL refuses them all
def test_an_impossible_number_or_time_does_not_hide_the_others(
    store: Store, url: str, nonsense: str
) -> None:
    begin(store, 1)
    begin(store, 2)
    execute(url, f"UPDATE games SET {nonsense} WHERE number = 1")
    assert [saved.number for saved in store.games.history()] == [2]
    assert [saved.number for saved in store.games.unfinished()] == [2]
    assert store.games.statistics(FREECELL).unfinished == 1


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)  # SQLite has no such time
def test_a_time_that_python_does_not_know(store: Store, url: str) -> None:
    begin(store, 1)
    begin(store, 2)
    execute(url, "UPDATE games SET touched = 'infinity' WHERE number = 1")
    assert [saved.number for saved in store.games.history()] == [2]


@pytest.mark.parametrize(
    "nonsense", ["outcome = 'eaten'", "touched = 'then'", "moves = 'many'", "version = 'new'"]
)
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)  # PostgreSQL refuses the last three
def test_a_damaged_row_is_left_out_of_the_history(store: Store, url: str, nonsense: str) -> None:
    begin(store, 1)
    begin(store, 2)
    execute(url, f"UPDATE games SET {nonsense} WHERE number = 1")
    if "version" not in nonsense:  # which is not in the history
        assert [saved.number for saved in store.games.history()] == [2]
    with pytest.raises(StoreError, match=r"game 1 in .* cannot be read: a number or time"):
        store.open_game(1)
    found = store.games.records()
    assert next(found).tags["Deal"] == "2"
    with pytest.raises(StoreError, match="game 1 in "):
        next(found)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_text_that_is_not_utf_8(store: Store, url: str) -> None:
    begin(store)
    execute(url, "UPDATE games SET record = CAST(x'FFFE80' AS TEXT)")
    assert len(store.games.history()) == 1
    with pytest.raises(StoreError, match=r"^game 1 cannot be read: .* UTF-8"):
        store.open_game(1)


def test_times_written_by_hand_are_read(store: Store, url: str) -> None:
    begin(store)
    execute(url, "UPDATE games SET touched = '2026-11-16 09:30:00+00:00'")
    assert store.games.history()[0].touched == datetime(2026, 11, 16, 9, 30, tzinfo=UTC)
