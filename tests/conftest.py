"""How Hypothesis works here, where games are saved while tests run, and that all speak English.

No deadlines: machines are shared, and a slow moment is no fault of the code. Where CI is set the
examples are the same every time, so that a run says something about the change and not about luck.
"""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import postgres as peers
import pytest
from hypothesis import settings

from winnable.l10n import DEFAULT_LANGUAGE, LANGUAGE_VARIABLE, set_default_language

settings.register_profile("usual", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "usual")


@pytest.fixture(scope="session")
def _folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """New folders. `mktemp` looks through all that there are, and there are thousands of tests."""
    parent = tmp_path_factory.mktemp("databases")
    return (parent / str(number) for number in count())


@pytest.fixture(autouse=True)
def _database_of_its_own(_folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the games of whoever runs it, nor those of another test."""
    folder = next(_folders)
    folder.mkdir()
    monkeypatch.setenv("WINNABLE_DATABASE", f"sqlite:///{folder / 'games.db'}")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever language the system of whoever runs the tests is set to."""
    monkeypatch.setenv(LANGUAGE_VARIABLE, DEFAULT_LANGUAGE)
    yield
    set_default_language(DEFAULT_LANGUAGE)


@pytest.fixture(scope="session")
def postgres() -> Iterator[peers.Server]:
    """A real server, for all tests of a process that want one."""
    with peers.server() as server:
        yield server
