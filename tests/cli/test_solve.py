"""`winnable solve`: what it prints about one deal or a range, in every format."""

import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from child_processes import COMMAND
from line_driver import GOLDEN_GAMES, Capture, type_in
from position_builders import endgame
from requires_kernels import need_kernels

from winnable import GAMES, board_text, numbered_deck, parse_move, parse_standard
from winnable.cli import main
from winnable.cli.solve import SLOW_WARNING
from winnable.solver import Result, solve

WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")
ACES, FREECELL, GOLF = GAMES["aces-up"], GAMES["freecell"], GAMES["golf-relaxed"]
LOST = board_text(ACES, endgame(ACES, "AC KC", "AD", "AH", "AS"))
LATE = board_text(FREECELL, endgame(FREECELL, "KS QH", "KH QS", "KD QC JC", "KC QD"))
FEW = ("--limit", "60")
NOTE = f"winnable: {SLOW_WARNING}\n"
"""Printed where the kernels were not compiled; no error."""


def answer(capsys: Capture, status: int, *words: str) -> str:
    """What `solve` prints when it ends with a status, without an error."""
    assert main(["solve", *words]) == status
    out, err = capsys.readouterr()
    assert err.replace(NOTE, "") == ""
    return str(out)


# -- one deal -------------------------------------------------------------------------------------


def test_a_deal_that_can_be_won(capsys: Capture) -> None:
    out = answer(capsys, 0, "golf", "--deal", "4")
    verdict, rows = out.split("\n\n")
    assert " ".join(verdict.split()).startswith(
        "Golf Relaxed, deal 4, can be won as dealt, hidden cards included, in "
    )
    lines = [row.split() for row in rows.splitlines()]
    assert [first for first, *_ in lines] == [str(10 * at + 1) for at in range(len(lines))]
    position = GOLF.deal(numbered_deck(4))
    for move in (move for _, *moves in lines for move in moves):
        position = GOLF.apply(position, parse_move(move))
    assert GOLF.is_won(position)
    assert all(len(line) < 80 for line in out.splitlines())


def test_a_board_that_is_lost(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, LOST)
    shown = " ".join(answer(capsys, 1, "aces", "-").split())
    assert shown.startswith("Aces Up, ")
    assert " is lost from here, hidden cards included: no line of play wins it (" in shown
    type_in(monkeypatch, LOST)
    row = json.loads(answer(capsys, 1, "aces", "-", "--format", "json"))
    assert (row["game"], row["deal"], row["verdict"]) == ("aces-up", None, "lost")
    assert row["moves"] == []


def test_an_unsettled_deal(capsys: Capture) -> None:
    out = " ".join(answer(capsys, 3, "freecell", "--deal", "11982", *FEW).split())
    start = "FreeCell, deal 11982, is unsettled as dealt: the limit of 60 positions was reached"
    assert out.startswith(start)


@pytest.mark.parametrize(
    ("limit", "which"), [("1MiB", "1 MiB of memory"), ("1GiB,0.01s", "0.01 seconds")]
)
def test_the_limit_that_was_reached_is_named(capsys: Capture, limit: str, which: str) -> None:
    need_kernels()
    out = " ".join(answer(capsys, 3, "aces", "--deal", "485", "--limit", limit).split())
    assert f"hidden cards included: the limit of {which} was reached" in out


def test_json_of_one_deal(capsys: Capture) -> None:
    row = json.loads(answer(capsys, 0, "golf", "--deal", "4", "--format", "json"))
    assert list(row) == ["game", "deal", "verdict", "states", "moves"]
    assert (row["game"], row["deal"], row["verdict"]) == ("golf-relaxed", 4, "winnable")
    assert answer(capsys, 3, "freecell", "--deal", "5", *FEW, "--format", "json") == answer(
        capsys, 3, "freecell", "--deal", "5", *FEW, "--format", "json"
    )


