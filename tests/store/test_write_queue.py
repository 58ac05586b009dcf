"""Group commit: what waits is committed together, and nothing is lost or written twice."""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import OperationalError
from store.saved_games import first_move, number_of
from store.writer_processes import Line, change

from winnable import Session, StaleGameError, StoreError
from winnable.store import Store, new_key
from winnable.store.deadline import has_time_passed, time_left, time_limit
from winnable.store.write_queue import WriteQueue

TIMEOUT = 30.0
FAILURE = OperationalError("", {}, Exception("the disk is full"))

Job = Callable[[Connection], Any]


class FakeDatabase:
    """Numbers in transactions, one of which may fail to begin or to commit."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.transactions = 0
        self.failure = ("", 0)
        """What fails, and in which transaction."""

    @contextmanager
    def begin(self) -> Iterator[Any]:
        self.transactions += 1
        self._fail("begin")
        before = list(self.numbers)
        try:
            yield None
            self._fail("commit")
        except BaseException:
            self.numbers = before
            raise

    def _fail(self, when: str) -> None:
        if self.failure == (when, self.transactions):
            raise FAILURE

    def add(self, number: int, error: BaseException | None = None) -> Job:
        """A job that adds a number, or fails after doing so."""

        def job(_: Connection) -> int:
            self.numbers.append(number)
            if error is not None:
                raise error
            return number

        return job


def wait_until(is_so: Callable[[], bool]) -> None:
    pause = threading.Event()
    for _ in range(int(TIMEOUT / 0.001)):
        if is_so():
            return
        pause.wait(0.001)
    raise AssertionError("it never happened")


@contextmanager
def waiting(queue: WriteQueue, jobs: list[Job]) -> Iterator[list[Future[Any]]]:
    """Jobs of as many threads, which wait in this order while the queue is busy with another."""
    is_busy, may_end = threading.Event(), threading.Event()

    def keep_busy(_: Connection) -> None:
        is_busy.set()
        assert may_end.wait(TIMEOUT)

    with ThreadPoolExecutor(len(jobs) + 1) as executor:
        busy = executor.submit(queue.write, keep_busy)
        assert is_busy.wait(TIMEOUT)
        futures: list[Future[Any]] = []
        for job in jobs:
            futures.append(executor.submit(queue.write, job))
            wait_until(lambda: len(queue) == len(futures))
        assert not any(future.done() for future in futures)
        try:
            yield futures
        finally:
            may_end.set()
        busy.result(TIMEOUT)


def outcomes(futures: list[Future[Any]]) -> list[Any]:
    """What each write returned, or why it failed."""
    return [future.exception(TIMEOUT) or future.result() for future in futures]


@pytest.fixture
def database() -> FakeDatabase:
    return FakeDatabase()


@pytest.fixture
def queue(database: FakeDatabase) -> WriteQueue:
    return WriteQueue(database.begin)


# -- one group ------------------------------------------------------------------------------------


def test_a_lone_write_waits_for_nobody(queue: WriteQueue, database: FakeDatabase) -> None:
    assert [queue.write(database.add(number)) for number in (1, 2)] == [1, 2]
    assert (database.numbers, database.transactions) == ([1, 2], 2)


def test_what_waits_is_committed_together(queue: WriteQueue, database: FakeDatabase) -> None:
    with waiting(queue, [database.add(number) for number in range(8)]) as futures:
        pass
    assert outcomes(futures) == database.numbers == list(range(8))
    assert database.transactions == 2  # that of the job that kept it busy, and theirs


def test_a_job_that_refuses_does_not_stop_the_others(
    queue: WriteQueue, database: FakeDatabase
) -> None:
    refusal = StaleGameError("it has changed")

    def refuse(_: Connection) -> None:
        raise refusal

    with waiting(queue, [database.add(1), refuse, database.add(2)]) as futures:
        pass
    assert outcomes(futures) == [1, refusal, 2]
    assert (database.numbers, database.transactions) == ([1, 2], 2)


def test_a_job_that_fails_is_rolled_back_and_the_others_are_not(
    queue: WriteQueue, database: FakeDatabase
) -> None:
    error = ZeroDivisionError()
    jobs = [database.add(1), database.add(2, error), database.add(3)]
    with waiting(queue, jobs) as futures:
        pass
    assert outcomes(futures) == [1, error, 3]
    assert database.numbers == [1, 3]


@pytest.mark.parametrize("fails_to", ["begin", "commit", "write"])
def test_a_database_that_fails_fails_the_group_and_nothing_is_repeated(
    queue: WriteQueue, database: FakeDatabase, fails_to: str
) -> None:
    database.failure = (fails_to, 2)
    error = FAILURE if fails_to == "write" else None
    with waiting(queue, [database.add(1), database.add(2, error), database.add(3)]) as futures:
        pass
    assert outcomes(futures) == [FAILURE] * 3
    assert (database.numbers, database.transactions) == ([], 2)
    assert queue.write(database.add(4)) == 4


def test_waiting_until_the_queue_is_empty(queue: WriteQueue, database: FakeDatabase) -> None:
    queue.wait_until_empty()
    with ThreadPoolExecutor(1) as executor:
        with waiting(queue, [database.add(1)]) as futures:
            empty = executor.submit(queue.wait_until_empty)
            assert not empty.done()
        empty.result(TIMEOUT)
    assert outcomes(futures) == database.numbers == [1]


# -- deadlines -------------------------------------------------------------------------------------


def test_a_write_that_has_not_begun_in_time_is_withdrawn(
    queue: WriteQueue, database: FakeDatabase
) -> None:
    with waiting(queue, []):
        with time_limit(0.05), pytest.raises(StoreError):
            queue.write(database.add(1))
        assert len(queue) == 0
    assert queue.write(database.add(2)) == 2
    assert database.numbers == [2]


def test_a_write_does_not_wait_for_a_transaction_that_hangs(
    queue: WriteQueue, database: FakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three of four leave the one that commits for all to itself. Whether it will, is unknown."""
    may_begin, may_go_on = threading.Event(), threading.Event()
    begin = database.begin

    @contextmanager
    def begin_slowly() -> Iterator[Any]:
        assert (may_go_on if database.transactions else may_begin).wait(TIMEOUT)
        with begin() as connection:
            yield connection

    monkeypatch.setattr(queue, "_begin", begin_slowly)

    def write(number: int) -> None:
        with time_limit(1):
            queue.write(database.add(number))

    with ThreadPoolExecutor(5) as executor:
        first = executor.submit(queue.write, database.add(0))
        wait_until(lambda: queue._has_leader)
        futures = [executor.submit(write, number) for number in range(1, 5)]
        wait_until(lambda: len(queue) == 4)
        may_begin.set()
        first.result(TIMEOUT)
        wait_until(lambda: sum(future.done() for future in futures) == 3)
        with time_limit(0.05):
            queue.wait_until_empty()
        may_go_on.set()
        errors = [future.exception(TIMEOUT) for future in futures]
    assert [type(error) for error in errors if error] == [StoreError] * 3
    assert len(database.numbers) == 2
    assert queue.write(database.add(5)) == 5


