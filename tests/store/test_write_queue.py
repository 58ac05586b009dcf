"""One pen for many threads: all that waits is written together, and nothing is lost or doubled."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError
from store.saved_games import WINNING, nearly_won
from store.writer_processes import Line, change

from winnable import GameNotFoundError, Session, StaleGameError, StoreError
from winnable.store import SavedGame, Store, new_key
from winnable.store.write_queue import WriteQueue

PATIENCE = 30.0
"""Seconds after which something that ought to come will not."""


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store.open(url, group_commit=True) as store:
        yield store


@pytest.fixture
def hands() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(16) as hands:
        yield hands


def pen_of(store: Store) -> WriteQueue:
    pen = store._database._pen
    assert pen
    return pen


@contextmanager
def busy(pen: WriteQueue) -> Iterator[None]:
    """The pen is at work while this lasts, so that all that is asked for meanwhile waits."""
    at_work, go_on = threading.Event(), threading.Event()

    def job(_: object) -> None:
        at_work.set()
        assert go_on.wait(PATIENCE)

    thread = threading.Thread(target=lambda: pen.write(job))
    thread.start()
    assert at_work.wait(PATIENCE)
    yield
    go_on.set()
    thread.join(PATIENCE)


def ask(
    hands: ThreadPoolExecutor, pen: WriteQueue, acts: list[Callable[[], Any]]
) -> list[Future[Any]]:
    """Have each done by a hand of its own, in this order; they wait for the pen by then."""
    asked = []
    for waiting, act in enumerate(acts, 1):
        asked.append(hands.submit(act))
        wait_until(lambda waiting=waiting: pen._waiting.qsize() == waiting)  # type: ignore[misc]
    return asked


def wait_until(is_so: Callable[[], bool]) -> None:
    pause = threading.Event()
    for _ in range(int(PATIENCE / 0.001)):
        if is_so():
            return
        pause.wait(0.001)
    raise AssertionError("it never came")


@contextmanager
def counting_commits(store: Store) -> Iterator[list[object]]:
    seen: list[object] = []

    def note(connection: object) -> None:
        seen.append(connection)

    event.listen(store._database.engine, "commit", note)
    yield seen
    event.remove(store._database.engine, "commit", note)


def kept_tables(store: Store, count: int) -> list[SavedGame]:
    tables = [
        SavedGame(Session.new("freecell", deal + 1), store.games, strict=True)
        for deal in range(count)
    ]
    for table in tables:
        table.save(new_key())
    return tables


def first_move(table: SavedGame) -> Callable[[], object]:
    return lambda: table.make(next(table.session.legal_moves()))


# -- together -------------------------------------------------------------------------------------


def test_what_waits_is_written_in_one_transaction(store: Store, hands: ThreadPoolExecutor) -> None:
    tables = kept_tables(store, 8)
    with counting_commits(store) as commits:
        with busy(pen_of(store)):
            asked = ask(hands, pen_of(store), [first_move(table) for table in tables])
            assert not any(each.done() for each in asked)
        for each in asked:
            each.result(PATIENCE)
    assert len(commits) == 2  # that of the one who kept it busy, and theirs
    assert {kept.moves for kept in store.games.history()} == {1}
    assert len(store.games.history()) == 8


def test_who_is_alone_waits_for_nobody(store: Store) -> None:
    with counting_commits(store) as commits:
        [table] = kept_tables(store, 1)
        first_move(table)()
    assert len(commits) == 2


def test_a_stale_one_does_not_spoil_the_others(store: Store, hands: ThreadPoolExecutor) -> None:
    first, gone, *others = kept_tables(store, 6)
    assert first.number
    second = store.open_game(first.number, strict=True)
    foreign = SavedGame(nearly_won(), store.for_player(store.players.create()), strict=True)
    foreign.make(WINNING[0])
    foreign._store = store  # as if somebody had mixed up whose table it is
    with store._database.engine.begin() as connection:
        connection.execute(text("DELETE FROM games WHERE number = :gone"), {"gone": gone.number})
    acts = [first_move(table) for table in (first.games, second.games, gone, *others)]
    with counting_commits(store.games) as commits:
        with busy(pen_of(store)):
            asked = ask(hands, pen_of(store), [*acts, lambda: foreign.make(WINNING[1])])
        errors = [type(each.exception(PATIENCE)) for each in asked]
    nothing = type(None)
    assert errors == [nothing, StaleGameError, GameNotFoundError, *[nothing] * 4, GameNotFoundError]
    assert len(commits) == 2
    assert second.session.steps == first.session.steps  # it has looked again
    assert (len(gone.session.steps), len(foreign.session.steps)) == (0, 1)
    assert sorted(kept.moves for kept in store.games.history()) == [1] * 5


def test_a_job_that_the_database_refuses_does_not_spoil_the_others(
    store: Store, hands: ThreadPoolExecutor
) -> None:
    [taken, *tables] = kept_tables(store, 4)
    assert taken.key
    key = taken.key
    thief = SavedGame(Session.new("freecell", 9), store.games, strict=True)
    acts = [first_move(tables[0]), lambda: thief.save(key)]
    acts += [lambda: store.settings.set("it", "\ud800"), *map(first_move, tables[1:])]
    with busy(pen_of(store)):
        asked = ask(hands, pen_of(store), acts)
    errors = [each.exception(PATIENCE) for each in asked]
    assert [type(error) for error in errors] == [
        *(type(None), StoreError, StoreError, type(None), type(None)),
    ]
    assert (thief.number, thief.key) == (None, None)
    assert [kept.moves for kept in store.games.history()] == [1, 1, 1]
    for table in tables:
        assert table.number
        assert store.games.version(table.number) == table.version == 2


def test_many_threads_and_many_tables(store: Store) -> None:
    """Whatever was answered is there, once: every version of every game by one change."""
    lines: list[tuple[int, int, Line, int]] = []

    def play(seat: int) -> None:
        rng = random.Random(seat)
        own = store.for_player(store.players.create()) if seat % 3 else store
        table = SavedGame(Session.new("freecell", seat + 1), own.games, strict=True)
        table.save(new_key())
        for _ in range(12):
            change(table, rng)
        assert table.number
        lines.append((table.number, table.version, Line.of(table.session), own.player))

    with ThreadPoolExecutor(24) as hands:
        for each in [hands.submit(play, seat) for seat in range(48)]:
            each.result(PATIENCE * 4)
    assert sorted(number for number, *_ in lines) == list(range(1, 49))
    assert {version for _, version, *_ in lines} == {13}
    for number, version, line, player in lines:
        again = store.for_player(player).open_game(number)
        assert (again.version, Line.of(again.session)) == (version, line)
    with store._database.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM games")).scalar() == 48


def test_one_table_and_many_threads(store: Store) -> None:
    """Each has the table open and goes on with it: every version is one thread's."""
    [table] = kept_tables(store, 1)
    assert table.number
    number = table.number
    written: Counter[int] = Counter()

    def go_on(_: int) -> int:
        mine = store.open_game(number, strict=True)
        stale = 0
        for _ in range(6):
            try:
                mine.count_hint()
            except StaleGameError:
                stale += 1
            else:
                written[mine.version] += 1
        return stale

    with ThreadPoolExecutor(8) as hands:
        stale = sum(hands.map(go_on, range(8)))
    assert set(written.values()) == {1}
    assert sum(written.values()) + stale == 48
    assert store.games.version(number) == 1 + len(written) == 1 + store.open_game(number).hints


