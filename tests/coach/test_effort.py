"""Effort: measured in positions, never in time, and small in pure Python."""

from dataclasses import fields

import pytest
from strategies import BARE_EASTHAVEN

from winnable import GAMES
from winnable.coach.effort import effort_for
from winnable.solver import Limit, has_kernel


@pytest.mark.parametrize("slug", GAMES)
def test_no_answer_depends_on_the_clock(slug: str) -> None:
    effort = effort_for(GAMES[slug])
    limits = [getattr(effort, each.name) for each in fields(effort)]
    for limit in limits:
        if isinstance(limit, Limit):
            assert limit.seconds is None
            assert limit.states
            assert limit.memory
            assert limit.memory <= 2**29


def test_a_game_without_a_kernel_gets_little() -> None:
    assert not has_kernel(BARE_EASTHAVEN)
    assert effort_for(BARE_EASTHAVEN).total_states <= 50_000
