"""A database that hangs: locked, paused, stopped, cut off. Nothing waits beyond its deadline."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import postgres as peers
import pytest
from postgres_proxy import Proxy, proxy
from store.saved_games import first_move, number_of

from winnable import Session, StaleGameError, StoreError
from winnable.store import SavedGame, Store
from winnable.store.deadline import time_limit

LIMIT = 0.5
SLACK = 20.0
"""A busy machine's; without a limit it would be minutes."""


@contextmanager
def in_time() -> Iterator[None]:
    """Allow what is done inside little time; a store is opened with more, for busy machines."""
    began = time.monotonic()
    with time_limit(LIMIT):
        yield
    assert time.monotonic() - began < LIMIT + SLACK


def begin(store: Store, *, strict: bool = True) -> SavedGame:
    game = store.new_game(Session.new("golf", 7), strict=strict)
    game.make("deal")
    return game


# -- a locked file --------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def open_file(file: Path, timeout: float = 60, *, group_commit: bool = False) -> Store:
    return Store.open(f"sqlite:///{file}", timeout=timeout, group_commit=group_commit)


@contextmanager
def other_program(file: Path, *statements: str) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    for statement in statements:
        connection.execute(statement)
    try:
        yield connection
    finally:
        connection.close()


@pytest.mark.parametrize("group_commit", [False, True])
def test_a_file_that_another_program_writes(file: Path, group_commit: bool) -> None:
    with open_file(file, group_commit=group_commit) as store:
        game = begin(store)
        with other_program(file, "BEGIN EXCLUSIVE"):
            with in_time(), pytest.raises(StoreError, match="locked by another program"):
                game.make("deal")
            assert [found.moves for found in store.games.history()] == [1]
            store.check()
        game.make("deal")
        assert [found.moves for found in store.games.history()] == [2]


def test_a_file_that_nobody_may_even_read(file: Path) -> None:
    with open_file(file) as store:
        game = begin(store)
    with other_program(file, "PRAGMA journal_mode = DELETE"):
        pass
    with open_file(file) as store, other_program(file, "BEGIN EXCLUSIVE"):
        for look in (store.games.history, store.check, lambda: store.open_game(number_of(game))):
            with in_time(), pytest.raises(StoreError, match="locked by another program"):
                look()
        with in_time(), pytest.raises(StoreError, match="locked by another program"):
            open_file(file, LIMIT)


def test_a_database_is_opened_as_soon_as_a_lock_is_released(file: Path) -> None:
    with open_file(file) as store:
        begin(store)
    with other_program(file, "PRAGMA journal_mode = DELETE", "BEGIN EXCLUSIVE") as other:
        Timer(0.5, other.execute, ("ROLLBACK",)).start()
        with open_file(file) as store:
            assert len(store.games.history()) == 1


def test_a_lock_that_is_released_is_waited_for(file: Path) -> None:
    with open_file(file) as store:
        game = begin(store)
        with other_program(file, "BEGIN EXCLUSIVE") as other:
            Timer(0.5, other.execute, ("ROLLBACK",)).start()
            game.make("deal")
        assert [found.moves for found in store.games.history()] == [2]


def test_without_a_write_ahead_log_a_commit_waits_for_those_who_read(file: Path) -> None:
    with open_file(file) as store:
        number = number_of(begin(store))
    with other_program(file, "PRAGMA journal_mode = DELETE"):
        pass
    reading = ("BEGIN", "SELECT * FROM games")
    with open_file(file) as store, other_program(file, *reading):
        game = store.open_game(number, strict=True)
        with in_time(), pytest.raises(StoreError, match="locked by another program"):
            game.make("deal")
        assert len(game.session.steps) == 1
    with open_file(file) as store, other_program(file, *reading) as other:
        game = store.open_game(number, strict=True)
        Timer(0.5, other.execute, ("COMMIT",)).start()
        game.make("deal")
        assert len(game.session.steps) == 2
    with open_file(file) as store:
        assert store.games.load(number).moves == 2


