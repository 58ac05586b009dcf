"""The time played."""

from copy import copy

from store.saved_games import Clock

from winnable.store.stopwatch import Stopwatch


def test_it_starts_stops_and_continues() -> None:
    clock = Clock()
    stopwatch = Stopwatch(clock, 5.0)
    clock.wait(10)
    assert stopwatch.seconds == 5
    stopwatch.start()
    clock.wait(2)
    stopwatch.start()
    clock.wait(1)
    assert stopwatch.seconds == 8
    stopwatch.stop()
    clock.wait(10)
    assert stopwatch.seconds == 8
    stopwatch.start()
    stopwatch.reset(1.0)
    clock.wait(10)
    assert stopwatch.seconds == 1


def test_a_copy_is_independent() -> None:
    clock = Clock()
    stopwatch = Stopwatch(clock)
    stopwatch.start()
    clock.wait(1)
    running = copy(stopwatch)
    stopwatch.stop()
    clock.wait(1)
    assert (stopwatch.seconds, running.seconds) == (1, 2)
