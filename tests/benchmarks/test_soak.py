"""The soak test, for seconds: it runs, reports, and would notice a lost move."""

import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from benchmarks.process_samples import ProcessSample
from benchmarks.soak import Sample, Soak, complaints
from benchmarks.soak_visitors import SoakedGame

pytest.importorskip("uvicorn")


@pytest.mark.parametrize("ending", ["SIGTERM", pytest.param("SIGKILL", marks=pytest.mark.heavy)])
def test_players_come_and_go_and_nothing_is_lost(tmp_path: Path, ending: str) -> None:
    file = tmp_path / "soak.md"
    options = ["--minutes", "0.06", "--players", "12", "--think", "0.05", "--interval", "1"]
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.soak", *options, "--report", str(file)]
        + ["--kill"] * (ending == "SIGKILL"),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (run.returncode, run.stderr) == (0, "")
    report = file.read_text(encoding="utf-8")
    assert f"games with lost or changed moves: 0**, after {ending}" in report
    assert "- contradictions: 0\n" in report
    assert "moves answered: 0 " not in report


def test_a_lost_move_is_noticed() -> None:
    game = SoakedGame("key", "freecell", 3, [], made=["t3c1", "t3t2"])
    assert game.is_saved_as(["t3c1", "t3t2"])
    assert not game.is_saved_as(["t3c1"])
    assert not game.is_saved_as(["t3c1", "t3t2", "t7c2"])
    game.unanswered = "t7c2"
    assert game.is_saved_as(["t3c1", "t3t2"])
    assert game.is_saved_as(["t3c1", "t3t2", "t7c2"])
    assert not game.is_saved_as(["t3c1", "t3t2", "t8c2"])


def test_growth_fails_it_if_somebody_says_how_much_is_too_much() -> None:
    """It grows by 60 MB an hour, after a first half in which it grows faster."""
    sizes = [(0, 10), (1, 50), (2, 70), (3, 71), (4, 72), (5, 73)]
    samples = [
        Sample(minute, ProcessSample(size, 0, 0, 0), 0, 0, 0, 0, (0, 0), (0, 0))
        for minute, size in sizes
    ]
    soak = Soak(Mock(), None, players=1, think=1, interval=60, samples=samples)
    assert complaints(soak, 0, None) == complaints(soak, 0, 61) == []
    assert complaints(soak, 0, 59)
    assert complaints(soak, 1, None)
