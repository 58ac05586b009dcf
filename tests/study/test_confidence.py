"""Intervals: published figures, what defines them, and how their ends are written."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import comb, expm1, log

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from winnable.solver.confidence import wilson_interval
from winnable.study.report.confidence import (
    TINY_COUNT,
    Interval,
    clopper_pearson,
    paired_difference,
    percent,
    share_interval,
)


def counts(most: int) -> st.SearchStrategy[tuple[int, int]]:
    """So many of so many."""
    return st.integers(1, most).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


# -- Clopper and Pearson --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "whole", "low", "high"),
    [  # Newcombe 1998 (single proportions), table I, method 5
        (81, 263, 0.2527, 0.3676),
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0.0, 0.1684),
        (1, 29, 0.0009, 0.1776),
        # R: binom.test
        (5, 10, 0.1871, 0.8129),
        (1, 20, 0.0013, 0.2487),
        (5, 100, 0.0164, 0.1128),
    ],
)
def test_published_exact_intervals(count: int, whole: int, low: float, high: float) -> None:
    assert clopper_pearson(count, whole) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("count", "low", "high"),
    [
        (0, 0, 3.689),
        (1, 0.02532, 5.572),
        (8, 3.454, 15.763),
        (10, 4.795, 18.390),
        (30, 20.24, 42.83),
    ],
)
def test_of_very_many_it_is_the_interval_for_a_poisson_count(
    count: int, low: float, high: float
) -> None:
    """Garwood's table of 1936."""
    many = 10**9
    found = [end * many for end in clopper_pearson(count, many)]
    assert found == pytest.approx([low, high], rel=5e-4)


@given(counts(60))
def test_each_tail_beyond_an_end_has_a_probability_of_one_in_forty(pair: tuple[int, int]) -> None:
    """The definition, computed with fractions."""
    count, whole = pair
    low, high = clopper_pearson(count, whole)
    if count:
        assert float(_tail(range(count, whole + 1), whole, low)) == pytest.approx(0.025, rel=1e-9)
    else:
        assert low == 0
    if count < whole:
        assert float(_tail(range(count + 1), whole, high)) == pytest.approx(0.025, rel=1e-9)
    else:
        assert high == 1


def _tail(seen: range, whole: int, share: float) -> Fraction:
    exact = Fraction(share)
    return sum(
        (comb(whole, k) * exact**k * (1 - exact) ** (whole - k) for k in seen), start=Fraction(0)
    )


@given(st.integers(1, 10**10))
def test_with_none_or_all_of_them_there_is_a_formula(whole: int) -> None:
    edge = -expm1(log(0.025) / whole)
    assert clopper_pearson(0, whole) == pytest.approx((0, edge), rel=1e-9, abs=0)
    assert clopper_pearson(whole, whole) == pytest.approx((1 - edge, 1), rel=1e-9, abs=0)


@given(st.integers(0, 40), st.integers(100, 10**10))
def test_the_other_count_gives_the_mirrored_interval(count: int, whole: int) -> None:
    low, high = clopper_pearson(count, whole)
    assert 0 <= low <= count / whole <= high <= 1
    assert clopper_pearson(whole - count, whole) == (1 - high, 1 - low)


@given(st.integers(0, 200), st.integers(201, 10**6))
def test_one_more_moves_both_ends_up(count: int, whole: int) -> None:
    low, high = clopper_pearson(count, whole)
    next_low, next_high = clopper_pearson(count + 1, whole)
    assert low < next_low
    assert high < next_high


def test_more_than_all_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot be 3 in 2"):
        clopper_pearson(3, 2)


@pytest.mark.parametrize("whole", [100, 10**7])
def test_tiny_counts_have_the_exact_interval_and_others_wilsons(whole: int) -> None:
    for count in (TINY_COUNT, whole - TINY_COUNT):
        found = share_interval(count, whole)
        assert (found.low, found.high) == clopper_pearson(count, whole)
        assert found.method == "Clopper-Pearson"
    for count in (TINY_COUNT + 1, whole - TINY_COUNT - 1):
        found = share_interval(count, whole)
        assert (found.low, found.high) == wilson_interval(count, whole)
        assert found.method == "Wilson"


def test_of_no_deals_nothing_is_known() -> None:
    found = share_interval(0, 0)
    assert (found.low, found.high) == (0, 1)
    assert str(found) == "0% to 100%"


