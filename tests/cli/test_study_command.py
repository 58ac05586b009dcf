"""`winnable study`: its options, and errors in their use."""

import shutil
import subprocess
from pathlib import Path

import pytest
from child_processes import COMMAND
from line_driver import Capture, refused

from winnable.cli import main
from winnable.study import Study, load

QUICK = ["--games", "freecell", "--deals", "1-40", "--jobs", "1", "--shard-deals", "20"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of two games, for tests that only read it."""
    path = tmp_path_factory.mktemp("finished") / "mine"
    words = ["--games", "freecell,golf", "--deals", "1-60", "--jobs", "1", "--shard-deals", "30"]
    assert main(["study", "run", str(path), *words]) == 0
    return path


def test_a_study_is_a_folder_here(here: Path, capsys: Capture) -> None:
    assert main(["study", "run", "mine", *QUICK]) == 0
    assert load("mine")["deal"].to_pylist() == list(range(1, 41))
    assert "FreeCell: 40 winnable, 0 lost, 0 unsettled" in capsys.readouterr().out
    assert main(["study", "run", "mine"]) == 0


def test_a_sample_of_a_range(here: Path) -> None:
    words = ["--games", "golf", "--deals", "1-500", "--sample", "30", "--seed", "5", "--jobs", "1"]
    assert main(["study", "run", "sub/mine", *words]) == 0
    numbers = load("sub/mine")["deal"].to_pylist()
    assert len(set(numbers)) == 30
    assert numbers != sorted(numbers)


def test_more_memory_than_there_is_for_all_processes_is_noted(here: Path, capsys: Capture) -> None:
    words = ["--games", "golf", "--deals", "1-10"]
    assert main(["study", "run", "small", *words, "--memory", "1M", "--jobs", "1"]) == 0
    assert "--jobs N" not in capsys.readouterr().err
    assert main(["study", "run", "large", *words, "--memory", "9000G", "--jobs", "1"]) == 0
    assert "may need 8.789 TiB each" in " ".join(capsys.readouterr().err.split())


def test_parts_are_solved_one_by_one(here: Path, capsys: Capture) -> None:
    assert main(["study", "run", "mine", *QUICK, "--shard", "2/2"]) == 0
    assert load("mine")["deal"].to_pylist() == list(range(21, 41))
    assert "Part 2/2 of FreeCell: 20 winnable" in " ".join(capsys.readouterr().out.split())
    assert main(["study", "run", "mine", "--shard", "1/2", "--jobs", "1"]) == 0
    assert load("mine").num_rows == 40


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run"], "NAME"),
        (["run", "new"], "games and deals"),
        (["run", "new", "--games", "freecell"], "which deals"),
        (["run", "new", "--games", "chess", "--deals", "1-5"], "'chess'"),
        (["run", "new", "--games", "freecell", "--deals", "5-1"], "'5-1'"),
        (["run", "new", "--games", "freecell", "--deals", "1-5", "--sample", "9"], "9 deals"),
        (["run", "new", "--games", "freecell", "--deals", "1-5", "--seed", "9"], "--sample"),
        (["run", "new", "--games", "freecell", "--sample", "0"], "'0'"),
        (["run", "new", *QUICK, "--memory", "much"], "'much'"),
        (["run", "new", *QUICK, "--memory", "4G,1G"], "smallest"),
        (["run", "new", *QUICK, "--memory", "0G"], "limit"),
        (["run", "new", *QUICK, "--memory", ""], "''"),
        (["run", "new", *QUICK, "--limit", "1GiB"], "--memory"),
        (["run", "new", *QUICK, "--shard", "0/4"], "'0/4'"),
        (["run", "new", *QUICK, "--shard", "5/4"], "'5/4'"),
        (["run", "new", *QUICK, "--shard", "third"], "'third'"),
        (["run", "new", *QUICK, "--shard-deals", "0"], "'0'"),
        (["run", "new", *QUICK, "--dask", "local:2"], "--jobs"),
        (["run", "file.txt", *QUICK], "file.txt"),
        (["run", "", *QUICK], "name"),
        (["run", "a\0b", *QUICK], "null"),
        (["play", "new"], "play"),
    ],
)
def test_wrong_use_is_reported_in_one_line_and_creates_nothing(
    here: Path, capsys: Capture, words: list[str], message: str
) -> None:
    (here / "file.txt").write_text("mine")
    assert message in refused(capsys, "study", *words)
    assert [file.name for file in here.iterdir()] == ["file.txt"]


def test_another_question_is_refused_with_what_differs(
    finished: Path, here: Path, capsys: Capture
) -> None:
    shutil.copytree(finished, "copy")
    words = ["--games", "freecell,golf", "--deals", "1-61"]
    error = refused(capsys, "study", "run", "copy", *words)
    assert "1 to 60" in error
    assert "1 to 61" in error


def test_a_folder_where_one_may_not_write(finished: Path, here: Path, capsys: Capture) -> None:
    shutil.copytree(finished, "copy")
    lock = Path("copy/.lock")
    lock.unlink()
    lock.mkdir()  # as root may write anywhere, something has to be in the way
    assert "cannot write" in refused(capsys, "study", "run", "copy")


def test_a_run_whose_words_nobody_reads_does_not_say_that_all_is_solved(here: Path) -> None:
    words = ["--games", "freecell", "--deals", "1-40000", "--shard-deals", "10000", "--jobs", "1"]
    done = subprocess.run(
        [
            *("bash", "-c", '"$@" 2>&1 | head -1; echo "status ${PIPESTATUS[0]}"', "bash"),
            *(*COMMAND, "study", "run", "mine", *words),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.splitlines()[1:] == ["status 130"]
    assert done.stderr == ""
    assert load("mine").num_rows < 40_000


def test_help_names_every_command(capsys: Capture) -> None:
    assert main(["study", "--help"]) == 0
    shown = capsys.readouterr().out
    assert all(word in shown for word in ("run", "report", "verify"))


def test_study_without_its_packages_says_how_to_get_them(
    here: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "winnable[study]" in refused(capsys, "study", "run", "new", *QUICK)


def test_the_study_of_a_notebook_is_that_of_the_command(finished: Path) -> None:
    study = Study.open(finished)
    assert [game.slug for game in study.manifest.games] == ["freecell", "golf-relaxed"]
    assert load(finished, ["golf-relaxed"]).num_rows == 60
