"""Many programs at once: each gets an outcome, whatever becomes of it."""

import csv
import io
import json
import multiprocessing
import os
import signal
import time
from pathlib import Path
from threading import Timer

import pytest
from hypothesis import given
from judge_reports import reports, texts

from winnable.course.programs import find_program
from winnable.errors import FileError
from winnable.judge import Report
from winnable.judge.batch import Outcome, check_file, judge_many
from winnable.judge.formats import FormatOptions
from winnable.judge.formats.grades import COLUMNS, grades_csv, grades_table, outcomes_json

GOLF = find_program("golf-relaxed")
HANGS = "while True:\n    pass\n"


def write(folder: Path, name: str, text: str | bytes) -> str:
    file = folder / name
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(file)


def test_one_bad_program_does_not_stop_the_rest(tmp_path: Path) -> None:
    assert GOLF is not None
    os.mkfifo(tmp_path / "pipe.py")
    files = {
        write(tmp_path, "good.py", GOLF.read_bytes()): "",
        write(tmp_path, "wrong.py", "def play(:\n"): "",
        write(tmp_path, "null.py", b"\0\xff golf \xfe" * 50): "",
        write(tmp_path, "two.py", 'print "golf"\n'): "",
        write(tmp_path, "large.py", "#" * 1_100_000): "is too large",
        str(tmp_path): "is a folder",
        str(tmp_path / "missing.py"): "there is no file",
        str(tmp_path / "pipe.py"): "is not a regular file",
        "a\0b.py": "there is no file",
    }
    outcomes = dict(judge_many(list(files), "golf", jobs=2))
    assert sorted(outcomes) == list(range(len(files)))
    for index, (file, error) in enumerate(files.items()):
        outcome = outcomes[index]
        assert outcome.file == file
        assert error in outcome.error
        assert (outcome.report is None) == bool(error)
    assert [index for index, outcome in outcomes.items() if outcome.has_full_points] == [0]
    two = outcomes[3].report
    assert two is not None
    assert "Python 2" in two.unscored


def test_without_a_handout_one_that_cannot_be_told_is_an_error(tmp_path: Path) -> None:
    file = write(tmp_path, "what.py", "x = 1\n")
    ((_, outcome),) = judge_many([file])
    assert outcome.error.startswith("cannot tell which handout what.py is for")


def test_a_judge_that_is_killed_takes_one_program_with_it(tmp_path: Path) -> None:
    files = [write(tmp_path, "hangs.py", HANGS), write(tmp_path, "wrong.py", "def play(:\n")]

    def kill() -> None:
        for child in multiprocessing.active_children():
            assert child.pid is not None
            os.kill(child.pid, signal.SIGKILL)

    timer = Timer(1.5, kill)
    timer.start()
    outcomes = dict(judge_many(files, "golf", jobs=1))
    timer.join()
    assert outcomes[0] == Outcome(files[0], error="the judge's process was killed")
    assert outcomes[1].report is not None


def test_a_program_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    file = write(tmp_path, "hangs.py", HANGS)
    ((_, outcome),) = judge_many([file], "golf", most_seconds=1.5)
    assert outcome.error == "not done after 1.5 seconds"


def test_closing_ends_the_workers(tmp_path: Path) -> None:
    files = [write(tmp_path, "wrong.py", "def play(:\n"), write(tmp_path, "hangs.py", HANGS)]
    judged = judge_many(files, "golf", jobs=2)
    assert next(judged)[0] == 0
    began = time.monotonic()
    judged.close()
    assert time.monotonic() - began < 10
    assert not multiprocessing.active_children()


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="is a folder: name the program in it"):
        check_file(str(tmp_path))


# -- grades ---------------------------------------------------------------------------------------


@given(report=reports(), file=texts, error=texts)
def test_grades_are_safe_in_a_spreadsheet(report: Report, file: str, error: str) -> None:
    outcomes = [Outcome(file, report), Outcome(f"={file}", error=f"@{error}")]
    text = grades_csv(outcomes)
    text.encode()
    header, *rows = csv.reader(io.StringIO(text))
    assert tuple(header) == COLUMNS
    assert len(text.splitlines()) >= len(rows) == 2
    for row in rows:
        assert len(row) == len(COLUMNS)
        assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    if not report.unscored:
        assert float(rows[0][2]) == pytest.approx(report.points)
        assert float(rows[0][3]) == pytest.approx(report.max_points)
    assert len(grades_table(outcomes).encode().split(b"\n")) == 4
    entries = json.loads(outcomes_json(outcomes, FormatOptions()).encode())
    assert [entry["report"] is None for entry in entries] == [False, True]
