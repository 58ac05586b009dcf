"""Threads for what would block the event loop."""

import asyncio
from threading import Event, Thread, current_thread

import pytest
from fake_workers import run_async, until

from winnable import StoreError
from winnable.store.deadline import time_left, time_limit
from winnable.web.thread_pool import ThreadPool, UnfinishedCallError

TIMEOUT = 60
"""Of what a test ends itself; a busy machine may take long for that."""


def test_a_call_returns_or_raises_what_the_function_does() -> None:
    async def test() -> None:
        threads = ThreadPool(2, "test")
        assert await threads.run(divmod, 7, 2) == (3, 1)
        with pytest.raises(ZeroDivisionError):
            await threads.run(divmod, 7, 0)
        assert (await threads.run(current_thread)).name.startswith("test")
        threads.shutdown()

    run_async(test)


def test_a_thread_that_cannot_be_started_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        threads = ThreadPool(1, "test")
        with monkeypatch.context() as patch:
            patch.setattr(Thread, "start", _cannot_start)
            with pytest.raises(RuntimeError, match="can't start"):
                await threads.run(divmod, 7, 2)
        assert await threads.run(divmod, 7, 2) == (3, 1)
        threads.shutdown()

    run_async(test)


def _cannot_start(_: Thread) -> None:
    raise RuntimeError("can't start new thread")


def test_calls_wait_for_a_free_thread() -> None:
    async def test() -> None:
        threads, may_end, running = ThreadPool(2, "test"), Event(), list[int]()

        def work(number: int) -> None:
            running.append(number)
            may_end.wait(TIMEOUT)

        calls = [asyncio.create_task(threads.run(work, number)) for number in range(5)]
        await until(lambda: len(running) == 2)
        await asyncio.sleep(0.05)
        assert set(running) == {0, 1}
        may_end.set()
        await asyncio.gather(*calls)
        assert set(running) == {0, 1, 2, 3, 4}
        threads.shutdown()

    run_async(test)


def test_a_cancelled_call_ends_when_its_thread_is_done() -> None:
    async def test() -> None:
        threads, has_begun, may_end = ThreadPool(1, "test"), Event(), Event()

        def work() -> None:
            has_begun.set()
            may_end.wait(TIMEOUT)

        call = asyncio.create_task(threads.run(work))
        await asyncio.to_thread(has_begun.wait)
        call.cancel()
        await asyncio.sleep(0.05)
        assert not call.done()
        may_end.set()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert await threads.run(abs, -1) == 1
        threads.shutdown()

    run_async(test)


def test_a_call_that_finds_no_thread_in_time_is_refused() -> None:
    async def test() -> None:
        threads, may_end = ThreadPool(1, "test", timeout=TIMEOUT), Event()
        call = asyncio.create_task(threads.run(may_end.wait, TIMEOUT))
        await asyncio.sleep(0.05)
        with time_limit(0.2), pytest.raises(StoreError):
            await threads.run(abs, -1)
        may_end.set()
        assert await call
        assert await threads.run(abs, -1) == 1
        threads.shutdown()

    run_async(test)


def test_a_call_has_the_deadline_of_its_caller() -> None:
    async def test() -> None:
        threads = ThreadPool(1, "test", timeout=60)
        with time_limit(5):
            assert 0 < (await threads.run(time_left) or 0) <= 5
        assert 5 < (await threads.run(time_left) or 0) <= 60
        threads.shutdown()

    run_async(test)


def test_a_call_that_never_returns_is_left_to_itself() -> None:
    """It keeps its thread, but neither its caller nor the end of the program waits for it."""

    async def test() -> None:
        threads, may_end = ThreadPool(1, "test", timeout=0.1), Event()
        with pytest.raises(UnfinishedCallError) as raised:
            await threads.run(may_end.wait, TIMEOUT)
        with pytest.raises(StoreError):
            await threads.run(abs, -1)
        threads.shutdown(0.1)
        may_end.set()
        assert await raised.value.call

    run_async(test)
