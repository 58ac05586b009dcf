"""Lists, page by page, and whether the database finds them by an index."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event, text, update
from store.saved_games import FREECELL, GOLF, calendar, give_up, win

from winnable import Session
from winnable.store import GameSummary, HistoryCursor, SavedGame, Store, new_key


def begin(store: Store, deal: int, game: str = "golf") -> SavedGame:
    table = SavedGame(Session.new(game, deal), store.games)
    table.make(next(table.session.legal_moves()))
    return table


# -- pages ----------------------------------------------------------------------------------------


def pages(store: Store, size: int) -> Iterator[list[GameSummary]]:
    page = store.games.history(limit=size)
    while page:
        yield page
        # As a page in a browser goes on: by way of a word in an address.
        page = store.games.history(limit=size, before=HistoryCursor.parse(str(page[-1].cursor)))


@pytest.mark.parametrize("size", [1, 3, 4, 11, 12, 50])
def test_page_by_page_it_is_the_whole_history(url: str, size: int) -> None:
    with Store.open(url, now=calendar()) as store:
        for deal in range(1, 13):
            begin(store, deal)
        begin(store.for_player(store.players.create()), 99)
        whole = store.games.history(limit=None)
        found = list(pages(store, size))
        assert [kept for page in found for kept in page] == whole
        assert len(whole) == 12
        assert all(len(page) == size for page in found[:-1])


def test_games_of_the_same_moment_are_on_one_page_only(store: Store) -> None:
    for deal in range(1, 8):
        begin(store, deal)
    noon = datetime(2026, 11, 16, 12, tzinfo=UTC)
    with store._database.engine.begin() as connection:
        connection.execute(update(GAMES).values(touched=noon))
    found = [kept.number for page in pages(store, 2) for kept in page]
    assert found == [7, 6, 5, 4, 3, 2, 1]


def test_a_page_of_one_game(store: Store) -> None:
    for deal in range(1, 5):
        begin(store, deal, "golf" if deal % 2 else "freecell")
    first = store.games.history(limit=1)[0]
    assert first.deal == 4
    assert [kept.deal for kept in store.games.history(GOLF, before=first.cursor)] == [3, 1]
    assert [kept.deal for kept in store.games.history(FREECELL, 1, before=first.cursor)] == [2]


def test_before_all_time_there_is_nothing(store: Store) -> None:
    begin(store, 1)
    assert store.games.history(before=HistoryCursor(datetime(1000, 1, 1, tzinfo=UTC), 1)) == []
    assert len(store.games.history(before=HistoryCursor(datetime(3000, 1, 1, tzinfo=UTC), 1))) == 1


# -- before the first move ------------------------------------------------------------------------


def test_a_table_without_a_move_is_in_no_list(store: Store) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games)
    table.save(new_key())
    table.count_hint()
    assert store.games.history() == store.games.unfinished() == store.games.history(FREECELL) == []
    assert list(store.games.records()) == []
    assert store.games.statistics(FREECELL).unfinished == 0
    table.make("t3c1")
    assert (
        len(store.games.history())
        == len(store.games.unfinished())
        == len(list(store.games.records()))
        == 1
    )
    table.undo()
    assert len(store.games.history()) == 1


# -- by an index ----------------------------------------------------------------------------------

ASK: dict[str, Callable[[Store], object]] = {
    "history": lambda store: store.games.history(),
    "a page": lambda store: store.games.history(before=HistoryCursor(datetime.now(UTC), 7)),
    "history of a game": lambda store: store.games.history(FREECELL, limit=None),
    "unfinished": lambda store: store.games.unfinished(),
    "records": lambda store: next(store.games.records()),
    "by key": lambda store: store.games.number_for_key(store.games.ensure_key(1)),
    "shared": lambda store: store.games.find_shared(store.games.share(1)),
    "sweep": lambda store: store.games.delete_unplayed(datetime.now(UTC) - timedelta(days=1)),
    "bring": lambda store: store.players.transfer_games(
        store.players.create(), store.players.create()
    ),
}


@contextmanager
def plans(store: Store) -> Iterator[list[str]]:
    """How the database means to go about each statement on the games, while it is asked."""
    engine = store._database.engine
    explain = "EXPLAIN QUERY PLAN" if engine.dialect.name == "sqlite" else "EXPLAIN"
    asked: list[tuple[str, object]] = []
    found: list[str] = []

    def listen(_: object, __: object, statement: str, parameters: object, *___: object) -> None:
        if " games" in statement and not statement.startswith("INSERT"):
            asked.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", listen)
    yield found
    event.remove(engine, "before_cursor_execute", listen)
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET enable_seqscan = off"))  # it would do for so few rows
        for statement, parameters in asked:
            plan = connection.exec_driver_sql(f"{explain} {statement}", parameters)  # type: ignore[arg-type]
            found.append("\n".join(str(row[-1]) for row in plan))


@pytest.mark.parametrize("ask", ASK.values(), ids=ASK)
def test_no_question_reads_everybodys_games(store: Store, ask: Callable[[Store], object]) -> None:
    win(store)
    give_up(store.for_player(store.players.create()))
    with plans(store) as found:
        ask(store)
    assert found
    for plan in found:
        assert "SCAN games" not in plan
        assert "Seq Scan on games" not in plan
        assert "index" in plan.lower() or "PRIMARY KEY" in plan


def test_a_page_of_the_history_needs_no_sorting(store: Store) -> None:
    win(store)
    with plans(store) as found:
        store.games.history()
        store.games.history(before=HistoryCursor(datetime.now(UTC), 7))
    assert len(found) == 2
    for plan in found:
        assert "games_of_a_player" in plan
        assert "TEMP B-TREE" not in plan
        assert "Sort" not in plan
