"""The Wilson interval: published figures, and the edges."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.solver.confidence import wilson_interval


@pytest.mark.parametrize(
    ("wins", "deals", "low", "high"),
    [  # R: binom::binom.wilson_interval; Newcombe 1998, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_published_figures(wins: int, deals: int, low: float, high: float) -> None:
    assert wilson_interval(wins, deals) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10**10).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_share_lies_within(pair: tuple[int, int]) -> None:
    wins, deals = pair
    low, high = wilson_interval(wins, deals)
    assert 0 <= low <= wins / deals <= high <= 1
    assert low < high
    assert (low == 0) == (wins == 0)
    assert (high == 1) == (wins == deals)
    other = wilson_interval(deals - wins, deals)
    assert math.isclose(low, 1 - other[1], abs_tol=1e-12)


def test_without_deals_nothing_is_known() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("wins", "deals"), [(-1, 5), (6, 5), (1, 0)])
def test_nonsense_is_refused(wins: int, deals: int) -> None:
    with pytest.raises(ValueError, match="there cannot be"):
        wilson_interval(wins, deals)
