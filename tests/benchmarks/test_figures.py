"""The arithmetic of measuring."""

import pytest

from benchmarks.figures import figure, interval, percent, percentile, spread
from benchmarks.runs import Block, Duel, Run, blocks


def _run(seconds: float, deals: int = 10, lost: tuple[int, ...] = (), peak: int = 0) -> Run:
    return Run(deals, seconds, processor=seconds / 2, states=100, lost=lost, peak=peak)


def test_quartiles() -> None:
    assert spread([4, 1, 3, 2, 5]) == (2, 3, 4)
    assert spread([2.5]) == (2.5, 2.5, 2.5)


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [([7], 7), (list(range(1, 21)), 19), (list(range(1, 101)), 95), (list(range(1, 102)), 96)],
)
def test_the_95th_percentile_leaves_at_most_a_twentieth_above(
    numbers: list[float], expected: float
) -> None:
    found = percentile(numbers, 0.95)
    assert found == expected
    assert sum(number <= found for number in numbers) >= 0.95 * len(numbers)


def test_a_share_is_never_rounded_to_all_or_nothing() -> None:
    assert percent(1, 100_000) == "0.001%"
    assert percent(99_999, 100_000) == "99.999%"
    assert percent(1, 2) == "50.0%"
    assert percent(0, 7) == "0%"


def test_what_is_not_known_is_a_dash() -> None:
    assert figure(None) == percent(0, 0) == "–"


def test_unsettled_deals_widen_the_interval() -> None:
    assert interval(750, 750, 1000) == "72.2% to 77.6%"
    assert interval(750, 800, 1000) == "72.2% to 82.4%"


def test_blocks_leave_no_deal_out() -> None:
    found = list(blocks(25, 10))
    assert found == [Block(1, 10), Block(11, 20), Block(21, 25)]


def test_the_ratio_is_of_total_times_and_the_spread_of_single_blocks() -> None:
    duel = Duel()
    duel.add(_run(1.0), _run(2.0))
    duel.add(_run(1.0), _run(4.0))
    duel.add(_run(8.0), _run(24.0))
    assert duel.faster == pytest.approx(30 / 10)
    assert duel.faster_by_processor == pytest.approx(3)
    assert duel.spread == pytest.approx((2.5, 3, 3.5))
    assert duel.ours.deals == 30
    assert duel.theirs.rate == pytest.approx(1)


def test_blocks_of_a_duel_have_to_match() -> None:
    with pytest.raises(ValueError, match="solved 10 deals and the other 9"):
        Duel().add(_run(1.0), _run(1.0, deals=9))


def test_contradictions_are_about_settled_deals_only() -> None:
    duel = Duel()
    ours = Run(10, 1, 1, 1, lost=(2, 3, 5))
    theirs = Run(10, 1, 1, 1, lost=(3, 4, 9), unsettled=(5,))
    duel.add(ours, theirs)
    assert duel.contradictions == (2, 4, 9)


def test_a_total_remembers_the_highest_peak() -> None:
    total = Run.total([_run(1, lost=(1,), peak=5), _run(2, lost=(11,), peak=9), _run(3, peak=7)])
    assert (total.peak, total.lost, total.winnable) == (9, (1, 11), 28)
