"""`winnable solve`: one deal, a range, a range in parts; whatever happens, the truth."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from line_driver import COMMAND, GOLDEN_GAMES, Capture, refused, type_in
from position_builders import endgame
from requires_kernels import need_kernels

from winnable import GAMES, board_text, numbered_deck, parse_move, parse_standard
from winnable.cli import main
from winnable.cli.solve import SLOW
from winnable.solver import Result, solve

WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")
ACES, FREECELL, GOLF = GAMES["aces-up"], GAMES["freecell"], GAMES["golf-relaxed"]
LOST = board_text(ACES, endgame(ACES, "AC KC", "AD", "AH", "AS"))
LATE = board_text(FREECELL, endgame(FREECELL, "KS QH", "KH QS", "KD QC JC", "KC QD"))
FEW = ("--limit", "60")
NOTE = f"winnable: {SLOW}\n"
"""What is said where the kernels could not be compiled; it is nothing wrong."""


def answer(capsys: Capture, status: int, *words: str) -> str:
    """What `solve` prints where it leaves with a status, and nothing is wrong."""
    assert main(["solve", *words]) == status
    out, err = capsys.readouterr()
    assert err.replace(NOTE, "") == ""
    return str(out)


# -- one deal -------------------------------------------------------------------------------------


def test_a_deal_that_can_be_won(capsys: Capture) -> None:
    out = answer(capsys, 0, "golf", "--deal", "4")
    said, rows = out.split("\n\n")
    assert " ".join(said.split()).startswith(
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
    assert answer(capsys, 1, "aces", "-").startswith(
        "Aces Up, from a given board, is lost from here, hidden cards included: no line\n"
        "of play wins it ("
    )
    type_in(monkeypatch, LOST)
    said = json.loads(answer(capsys, 1, "aces", "-", "--format", "json"))
    assert (said["game"], said["deal"], said["verdict"]) == ("aces-up", None, "lost")
    assert said["moves"] == []


def test_a_limit_that_is_hit(capsys: Capture) -> None:
    out = " ".join(answer(capsys, 3, "freecell", "--deal", "11982", *FEW).split())
    starts = "FreeCell, deal 11982, is unsettled as dealt: 60 positions did not settle it"
    assert out.startswith(starts)


@pytest.mark.parametrize(
    ("limit", "which"), [("1MiB", "1 MiB of memory"), ("1GiB,0.01s", "0.01 seconds")]
)
def test_the_limit_that_was_hit_is_named(capsys: Capture, limit: str, which: str) -> None:
    need_kernels()
    out = " ".join(answer(capsys, 3, "aces", "--deal", "485", "--limit", limit).split())
    assert f"hidden cards included: {which} did not settle it" in out


def test_json_of_one_deal(capsys: Capture) -> None:
    said = json.loads(answer(capsys, 0, "golf", "--deal", "4", "--format", "json"))
    assert list(said) == ["game", "deal", "verdict", "states", "moves"]
    assert (said["game"], said["deal"], said["verdict"]) == ("golf-relaxed", 4, "winnable")
    assert answer(capsys, 3, "freecell", "--deal", "5", *FEW, "--format", "json") == answer(
        capsys, 3, "freecell", "--deal", "5", *FEW, "--format", "json"
    )


def test_standard_notation_is_nothing_but_moves(
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


def test_a_saved_game_goes_on_from_its_end(capsys: Capture) -> None:
    assert answer(capsys, 0, "free", WON) == "FreeCell, deal 617, after 99 moves, is won already.\n"
    said = json.loads(answer(capsys, 0, "free", WON, "--format", "json"))
    assert (said["deal"], said["moves"]) == (None, [])  # it is not the deal that is answered for
    assert answer(capsys, 0, "free", WON, "--format", "standard") == ""


# -- a range --------------------------------------------------------------------------------------


def test_a_range_is_a_line_a_deal_and_a_summary(capsys: Capture) -> None:
    out = answer(capsys, 0, "golf", "--deals", "4-11", *FEW, "--jobs", "1")
    lines, summary = out.split("\n\n")
    words = [line.split() for line in lines.splitlines()]
    assert [line[0] for line in words] == [str(deal) for deal in range(4, 12)]
    assert {line[1] for line in words} <= {"winnable", "lost", "unsettled"}
    assert all(line[3] == "positions" for line in words)
    assert len({line.index("positions") for line in lines.splitlines()}) == 1
    assert summary.startswith("8 deals of Golf Relaxed: ")
    assert "a second." in summary


def test_json_lines_are_nothing_else(capsys: Capture) -> None:
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


# -- a range in parts -----------------------------------------------------------------------------


def results(file: Path) -> list[int]:
    """The deals that a file has results of; each line has to be whole."""
    return [json.loads(line)["deal"] for line in file.read_text().splitlines()]


def test_what_a_file_has_is_not_solved_again(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    goes_on = ("golf", *FEW, "--resume", str(file))
    out = answer(capsys, 0, *goes_on, "--deals", "3-6")
    assert out.startswith("4 deals of Golf Relaxed: ")
    assert "They took" in out
    before = file.read_text()
    out = answer(capsys, 0, *goes_on, "--deals", "1-8")
    assert out.startswith("8 deals of Golf Relaxed: ")
    assert "The 4 of this run took " in out
    assert file.read_text().startswith(before)
    assert sorted(results(file)) == [*range(1, 9)]
    again = answer(capsys, 0, *goes_on, "--deals", "1-8")
    assert again == out[: out.index("The 4 of this run")]
    assert answer(capsys, 0, *goes_on, "--deals", "5-6").startswith("2 deals of Golf Relaxed: ")
    assert len(results(file)) == 8


def test_json_with_a_file_leaves_standard_output_alone(capsys: Capture, tmp_path: Path) -> None:
    file = str(tmp_path / "out.jsonl")
    words = ["solve", "golf", "--deals", "1-3", *FEW, "--resume", file, "--format", "json"]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.removeprefix(NOTE).startswith("3 deals of Golf Relaxed: ")


def test_unsettled_deals_are_tried_again_on_request(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    goes_on = ("golf", "--deals", "4-4", "--resume", str(file))
    assert "0 winnable, 0 lost, 1 unsettled" in answer(capsys, 0, *goes_on, "--limit", "2")
    assert "0 winnable, 0 lost, 1 unsettled" in answer(capsys, 0, *goes_on)
    out = answer(capsys, 0, *goes_on, "--retry")
    assert "1 winnable, 0 lost, 0 unsettled" in out
    assert results(file) == [4, 4]
    for more in ([], ["--retry"]):
        assert answer(capsys, 0, *goes_on, *more) == out[: out.index("They took")]


def test_another_game_in_the_file_is_refused(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a long path would be shown shortened
    file = Path("out.jsonl")
    answer(capsys, 0, "golf", "--deals", "1-2", *FEW, "--resume", str(file))
    before = file.read_bytes()
    says = refused(capsys, "solve", "aces", "--deals", "1-2", *FEW, "--resume", str(file))
    assert says == f"{str(file)!r} has results of golf-relaxed, not of aces-up"
    assert file.read_bytes() == before


class Run:
    """A long range, solved in a process of its own."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "solve", "golf", "--deals", "1-1000000", "--limit", "200", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait_for(self, file: Path, lines: int) -> None:
        """Wait until so many results are in the file."""
        until = time.monotonic() + 60
        while not file.exists() or file.read_bytes().count(b"\n") < lines:
            assert time.monotonic() < until
            assert self.process.poll() is None, self.process.communicate()
            time.sleep(0.02)

    def end(self, sign: signal.Signals) -> tuple[str, str, int]:
        self.process.send_signal(sign)
        out, err = self.process.communicate(timeout=30)
        return out, err, self.process.returncode


