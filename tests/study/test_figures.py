"""Figures of games, against the same computed deal by deal."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from study_tables import FakeStudy, Row, study_of, verdicts

from winnable.solver import Verdict
from winnable.study.deal_set import DealRange, DealSample
from winnable.study.report.comparison import NAMED, compare_games
from winnable.study.report.distribution import QUANTILES, DistributionCounter
from winnable.study.report.figures import (
    FEW_DEALS,
    HARDEST,
    NAMED_UNSETTLED,
    GameFigures,
    game_figures,
)


def figures_of(study: FakeStudy) -> GameFigures:
    return game_figures(study, study.manifest.games[0])


# -- distributions --------------------------------------------------------------------------------

_VALUES = st.lists(
    st.one_of(st.integers(0, 2000), st.integers(0, 2**40), st.integers(900, 1100)), min_size=1
)


@given(_VALUES, st.integers(1, 5))
def test_quantiles_are_exact(values: list[int], parts: int) -> None:
    counter = DistributionCounter()
    pieces = np.array_split(np.array(values, np.int64), parts)
    for piece in pieces:
        counter.add(piece)
    for piece in pieces:
        counter.add_again(piece)
    found = counter.result()
    assert found is not None
    assert (found.number, found.total) == (len(values), sum(values))
    assert (found.least, found.most) == (min(values), max(values))
    ordered = sorted(values)
    for share, quantile in zip(QUANTILES, found.quantiles, strict=True):
        # The smallest value that at least this share of all does not exceed.
        needed = -(-round(share * 1000) * len(values) // 1000)
        assert quantile == ordered[needed - 1]


@given(_VALUES)
def test_every_value_is_counted_in_a_narrow_bin(values: list[int]) -> None:
    counter = DistributionCounter()
    counter.add(np.array(values, np.int64))
    counter.add_again(np.array(values, np.int64))
    found = counter.result()
    assert found is not None
    bins = found.bins
    assert (bins.lows[1:] >= bins.highs[:-1]).all()
    assert ((bins.highs - bins.lows - 1) * 500 <= bins.lows).all()
    for low, high, count in zip(bins.lows, bins.highs, bins.counts, strict=True):
        assert count == sum(low <= value < high for value in values)
    assert bins.counts.sum() == len(values)


def test_of_nothing_there_is_no_distribution() -> None:
    assert DistributionCounter().result() is None


# -- one game -------------------------------------------------------------------------------------

_LETTERS = st.text(alphabet="wlu ", min_size=1, max_size=40)


@given(_LETTERS, st.integers(1, 7))
def test_counts_do_not_depend_on_the_shards(letters: str, shard: int) -> None:
    study = FakeStudy(
        "freecell", {"freecell": verdicts(letters)}, DealRange(1, len(letters)), shard=shard
    )
    found = figures_of(study)
    assert [found.counts[verdict] for verdict in Verdict] == [letters.count(x) for x in "wlu"]
    assert found.missing == letters.count(" ")
    assert found.deals + found.missing == len(letters)
    assert found.most_winnable == letters.count("w") + letters.count("u")
    assert found.hardest == figures_of(study_of(freecell=letters)).hardest
    for verdict, letter in zip(Verdict, "wlu", strict=True):
        assert found.few[verdict] == tuple(
            number for number, which in enumerate(letters, 1) if which == letter
        )


@given(_LETTERS)
def test_the_interval_covers_whatever_the_unsettled_deals_are(letters: str) -> None:
    found = figures_of(study_of(freecell=letters))
    for more in range(found.unsettled + 1):
        share = (found.winnable + more) / max(found.deals, 1)
        assert found.interval.low <= share <= found.interval.high or not found.deals
    assert 0 <= found.interval.low <= found.interval.high <= 1


def test_many_deals_of_a_verdict_are_only_counted() -> None:
    few, many = FEW_DEALS, FEW_DEALS + 1
    found = figures_of(study_of(freecell="l" * few + "w" * many))
    assert len(found.few[Verdict.LOST]) == few
    assert found.few[Verdict.WINNABLE] == ()


def test_unsettled_deals_are_always_named_the_first_of_them() -> None:
    found = figures_of(study_of(freecell="u" * (NAMED_UNSETTLED + 5)))
    assert found.unsettled == NAMED_UNSETTLED + 5
    assert found.few[Verdict.UNSETTLED] == tuple(range(1, NAMED_UNSETTLED + 1))


def test_the_hardest_deals_come_in_order_whatever_shard_they_are_in() -> None:
    states = [5, 90, 70, 90, 3, 70, 1, 2, 80, 4, 6, 7, 8, 60]
    rows = [Row(number, "w", amount) for number, amount in enumerate(states, 1)]
    study = FakeStudy("freecell", {"freecell": rows}, DealRange(1, len(rows)), shard=2)
    hardest = figures_of(study).hardest
    assert [deal.deal for deal in hardest] == [2, 4, 9, 3, 6, 14, 13, 12, 11, 1]
    assert len(hardest) == HARDEST
    assert hardest[0].states == 90


def test_deals_without_figures_are_unsettled_and_counted_apart() -> None:
    rows = [Row(1, "w", 50), Row(2, "u", None, None, None, None), Row(3, "u", 70, 2.5, None, None)]
    found = figures_of(FakeStudy("freecell", {"freecell": rows}, DealRange(1, 3)))
    assert found.unsettled == 2
    assert found.unmeasured == 1
    assert found.all_states is not None
    assert found.all_states.total == 120
    assert found.memory is not None
    assert found.memory.number == 1
    assert found.milliseconds == pytest.approx(3.5)
    assert [(deal.deal, deal.memory) for deal in found.hardest] == [(3, None), (1, 2**20)]


def test_lengths_are_those_of_the_lines_found() -> None:
    found = figures_of(study_of(freecell="wlw"))
    assert found.moves is not None
    assert (found.moves.number, found.moves.least, found.moves.most) == (2, 20, 22)


def test_a_study_without_results_has_no_figures() -> None:
    found = figures_of(study_of(freecell="   "))
    assert (found.deals, found.missing) == (0, 3)
    assert found.all_states is found.memory is found.moves is None
    assert found.hardest == ()


# -- several games --------------------------------------------------------------------------------

_GAMES = ("freecell", "bakers-game", "golf-relaxed", "easthaven")


@st.composite
def several(draw: st.DrawFn) -> dict[str, str]:
    """Letters for two to four games, on the same deals."""
    length = draw(st.integers(1, 25))
    letters = st.text(alphabet="wwlluu ", min_size=length, max_size=length)
    return {game: draw(letters) for game in _GAMES[: draw(st.integers(2, 4))]}


def _study(letters: dict[str, str]) -> FakeStudy:
    rows = {game: verdicts(text) for game, text in letters.items()}
    length = len(next(iter(letters.values())))
    return FakeStudy(",".join(letters), rows, DealRange(1, length))


@given(several())
def test_combinations_are_those_of_the_deals(letters: dict[str, str]) -> None:
    kinds = ["".join(column) for column in zip(*letters.values(), strict=True)]
    solved = [kind for kind in kinds if " " not in kind]
    found = compare_games(_study(letters))
    assert found.deals == len(solved)
    assert found.unsettled == sum("u" in kind for kind in solved)
    expected = Counter(kind for kind in solved if "u" not in kind)
    shown = {
        "".join("w" if wins else "l" for wins in one.winnable): one.deals
        for one in found.combinations
    }
    assert shown == expected
    assert [one.deals for one in found.combinations] == sorted(expected.values(), reverse=True)
    for one in found.combinations:
        kind = "".join("w" if wins else "l" for wins in one.winnable)
        deals = [number for number, which in enumerate(kinds, 1) if which == kind]
        assert one.first == tuple(deals[:NAMED])


@given(several())
def test_bounds_hold_however_the_unsettled_deals_turn_out(letters: dict[str, str]) -> None:
    found = compare_games(_study(letters))
    kinds = ["".join(column) for column in zip(*letters.values(), strict=True)]
    solved = [kind for kind in kinds if " " not in kind]
    for lowest, wanted in ((found.winnable_in_all, "w"), (found.winnable_in_none, "l")):
        least = sum(set(kind) == {wanted} for kind in solved)
        most = sum(set(kind) <= {wanted, "u"} for kind in solved)
        assert lowest == (least, most)
    for difference, (one, other) in zip(
        found.differences,
        [(a, b) for a in range(len(letters)) for b in range(a + 1, len(letters))],
        strict=True,
    ):
        for fill in product("wl", repeat=2):
            settled = [
                (kind[one].replace("u", fill[0]), kind[other].replace("u", fill[1]))
                for kind in solved
            ]
            share = sum((a == "w") - (b == "w") for a, b in settled) / max(len(settled), 1)
            assert difference.least - 1e-12 <= share <= difference.most + 1e-12
            assert difference.interval.low - 1e-12 <= share <= difference.interval.high + 1e-12
        pairs = [(kind[one], kind[other]) for kind in solved]
        assert difference.only_first == pairs.count(("w", "l"))
        assert difference.only_second == pairs.count(("l", "w"))
        assert difference.unsettled == sum("u" in pair for pair in pairs)


def test_the_deals_of_a_sample_are_matched_by_number() -> None:
    sample = DealSample(6, seed=7)
    numbers = sample.numbers(0, 6)
    assert numbers != sorted(numbers)
    freecell = [Row(number, letter) for number, letter in zip(numbers, "wwlwlw", strict=True)]
    # The second game has not solved the first two deals, and comes in shards of another size.
    golf = [Row(number, letter) for number, letter in zip(numbers[2:], "lwlu", strict=True)]
    study = FakeStudy("freecell,golf", {"freecell": freecell, "golf-relaxed": golf}, sample)
    found = compare_games(study)
    assert (found.deals, found.unsettled) == (4, 1)
    in_all, in_none = found.combination(winnable=True), found.combination(winnable=False)
    assert in_all is not None
    assert in_none is not None
    assert in_all.first == (numbers[3],)
    assert in_none.first == tuple(sorted((numbers[2], numbers[4])))


def test_more_than_eight_games_are_compared_as_well() -> None:
    games = [f"freecell:cells={cells}" for cells in (0, 1, 2, 3, 5, 6, 7, 8, 9)]
    study = FakeStudy(",".join(games), {game: verdicts("wl") for game in games}, DealRange(1, 2))
    found = compare_games(study)
    assert len(found.games) == 9
    assert (found.winnable_in_all, found.winnable_in_none) == ((1, 1), (1, 1))


def test_where_no_deal_is_solved_in_every_game_nothing_is_compared() -> None:
    found = compare_games(study_of(freecell="w ", golf_relaxed=" w"))
    assert found.deals == 0
    assert found.combinations == ()
