from store.saved_games import Clock

from winnable.store.stopwatch import Stopwatch


def test_it_runs_stands_and_runs_on() -> None:
    clock = Clock()
    watch = Stopwatch(clock, 5.0)
    clock.wait(10)
    assert watch.seconds == 5
    watch.run()
    clock.wait(2)
    watch.run()
    clock.wait(1)
    assert watch.seconds == 8
    watch.stop()
    clock.wait(10)
    assert watch.seconds == 8
    watch.run()
    watch.set(1.0)
    clock.wait(10)
    assert watch.seconds == 1


def test_a_copy_goes_its_own_way() -> None:
    clock = Clock()
    watch = Stopwatch(clock)
    watch.run()
    clock.wait(1)
    copy = watch.copy()
    watch.stop()
    clock.wait(1)
    assert (watch.seconds, copy.seconds) == (1, 2)