def test_an_impatient_write_does_not_fail_the_others(
    queue: WriteQueue, database: FakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of a group commits for all; the lock it cannot wait for, the next one can."""
    locked = sqlite3.OperationalError("database is locked")
    locked.sqlite_errorcode = sqlite3.SQLITE_BUSY
    begin = database.begin

    @contextmanager
    def begin_if_there_is_time() -> Iterator[Any]:
        if time_left() is not None:
            while not has_time_passed():
                time.sleep(0.01)
            raise OperationalError("BEGIN", {}, locked)
        with begin() as connection:
            yield connection

    monkeypatch.setattr(queue, "_begin", begin_if_there_is_time)

    def write(number: int) -> Any:
        if number >= 4:
            return queue.write(database.add(number))
        with time_limit(0.3):
            return queue.write(database.add(number))

    with ThreadPoolExecutor(6) as executor:
        with waiting(queue, []):
            futures = []
            for number in range(6):
                futures.append(executor.submit(write, number))
                wait_until(lambda: len(queue) == len(futures))
        assert outcomes(futures[4:]) == [4, 5]
    assert database.numbers.count(4) == database.numbers.count(5) == 1


# -- in a real file -------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path / 'games.db'}", group_commit=True) as store:
        yield store


def test_what_the_database_refuses_does_not_stop_the_others(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'names.db'}")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE names (name TEXT UNIQUE)"))

    def add(name: str) -> Job:
        statement = text("INSERT INTO names VALUES (:name)")
        return lambda connection: connection.execute(statement, {"name": name}).rowcount

    names = ["a", "b", "a", "\ud800", "c"]
    with waiting(WriteQueue(engine.begin), [add(name) for name in names]) as futures:
        pass
    errors = [future.exception(TIMEOUT) for future in futures]
    assert [error is None for error in errors] == [True, True, False, False, True]
    with engine.connect() as connection:
        assert connection.execute(text("SELECT name FROM names")).scalars().all() == ["a", "b", "c"]
    engine.dispose()


def test_many_threads_with_a_game_each(store: Store) -> None:
    """Whatever was confirmed is there, once: one version for every change."""

    def play(number: int) -> tuple[Store, int, int, Line]:
        rng = random.Random(number)
        own = store.for_player(store.players.create()) if number % 3 else store
        game = own.new_game(Session.new("freecell", number + 1), strict=True)
        game.save(new_key())
        for _ in range(12):
            change(game, rng)
        return own, number_of(game), game.version, Line.of(game.session)

    with ThreadPoolExecutor(24) as executor:
        played = list(executor.map(play, range(48), timeout=TIMEOUT * 4))
    assert sorted(number for _, number, _, _ in played) == list(range(1, 49))
    for own, number, version, line in played:
        again = own.open_game(number)
        assert (again.version, Line.of(again.session)) == (version, line)
        assert version == 13


def test_many_threads_with_the_same_game(store: Store) -> None:
    """Optimistic locking: every version is the work of one thread."""
    game = store.new_game(Session.new("freecell", 1))
    game.save(new_key())
    number = number_of(game)
    saved: Counter[int] = Counter()

    def play(_: int) -> int:
        own = store.open_game(number, strict=True)
        stale = 0
        for _ in range(6):
            try:
                own.count_hint()
            except StaleGameError:
                stale += 1
            else:
                saved[own.version] += 1
        return stale

    with ThreadPoolExecutor(8) as executor:
        stale = sum(executor.map(play, range(8), timeout=TIMEOUT * 2))
    assert set(saved.values()) == {1}
    assert sum(saved.values()) + stale == 48
    assert store.games.version(number) == 1 + len(saved) == 1 + store.open_game(number).hints


def test_64_threads_read_while_others_write(store: Store) -> None:
    games = [store.new_game(Session.new("freecell", deal), strict=True) for deal in range(1, 9)]
    for game in games:
        first_move(game)
    barrier = threading.Barrier(64 + len(games))

    def read(_: int) -> int:
        barrier.wait(TIMEOUT)
        return sum(len(store.games.history()) for _ in range(3))

    def write(number: int) -> None:
        barrier.wait(TIMEOUT)
        for _ in range(5):
            games[number].count_hint()

    with ThreadPoolExecutor(64 + len(games)) as executor:
        readers = executor.map(read, range(64), timeout=TIMEOUT * 2)
        list(executor.map(write, range(len(games)), timeout=TIMEOUT * 2))
        assert set(readers) == {24}
    assert {saved.hints for saved in store.games.history()} == {5}


def test_a_file_that_stays_locked_fails_all_that_wait(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with Store.open(f"sqlite:///{file}", group_commit=True, timeout=0.3) as store:
        games = [store.new_game(Session.new("freecell", deal), strict=True) for deal in (1, 2, 3)]
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(3) as executor:
            futures = [executor.submit(first_move, game) for game in games]
            assert {type(future.exception(TIMEOUT)) for future in futures} == {StoreError}
        other.close()
        assert store.games.history() == []
        for game in games:
            first_move(game)
        assert len(store.games.history()) == 3
