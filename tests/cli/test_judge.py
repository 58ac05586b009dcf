"""`winnable judge`: its options, errors and exit statuses."""

import csv
import json
import os
import signal
import subprocess
import time
import zipfile
from pathlib import Path

import pytest
from child_processes import COMMAND
from line_driver import Capture, refused

from winnable.cli import main
from winnable.course.programs import find_program

SEE = " (see winnable judge --help)"
GOLF = find_program("golf-relaxed")
WRONG = "def play(:\n    pass  # golf\n"
HANGS = "while True:\n    pass  # golf\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test is in a folder of its own, with programs to judge."""
    assert GOLF is not None
    monkeypatch.chdir(tmp_path)
    Path("proj09.py").write_bytes(GOLF.read_bytes())
    Path("wrong.py").write_text(WRONG)
    Path("two.py").write_text('print "golf"\n')
    return tmp_path


def judge(capsys: Capture, *words: str) -> tuple[int, str, str]:
    status = main(["judge", *words])
    shown = capsys.readouterr()
    return status, shown.out, shown.err


# -- one program ----------------------------------------------------------------------------------


def test_full_points(capsys: Capture) -> None:
    status, shown, errors = judge(capsys, "proj09.py")
    assert (status, errors) == (0, "")
    assert shown.startswith("proj09.py: Golf Relaxed (CSE 231, fall 2008)\n50 of 50 points\n")
    assert "Everything that was checked is right." in shown


def test_less_than_full_points(capsys: Capture) -> None:
    status, shown, _ = judge(capsys, "wrong.py", "--handout", "golf")
    assert status == 1
    assert "0 of 50 points" in shown
    assert "repeat:    winnable judge wrong.py --handout golf --case 1\n" in shown
    assert "a program that Python can read" in shown
    _, shown, _ = judge(capsys, "wrong.py", "--handout", "golf", "--hide-expected")
    assert "a program that Python can read" not in shown


def test_a_program_for_python_2(capsys: Capture) -> None:
    status, shown, _ = judge(capsys, "two.py")
    assert status == 1
    assert "Not scored: this is a program for Python 2" in shown


@pytest.mark.parametrize(("file", "status"), [("proj09.py", 0), ("wrong.py", 1)])
def test_one_check(capsys: Capture, file: str, status: int) -> None:
    found, shown, _ = judge(capsys, file, "--case", "2")
    assert found == status
    assert "2. the deck is shuffled" in shown
    assert "points" not in shown


def test_a_check_that_there_is_not(capsys: Capture) -> None:
    error = refused(capsys, "judge", "wrong.py", "--case", "99")
    assert error == "golf-relaxed-2008 has checks 1 to 37: there is no 99"


@pytest.mark.parametrize("form", ["json", "junit", "gradescope", "check50", "classroom50"])
def test_formats(capsys: Capture, form: str) -> None:
    status, shown, errors = judge(capsys, "wrong.py", "--format", form)
    assert (status, errors) == (1, "")
    assert "SyntaxError" in shown
    if form != "junit":
        json.loads(shown)


def test_visibility_and_hidden_checks(capsys: Capture) -> None:
    Path("fall.toml").write_text('extends = "golf-relaxed-2008"\nhidden = ["style.*"]\n')
    words = ["--format", "gradescope", "--visibility", "after_published", "--handout", "fall.toml"]
    _, shown, _ = judge(capsys, "wrong.py", *words)
    seen = {test["visibility"] for test in json.loads(shown)["tests"]}
    assert seen == {"after_published", "hidden"}


@pytest.mark.parametrize("form", ["json", "junit", "gradescope", "check50", "classroom50"])
def test_an_autograder_gets_a_file_even_if_there_is_no_program(capsys: Capture, form: str) -> None:
    status, shown, error = judge(capsys, "none.py", "--format", form)
    assert status == 2
    assert error == "winnable: there is no file 'none.py'\n"
    assert "there is no file 'none.py'" in shown


