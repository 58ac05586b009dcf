"""Runs a study: what is missing is solved, and tried again with more memory where it is unsettled.

A run may be killed at any moment: a shard is stored when it is whole, and nothing else is needed to
go on. A shard whose worker dies is given to another one; if that dies too, it is set aside.
"""

from __future__ import annotations

import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from winnable.errors import quote
from winnable.solver import Verdict
from winnable.study.engine import DEATHS_ALLOWED, Engine
from winnable.study.errors import DamagedShardError, StudyError
from winnable.study.shard import SolvedShard, solve_shard
from winnable.study.shard_key import WHOLE, Part, ShardKey
from winnable.study.study import Study, summary_verdicts
from winnable.wording import size_text

__all__ = ["Listener", "Outcome", "Stop", "run_study"]

_QUEUED_PER_WORKER = 1
"""Shards that wait at the engine for each one being solved, so that no worker is ever idle."""
_POLL_SECONDS = 0.2
_FAILURES_ALLOWED = 3
"""Shards set aside before the first one is solved: then it is not the shards that are at fault."""


class Stop(Enum):
    """How a run is to end before its time."""

    NOT = "go on"
    FINISH = "finish the shards in hand"
    DROP = "drop them"


@dataclass
class Outcome:
    """How a run ended."""

    stopped: Stop = Stop.NOT
    set_aside: list[ShardKey] = field(default_factory=list)
    verdicts: dict[str, Counter[Verdict]] = field(default_factory=dict)
    """Of each game's deals that are done, now or before, in the part that was run."""
    missing_deals: Counter[str] = field(default_factory=Counter)
    solved_deals: int = 0
    seconds: float = 0.0


class Listener(Protocol):
    """Who is told how a run goes; `winnable.cli.study_progress` shows it."""

    def begin(self, outcome: Outcome) -> None:
        """Shards are now solved. The outcome says what is done and what is missing, at any time."""

    def solved(self, shard: SolvedShard) -> None: ...

    def note(self, message: str) -> None:
        """Something that a person should know."""

    def stop(self) -> Stop:
        """Whether the run should end; asked several times a second."""


def run_study(
    study: Study,
    engine: Engine,
    listener: Listener,
    *,
    part: Part | None = None,
    retry_set_aside: bool = False,
    check: bool = False,
) -> Outcome:
    """Solve what is missing of a study, or of a part of it.

    The caller holds the lock. With `check` every page of every file is read, and not only what a
    file says in short. StudyError says what keeps the study from going on; whatever was
    finished by then is stored.
    """
    return _Run(study, engine, listener, part or WHOLE, retry_set_aside, check).run()