# -- paired shares --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "low", "high"),
    [
        ((36, 12, 2, 0), 0.0569, 0.3404),  # Newcombe 1998 (paired), method 10
        ((1, 1, 7, 12), -0.507, -0.026),  # Fagerland, Lydersen and Laake: Bentur's patients
        ((14, 5, 0, 22), 0.011, 0.226),  # Altman, Machin, Bryant and Gardner: table 6.2
    ],
)
def test_published_paired_differences(
    table: tuple[int, int, int, int], low: float, high: float
) -> None:
    found = paired_difference(*table)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-4)


_FOURFOLD = st.tuples(*[st.integers(0, 10**6)] * 4)


@given(_FOURFOLD)
def test_the_difference_lies_within(table: tuple[int, int, int, int]) -> None:
    assume(sum(table))
    both, first, second, neither = table
    found = paired_difference(both, first, second, neither)
    difference = (first - second) / sum(table)
    assert -1 <= found.low <= difference <= found.high <= 1
    swapped = paired_difference(both, second, first, neither)
    assert (found.low, found.high) == pytest.approx((-swapped.high, -swapped.low), abs=1e-12)


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.integers(1, 1000))
def test_agreement_makes_a_difference_more_certain(both: int, neither: int, only: int) -> None:
    """The same shares, on deals that have nothing to do with each other, would say less."""
    whole = both + neither + 2 * only
    found = paired_difference(both, only, only, neither)
    low, high = wilson_interval(both + only, whole)
    share = (both + only) / whole
    independent = ((share - low) ** 2 + (high - share) ** 2) ** 0.5
    assert found.low <= 0 <= found.high
    if both * neither > only * only:
        assert found.high <= independent + 1e-12


# -- how they are written -------------------------------------------------------------------------


def _number(text: str) -> Decimal:
    return Decimal(text.removesuffix("%").replace("\N{MINUS SIGN}", "-"))


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_the_ends_are_rounded_outwards(one: float, other: float) -> None:
    low, high = sorted((one, other))
    interval = Interval(low, high, "")
    shown_low, shown_high = interval.ends()
    unit = Fraction(1, 10**interval.digits)
    assert 0 <= 100 * Fraction(low) - Fraction(_number(shown_low)) < unit
    assert 0 <= Fraction(_number(shown_high)) - 100 * Fraction(high) < unit


@given(counts(10**10))
def test_an_end_is_never_written_as_all_or_nothing_unless_it_is(pair: tuple[int, int]) -> None:
    interval = share_interval(*pair)
    low, high = interval.ends()
    assert (_number(low) == 0) == (interval.low == 0)
    assert (_number(high) == 100) == (interval.high == 1)


@given(counts(10**10), st.integers(0, 6))
def test_a_share_is_never_written_as_all_or_nothing_unless_it_is(
    pair: tuple[int, int], digits: int
) -> None:
    count, whole = pair
    shown = percent(count, whole, digits)
    assert (shown == "0%") == (count == 0)
    assert (shown == "100%") == (count == whole)
    written = len(shown.removesuffix("%").partition(".")[2])
    error = abs(Fraction(_number(shown)) - Fraction(100 * count, whole))
    assert error <= Fraction(1, 2 * 10**written) or count in (0, whole)


@given(counts(10**10))
def test_a_share_is_written_inside_its_interval(pair: tuple[int, int]) -> None:
    interval = share_interval(*pair)
    low, high = map(_number, interval.ends())
    assert low <= _number(percent(*pair, interval.digits)) <= high


@pytest.mark.parametrize(
    ("count", "whole", "shown"),
    [
        (7_505_266, 10_000_000, "75.025% to 75.080%"),
        (999_992, 1_000_000, "99.9984% to 99.9997%"),
        (1, 2, "1.2% to 98.8%"),
    ],
)
def test_intervals_as_they_are_shown(count: int, whole: int, shown: str) -> None:
    assert str(share_interval(count, whole)) == shown


def test_a_negative_end_has_a_minus_sign() -> None:
    assert str(Interval(-0.5, -0.25, "")) == "\N{MINUS SIGN}50.0% to \N{MINUS SIGN}25.0%"


# -- intervals beside each other ------------------------------------------------------------------

_INTERVALS = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(
    lambda ends: Interval(min(ends), max(ends), "")
)


@given(_INTERVALS, _INTERVALS, st.floats(0, 1))
def test_two_meet_if_something_is_in_both(one: Interval, other: Interval, share: float) -> None:
    assert (
        one.meets(other)
        == other.meets(one)
        == (max(one.low, other.low) <= min(one.high, other.high))
    )
    joined = one.joined(other)
    if one.low <= share <= one.high or other.low <= share <= other.high:
        assert joined.low <= share <= joined.high
