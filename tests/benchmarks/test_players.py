"""The tools that find weights find some."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from requires_kernels import need_kernels

from benchmarks.coach import HINDSIGHT, compare, play_by_hints, second_opinion
from benchmarks.fit_easthaven import fit, rows
from benchmarks.tune_players import play, tune
from winnable.player import weights


def test_cross_entropy_improves_bad_weights(capsys: pytest.CaptureFixture[str]) -> None:
    need_kernels()
    bad = (0,) * len(weights.GOLF)
    with ThreadPoolExecutor(1) as executor:
        tune(
            "golf-relaxed",
            bad,
            [500.0] * len(bad),
            rounds=2,
            candidates=12,
            deals=16,
            games=4,
            seed=1,
            executor=executor,
        )
    last = capsys.readouterr().out.splitlines()[-1]
    found = tuple(map(int, last.split(",")))
    deals = range(5_000, 5_040)
    assert len(found) == len(bad)
    assert play("golf-relaxed", deals, 4, found) > play("golf-relaxed", deals, 4, bad) + 10


def test_a_regression_finds_what_rows_are_made_of() -> None:
    need_kernels()
    data = rows(weights.EASTHAVEN, range(9_000, 9_020), 4)
    assert data.shape[1] == 1 + len(weights.EASTHAVEN) // 6 + 1
    assert set(np.unique(data[:, -1])) == {0, 1}
    found = fit(data)
    assert len(found) == len(weights.EASTHAVEN)
    with_joints = [found[27 * stage] for stage in range(6)]
    assert sum(with_joints) < 0, "joints are bad"


@pytest.mark.parametrize("way", [HINDSIGHT, "quick", "full/20"])
def test_deals_are_played_by_hints(way: str) -> None:
    need_kernels()
    played = play_by_hints("golf", way, 20_001)
    assert played.decisions > 3
    assert played.positions > 1_000


def test_differences_are_paired() -> None:
    one, two = [True, False, False, True], [True, True, True, False]
    assert compare(one, two).points == -compare(two, one).points == 25
    assert compare(one, one) == (0, 0)


def test_a_second_opinion() -> None:
    need_kernels()
    found = [second_opinion("golf", 50, number) for number in range(1, 4)]
    assert any(each is not None and 0 <= each.low <= each.high <= 1 for each in found)
