"""Drivers for the tests of studies: small ones, run on threads of this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa

from winnable.solver import Verdict
from winnable.study import DealRange, DealSet, Manifest, Part, Study, StudyRequest, parse_games
from winnable.study.begin import begin_or_continue
from winnable.study.engine import Engine
from winnable.study.lock import locked
from winnable.study.runner import Outcome, Stop, run_study
from winnable.study.shard import SolvedShard

Function = Callable[..., Any]


class Listening:
    """Notes what a run tells, and stops it after some shards."""

    def __init__(self, stop: Stop = Stop.NOT, after: int = 10**9) -> None:
        self.notes: list[str] = []
        self.shards: list[SolvedShard] = []
        self.done: dict[str, Counter[Verdict]] = {}
        self._stop, self._after = stop, after

    def begin(self, outcome: Outcome) -> None:
        self.done = {slug: Counter(counts) for slug, counts in outcome.verdicts.items()}

    def solved(self, shard: SolvedShard) -> None:
        self.shards.append(shard)

    def note(self, message: str) -> None:
        self.notes.append(message)

    def stop(self) -> Stop:
        return self._stop if len(self.shards) >= self._after else Stop.NOT


class Wrapped(Executor):
    """An executor that does something else with what is submitted."""

    def __init__(self, executor: Executor, wrap: Callable[[Function], Function]) -> None:
        self._executor, self._wrap = executor, wrap

    def submit(self, fn: Function, /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._executor.submit(self._wrap(fn), *args, **kwargs)


@contextmanager
def threads(
    count: int = 2, wrap: Callable[[Function], Function] = lambda function: function, **more: Any
) -> Iterator[Engine]:
    """An engine of threads, which is quick to start."""
    with ThreadPoolExecutor(count) as executor:
        yield Engine(Wrapped(executor, wrap), lambda: count, "threads", **more)


def request(
    games: str = "freecell,golf",
    deals: DealSet | None = None,
    *,
    memory: tuple[int, ...] | None = None,
    states: int | None = None,
    shard_deals: int | None = 10,
) -> StudyRequest:
    deals = deals or DealRange(1, 40)
    return StudyRequest(parse_games(games), deals, memory, states, None, shard_deals)


def run(
    path: Path,
    asked: StudyRequest | None = None,
    listener: Listening | None = None,
    *,
    engine: Engine | None = None,
    part: Part | None = None,
    retry_set_aside: bool = False,
    check: bool = False,
) -> tuple[Study, Outcome, Listening]:
    """Begin or continue a study on threads, or on another engine."""
    listener = listener or Listening()
    study = begin_or_continue(path, asked or StudyRequest())
    with locked(study, part), threads() as usual:
        outcome = run_study(
            study,
            engine or usual,
            listener,
            part=part,
            retry_set_aside=retry_set_aside,
            check=check,
        )
    if part is None:
        assert outcome.verdicts == {
            game.slug: study.verdicts(game.slug) for game in study.manifest.games
        }
    return study, outcome, listener


def without_times(table: pa.Table) -> pa.Table:
    """What is the same wherever a study is run."""
    return table.drop_columns(["milliseconds"])


def manifest(asked: StudyRequest) -> Manifest:
    """A manifest as `begin_or_continue` would write it, without a folder."""
    assert asked.games is not None
    assert asked.deals is not None
    sizes = {game.slug: asked.shard_deals or 10 for game in asked.games}
    return Manifest(asked.games, asked.deals, sizes, asked.memory or (2**30,))
