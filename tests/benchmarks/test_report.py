"""Results that are kept, and the report that is made of them."""

import io
import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from benchmarks.__main__ import main
from benchmarks.memory import Memory
from benchmarks.midgame import summed_up
from benchmarks.report import report
from benchmarks.sections import SECTIONS
from benchmarks.show import Show
from benchmarks.store import Store
from benchmarks.threads import Threads
from benchmarks.versus import Versus
from winnable import find_game
from winnable.solver import has_kernel

ROW = Versus(
    peer="fc-solve", version="5.0.0", deals=1000, faster=3.14, low=2.9, median=3.1, high=3.3,
    by_processor=3.2, rate=9000, their_rate=2866, states=120.5, their_states=196.1, moves=51.2,
    their_moves=75.1, sample=300, peak=20 * 2**20, their_peak=5 * 2**20, found="1,000 / 0 / 0",
    agreement="all do",
)  # fmt: skip
ALONE = Versus(
    peer="Solvitaire", missing="it is not installed", deals=10, rate=800, states=70, moves=None,
    sample=0, peak=2**24, found="9 / 1 / 0",
)  # fmt: skip


def test_a_partial_run_renews_its_own_rows_only(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    section = SECTIONS["peers"]
    Store(path).keep(section, "freecell", ROW, "monday")
    Store(path).keep(section, "easthaven", ALONE, "tuesday")
    rows = Store(path).rows(section)
    assert {slug: kept.stamp for slug, kept in rows.items()} == {
        "freecell": "monday",
        "easthaven": "tuesday",
    }
    assert rows["freecell"].entry == ROW


def test_rows_of_an_older_form_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text('{"peers": {"freecell": {"stamp": "long ago", "speed": 3}}}')
    assert Store(path).rows(SECTIONS["peers"]) == {}


def test_the_report_says_what_is_missing_and_when_it_was_measured(tmp_path: Path) -> None:
    store = Store(tmp_path / "results.json")
    store.keep(SECTIONS["peers"], "freecell", ROW, "monday")
    store.keep(SECTIONS["peers"], "easthaven", ALONE, "tuesday")
    store.keep(SECTIONS["threads"], "freecell", Threads(100, 2, 1.9, 1.8, 1.9, 2.0, 1.0), "monday")
    text = report(store, "make bench")
    assert "make bench" in text
    assert "| FreeCell | fc-solve 5.0.0 | 1,000 | **3.14** (2.9, 3.1, 3.3) | 3.2 |" in text
    assert "| 120 / 196 | 51.2 / 75.1 (300 deals) | 20 / 5 | 1,000 / 0 / 0 | all do |" in text
    assert "Easthaven was measured without Solvitaire: it is not installed." in text
    assert "- FreeCell: monday.\n- Easthaven: tuesday." in text
    assert "Measured: monday." in text
    assert "## Short" not in text  # nothing was measured there
    assert "did not measure them" in text


def test_every_row_of_a_table_is_as_wide_as_its_head(tmp_path: Path) -> None:
    store = Store(tmp_path / "results.json")
    store.keep(SECTIONS["peers"], "freecell", ROW, "monday")
    store.keep(SECTIONS["memory"], "golf-relaxed", Memory(None, [8], [4], [False]), "monday")
    for part in report(store, "make bench").split("\n\n"):
        if part.startswith("|"):
            assert len({line.count("|") for line in part.splitlines()}) == 1


def test_mid_game_times_are_a_multiple_of_the_mean_fresh_deal() -> None:
    counts = {"winnable": 60, "lost": 39, "unsettled": 1}
    middle = [0.001 * number for number in range(1, 101)]
    row = summed_up({"fresh": [0.01, 0.03], "middle": middle, "counts": counts}, 200)
    assert row.fresh_milliseconds == pytest.approx(20)
    assert row.milliseconds == pytest.approx(95)
    assert row.cells()[:2] == ("100 (of 200: time was up)", "**4.75**")
    assert row.cells()[-1] == "1 (1.0%)"


def test_a_limit_that_was_never_reached_is_said_so() -> None:
    shown = Memory(2, [2**20, 2**24], [2**20, 2**22], [True, False]).cells()
    assert shown == ("2 cells only", "1 MiB: **1.00**, 16 MiB: never came to it (held 4 MiB)")


@pytest.mark.parametrize("is_terminal", [True, False])
def test_rows_are_shown_as_they_come(is_terminal: bool) -> None:
    seen = io.StringIO()
    show = Show(Console(file=seen, force_terminal=is_terminal, width=250))
    with show.section(SECTIONS["peers"]):
        show.doing("freecell", "deals 1 to 10")
        show.row("freecell", ROW.cells())
    assert "3.14 (2.9, 3.1, 3.3)" in seen.getvalue()
    assert "**" not in seen.getvalue()


@pytest.mark.parametrize("words", [["time-factor"], ["--quick", "--time-factor", "0"], ["--fast"]])
def test_wrong_words_are_refused(words: list[str]) -> None:
    answer = CliRunner().invoke(main, words)
    assert answer.exit_code == 2
    assert "Error" in answer.output


@pytest.mark.skipif(
    not (has_kernel(find_game("bakers-game")) or os.environ.get("CI")),
    reason="no kernels are built",
)
def test_a_tiny_run_from_end_to_end(tmp_path: Path) -> None:
    words = ["bakers-game", "--quick", "--time-factor", "0.01", "--into", str(tmp_path)]
    answer = CliRunner().invoke(main, words)
    assert answer.exit_code == 0, answer.output
    assert "== Mid-game ==" in answer.output
    text = (tmp_path / "RESULTS.md").read_text()
    for section in SECTIONS.values():
        is_there = f"## {section.title}\n" in text
        assert is_there == ("bakers-game" in section.slugs)
    assert "a quick run" in text
    assert str(tmp_path) not in text
