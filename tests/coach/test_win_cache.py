"""WinCache that the coach remembers: whoever follows them comes to the end."""

import pytest
from requires_kernels import need_kernels

from winnable import GAMES, Autoplay, Session, Step
from winnable.coach import win_cache as wins_module
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
    assert win_cache.onward(table.view, autoplay) == []
    win_cache.learn(table.view, steps, autoplay)
    for at, step in enumerate(steps):
        onward = win_cache.onward(table.view, autoplay)
        assert len(onward) == onward[0].left == len(steps) - at
        made = table.make(onward[0].move)
        assert made == step
        assert (made.automoves, table.view) == (onward[0].automoves, onward[0].after)
    assert table.is_won
    assert win_cache.onward(table.view, autoplay) == []


def test_tables_with_another_autoplay_are_another_matter() -> None:
    need_kernels()
    table, steps = a_win(1, Autoplay.SAFE, short=False)
    win_cache = WinCache()
    win_cache.learn(table.view, steps, Autoplay.SAFE)
    assert win_cache.onward(table.view, Autoplay.OFF) == []


def test_a_shorter_win_takes_the_place_of_a_longer_one_and_not_the_other_way_round() -> None:
    need_kernels()
    table, long = a_win(3, Autoplay.OFF, short=False)
    _, short = a_win(3, Autoplay.OFF, short=True)
    assert len(short) < len(long)
    for first, second in ((long, short), (short, long)):
        win_cache = WinCache()
        win_cache.learn(table.view, first, Autoplay.OFF)
        win_cache.learn(table.view, second, Autoplay.OFF)
        assert len(win_cache.onward(table.view, Autoplay.OFF)) <= len(short)
        for step in (*long, *short):
            onward = win_cache.onward(step.position.view, Autoplay.OFF)
            assert FREECELL.is_won(step.position) or onward
            assert [each.left for each in onward] == sorted(
                {each.left for each in onward}, reverse=True
            )


def test_not_everything_is_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    need_kernels()
    monkeypatch.setattr(wins_module, "_MOST", 10)
    first, steps = a_win(1, Autoplay.OFF, short=False)
    other, others = a_win(2, Autoplay.OFF, short=False)
    win_cache = WinCache()
    win_cache.learn(first.view, steps, Autoplay.OFF)
    win_cache.learn(other.view, others, Autoplay.OFF)
    assert win_cache.onward(first.view, Autoplay.OFF) == []
    assert len(win_cache.onward(other.view, Autoplay.OFF)) == len(others)