def test_standard_notation_is_moves_alone(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "board.txt").write_text(LATE)
    out = answer(capsys, 0, "freecell", str(tmp_path / "board.txt"), "--format", "standard")
    start = endgame(FREECELL, "KS QH", "KH QS", "KD QC JC", "KC QD")
    assert FREECELL.is_won(parse_standard(FREECELL, start, out)[-1].position)
    assert main(["solve", "freecell", "--deal", "11982", *FEW, "--format", "standard"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.removeprefix(NOTE).startswith("FreeCell, deal 11982, is unsettled")


def test_a_saved_game_is_solved_from_its_end(capsys: Capture) -> None:
    assert answer(capsys, 0, "free", WON) == "FreeCell, deal 617, after 99 moves, is already won.\n"
    row = json.loads(answer(capsys, 0, "free", WON, "--format", "json"))
    assert (row["deal"], row["moves"]) == (None, [])  # the answer is not about the deal
    assert answer(capsys, 0, "free", WON, "--format", "standard") == ""


# -- a range --------------------------------------------------------------------------------------


def test_a_range_prints_a_line_per_deal_and_a_summary(capsys: Capture) -> None:
    out = answer(capsys, 0, "golf", "--deals", "4-11", *FEW, "--jobs", "1")
    lines, summary = out.split("\n\n")
    words = [line.split() for line in lines.splitlines()]
    assert [line[0] for line in words] == [str(deal) for deal in range(4, 12)]
    assert {line[1] for line in words} <= {"winnable", "lost", "unsettled"}
    assert all(line[3] == "positions" for line in words)
    assert len({line.index("positions") for line in lines.splitlines()}) == 1
    assert summary.startswith("8 deals of Golf Relaxed: ")
    assert " per second." in summary


def test_a_range_as_json_lines(capsys: Capture) -> None:
    assert main(["solve", "golf", "--deals", "1-9", *FEW, "--format", "json"]) == 0
    out, err = capsys.readouterr()
    said = [json.loads(line) for line in out.splitlines()]
    assert sorted(line["deal"] for line in said) == [*range(1, 10)]
    assert err.removeprefix(NOTE).startswith("9 deals of Golf Relaxed: ")
    for line, written in zip(said, out.splitlines(keepends=True), strict=True):
        status = {"winnable": 0, "lost": 1, "unsettled": 3}[line["verdict"]]
        alone = ("golf", "--deal", str(line["deal"]), *FEW, "--format", "json")
        assert answer(capsys, status, *alone) == written


def test_a_range_in_standard_notation(capsys: Capture) -> None:
    assert main(["solve", "freecell", "--deals", "11981-11982", *FEW, "--jobs", "1",
                 "--format", "standard"]) == 0  # fmt: skip
    out, err = capsys.readouterr()
    assert out.splitlines()[1] == "11982 unsettled"
    assert err.removeprefix(NOTE).startswith("2 deals of FreeCell: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("what", [["--deal", "4"], ["--deals", "4-9"]])
def test_a_full_disk_is_reported_in_one_line(what: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, "solve", "golf", *what, *FEW],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert (
        done.stderr.removeprefix(NOTE.encode())
        == b"winnable: system error: No space left on device\n"
    )
    assert done.returncode == 2


@pytest.mark.parametrize("coding", ["ascii", "cp437", "utf-16"])
def test_any_encoding_works(coding: str) -> None:
    done = subprocess.run(
        [*COMMAND, "solve", "golf", "--deals", "4-5", *FEW],
        capture_output=True,
        check=False,
        timeout=60,
        env=os.environ | {"PYTHONIOENCODING": coding},
    )
    assert done.returncode == 0
    assert "2 deals of Golf Relaxed: " in done.stdout.decode(coding)


@pytest.mark.parametrize(("slug", "text"), [("golf", ", and no line"), ("free", " by hand, and n")])
def test_a_minimal_solution_is_named_as_such(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, slug: str, text: str
) -> None:
    def shortest(*words: Any, **options: Any) -> Result:
        assert options.pop("short")
        return replace(solve(*words, **options), minimal=True)

    monkeypatch.setattr("winnable.cli.solve.solve", shortest)
    type_in(monkeypatch, LATE)
    what = ["-"] if slug == "free" else ["--deal", "4"]
    assert text in " ".join(answer(capsys, 0, slug, *what, "--short").split())
    type_in(monkeypatch, LATE)
    assert json.loads(answer(capsys, 0, slug, *what, "--short", "--format", "json"))["minimal"]
