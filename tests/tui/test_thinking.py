"""Thoughts come back to the main thread, unless they were called off."""

import threading
from collections.abc import Callable
from threading import Event

import pytest
from tui_driver import QUIET, Hand, drive, settle, until

from winnable.tui.app import WinnableApp
from winnable.tui.board import ActScreen
from winnable.tui.thinking import Thinker, Thought, post


def with_thinker(script: Callable[[Hand, Thinker], object]) -> None:
    async def run(pilot: Hand) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, ActScreen)
        await script(pilot, Thinker(screen))  # type: ignore[misc]

    drive(WinnableApp(None, QUIET), run)


def unexpected(what: object) -> None:
    pytest.fail(f"nobody wants {what!r}")


def test_an_answer_is_told_on_the_main_thread() -> None:
    told: list[tuple[str, bool]] = []

    async def script(pilot: Hand, thinker: Thinker) -> None:
        here = threading.get_ident()

        def work(cancel: Event) -> str:
            assert threading.get_ident() != here
            return "an answer"

        thinker.think(
            work, lambda answer: told.append((answer, threading.get_ident() == here)), unexpected
        )
        await until(pilot, lambda: bool(told), "the answer")

    with_thinker(script)
    assert told == [("an answer", True)]


def test_a_failure_is_told_too() -> None:
    told: list[Exception] = []

    async def script(pilot: Hand, thinker: Thinker) -> None:
        def work(cancel: Event) -> str:
            raise MemoryError("too much")

        thinker.think(work, unexpected, told.append)
        await until(pilot, lambda: bool(told), "the failure")

    with_thinker(script)
    assert str(told[0]) == "too much"


def test_the_next_thought_calls_the_last_one_off() -> None:
    told: list[str] = []

    async def script(pilot: Hand, thinker: Thinker) -> None:
        def first(cancel: Event) -> str:
            cancel.wait()
            return "too late"

        before = thinker.think(first, unexpected, unexpected)
        thinker.think(lambda cancel: "in time", told.append, unexpected)
        assert before.is_set()
        await until(pilot, lambda: bool(told), "the answer")

    with_thinker(script)
    assert told == ["in time"]


def test_what_is_on_its_way_can_be_called_off() -> None:
    async def script(pilot: Hand, thinker: Thinker) -> None:
        cancel = Event()
        post(thinker.screen, Thought(cancel, unexpected, "on its way"))
        cancel.set()
        await settle(pilot)

    with_thinker(script)


def test_a_thought_that_outlives_the_app_is_told_nobody() -> None:
    release, done = Event(), Event()

    async def script(pilot: Hand, thinker: Thinker) -> None:
        def work(cancel: Event) -> None:
            release.wait()
            threading.current_thread().name = "outlived"
            done.set()

        thinker.think(work, unexpected, unexpected)

    with_thinker(script)
    release.set()
    assert done.wait(60)
    for thread in threading.enumerate():
        if thread.name == "outlived":
            thread.join(60)  # whatever it raised would be a warning, and those are errors here