@pytest.mark.skipif(sys.platform == "win32", reason="signals are Unix's")
def test_killed_and_run_again_no_deal_is_solved_twice(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    for sign, status in ((signal.SIGKILL, -9), (signal.SIGTERM, -15), (signal.SIGINT, 130)):
        have = file.read_bytes().count(b"\n") if file.exists() else 0
        long_run = Run("--resume", str(file))
        long_run.wait_for(file, have + 4)
        if sign is signal.SIGKILL:
            says = refused(capsys, "solve", "golf", "--deals", "1-9", "--resume", str(file))
            assert "another run is filling" in says
        out, err, left = long_run.end(sign)
        assert left == status
        assert "Traceback" not in err
    assert out.startswith(f"{len(results(file)):,} deals of Golf Relaxed: ")
    assert err.removeprefix(NOTE) == "winnable: interrupted: the same command goes on from here\n"
    solved = results(file)
    assert len(solved) == len(set(solved)) >= 12


@pytest.mark.skipif(sys.platform == "win32", reason="signals are Unix's")
def test_ctrl_c_sums_up_what_is_done() -> None:
    long_run = Run()
    assert long_run.process.stdout is not None
    out = "".join(long_run.process.stdout.readline() for _ in range(9))
    long_run.process.send_signal(signal.SIGINT)
    out += long_run.process.stdout.read()
    _, err = long_run.process.communicate(timeout=30)
    assert long_run.process.returncode == 130
    lines, summary = out.split("\n\n")
    assert summary.startswith(f"{lines.count(chr(10)) + 1:,} deals of Golf Relaxed: ")
    assert (
        err.removeprefix(NOTE)
        == "winnable: interrupted: --resume FILE would have kept the results\n"
    )


def test_a_reader_that_leaves_early_ends_it_quietly() -> None:
    long_run = Run("--format", "json")
    assert long_run.process.stdout is not None
    assert long_run.process.stderr is not None
    assert long_run.process.stdout.readline()
    long_run.process.stdout.close()
    assert long_run.process.stderr.read().removeprefix(NOTE) == ""
    assert long_run.process.wait(timeout=30) == 0
    long_run.process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("what", [["--deal", "4"], ["--deals", "4-9"]])
def test_a_full_disk_is_said_in_one_line(what: list[str]) -> None:
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
        == b"winnable: the system says: No space left on device\n"
    )
    assert done.returncode == 2


