"""The thread pool: results as they are done, errors where they are taken, no thread left behind."""

import _thread
import threading
from collections.abc import Callable, Iterator

import pytest
from child_processes import sigint_raises

from winnable.solver.cancellation import StopSignal, is_cancelled
from winnable.solver.thread_pool import ThreadPool, usable_cores


def solver_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "winnable solver"]


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    yield
    assert solver_threads() == []


@pytest.fixture
def new_pool() -> Iterator[Callable[..., ThreadPool[int, int]]]:
    pools: list[ThreadPool[int, int]] = []

    def new(
        work: Callable[[int], int], size: int, stop: StopSignal | None = None
    ) -> ThreadPool[int, int]:
        pools.append(ThreadPool(work, size, stop))
        return pools[-1]

    yield new
    for pool in pools:
        pool.close()


NewPool = Callable[..., ThreadPool[int, int]]


def double(number: int) -> int:
    return 2 * number


@pytest.mark.parametrize("size", [1, 2, 5])
def test_every_task_has_a_result(new_pool: NewPool, size: int) -> None:
    pool = new_pool(double, size)
    for number in range(50):
        pool.submit(number)
    assert pool.pending == 50
    assert sorted(pool.take() for _ in range(50)) == [2 * number for number in range(50)]
    assert pool.pending == 0


def test_one_thread_keeps_the_order(new_pool: NewPool) -> None:
    pool = new_pool(double, 1)
    for number in (7, 3, 900, 1):
        pool.submit(number)
    assert [pool.take() for _ in range(4)] == [14, 6, 1800, 2]


def test_threads_are_started_only_for_waiting_tasks(new_pool: NewPool) -> None:
    stop = StopSignal()
    pool = new_pool(lambda _: 0 if waits(stop) else 1, 500, stop)
    for number in range(3):
        pool.submit(number)
    assert len(solver_threads()) == 3


def waits(stop: StopSignal) -> bool:
    while not stop.is_set():
        threading.Event().wait(0.001)
    return True


def test_where_threads_run_out_those_already_started_do_the_work(
    new_pool: NewPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = threading.Thread.start
    started: list[threading.Thread] = []

    def start(thread: threading.Thread) -> None:
        if len(started) == 2:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        real(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    pool = new_pool(double, 9)
    for number in range(100):
        pool.submit(number)
    assert sum(pool.take() for _ in range(100)) == 2 * sum(range(100))
    assert pool.size == 2


def test_without_a_single_thread_there_is_an_error(
    new_pool: NewPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(RuntimeError):
        new_pool(double, 2).submit(1)


def test_an_error_is_raised_where_the_result_is_taken(new_pool: NewPool) -> None:
    pool = new_pool(lambda number: 10 // number, 1)
    for number in (5, 0, 2):
        pool.submit(number)
    assert pool.take() == 2
    with pytest.raises(ZeroDivisionError):
        pool.take()
    assert pool.take() == 5, "the thread goes on with the next task"


def test_ctrl_c_while_it_waits(new_pool: NewPool) -> None:
    stop = StopSignal()
    pool = new_pool(lambda _: 0 if waits(stop) else 1, 2, stop)
    pool.submit(1)
    threading.Timer(0.2, _thread.interrupt_main).start()
    with sigint_raises(), pytest.raises(KeyboardInterrupt):
        pool.take()


def test_ctrl_c_while_a_thread_is_being_started(
    new_pool: NewPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread runs, though `start` has not returned; the others end all the same."""
    start = threading.Thread.start

    def interrupted(thread: threading.Thread) -> None:
        start(thread)
        raise KeyboardInterrupt

    pool = new_pool(lambda task: task, 4)
    pool.submit(1)
    monkeypatch.setattr("winnable.solver.thread_pool.Thread.start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        pool.submit(2)
    monkeypatch.undo()
    closing = threading.Thread(target=pool.close, daemon=True)
    closing.start()
    closing.join(60)
    assert not closing.is_alive()


def test_closing_it_stops_the_work(new_pool: NewPool) -> None:
    stop = StopSignal()
    pool = new_pool(lambda _: 0 if waits(stop) else 1, 2, stop)
    pool.submit(1)
    assert solver_threads()
    pool.close()
    assert stop.is_set()


def test_a_stop_signal_is_set_by_its_owner_or_by_the_caller() -> None:
    cancel = threading.Event()
    own, both = StopSignal(), StopSignal(cancel)
    assert not own.is_set()
    assert not both.is_set()
    cancel.set()
    own.set()
    assert own.is_set()
    assert both.is_set()
    assert is_cancelled(cancel)
    assert not is_cancelled(None)


def test_cores_are_counted() -> None:
    assert usable_cores() >= 1
