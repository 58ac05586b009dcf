"""Beginning a study, or going on with one that fits what is asked."""

from __future__ import annotations

import os
import time

from winnable.errors import quote
from winnable.solver import Limit, has_kernel
from winnable.solver.batch import solve_in_turn
from winnable.solver.thread_pool import usable_cores
from winnable.study.deal_set import DealSet
from winnable.study.errors import StudyError
from winnable.study.games import StudyGame
from winnable.study.manifest import DEFAULT_MEMORY, Manifest, StudyRequest
from winnable.study.study import Study

__all__ = ["begin_or_continue"]

_SHARD_SECONDS = 20.0
"""What a shard should take on one core: handing it out costs little then, and so does losing it."""
_SHARDS_PER_CORE = 4
"""A study that is soon done has at least so many, so that all cores are busy to the end."""
_MEASURED_DEALS = 40
"""Few deals take most of the time, so a handful would not do."""
_MEASURE_SECONDS = (1.0, 12.0)
"""At least so long, and at most, even if that is too few deals."""
_MOST_SECONDS_A_DEAL = 3.0


def begin_or_continue(
    name: str | os.PathLike[str], asked: StudyRequest, *, any_version: bool = False
) -> Study:
    """The study of that name, begun if there is none; StudyError if it is not what is asked."""
    if not Study.exists(name):
        return _check(Study.create(name, _new_manifest(name, asked)), asked, any_version)
    return _check(Study.open(name), asked, any_version)


def _check(study: Study, asked: StudyRequest, any_version: bool) -> Study:
    if differences := study.manifest.differences(asked):
        raise StudyError(
            f"the study {study.name} was begun with other options: {'; '.join(differences)}. Give "
            "the same ones, or none, or choose another name"
        )
    if not any_version and (differences := study.manifest.version_differences()):
        raise StudyError(
            f"the study {study.name} was begun by another Winnable: {'; '.join(differences)}. Use "
            "that one, or --any-version: verdicts agree, but positions may be counted differently"
        )
    return study


def _new_manifest(name: str | os.PathLike[str], asked: StudyRequest) -> Manifest:
    if asked.games is None or asked.deals is None:
        missing = " and ".join(
            ["games"] * (asked.games is None) + ["deals"] * (asked.deals is None)
        )
        raise StudyError(
            f"there is no study {quote(os.fspath(name), 80)} yet: say which {missing} it is about"
        )
    is_limited = asked.states is not None or asked.seconds is not None
    # Where something else ends a search, more memory would only repeat it.
    memory = asked.memory or DEFAULT_MEMORY[: 1 if is_limited else None]
    return Manifest(
        asked.games,
        asked.deals,
        {
            game.slug: asked.shard_deals or _shard_size(game, asked.deals, memory[0])
            for game in asked.games
        },
        memory,
        asked.states,
        asked.seconds,
        kernels=tuple(game.slug for game in asked.games if has_kernel(game.game)),
    )


def _shard_size(game: StudyGame, deals: DealSet, memory: int) -> int:
    """How many deals a shard should have: a round number, from the speed of the first deals."""
    limit = Limit(memory=memory, seconds=_MOST_SECONDS_A_DEAL)
    began, solved, size = time.monotonic(), 0, 1
    least, most = _MEASURE_SECONDS
    while solved < len(deals) and (spent := time.monotonic() - began) < most:
        if spent > least and solved >= _MEASURED_DEALS:
            break
        numbers = deals.numbers(solved, min(solved + size, len(deals)))
        solve_in_turn(game.game, numbers, limit, lambda _: False)
        solved += len(numbers)
        size = min(2 * size, 256) if spent < least else 1
    rate = solved / max(time.monotonic() - began, 1e-6)
    few = len(deals) / (_SHARDS_PER_CORE * usable_cores())
    return _round_down(max(1, min(rate * _SHARD_SECONDS, max(few, rate))))


def _round_down(number: float) -> int:
    """The largest of 1, 2, 5, 10, 20, 50 ... that is not larger.

    >>> [_round_down(number) for number in (1.5, 49, 312_345)]
    [1, 20, 200000]
    """
    power = 1
    while 10 * power <= number:
        power *= 10
    return max(factor * power for factor in (1, 2, 5) if factor * power <= number)
