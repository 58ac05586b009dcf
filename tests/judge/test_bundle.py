"""The Gradescope bundle, run in a clean folder the way Gradescope would."""

import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import judge_schemas
import pytest

from winnable.course.programs import PROGRAMS, find_program
from winnable.errors import FileError
from winnable.judge import load_profile
from winnable.judge.autograder import find_submission, main
from winnable.judge.bundle import gradescope_bundle, needed_files

PYTHON = getattr(sys, "_base_executable", sys.executable)
"""The interpreter without our packages."""


QUICK = ("golf-relaxed",)
"""A whole run for each of the others takes ten seconds and more, as there are no kernels."""


def unpack(data: bytes, root: Path) -> Path:
    """Lay out an autograder as Gradescope does: the zip, no submission yet, no results."""
    for folder in ("source", "submission", "results"):
        (root / folder).mkdir(parents=True)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.infolist():
            archive.extract(entry, root / "source")
            os.chmod(root / "source" / entry.filename, entry.external_attr >> 16)
    # Gradescope copies it out of the zip when the image is built.
    shutil.copy2(root / "source" / "run_autograder", root / "run_autograder")
    return root


@pytest.fixture(scope="module")
def golf_zip() -> bytes:
    return gradescope_bundle("golf")


@pytest.fixture
def golf(golf_zip: bytes, tmp_path: Path) -> Path:
    return unpack(golf_zip, tmp_path / "autograder")


def run(root: Path, **environment: str) -> dict[str, Any]:
    """Run it in an empty environment, and check what it wrote."""
    binaries = root.parent / "bin"
    binaries.mkdir(exist_ok=True)
    if not (binaries / "python3").exists():
        (binaries / "python3").symlink_to(PYTHON)
    variables = {"PATH": f"{binaries}:/usr/bin:/bin", "AUTOGRADER_ROOT": str(root)} | environment
    subprocess.run([str(root / "run_autograder")], env=variables, cwd=root, timeout=300, check=True)
    results: dict[str, Any] = json.loads((root / "results" / "results.json").read_bytes())
    loose = judge_schemas.GRADESCOPE | {"required": ["score", "output"]}
    jsonschema_rs.validate(loose, results)
    return results


def program(slug: str) -> bytes:
    file = find_program(slug)
    assert file is not None
    return file.read_bytes()


@pytest.mark.parametrize(
    "slug",
    [slug if slug in QUICK else pytest.param(slug, marks=pytest.mark.heavy) for slug in PROGRAMS],
)
def test_our_programs_get_full_points_without_anything_installed(slug: str, tmp_path: Path) -> None:
    root = unpack(gradescope_bundle(slug), tmp_path / "autograder")
    profile = load_profile(slug)
    (root / "submission" / profile.file).write_bytes(program(slug))
    results = run(root)
    assert results["score"] == profile.points, results["output"]
    assert {test["status"] for test in results["tests"]} == {"passed"}


