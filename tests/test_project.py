"""The project as a newcomer meets it: its commands, its public names, its documents."""

import inspect
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import winnable
from winnable import svg

ROOT = Path(__file__).parents[1]


def _make(*words: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    # What the outer make tells its children is not for one that stands for a newcomer's.
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        ["make", *words],
        cwd=cwd,
        env=inherited | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(not (ROOT / ".venv" / "ready").exists(), reason="not run by make")
def test_make_play_without_a_terminal_shows_the_help() -> None:
    answer = _make("play")
    assert answer.returncode == 0, answer.stderr
    assert "winnable play freecell --deal 617" in answer.stdout


def test_an_old_python_is_refused_in_one_line(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")  # as `sys.exit(sys.version_info < (3, 11))` does
    old.chmod(0o755)
    shutil.copy(ROOT / "Makefile", tmp_path)
    for file in ("pyproject.toml", "setup.py"):
        shutil.copy(ROOT / file, tmp_path)
    answer = _make("play", f"PYTHON={old}", cwd=tmp_path)
    assert answer.returncode != 0
    assert "Winnable needs Python 3.11 or newer" in answer.stderr


@pytest.mark.heavy
def test_a_fresh_clone_in_a_folder_with_a_space(tmp_path: Path) -> None:
    clone = tmp_path / "my games"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    answer = _make("play", cwd=clone, PYTHON=sys.executable)
    assert answer.returncode == 0, answer.stderr
    assert "winnable play freecell --deal 617" in answer.stdout
    command = [str(clone / ".venv" / "bin" / "winnable"), "show", "golf", "--deal", "3"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Golf Relaxed" in shown.stdout


def _install(home: Path, **environment: str) -> Path:
    """Install the package from its sources, as anybody would; where its commands are."""
    subprocess.run([sys.executable, "-m", "venv", str(home / "venv")], check=True)
    pip = [str(home / "venv" / "bin" / "pip"), "install", "-q", "--disable-pip-version-check"]
    not_sources = shutil.ignore_patterns(".venv", ".git", "build", "*.so")
    shutil.copytree(ROOT, home / "source", ignore=not_sources)
    subprocess.run([*pip, str(home / "source")], check=True, env=os.environ | environment)
    shutil.rmtree(home / "source")
    return home / "venv" / "bin"


@pytest.mark.heavy
def test_an_installation_from_a_wheel_has_everything(tmp_path: Path) -> None:
    command = str(_install(tmp_path) / "winnable")
    for slug in winnable.GAMES:
        played = subprocess.run(
            [command, "assignment", slug], input="q\n", capture_output=True, text=True, check=True
        )
        assert played.stderr == ""
        assert len(played.stdout) > 100
    installed = tmp_path / "venv" / "share" / "winnable" / "assignments"
    judged = subprocess.run(
        [command, "judge", str(installed / "golf_relaxed" / "proj09.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (judged.returncode, judged.stderr) == (0, "")
    lost = subprocess.run(
        [command, "solve", "freecell", "--deal", "11982"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (lost.returncode, lost.stderr) == (1, "")


@pytest.mark.heavy
def test_without_a_compiler_it_installs_and_solves_and_says_so_once(tmp_path: Path) -> None:
    command = str(_install(tmp_path, CC="false") / "winnable")
    solved = subprocess.run(
        [command, "solve", "freecell", "--deals", "1-2"], capture_output=True, text=True, check=True
    )
    assert solved.stdout.count("winnable") >= 2
    assert solved.stderr.count("pure Python") == 1
    assert "Traceback" not in solved.stderr


@pytest.mark.parametrize("name", winnable.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    value = getattr(winnable, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        assert value.__doc__
        if inspect.isclass(value):
            methods = inspect.getmembers(value, inspect.isfunction)
            own = [m for n, m in methods if not n.startswith("_") and n in vars(value)]
            assert all(method.__doc__ for method in own)


def test_every_module_says_what_it_is() -> None:
    for module in (ROOT / "src").rglob("*.py"):
        assert module.read_text(encoding="utf-8").lstrip().startswith('"""'), module


def test_links_between_documents_lead_somewhere() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    assert len(documents) >= 4
    for document in documents:
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
            if not target.startswith("http"):
                assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_paths_that_architecture_names_exist() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    layers = "rules|play|solver|store|coach|tui|cli|docs"
    for path in re.findall(rf"`((?:{layers})/[a-z_/]+\.(?:py|md))`", text):
        base = ROOT if path.startswith("docs") else ROOT / "src" / "winnable"
        assert (base / path).exists(), path


def test_the_picture_in_the_readme_is_drawn_by_the_library() -> None:
    picture = (ROOT / "docs" / "pictures" / "freecell-617.svg").read_text(encoding="utf-8")
    drawn = svg.table(winnable.Session.new("freecell", 617).view, title="FreeCell, deal 617")
    assert picture == drawn + "\n"
