"""`winnable solve --resume`: a range in parts, interrupted or killed at any moment."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from child_processes import COMMAND
from line_driver import Capture, refused

from winnable.cli import main
from winnable.cli.solve import SLOW_WARNING

FEW = ("--limit", "60")
NOTE = f"winnable: {SLOW_WARNING}\n"
"""Printed where the kernels were not compiled; no error."""


def answer(capsys: Capture, *words: str) -> str:
    """What `solve` prints when it succeeds."""
    assert main(["solve", *words]) == 0
    out, err = capsys.readouterr()
    assert err.replace(NOTE, "") == ""
    return str(out)


def results(file: Path) -> list[int]:
    """The deals in a file; each line has to be complete."""
    return [json.loads(line)["deal"] for line in file.read_text().splitlines()]


def test_deals_in_the_file_are_not_solved_again(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    command = ("golf", *FEW, "--resume", str(file))
    out = answer(capsys, *command, "--deals", "3-6")
    assert out.startswith("4 deals of Golf Relaxed: ")
    assert "This run solved 4 deals in " in out
    before = file.read_text()
    out = answer(capsys, *command, "--deals", "1-8")
    assert out.startswith("8 deals of Golf Relaxed: ")
    assert "This run solved 4 deals in " in out
    assert file.read_text().startswith(before)
    assert sorted(results(file)) == [*range(1, 9)]
    again = answer(capsys, *command, "--deals", "1-8")
    assert again == out[: out.index("This run solved")]
    assert answer(capsys, *command, "--deals", "5-6").startswith("2 deals of Golf Relaxed: ")
    assert len(results(file)) == 8


def test_json_goes_to_the_file_alone(capsys: Capture, tmp_path: Path) -> None:
    file = str(tmp_path / "out.jsonl")
    words = ["solve", "golf", "--deals", "1-3", *FEW, "--resume", file, "--format", "json"]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.removeprefix(NOTE).startswith("3 deals of Golf Relaxed: ")


def test_retry_solves_unsettled_deals_again(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    command = ("golf", "--deals", "4-4", "--resume", str(file))
    assert "0 winnable, 0 lost, 1 unsettled" in answer(capsys, *command, "--limit", "2")
    assert "0 winnable, 0 lost, 1 unsettled" in answer(capsys, *command)
    out = answer(capsys, *command, "--retry")
    assert "1 winnable, 0 lost, 0 unsettled" in out
    assert results(file) == [4, 4]
    for more in ([], ["--retry"]):
        assert answer(capsys, *command, *more) == out[: out.index("This run solved")]


def test_a_file_of_another_game_is_refused(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a long path would be shortened in messages
    file = Path("out.jsonl")
    answer(capsys, "golf", "--deals", "1-2", *FEW, "--resume", str(file))
    before = file.read_bytes()
    message = refused(capsys, "solve", "aces", "--deals", "1-2", *FEW, "--resume", str(file))
    assert message == f"{str(file)!r} has results of golf-relaxed, not of aces-up"
    assert file.read_bytes() == before


class Run:
    """Solves a long range in a process of its own."""

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
def test_a_run_that_was_killed_continues_without_losing_or_doubling_a_deal(
    capsys: Capture, tmp_path: Path
) -> None:
    file = tmp_path / "out.jsonl"
    for sign, status in ((signal.SIGKILL, -9), (signal.SIGTERM, -15), (signal.SIGINT, 130)):
        before = file.read_bytes() if file.exists() else b""
        have = before.count(b"\n")
        long_run = Run("--resume", str(file))
        long_run.wait_for(file, have + 4)
        if sign is signal.SIGKILL:
            message = refused(capsys, "solve", "golf", "--deals", "1-9", "--resume", str(file))
            assert "another run is using" in message
        out, err, left = long_run.end(sign)
        assert left == status
        assert "Traceback" not in err
        assert file.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    assert out.startswith(f"{len(results(file)):,} deals of Golf Relaxed: ")
    assert err.removeprefix(NOTE) == "winnable: interrupted: run the same command to continue\n"
    solved = results(file)
    assert len(solved) == len(set(solved)) >= 12


@pytest.mark.skipif(sys.platform == "win32", reason="signals are Unix's")
def test_ctrl_c_prints_the_summary() -> None:
    long_run = Run()
    assert long_run.process.stdout is not None
    out = "".join(long_run.process.stdout.readline() for _ in range(9))
    long_run.process.send_signal(signal.SIGINT)
    out += long_run.process.stdout.read()
    _, err = long_run.process.communicate(timeout=30)
    assert long_run.process.returncode == 130
    lines, summary = out.split("\n\n")
    assert summary.startswith(f"{lines.count(chr(10)) + 1:,} deals of Golf Relaxed: ")
    advice = "winnable: interrupted: use --resume FILE to keep results\n"
    assert err.removeprefix(NOTE) == advice


def test_a_reader_that_leaves_early_ends_it_silently() -> None:
    long_run = Run("--format", "json")
    assert long_run.process.stdout is not None
    assert long_run.process.stderr is not None
    assert long_run.process.stdout.readline()
    long_run.process.stdout.close()
    assert long_run.process.stderr.read().removeprefix(NOTE) == ""
    assert long_run.process.wait(timeout=30) == 0
    long_run.process.stderr.close()
