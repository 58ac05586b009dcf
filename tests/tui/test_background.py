"""Results of background threads arrive on the main thread, unless they were cancelled."""

import threading
from collections.abc import Awaitable, Callable
from threading import Event

import pytest
from tui_driver import LAMP_OFF, Driver, drive, settle, until

from winnable.tui.app import WinnableApp
from winnable.tui.background import BackgroundRunner, call_on_main_thread


def with_runner(script: Callable[[Driver, BackgroundRunner], Awaitable[None]]) -> None:
    async def run(pilot: Driver) -> None:
        await script(pilot, BackgroundRunner(pilot.app.screen))

    drive(WinnableApp(None, LAMP_OFF), run)


def unexpected(value: object) -> None:
    pytest.fail(f"unexpected: {value!r}")


def test_a_result_arrives_on_the_main_thread() -> None:
    results: list[tuple[str, bool]] = []

    async def script(pilot: Driver, runner: BackgroundRunner) -> None:
        here = threading.get_ident()

        def work(cancel: Event) -> str:
            assert threading.get_ident() != here
            return "a result"

        runner.run(
            work, lambda found: results.append((found, threading.get_ident() == here)), unexpected
        )
        assert runner.is_running
        await until(pilot, lambda: bool(results), "the result")
        assert not runner.is_running

    with_runner(script)
    assert results == [("a result", True)]


def test_an_error_arrives_too() -> None:
    errors: list[Exception] = []

    async def script(pilot: Driver, runner: BackgroundRunner) -> None:
        def work(cancel: Event) -> str:
            raise MemoryError("too much")

        runner.run(work, unexpected, errors.append)
        await until(pilot, lambda: bool(errors), "the error")

    with_runner(script)
    assert str(errors[0]) == "too much"


def test_the_next_function_cancels_the_last() -> None:
    results: list[str] = []
    cancelled = Event()

    async def script(pilot: Driver, runner: BackgroundRunner) -> None:
        def slow(cancel: Event) -> str:
            cancel.wait()
            cancelled.set()
            return "too late"

        runner.run(slow, unexpected, unexpected)
        runner.run(lambda cancel: "in time", results.append, unexpected)
        await until(pilot, lambda: bool(results) and cancelled.is_set(), "the result")
        await settle(pilot)

    with_runner(script)
    assert results == ["in time"]


def test_a_result_can_be_cancelled_on_its_way() -> None:
    async def script(pilot: Driver, runner: BackgroundRunner) -> None:
        cancel = Event()
        call_on_main_thread(pilot.app.screen, cancel, unexpected, "on its way")
        cancel.set()
        await settle(pilot)

    with_runner(script)


def test_a_thread_that_outlives_the_app_does_no_harm() -> None:
    release, done = Event(), Event()

    async def script(pilot: Driver, runner: BackgroundRunner) -> None:
        def work(cancel: Event) -> None:
            release.wait()
            threading.current_thread().name = "outlived"
            done.set()

        runner.run(work, unexpected, unexpected)

    with_runner(script)
    release.set()
    assert done.wait(60)
    for thread in threading.enumerate():
        if thread.name == "outlived":
            thread.join(60)  # an error in it would be a warning, and warnings are errors here
