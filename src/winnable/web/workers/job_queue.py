"""The jobs that wait for a worker: a fair queue, in which whoever has most waits longest.

Next is a job of the address that has the fewest jobs, running or, where that is equal, in all; of
its jobs one of the owner with the fewest, counted the same way; then established players come
before newcomers, and whoever came first. So a hundred clients at one address delay players at other
addresses by no more than the job that is running, and a hundred newcomers do not delay a player who
was there before them.

A full queue makes room for a job by displacing the one that would be served last, if that one's
address or owner has more jobs than the new one's would have, or if only the new one's owner is
established.

Nobody starves: an address of which no job was begun for a while gets every second turn.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator

from winnable.web.workers.job import Job, Owner

__all__ = ["JobQueue"]

_MAX_UNSERVED = 20.0
"""Seconds without a job begun after which an address gets a turn whatever it has."""


class _Load:
    """How many jobs each address and each owner has."""

    def __init__(self, running: Collection[Owner], waiting: Collection[Owner]) -> None:
        self.running = Counter[str](owner.address for owner in running)
        self.running_by_player = Counter(owner.player for owner in running)
        self.all = self.running + Counter(owner.address for owner in waiting)
        self.all_by_player = self.running_by_player + Counter(owner.player for owner in waiting)

    def order(self, owner: Owner) -> tuple[int, int, int, int, bool]:
        """The smaller, the sooner it is the owner's turn."""
        return (
            self.running[owner.address],
            self.all[owner.address],
            self.running_by_player[owner.player],
            self.all_by_player[owner.player],
            not owner.is_established,
        )

    def share(self, owner: Owner) -> tuple[int, int, bool]:
        """What the owner has of the queue and the workers; the greater, the sooner it is too much.

        The jobs of the address, those of the owner, and whether the owner is a newcomer.
        """
        return (
            self.all[owner.address],
            self.all_by_player[owner.player],
            not owner.is_established,
        )


class JobQueue:
    """Waiting jobs. `running` is always the owners of the jobs that workers are busy with."""

    def __init__(self, size: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.size = size
        self._clock = clock
        self._jobs: dict[int, Job] = {}
        """By number, and so in the order in which they came."""
        self._unserved_since: dict[str, float] = {}
        """For each address that waits: when its last job was begun, or it started to wait."""
        self._was_late = False
        """Whether the last turn was that of an address that had waited for too long."""

    def __len__(self) -> int:
        return len(self._jobs)

    def __iter__(self) -> Iterator[Job]:
        """The jobs in the order in which they came."""
        return iter(list(self._jobs.values()))

    def add(self, job: Job) -> None:
        """Let a job wait; there must be room."""
        self._jobs[job.number] = job
        self._unserved_since.setdefault(job.owner.address, self._clock())

    def remove(self, job: Job) -> bool:
        """Remove a job; whether it was waiting."""
        if self._jobs.pop(job.number, None) is None:
            return False
        if not any(other.owner.address == job.owner.address for other in self._jobs.values()):
            del self._unserved_since[job.owner.address]
        return True

    def take(self, running: Collection[Owner]) -> Job | None:
        """Remove the job whose turn it is; None if none is waiting."""
        if not self._jobs:
            return None
        jobs, now = list(self._jobs.values()), self._clock()
        load = self._load(running)
        late = [
            job for job in jobs if now - self._unserved_since[job.owner.address] >= _MAX_UNSERVED
        ]
        self._was_late = bool(late) and not self._was_late
        if self._was_late:
            longest = min(self._unserved_since[job.owner.address] for job in late)
            jobs = [job for job in late if self._unserved_since[job.owner.address] == longest]
        chosen = min(jobs, key=lambda job: (load.order(job.owner), job.number))
        self._unserved_since[chosen.owner.address] = now
        self.remove(chosen)
        return chosen

    def count_ahead(self, owner: Owner, running: Collection[Owner]) -> int:
        """How many jobs would run before a new one of the owner."""
        load = _Load(running, [*self._owners(), owner])
        order = load.order(owner)
        return sum(load.order(other) <= order for other in self._owners())

    def displaceable(self, owner: Owner, running: Collection[Owner]) -> Job | None:
        """The job that gives its place in a full queue to a new one of the owner; None if none."""
        load = self._load(running)
        last = max(self._jobs.values(), key=lambda job: (load.share(job.owner), job.number))
        # What the new owner would have if the job were gone.
        others = [job.owner for job in self._jobs.values() if job is not last]
        would_have = _Load(running, [*others, owner]).share(owner)
        return last if load.share(last.owner) > would_have else None

    def _load(self, running: Collection[Owner]) -> _Load:
        return _Load(running, self._owners())

    def _owners(self) -> list[Owner]:
        return [job.owner for job in self._jobs.values()]