class _Run:
    def __init__(
        self,
        study: Study,
        engine: Engine,
        listener: Listener,
        part: Part,
        retry_set_aside: bool,
        check: bool,
    ) -> None:
        self._study = study
        self._engine = engine
        self._listener = listener
        self._part = part
        self._retry_set_aside = retry_set_aside
        self._check = check
        self._deaths: Counter[ShardKey] = Counter()
        self._set_aside_now: list[ShardKey] = []
        self._has_solved = False
        self._has_workers = True
        self._outcome = Outcome()

    def run(self) -> Outcome:
        began = time.monotonic()
        study, listener = self._study, self._listener
        if self._part == WHOLE:
            study.folder.remove_leftovers()
        for file in study.folder.foreign_files():
            listener.note(f"{quote(file.name, 80)} is not part of the study and is left alone")
        missing = self._look_through()
        self._solve(missing, lambda: self._engine.workers() * (1 + _QUEUED_PER_WORKER))
        for attempt in range(1, len(study.manifest.memory)):
            if not self._is_stopped:
                self._try_again(attempt)
        self._outcome.seconds = time.monotonic() - began
        return self._outcome

    # -- what is there ----------------------------------------------------------------------------

    def _look_through(self) -> list[ShardKey]:
        """The shards that are missing, among them damaged ones, which are moved out of the way."""
        study = self._study
        missing: list[ShardKey] = []
        deals = self._outcome.missing_deals
        done: dict[str, Counter[Verdict]] = {game.slug: Counter() for game in study.manifest.games}
        for key in study.manifest.shard_keys(self._part):
            if self._asks_to_stop():
                return []
            self._move_damaged(key)
            if self._retry_set_aside:
                study.folder.take_back(key)
            counts = study.shard_verdicts(key)
            if counts:
                done[key.slug] += counts
                if not study.folder.finished_attempts(key):
                    self._outcome.set_aside.append(key)
            else:
                start, stop = study.manifest.bounds(key)
                deals[key.slug] += stop - start
                missing.append(key)
        self._outcome.verdicts = done
        self._listener.begin(self._outcome)
        return missing

    def _move_damaged(self, key: ShardKey) -> None:
        """Put a damaged attempt out of the way, and with it later ones, which stand on it."""
        folder = self._study.folder
        try:
            for again, _ in folder.finished_attempts(key):
                if self._check:
                    folder.read(again)
        except DamagedShardError as error:
            for attempt in range(error.key.attempt, len(self._study.manifest.memory)):
                folder.move_damaged(ShardKey(key.slug, key.number, attempt))
            self._listener.note(f"{error}. It was moved to the folder damaged, and is solved again")

    # -- solving ----------------------------------------------------------------------------------

    def _try_again(self, attempt: int) -> None:
        """Solve what is unsettled with the next larger amount of memory, one shard at a time."""
        study = self._study
        memory = study.manifest.memory[attempt]
        waiting = [
            ShardKey(key.slug, key.number, attempt)
            for key in study.manifest.shard_keys(self._part)
            if self._needs_attempt(key, attempt)
        ]
        if not waiting:
            return
        machine = self._engine.memory()
        if machine is not None and memory > machine:
            self._listener.note(
                f"{size_text(memory)} for what is unsettled is more than a worker has here "
                f"({size_text(machine)}): run the same command on a larger machine"
            )
            return
        self._listener.note(f"trying what is unsettled again with {size_text(memory)}")
        self._solve(waiting, lambda: 1)

    def _needs_attempt(self, key: ShardKey, attempt: int) -> bool:
        found = self._study.folder.finished_attempts(key)
        if len(found) != attempt or not found[-1][1]["verdicts"][Verdict.UNSETTLED.value]:
            return False
        again = ShardKey(key.slug, key.number, attempt)
        if self._retry_set_aside:
            self._study.folder.take_back(again)
        if self._study.folder.is_set_aside(again):
            self._outcome.set_aside.append(again)
            return False
        return True

    def _solve(self, keys: Iterable[ShardKey], most: Callable[[], int]) -> None:
        """Solve shards, so many at a time, until all are done or the run is stopped."""
        waiting = deque(keys)
        in_hand: dict[Future[SolvedShard], ShardKey] = {}
        try:
            while waiting or in_hand:
                self._asks_to_stop()
                if self._outcome.stopped is Stop.DROP:
                    return
                if self._outcome.stopped is Stop.FINISH:
                    self._call_off_queued(waiting, in_hand)
                    if not in_hand:
                        return
                self._note_waiting()
                while waiting and len(in_hand) < max(1, most()) and not self._is_stopped:
                    key = waiting.popleft()
                    in_hand[self._submit(key)] = key
                done, _ = wait(in_hand, timeout=_POLL_SECONDS, return_when=FIRST_COMPLETED)
                for future in sorted(done, key=_has_failed):  # nothing that is solved is lost
                    self._take(future, in_hand.pop(future), waiting)
        finally:
            for future in in_hand:
                future.cancel()

    def _note_waiting(self) -> None:
        """Say once that there are no workers, and again when they have come and gone."""
        had_workers, self._has_workers = self._has_workers, self._engine.workers() > 0
        if had_workers and not self._has_workers:
            self._listener.note("no worker is connected: waiting for one")

    @property
    def _is_stopped(self) -> bool:
        return self._outcome.stopped is not Stop.NOT

    def _asks_to_stop(self) -> bool:
        """Whether whoever listens wants the run to end; nobody takes that back."""
        self._outcome.stopped = max(
            self._outcome.stopped, self._listener.stop(), key=list(Stop).index
        )
        return self._is_stopped

    def _call_off_queued(
        self, waiting: deque[ShardKey], in_hand: dict[Future[SolvedShard], ShardKey]
    ) -> None:
        """Of the shards that the engine has, keep those that are being solved."""
        waiting.clear()
        for future in [future for future in in_hand if not future.running()]:
            if not future.done() and future.cancel():
                del in_hand[future]

    def _submit(self, key: ShardKey) -> Future[SolvedShard]:
        try:
            return self._engine.executor.submit(solve_shard, self._study.task(key))
        except self._engine.engine_lost as error:
            raise self._lost(error) from None

    def _take(self, future: Future[SolvedShard], key: ShardKey, waiting: deque[ShardKey]) -> None:
        """Store a shard that is done, or decide what becomes of one that failed."""
        try:
            shard = future.result()
        except StudyError:
            raise
        except self._engine.engine_lost as error:
            raise self._lost(error) from None
        except CancelledError:
            raise self._lost(None) from None
        except self._engine.worker_died as error:
            deaths = getattr(error, "deaths", 1)
            self._note_death(key, waiting, _death(error), deaths)
        except Exception as error:
            self._note_death(key, waiting, f"it failed: {_one_line(error)}")
        else:
            self._study.folder.store(shard)
            self._has_solved = True
            self._count(shard)
            self._listener.solved(shard)

    def _count(self, shard: SolvedShard) -> None:
        slug, deals = shard.key.slug, int(shard.summary["deals"])
        verdicts = self._outcome.verdicts[slug]
        if shard.key.attempt:
            verdicts[Verdict.UNSETTLED] -= deals
        else:
            self._outcome.solved_deals += deals
            self._outcome.missing_deals[slug] -= deals
        verdicts.update(summary_verdicts(shard.summary))

    def _note_death(
        self, key: ShardKey, waiting: deque[ShardKey], what: str, deaths: int = 1
    ) -> None:
        if self._asks_to_stop():
            return  # what stops the run may be what killed the worker
        self._deaths[key] += deaths
        if self._deaths[key] < DEATHS_ALLOWED:
            self._listener.note(f"{key}: {what}; it will be tried once more")
            waiting.append(key)
            return
        if not self._has_solved and len(self._set_aside_now) == _FAILURES_ALLOWED:
            for aside in self._set_aside_now:
                self._study.folder.take_back(aside)
            raise StudyError(f"no shard can be solved here: {key} failed twice, because {what}")
        self._set_aside_now.append(key)
        self._study.folder.set_aside(key, what)
        if not key.attempt:
            start, stop = self._study.manifest.bounds(key)
            self._outcome.missing_deals[key.slug] -= stop - start
            self._outcome.verdicts[key.slug][Verdict.UNSETTLED] += stop - start
        self._outcome.set_aside.append(key)
        self._listener.note(f"{key}: {what}; it has been set aside, and its deals are unsettled")

    def _lost(self, error: BaseException | None) -> StudyError:
        reason = f" ({_one_line(error)})" if error is not None and str(error) else ""
        return StudyError(
            f"the connection to {self._engine.description} is lost{reason}: finished shards are "
            "stored; run the same command again to go on"
        )


def _death(error: BaseException) -> str:
    """What is known of the death of a worker."""
    code = getattr(error, "exitcode", None)
    if isinstance(code, int) and code < 0:
        memory = ", perhaps for lack of memory" * (-code == signal.SIGKILL)
        return f"its worker was killed by signal {-code}{memory}"
    return f"its worker died ({_one_line(error)})"


def _has_failed(future: Future[SolvedShard]) -> bool:
    return future.cancelled() or future.exception() is not None


def _one_line(error: BaseException) -> str:
    words = " ".join(str(error).split()) or type(error).__name__
    return words if len(words) <= 200 else words[:199] + "…"
