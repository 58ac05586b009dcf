"""Token buckets, and the limits on new games that are made of them."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.web.addresses import address_group
from winnable.web.http_errors import ApiError
from winnable.web.rate_limits import NewGameLimits, RateLimit
from winnable.web.settings import Settings


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_can_be_emptied_at_once_and_fills_again() -> None:
    clock = Clock()
    limit = RateLimit(10, period=100, clock=clock)
    for _ in range(10):
        assert limit.wait("ann") == 0
        limit.take("ann")
    assert limit.wait("ann") == pytest.approx(10)
    assert limit.wait("ann", 3) == pytest.approx(30)
    assert limit.wait("bob") == 0, "others have buckets of their own"
    clock.now += 10
    assert limit.wait("ann") == pytest.approx(0)
    clock.now += 1_000_000
    assert limit.wait("ann", 10) == 0


def test_what_costs_more_than_a_bucket_needs_a_full_one() -> None:
    clock = Clock()
    limit = RateLimit(10, period=100, clock=clock)
    assert limit.wait("ann", 50) == 0
    limit.take("ann", 50)
    assert limit.wait("ann", 50) == pytest.approx(100)


def test_only_so_many_keys_are_remembered() -> None:
    limit = RateLimit(1, max_keys=3, clock=Clock())
    for number in range(10):
        limit.take(number)
    assert len(limit) == 3
    assert [limit.wait(number) > 0 for number in range(10)] == [False] * 7 + [True] * 3


@given(
    st.lists(
        st.tuples(st.floats(0, 50), st.integers(1, 20)),
        min_size=1,
        max_size=60,
    )
)
def test_never_more_than_two_buckets_in_a_period(arrivals: list[tuple[float, int]]) -> None:
    """A full bucket, and what fills it in the period; and the wait it names is long enough."""
    clock, taken = Clock(), list[tuple[float, int]]()
    limit = RateLimit(20, period=100, clock=clock)
    for pause, cost in arrivals:
        clock.now += pause
        if wait := limit.wait("ann", cost):
            clock.now += wait + 1e-6
            assert limit.wait("ann", cost) == 0
        limit.take("ann", cost)
        taken.append((clock.now, cost))
        recent = sum(cost for at, cost in taken if at > clock.now - 100)
        assert recent <= 40 + 1e-6


# -- new games -------------------------------------------------------------------------------------

SMALL = Settings(
    new_games_per_player=5,
    new_games_per_address=20,
    new_players_per_address=10,
    imports_per_player=5_000,
    imports_per_address=20_000,
)


def refusals(
    limits: NewGameLimits, requests: Sequence[tuple[int | None, str, int]]
) -> list[ApiError]:
    found = []
    for request in requests:
        try:
            limits.charge(*request)
        except ApiError as error:
            found.append(error)
    assert {error.status for error in found} <= {429}
    return found


@pytest.mark.parametrize(
    ("requests", "allowed"),
    [
        pytest.param([(7, "a", 0)] * 30, 5, id="games of a player"),
        pytest.param([(7, f"a{at}", 0) for at in range(30)], 5, id="who has many addresses"),
        pytest.param([(at, "a", 0) for at in range(30)], 20, id="games of an address"),
        pytest.param([(None, "a", 0)] * 30, 10, id="who throws the cookie away"),
        pytest.param([(7, "a", 1_000)] * 30, 5, id="imports of a player"),
        pytest.param([(at, "a", 2_000) for at in range(30)], 10, id="imports of an address"),
        pytest.param([(None, "a", 4_000)] * 30, 5, id="imports without a cookie"),
    ],
)
def test_limits(requests: list[tuple[int | None, str, int]], allowed: int) -> None:
    limits = NewGameLimits(SMALL, Clock())
    refused = refusals(limits, requests)
    assert len(requests) - len(refused) == allowed
    assert limits.refused == len(refused)


def test_a_refusal_names_the_real_waiting_time() -> None:
    clock = Clock()
    limits = NewGameLimits(SMALL, clock)
    assert not refusals(limits, [(7, "a", 0)] * 5)
    [error] = refusals(limits, [(7, "a", 0)])
    assert error.retry_after == 720
    assert "12 minutes" in str(error)
    clock.now += 719
    assert refusals(limits, [(7, "a", 0)])
    clock.now += 1
    assert not refusals(limits, [(7, "a", 0)])


def test_a_refused_request_costs_nothing() -> None:
    limits = NewGameLimits(SMALL, Clock())
    assert len(refusals(limits, [(7, "a", 0)] * 100)) == 95
    assert not refusals(limits, [(8, "a", 0)] * 5 + [(9, "a", 0)] * 5), "the address has 15 left"


def test_the_defaults_do_not_trouble_a_school_class() -> None:
    """40 pupils behind one address: each comes new, deals 100 games and imports ten in an hour."""
    limits = NewGameLimits(Settings(), Clock())
    first = [(None, "school", 0)] * 40
    games = [(pupil, "school", 0) for pupil in range(40) for _ in range(100)]
    imports = [(pupil, "school", 10_000) for pupil in range(40) for _ in range(10)]
    assert not refusals(limits, [*first, *games, *imports])


def test_the_defaults_do_not_trouble_a_player_who_deals_again_and_again() -> None:
    """A game every four seconds, for a whole day."""
    clock = Clock()
    limits = NewGameLimits(Settings(), clock)
    for _ in range(24 * 900):
        limits.charge(7, "home", 0)
        clock.now += 4


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::2", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("a name", "another", False),
    ],
)
def test_addresses_that_count_as_one(one: str, other: str, same: bool) -> None:
    assert (address_group(one) == address_group(other)) == same