def test_only_what_is_in_the_zip_is_imported(golf: Path) -> None:
    ask = (
        f"import sys; sys.path.insert(0, {str(golf / 'source' / 'src')!r}); "
        "before = set(sys.modules); "
        "import winnable.judge.autograder; from winnable.judge import *; print(winnable.__file__); "
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    answer = subprocess.run(
        [PYTHON, "-I", "-S", "-c", ask], capture_output=True, text=True, timeout=60, check=True
    )
    where, names = answer.stdout.splitlines()
    assert Path(where).is_relative_to(golf)
    assert set(names.split()) <= sys.stdlib_module_names | {"winnable"}


def test_the_zip() -> None:
    data = gradescope_bundle("aces-up", hide_expected=True, visibility="after_due_date")
    assert data == gradescope_bundle("aces-up", hide_expected=True, visibility="after_due_date")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        modes = {entry.filename: entry.external_attr >> 16 & 0o777 for entry in archive.infolist()}
        settings = json.loads(archive.read("settings.json"))
        scripts = [archive.read(name) for name in ("setup.sh", "run_autograder")]
        assert {entry.date_time[0] for entry in archive.infolist()} == {1980}
    assert [name for name, mode in modes.items() if mode == 0o755] == ["run_autograder", "setup.sh"]
    assert settings == {
        "handout": "profile/aces-up-2023.toml",
        "hide_expected": True,
        "visibility": "after_due_date",
    }
    assert "assignments/aces_up/proj10.py" in modes
    assert "assignments/golf_relaxed/proj09.py" not in modes
    assert not [name for name in modes if name.endswith((".so", ".pyc", ".pyx"))]
    for script in scripts:
        assert b"\r" not in script
        subprocess.run(["bash", "-n"], input=script, check=True)


def test_no_more_of_us_than_is_needed() -> None:
    needed = needed_files()
    assert not [name for name in needed if name.startswith(("cli", "web", "tui", "store", "coach"))]
    assert {"judge/child/harness.py", "rules/games/golf_relaxed.py"} <= set(needed)


def test_a_profile_of_ones_own_with_what_it_extends(tmp_path: Path) -> None:
    (tmp_path / "course.toml").write_text('extends = "golf-relaxed-2008"\nfile = "golf.py"\n')
    rubric = '[[rubric]]\nname = "All"\npoints = 10\nchecks = ["*"]\n'
    mine = tmp_path / "fall.toml"
    mine.write_text(f'extends = "course.toml"\ntitle = "Mine"\nhidden = ["style.*"]\n{rubric}')
    root = unpack(gradescope_bundle(str(mine)), tmp_path / "autograder")
    mine.unlink()
    (root / "submission" / "golf.py").write_text("def play(:\n")
    results = run(root)
    assert results["output"].startswith("Mine\n0 of 10 points")
    hidden = {test["name"] for test in results["tests"] if test["visibility"] == "hidden"}
    assert hidden == {"the program is divided into functions", "the program has comments"}


def test_without_a_handout_it_is_found(tmp_path: Path) -> None:
    root = unpack(gradescope_bundle(None), tmp_path / "autograder")
    (root / "submission" / "anything.py").write_text("def deal_golf(:\n    # Golf golf\n")
    assert "Golf Relaxed" in run(root)["output"]


# -- results whatever happens ---------------------------------------------------------------------


def test_nothing_was_handed_in(golf: Path) -> None:
    results = run(golf)
    assert results["score"] == 0
    assert "no Python program was handed in: hand in proj09.py" in results["output"]


def test_a_syntax_error(golf: Path) -> None:
    (golf / "submission" / "proj09.py").write_text("def play(:\n")
    results = run(golf)
    assert results["score"] == 0
    assert "SyntaxError" in results["tests"][0]["output"]


def test_the_judge_itself_fails(golf: Path) -> None:
    (golf / "submission" / "proj09.py").write_text("x = 1\n")
    (golf / "source" / "settings.json").write_text("{")
    results = run(golf)
    assert results["score"] == 0
    assert "please tell your instructor" in results["output"]


def test_the_judge_does_not_even_start(golf: Path) -> None:
    (golf / "source" / "grade.py").unlink()
    (golf / "results" / "results.json").write_text('{"score": 1000}')
    results = run(golf)
    assert results["score"] == 0
    assert "please tell your instructor" in results["output"]


def test_the_judge_takes_too_long(golf: Path) -> None:
    (golf / "submission" / "proj09.py").write_text("while True:\n    pass\n")
    results = run(golf, WINNABLE_SECONDS="1")
    assert results["score"] == 0


def test_an_error_of_ours_is_told_to_instructors_alone(
    golf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("a secret")

    monkeypatch.setattr("winnable.judge.autograder.grade", fail)
    main([str(golf)])
    output = json.loads((golf / "results" / "results.json").read_bytes())["output"]
    assert "KeyError" in output
    assert "secret" not in output
    assert "a secret" in capsys.readouterr().out


# -- which of the files it is ---------------------------------------------------------------------


@pytest.fixture
def handed_in(tmp_path: Path) -> Callable[..., str]:
    def find(*names: str) -> str:
        for name in names:
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("x = 1\n")
        return str(find_submission(tmp_path, load_profile("golf")).relative_to(tmp_path))

    return find


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ("proj09.py", "proj09.py"),
        ("PROJ09.PY other.py", "PROJ09.PY"),
        ("work/Proj09.py cards.py work/cards.py", "work/Proj09.py"),
        ("golf.py cards.py", "golf.py"),
        ("proj09-2.py helper.py", "proj09-2.py"),
        ("__MACOSX/proj09.py .hidden/proj09.py .proj09.py golf.py notes.txt", "golf.py"),
    ],
)
def test_the_program_is_found(handed_in: Callable[..., str], names: str, found: str) -> None:
    assert handed_in(*names.split()) == found


def test_one_of_several_cannot_be_told(handed_in: Callable[..., str]) -> None:
    with pytest.raises(FileError, match=r"there are a\.py and b\.py: hand in proj09\.py alone"):
        handed_in("a.py", "b.py")


def test_links_are_not_followed(handed_in: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "proj09.py").symlink_to(find_program("golf-relaxed") or "")
    with pytest.raises(FileError, match="no Python program was handed in"):
        handed_in()