@pytest.mark.parametrize("coding", ["ascii", "cp437", "utf-16"])
def test_any_encoding_will_do(coding: str) -> None:
    done = subprocess.run(
        [*COMMAND, "solve", "golf", "--deals", "4-5", *FEW],
        capture_output=True,
        check=False,
        timeout=60,
        env=os.environ | {"PYTHONIOENCODING": coding},
    )
    assert done.returncode == 0
    assert "2 deals of Golf Relaxed: " in done.stdout.decode(coding)


# -- wrong use ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["freecell"], "which deal? give --deal N, --deals A-B or a FILE"),
        (["freecell", "--deal", "1", "--deals", "1-3"], "--deal and --deals exclude each other"),
        (["freecell", WON, "--deals", "1-3"], "--deals and FILE exclude each other"),
        (["chess", "--deal", "1"], "there is no game 'chess'"),
        (["freecell", "--deals", "5-3"], "'5-3' is no range of deals: the lower number comes fi"),
        (["freecell", "--deals=-3-5"], "'-3-5' is no range of deals: write two numbers, 1-1000"),
        (["freecell", "--deals", "7"], "'7' is no range of deals: write two numbers, 1-1000"),
        (["freecell", "--deals", "0-7"], "'0' is no deal number: write 1 to 8589934591"),
        (["freecell", "--deals", "1-8589934592"], "'8589934592' is no deal number"),
        (["freecell", "--deal", "1", "--limit", "0"], "a limit of 0 states leaves nothing to sea"),
        (["freecell", "--deal", "1", "--limit", "many"], "'many' is no limit: write 500k"),
        (["freecell", "--deals", "1-3", "--jobs", "0"], "'0' is no number of jobs: write 1 to 10"),
        (["golf", "--deal", "1", "--format", "standard"], "standard notation is for FreeCell's k"),
        (["golf", "--deal", "1", "--format", "svg"], "'svg' is not one of 'text', 'standard', 'j"),
        (["golf", "."], "cannot read '.': is a directory"),
        (["golf", "none.txt"], "cannot read 'none.txt': no such file or directory"),
        (["golf", WON], "that is a game of FreeCell, not of Golf Relaxed"),
        (["golf", "--deal", "1", "--resume", "x"], "--resume is for a range of deals: give --dea"),
        (["golf", "--deals", "1-2", "--retry"], "--retry is for the deals in a file: give --resu"),
        (["golf", "--deals", "1-2", "--resume", "."], "'.' is no file that results could be kept"),
        (["freecell", "--deals", "1-2", "--resume", "x", "--format", "standard"],
         "--resume keeps JSON lines: leave out --format standard"),
    ],
)  # fmt: skip
def test_wrong_use_is_one_line(capsys: Capture, words: list[str], says: str) -> None:
    assert says in refused(capsys, "solve", *words)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is nothing in it: a record or a board is wanted"),
        (LATE[: len(LATE) // 2], "FreeCell"),
        (LATE.replace("KC QD", "KC KC"), "the king of clubs is there 2 times"),
        ("[Winnable", "that is no record of a game"),
        ("\0", "FreeCell"),
    ],
)
def test_half_a_board_is_refused(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, text: str, says: str
) -> None:
    type_in(monkeypatch, text)
    assert says in refused(capsys, "solve", "freecell", "-")


WORDS = (
    *("golf", "4", "-", "--deal", "--deal=4", "--deals", "--deals=4-6", "--deals=9-1", "--short"),
    *("--limit", "10s", "--format", "json", "--format=standard", "--jobs", "--jobs=2", "--retry"),
    *("--resume", "--resume=", "--resume=.", WON, "none/txt", "", "\x1b[2J", "\udcff", "--", "-x"),
)


def test_words_in_any_order(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random("solve")
    statuses = set()
    for _ in range(300):
        type_in(monkeypatch, dice.choice(("", LATE, LOST, "1a 2b", "\0")))
        game = dice.choice(("free", "golf", "aces", "east"))
        words = ["solve", game, "--limit", "9", *dice.choices(WORDS, k=dice.randrange(5))]
        status = main(words)
        statuses.add(status)
        out, err = capsys.readouterr()
        assert status in (0, 1, 2, 3), words
        assert "Traceback" not in err
        if status == 2:
            assert err.removeprefix(NOTE).startswith("winnable: "), words
            assert err[:-1].isprintable(), words
            assert out == "", words
    assert statuses >= {0, 2}


@pytest.mark.parametrize(("slug", "says"), [("golf", ", and no line"), ("free", " by hand, and n")])
def test_the_fewest_moves_are_said_to_be(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, slug: str, says: str
) -> None:
    def shortest(*words: Any, **options: Any) -> Result:
        assert options.pop("short")
        return replace(solve(*words, **options), minimal=True)

    monkeypatch.setattr("winnable.cli.solve.solve", shortest)
    type_in(monkeypatch, LATE)
    what = ["-"] if slug == "free" else ["--deal", "4"]
    assert says in " ".join(answer(capsys, 0, slug, *what, "--short").split())
    type_in(monkeypatch, LATE)
    assert json.loads(answer(capsys, 0, slug, *what, "--short", "--format", "json"))["minimal"]
