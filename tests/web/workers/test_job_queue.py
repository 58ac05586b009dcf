"""The fair queue: whoever has most waits longest, and nobody waits for ever."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from winnable.web.workers.job import Job, Owner
from winnable.web.workers.job_queue import JobQueue


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Queue(JobQueue):
    """A queue whose jobs are owners."""

    def __init__(self, size: int = 100) -> None:
        self.clock = Clock()
        super().__init__(size, self.clock)
        self._next = 0

    def put(self, *owners: Owner) -> None:
        for owner in owners:
            self._next += 1
            self.add(Job(self._next, owner, None, {}))

    def order(self, *running: Owner) -> list[Owner]:
        """The owners in the order in which one worker serves them; it is free each time."""
        found = []
        while job := self.take(running):
            found.append(job.owner)
        return found


def crowd(count: int, address: str) -> list[Owner]:
    return [Owner(number, address) for number in range(1, count + 1)]


VICTIM = Owner("victim", "elsewhere")
OLD = Owner("old", "there", is_established=True)


def test_without_a_crowd_it_is_first_come_first_served() -> None:
    queue, owners = Queue(), [Owner(name, name) for name in ("ann", "bob", "cid")]
    queue.put(*owners)
    assert queue.order() == owners


def test_a_crowd_at_one_address_does_not_delay_others() -> None:
    queue = Queue()
    queue.put(*crowd(50, "there"), VICTIM)
    assert queue.order()[0] == VICTIM


def test_newcomers_do_not_delay_an_established_player_at_their_address() -> None:
    queue = Queue()
    queue.put(*crowd(50, "there"), OLD)
    assert queue.order()[0] == OLD


def test_who_has_a_job_running_waits() -> None:
    queue, ann, bob = Queue(), Owner("ann", "home"), Owner("bob", "home")
    queue.put(ann, bob)
    assert queue.order(ann) == [bob, ann]
    queue.put(ann, replace(bob, address="work"))
    assert queue.order(Owner("cid", "home")) == [replace(bob, address="work"), ann]


def test_who_has_more_jobs_waits() -> None:
    queue, ann, bob = Queue(), Owner("ann", "home"), Owner("bob", "home")
    queue.put(ann, ann, ann, bob)
    assert queue.order() == [bob, ann, ann, ann]


def test_how_many_are_ahead() -> None:
    queue = Queue()
    queue.put(*crowd(50, "there"))
    assert queue.count_ahead(VICTIM, []) == 0
    assert queue.count_ahead(OLD, []) == 0
    assert queue.count_ahead(Owner("new", "there"), []) == 50


# -- a full queue ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("waiting", "owner", "makes_room"),
    [
        pytest.param(crowd(9, "there"), VICTIM, True, id="another address"),
        pytest.param(crowd(9, "there"), OLD, True, id="an established player"),
        pytest.param(crowd(9, "there"), Owner("new", "there"), False, id="one more of the crowd"),
        pytest.param([Owner("ann", "x")] * 3, Owner("bob", "x"), True, id="an owner who has most"),
        pytest.param(
            [Owner("ann", "x")] * 2, Owner("ann", "x"), False, id="the owner who has most"
        ),
        pytest.param([Owner(at, f"a{at}") for at in range(9)], VICTIM, False, id="many addresses"),
        pytest.param(
            [Owner(at, f"a{at}") for at in range(9)],
            replace(VICTIM, is_established=True),
            True,
            id="many addresses, and an established player",
        ),
        pytest.param(
            [Owner(at, f"a{at}", is_established=True) for at in range(9)],
            replace(VICTIM, is_established=True),
            False,
            id="established players all",
        ),
    ],
)
def test_who_displaces_whom(waiting: list[Owner], owner: Owner, makes_room: bool) -> None:
    queue = Queue(len(waiting))
    queue.put(*waiting)
    found = queue.displaceable(owner, [])
    assert (found is not None) == makes_room
    if found is not None:
        assert found.number == len(waiting), "the one that came last"


def test_a_crowd_cannot_displace_the_victim() -> None:
    queue = Queue(10)
    queue.put(VICTIM, *crowd(9, "there"))
    for owner in crowd(20, "there"):
        found = queue.displaceable(owner, [])
        assert found is None or found.owner != VICTIM


# -- nobody starves --------------------------------------------------------------------------------


def test_an_address_with_many_jobs_is_served_among_many_addresses_with_one() -> None:
    """A class of pupils, and an attacker who always has one job waiting at each of 50 addresses."""
    queue, served = Queue(200), 0
    queue.put(*crowd(40, "school"))
    queue.put(*(Owner(f"bot {at}", f"bot {at}") for at in range(50)))
    for _ in range(240):
        job = queue.take([])
        assert job is not None
        if job.owner.address == "school":
            served += 1
        else:
            queue.put(job.owner)
        queue.clock.now += 1
    assert served >= 2


def test_late_addresses_do_not_shut_out_a_player_with_fewer_jobs() -> None:
    queue = Queue(200)
    queue.put(*(Owner(f"bot {at}", f"bot {at}") for at in range(100)))
    queue.clock.now += 1_000
    queue.put(replace(VICTIM, is_established=True))
    assert replace(VICTIM, is_established=True) in queue.order()[:2]


owners = st.builds(
    Owner,
    st.integers(1, 6),
    st.sampled_from(["a", "b", "c"]),
    is_established=st.booleans(),
)


class Schedules(RuleBasedStateMachine):
    """Jobs come, are served by two workers, end and leave, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.queue = Queue(size=8)
        self.running: list[Job] = []
        self.waiting: list[Job] = []
        self.number = 0
        self.was_late = False

    @property
    def busy(self) -> list[Owner]:
        return [job.owner for job in self.running]

    def has(self, owner: Owner) -> tuple[int, int, int, int]:
        """The jobs of an address, running and in all, and those of an owner."""
        everything = [*self.running, *self.waiting]
        return (
            sum(job.owner.address == owner.address for job in self.running),
            sum(job.owner.address == owner.address for job in everything),
            sum(job.owner.player == owner.player for job in self.running),
            sum(job.owner.player == owner.player for job in everything),
        )

    @rule(owner=owners)
    def come(self, owner: Owner) -> None:
        self.number += 1
        job = Job(self.number, owner, None, {})
        if len(self.queue) == self.queue.size:
            displaced = self.queue.displaceable(owner, self.busy)
            if displaced is None:
                return  # refused
            address, player = self.has(displaced.owner)[1], self.has(displaced.owner)[3]
            would_have = self.has(owner)
            more = would_have[1] + (displaced.owner.address != owner.address)
            assert address >= more, "nobody makes room for who has more"
            if address == more:
                own = would_have[3] + (displaced.owner.player != owner.player)
                assert player >= own
                if player == own:
                    assert owner.is_established
                    assert not displaced.owner.is_established
            assert self.queue.remove(displaced)
            self.waiting.remove(displaced)
        self.queue.add(job)
        self.waiting.append(job)

    @precondition(lambda self: len(self.running) < 2)
    @rule()
    def serve(self) -> None:
        job = self.queue.take(self.busy)
        assert (job is None) == (not self.waiting)
        if job is None:
            return
        fewer = [other for other in self.waiting if self.has(other.owner) < self.has(job.owner)]
        assert not (fewer and self.was_late), "no two such turns in succession"
        if fewer:
            assert self.queue.clock.now >= 20, "somebody has waited for long"
        self.was_late = bool(fewer)
        self.waiting.remove(job)
        self.running.append(job)

    @precondition(lambda self: self.running)
    @rule(data=st.data())
    def end(self, data: st.DataObject) -> None:
        self.running.remove(data.draw(st.sampled_from(self.running)))

    @precondition(lambda self: self.waiting)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        job = data.draw(st.sampled_from(self.waiting))
        assert self.queue.remove(job)
        assert not self.queue.remove(job)
        self.waiting.remove(job)

    @rule(seconds=st.sampled_from([1, 5, 30]))
    def time_passes(self, seconds: int) -> None:
        self.queue.clock.now += seconds

    @invariant()
    def the_queue_holds_what_waits(self) -> None:
        assert list(self.queue) == self.waiting
        assert len(self.queue) <= self.queue.size

    def teardown(self) -> None:
        served = 0
        while self.queue.take([]) is not None:
            served += 1
        assert served == len(self.waiting), "every job that waits is served in the end"


TestSchedules = Schedules.TestCase
TestSchedules.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


@given(st.lists(owners, min_size=1, max_size=30))
def test_every_address_gets_a_turn_in_time(waiting: list[Owner]) -> None:
    """However many others come: each turn takes five seconds, and an attacker always has more."""
    queue = Queue(1_000)
    queue.put(*waiting)
    addresses = {owner.address for owner in waiting}
    for turn in range(200):
        if not addresses:
            break
        queue.put(Owner(f"bot {turn}", f"bot {turn}"))
        job = queue.take([])
        assert job is not None
        addresses.discard(job.owner.address)
        queue.clock.now += 5
    assert not addresses