def test_an_autograder_gets_a_file_even_if_the_judge_fails(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("winnable.cli.judge.judge_program", fail)
    status, shown, error = judge(capsys, "wrong.py", "--format", "gradescope")
    assert (status, error) == (2, "winnable: the judge failed: KeyError('x')\n")
    assert json.loads(shown)["score"] == 0


# -- several --------------------------------------------------------------------------------------


def test_several_programs(capsys: Capture) -> None:
    status, shown, errors = judge(capsys, "proj09.py", "wrong.py", "none.py", "--jobs", "2")
    assert (status, errors) == (1, "")
    assert shown.splitlines() == [
        "  points  failed  skipped  program",
        "50 of 50       0        0  proj09.py",
        " 0 of 50      37        0  wrong.py",
        "       -                   none.py: there is no file 'none.py'",
    ]


def test_several_programs_as_json(capsys: Capture) -> None:
    status, shown, _ = judge(capsys, "wrong.py", "two.py", "none.py", "--format", "json")
    entries = json.loads(shown)
    assert status == 1
    assert [entry["file"] for entry in entries] == ["wrong.py", "two.py", "none.py"]
    assert entries[0]["report"]["max_points"] == 50
    assert entries[2] == {
        "version": 1,
        "file": "none.py",
        "error": "there is no file 'none.py'",
        "report": None,
    }


def test_grades(capsys: Capture) -> None:
    Path("=1+1").mkdir()
    Path("=1+1/wrong.py").write_text(WRONG)
    Path("grades.csv").write_text("old")
    status, shown, _ = judge(capsys, "=1+1/wrong.py", "two.py", ".", "--csv", "grades.csv")
    assert status == 1
    assert shown == "3 programs judged: 0 with full points, 2 without a score. See grades.csv.\n"
    with Path("grades.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["file"] for row in rows] == ["'=1+1/wrong.py", "two.py", "."]
    assert [row["points"] for row in rows] == ["0", "", ""]
    assert [row["of"] for row in rows] == ["50", "", ""]
    assert rows[0]["handout"] == "golf-relaxed-2008"
    assert rows[1]["note"].startswith("not scored: this is a program for Python 2")
    assert rows[2]["note"] == "'.' is a folder: name the program in it"
    assert sorted(os.listdir()) == ["=1+1", "grades.csv", "proj09.py", "two.py", "wrong.py"]
    _, shown, _ = judge(capsys, "two.py", "--csv", "-")
    assert shown.startswith("file,handout,points,of,passed,failed,skipped,note\ntwo.py,")


def test_ctrl_c_ends_at_once_and_writes_nothing(folder: Path) -> None:
    Path("hangs.py").write_text(HANGS)
    Path("grades.csv").write_text("old")
    Path("tmp").mkdir()
    words = ["judge", "two.py", "hangs.py", "hangs.py", "hangs.py", "--csv", "grades.csv"]
    child = subprocess.Popen(
        [*COMMAND, *words, "--handout", "golf", "--jobs", "2"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(folder / "tmp")},
        start_new_session=True,
    )
    time.sleep(4)
    began = time.monotonic()
    os.killpg(child.pid, signal.SIGINT)  # as a terminal does
    out, errors = child.communicate(timeout=30)
    assert time.monotonic() - began < 8
    assert (child.returncode, out) == (130, "")
    assert errors.startswith("winnable: interrupted after ")
    assert errors.endswith(" of 4 programs: 'grades.csv' was not written\n")
    assert Path("grades.csv").read_text() == "old"
    assert os.listdir("tmp") == []


# -- lists, bundles, tests ------------------------------------------------------------------------


def test_lists(capsys: Capture) -> None:
    _, shown, _ = judge(capsys, "--list")
    assert "golf-relaxed-2008  50 points,  37 checks  Golf Relaxed (CSE 231, fall 2008)\n" in shown
    _, shown, _ = judge(capsys, "--list", "--handout", "golf")
    first, *checks = shown.splitlines()
    assert first == "Golf Relaxed (CSE 231, fall 2008): 50 points"
    assert checks[0] == "  1   2.5  the start of the game [rules]"
    points = [line.split()[1] for line in checks]
    assert sum(float(each) for each in points if each != "-") == pytest.approx(50)


def test_a_bundle(capsys: Capture) -> None:
    words = ["golf.zip", "--handout", "golf", "--hide-expected", "--visibility", "hidden"]
    status, shown, _ = judge(capsys, "--bundle", "gradescope", *words)
    assert status == 0
    assert shown.startswith("golf.zip is written: upload it in Gradescope")
    with zipfile.ZipFile("golf.zip") as archive:
        settings = json.loads(archive.read("settings.json"))
    assert (settings["hide_expected"], settings["visibility"]) == (True, "hidden")


def test_tests(capsys: Capture) -> None:
    status, shown, _ = judge(capsys, "generate", "golf", "--tests", "1", "--out", "new/tests")
    assert status == 0
    assert shown == "1 test for Golf Relaxed (CSE 231, fall 2008): see new/tests/README.txt.\n"
    names = sorted(os.listdir("new/tests"))
    assert names == ["README.txt", "cards_1.py", "input1.txt", "output1.txt"]
    error = refused(capsys, "judge", "generate", "golf", "--out", "new/tests")
    assert error == "'new/tests' is not an empty folder: choose another with --out"


def test_a_file_that_is_called_generate(capsys: Capture) -> None:
    Path("generate").write_text(WRONG)
    status, shown, _ = judge(capsys, "./generate", "--handout", "golf")
    assert status == 1
    assert shown.startswith("generate: Golf Relaxed")


def test_help(capsys: Capture) -> None:
    assert main(["judge", "generate", "--help"]) == 0
    assert "winnable judge generate [OPTIONS] HANDOUT" in capsys.readouterr().out
    assert main(["judge", "--help"]) == 0
    assert "Ubuntu 24.04" in capsys.readouterr().out


# -- wrong use ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("", "which program? give a file such as proj10.py" + SEE),
        ("none.py", "there is no file 'none.py'"),
        (".", "'.' is a folder: name the program in it"),
        ("wrong.py --case 0", "'0' is not a number of a check: write 1 to 9999"),
        ("wrong.py two.py --case 1", "--case is for one program" + SEE),
        ("wrong.py --case 1 --format json", "--case and --format cannot be combined" + SEE),
        ("wrong.py two.py --format junit",
         "--format junit is for one program: use json, or --csv" + SEE),
        ("wrong.py --format xml", "invalid value for '--format': 'xml' is not one of 'text', "
         "'json', 'junit', 'gradescope', 'check50', 'classroom50'" + SEE),
        ("wrong.py two.py -v", "--verbose is for one program" + SEE),
        ("wrong.py --format json -v",
         "--format json lists all checks: leave out --verbose" + SEE),
        ("wrong.py --jobs 2", "--jobs is for several programs" + SEE),
        ("wrong.py two.py --jobs 0", "'0' is not a number of jobs: write 1 to 1024"),
        ("wrong.py --visibility hidden",
         "--visibility is for --format gradescope and --bundle" + SEE),
        ("wrong.py --csv a.csv --format json", "--csv and --format cannot be combined" + SEE),
        ("wrong.py --csv none/a.csv", "cannot write 'none/a.csv': there is no such folder"),
        ("wrong.py --csv .", "'.' is not a regular file: choose another name"),
        ("wrong.py two.py --handout x.toml", "cannot read x.toml: No such file or directory"),
        ("--list wrong.py", "--list shows the checks of a handout: leave out PROGRAM" + SEE),
        ("--list --case 3", "--list and --case cannot be combined" + SEE),
        ("--bundle gradescope", "--bundle needs the name of one file that ends in .zip" + SEE),
        ("--bundle gradescope wrong.py",
         "--bundle needs the name of one file that ends in .zip" + SEE),
        ("--bundle gradescope a.zip --csv b", "--bundle and --csv cannot be combined" + SEE),
        ("generate", "missing argument 'HANDOUT'" + SEE),
        ("generate golf --seed -1", "'-1' is not a seed: write 0 to 1000000000"),
        ("generate golf --tests 0", "'0' is not a number of tests: write 1 to 100"),
        ("generate golf --out wrong.py",
         "'wrong.py' is not an empty folder: choose another with --out"),
    ],
)  # fmt: skip
def test_wrong_use(capsys: Capture, words: str, error: str) -> None:
    assert refused(capsys, "judge", *words.split()) == error


def test_an_unknown_handout(capsys: Capture) -> None:
    error = refused(capsys, "judge", "wrong.py", "--handout", "golf-relaxed-2009")
    assert error == "there is no handout 'golf-relaxed-2009': did you mean golf-relaxed-2008?"
    for words in (["generate", "whist"], ["--bundle", "gradescope", "a.zip", "--handout", "whist"]):
        assert refused(capsys, "judge", *words).startswith("there is no handout 'whist': there are")
    assert not Path("a.zip").exists()
