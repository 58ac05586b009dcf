"""Deadlines: one for everything that an operation waits for."""

from contextvars import copy_context
from threading import Thread

from winnable.store.deadline import has_time_passed, time_left, time_limit


def test_without_a_limit() -> None:
    assert time_left() is None
    assert not has_time_passed()


def test_a_limit_ends_with_its_block() -> None:
    with time_limit(60):
        left = time_left()
        assert left is not None
        assert 0 < left <= 60
        assert not has_time_passed()
    assert time_left() is None


def test_a_limit_inside_another_can_only_shorten_it() -> None:
    with time_limit(5):
        with time_limit(60):
            left = time_left()
            assert left is not None
            assert left <= 5
        with time_limit(0):
            assert has_time_passed()
        assert not has_time_passed()


def test_a_thread_has_the_limit_of_the_context_that_it_is_given() -> None:
    found: list[float | None] = []
    with time_limit(60):
        context = copy_context()
        for target in (time_left, lambda: context.run(time_left)):
            thread = Thread(target=lambda look=target: found.append(look()))
            thread.start()
            thread.join()
    without, given = found
    assert without is None
    assert given is not None