def test_the_time_limit_can_be_set(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(f"sqlite:///{file}") as store:
        assert store.timeout == 10
    with Store.open(f"sqlite:///{file}?timeout=3") as store:
        assert store.timeout == 3
    monkeypatch.setenv("WINNABLE_DATABASE_TIMEOUT", "2.5")
    with Store.open(f"sqlite:///{file}") as store:
        assert store.timeout == store.for_player(2).timeout == 2.5
    for bad in ("soon", "0", "-1", "nan", "inf", "1e9"):
        monkeypatch.setenv("WINNABLE_DATABASE_TIMEOUT", bad)
        with pytest.raises(StoreError, match="WINNABLE_DATABASE_TIMEOUT is a number of seconds"):
            Store.open(f"sqlite:///{file}")


# -- a server -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[peers.Server]:
    """One of its own: the other tests' must not be paused."""
    with peers.server() as server:
        yield server


@pytest.fixture
def through(server: peers.Server) -> Iterator[Proxy]:
    with proxy(server) as running:
        yield running


def test_a_server_that_is_paused(server: peers.Server) -> None:
    url = server.new_schema_url()
    with Store.open(url) as store:
        game = begin(store)
        with server.paused():
            for _ in range(2):  # with a connection of the pool, and with a new one
                with in_time(), pytest.raises(StoreError, match="did not answer in time"):
                    game.make("deal")
            assert len(game.session.steps) == 1
            with in_time(), pytest.raises(StoreError, match="did not answer in time"):
                Store.open(url, timeout=LIMIT)
        game.make("deal")
        assert [found.moves for found in store.games.history()] == [2]


def test_many_threads_and_a_server_that_is_paused(server: peers.Server) -> None:
    """More than there are connections; each has its own limit, and all connections recover."""

    def look(limit: float) -> str:
        try:
            with time_limit(limit):
                return str(len(store.games.history()))
        except StoreError:
            return "too late"

    with Store.open(server.new_schema_url(), timeout=30) as store:
        begin(store)
        with ThreadPoolExecutor(40) as executor:
            assert set(executor.map(look, [30] * 40)) == {"1"}
            began = time.monotonic()
            with server.paused():
                assert set(executor.map(look, [LIMIT] * 40)) == {"too late"}
            assert time.monotonic() - began < LIMIT + SLACK
            assert look(30) == "1"
        with ThreadPoolExecutor(16) as executor:
            assert list(executor.map(look, [30] * 64)) == ["1"] * 64


def test_a_server_that_is_stopped_and_started_again() -> None:
    with peers.server() as server, Store.open(server.new_schema_url()) as store:
        game = begin(store)
        server.stop()
        try:
            with in_time(), pytest.raises(StoreError):
                game.make("deal")
        finally:
            server.start()
        game.make("deal")
        assert [found.moves for found in store.games.history()] == [2]


def test_a_network_that_swallows_everything(server: peers.Server, through: Proxy) -> None:
    with Store.open(through.url(server.new_schema_url())) as store:
        game = begin(store)
        through.is_cut = True
        for _ in range(2):
            with in_time(), pytest.raises(StoreError, match="did not answer in time"):
                game.make("deal")
        through.is_cut = False
        game.make("deal")
        assert [found.moves for found in store.games.history()] == [2]


def test_connections_that_were_dropped(server: peers.Server, through: Proxy) -> None:
    with Store.open(through.url(server.new_schema_url())) as store:
        game = begin(store)
        through.drop()
        game.make("deal")
        assert [found.moves for found in store.games.history()] == [2]


def test_closing_does_not_wait_for_a_server_that_is_paused(server: peers.Server) -> None:
    store = Store.open(server.new_schema_url())
    begin(store)
    with server.paused(), in_time():
        store.close()


def test_a_commit_whose_confirmation_is_lost_is_found_by_a_strict_game(
    server: peers.Server, through: Proxy
) -> None:
    """It was not answered, so it is not shown; it was saved, so it is not lost."""
    with Store.open(through.url(server.new_schema_url())) as store:
        game = begin(store)
        through.is_commit_lost = True
        with in_time(), pytest.raises(StoreError):
            game.make("deal")
        assert len(game.session.steps) == 1
        with pytest.raises(StaleGameError):
            game.make("deal")
        assert len(game.session.steps) == 2
        game.make("deal")
        assert [found.moves for found in store.games.history()] == [3]


def test_a_commit_whose_confirmation_is_lost_is_nobody_elses_change(
    server: peers.Server, through: Proxy
) -> None:
    """A game that is played on without being saved loses none of its moves."""
    with Store.open(through.url(server.new_schema_url())) as store:
        game = begin(store, strict=False)
        through.is_commit_lost = True
        with in_time():
            game.make("deal")
        assert game.save_error
        through.is_cut = True
        with in_time():
            game.make("deal")
        assert game.save_error
        through.is_cut = False
        game.make("deal")
        assert (game.save_error, len(game.session.steps)) == ("", 4)
        [found] = store.games.history()
        assert (found.moves, store.games.version(found.number)) == (4, game.version)


def test_another_programs_change_is_noticed_after_a_failure(
    server: peers.Server, through: Proxy
) -> None:
    url = server.new_schema_url()
    with Store.open(through.url(url)) as store, Store.open(url) as second:
        game = begin(store, strict=False)
        through.is_cut = True
        with in_time():
            game.make("deal")
        assert game.save_error
        through.is_cut = False
        first_move(second.open_game(number_of(game)))
        with pytest.raises(StaleGameError):
            game.make("deal")
