"""Remembered wins: following their steps always ends in a win."""

import pytest
from requires_kernels import need_kernels

from winnable import GAMES, Autoplay, Session, Step
from winnable.coach.win_cache import WinCache
from winnable.play.replay import replay_win
from winnable.solver import solve

FREECELL = GAMES["freecell"]


def a_win(deal: int, autoplay: Autoplay, *, short: bool) -> tuple[Session, list[Step]]:
    table = Session.new(FREECELL, deal, autoplay=autoplay)
    result = solve(FREECELL, table.position, short=short)
    steps = replay_win(FREECELL, table.position, result.moves, autoplay)
    assert steps is not None
    return table, steps


@pytest.mark.parametrize("autoplay", [Autoplay.OFF, Autoplay.SAFE])
def test_a_win_is_remembered_from_every_position_of_it(autoplay: Autoplay) -> None:
    need_kernels()
    table, steps = a_win(1, autoplay, short=False)
    win_cache = WinCache()
    assert win_cache.steps_from(table.view, autoplay) == []
    win_cache.add(table.view, steps, autoplay)
    for at, step in enumerate(steps):
        steps_left = win_cache.steps_from(table.view, autoplay)
        assert len(steps_left) == steps_left[0].remaining == len(steps) - at
        made = table.make(steps_left[0].move)
        assert made == step
        assert (made.automoves, table.view) == (steps_left[0].automoves, steps_left[0].next_view)
    assert table.is_won
    assert win_cache.steps_from(table.view, autoplay) == []


def test_a_win_with_another_autoplay_is_not_used() -> None:
    need_kernels()
    table, steps = a_win(1, Autoplay.SAFE, short=False)
    win_cache = WinCache()
    win_cache.add(table.view, steps, Autoplay.SAFE)
    assert win_cache.steps_from(table.view, Autoplay.OFF) == []


def test_a_shorter_win_replaces_a_longer_one_and_not_the_reverse() -> None:
    need_kernels()
    table, long = a_win(3, Autoplay.OFF, short=False)
    _, short = a_win(3, Autoplay.OFF, short=True)
    assert len(short) < len(long)
    for first, second in ((long, short), (short, long)):
        win_cache = WinCache()
        win_cache.add(table.view, first, Autoplay.OFF)
        win_cache.add(table.view, second, Autoplay.OFF)
        assert len(win_cache.steps_from(table.view, Autoplay.OFF)) <= len(short)
        for step in (*long, *short):
            steps_left = win_cache.steps_from(step.position.view, Autoplay.OFF)
            assert FREECELL.is_won(step.position) or steps_left
            assert [each.remaining for each in steps_left] == sorted(
                {each.remaining for each in steps_left}, reverse=True
            )


def test_a_full_cache_forgets_old_wins() -> None:
    need_kernels()
    first, steps = a_win(1, Autoplay.OFF, short=False)
    other, others = a_win(2, Autoplay.OFF, short=False)
    win_cache = WinCache(max_steps=10)
    win_cache.add(first.view, steps, Autoplay.OFF)
    win_cache.add(other.view, others, Autoplay.OFF)
    assert win_cache.steps_from(first.view, Autoplay.OFF) == []
    assert len(win_cache.steps_from(other.view, Autoplay.OFF)) == len(others)