def test_sixty_four_read_while_others_write(store: Store) -> None:
    tables = kept_tables(store, 8)
    for table in tables:
        first_move(table)()
    barrier = threading.Barrier(64 + len(tables))

    def read(_: int) -> int:
        barrier.wait(PATIENCE)
        return sum(len(store.games.history()) for _ in range(3))

    def write(table: SavedGame) -> None:
        barrier.wait(PATIENCE)
        for _ in range(5):
            table.count_hint()

    with ThreadPoolExecutor(64 + len(tables)) as hands:
        readers = [hands.submit(read, number) for number in range(64)]
        for writer in [hands.submit(write, table) for table in tables]:
            writer.result(PATIENCE * 2)
        assert {reader.result(PATIENCE * 2) for reader in readers} == {24}
    assert {kept.hints for kept in store.games.history()} == {5}


# -- the end --------------------------------------------------------------------------------------


def test_closing_writes_what_waits_and_no_more(url: str, hands: ThreadPoolExecutor) -> None:
    store = Store.open(url, group_commit=True)
    pen = pen_of(store)
    tables = kept_tables(store, 5)
    with busy(pen):
        asked = ask(hands, pen, [first_move(table) for table in tables[:4]])
        closing = hands.submit(store.close)
        wait_until(lambda: pen._is_closed)
        late = hands.submit(first_move(tables[4]))
        with pytest.raises(StoreError):
            late.result(PATIENCE)
        assert not closing.done()
    for each in asked:
        each.result(PATIENCE)
    closing.result(PATIENCE)
    assert not pen._thread.is_alive()
    assert tables[4].session.steps == ()
    with pytest.raises(StoreError, match="put away"):
        pen.write(lambda _: None)
    store.close()  # once more does no harm
    with Store.open(url) as again:
        assert len(again.games.history()) == 4


def test_without_a_pen_nothing_is_left_running() -> None:
    before = threading.active_count()
    with Store.open("sqlite://") as store:
        assert store._database._pen is None
        assert threading.active_count() == before
    with Store.open("sqlite://", group_commit=True) as store:
        assert threading.active_count() == before + 1
        assert store.settings.setdefault("a", "b") == "b"
        assert store.players.create() == 2
    assert threading.active_count() == before


# -- a database that fails ------------------------------------------------------------------------


BROKEN = OperationalError("", {}, Exception("the server has gone"))


class Failing:
    """Transactions of a database; the second of them fails, at a certain moment."""

    def __init__(self, moment: str) -> None:
        self.moment = moment
        self.transactions = 0

    @contextmanager
    def begin(self) -> Iterator[Any]:
        self.transactions += 1
        self.fail("begin")
        yield None
        self.fail("commit")

    def fail(self, moment: str) -> None:
        if (moment, self.transactions) == (self.moment, 2):
            raise BROKEN


@pytest.mark.parametrize(
    ("moment", "begun"), [("begin", []), ("commit", [0, 1, 2, 3]), ("job 2", [0, 1, 2])]
)
def test_a_database_that_fails_fails_all_and_nothing_is_done_twice(
    moment: str, begun: list[int], hands: ThreadPoolExecutor
) -> None:
    database = Failing(moment)
    pen = WriteQueue(database.begin)
    done: list[int] = []

    def act(number: int) -> None:
        done.append(number)
        database.fail(f"job {number}")

    def write(number: int) -> Callable[[], None]:
        return lambda: pen.write(lambda _: act(number))

    with busy(pen):
        asked = ask(hands, pen, [write(number) for number in range(4)])
    assert {each.exception(PATIENCE) for each in asked} == {BROKEN}
    assert (database.transactions, done) == (2, begun)
    assert pen.write(lambda _: "well") == "well"
    pen.close()


def test_a_real_lock_fails_all_who_wait(
    tmp_path: Path, hands: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("winnable.store.engine.PATIENCE", 0.05)
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Store.open(url, group_commit=True) as store, Store.open(url) as other:
        tables = kept_tables(store, 3)
        with other._database._begin():
            errors = [hands.submit(first_move(table)).exception(PATIENCE) for table in tables]
        assert {str(error) for error in errors} == {
            f"{store.name} is locked by another program: try again when that has finished"
        }
        assert store.games.history() == []
        for table in tables:
            first_move(table)()
        assert len(store.games.history()) == 3
