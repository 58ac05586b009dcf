"""Stores that are only read: nothing is created, and nobody has to be able to write there."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import postgres as peers
import pytest
from store.other_process import ignore_fork_warnings, in_another_process
from store.saved_games import FREECELL, begin, fetch, give_up, number_of, win

from winnable.errors import StoreError
from winnable.store import Store
from winnable.store.location import DATABASE_VARIABLE

pytestmark = ignore_fork_warnings

NOBODY = 65534
GOLDEN = Path(__file__).parent.parent / "golden" / "store"


def read(url: str) -> Store:
    return Store.open(url, read_only=True)


def test_it_reads_and_refuses_to_write(url: str) -> None:
    with Store.open(url) as store:
        number = number_of(win(store))
    with read(url) as store:
        assert [saved.number for saved in store.games.history()] == [number]
        assert store.games.statistics(FREECELL).played == 1
        assert len(list(store.games.records())) == 1
        assert begin(store).save_error
        with pytest.raises(StoreError, match=r"cannot be written: .* read-only"):
            store.settings.set("x", "y")
    assert fetch(url, "SELECT number FROM games") == [(number,)]


def test_a_database_that_was_named_must_exist(tmp_path: Path) -> None:
    missing = tmp_path / "folder" / "games.db"
    for file in (missing, missing.parent):
        with pytest.raises(StoreError, match=r"^there is no Winnable database at .*games\.db: "):
            read(f"sqlite:///{missing}")
        assert not file.exists()
    (tmp_path / "empty.db").touch()
    with pytest.raises(StoreError, match="there is no Winnable database at"):
        read(f"sqlite:///{tmp_path / 'empty.db'}")
    assert [file.name for file in tmp_path.iterdir()] == ["empty.db"]
    assert (tmp_path / "empty.db").stat().st_size == 0


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_schema_without_tables_stays_empty(url: str) -> None:
    with pytest.raises(StoreError, match="there is no Winnable database at postgresql:"):
        read(url)
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    assert fetch(url, tables) == []


def test_a_player_without_a_file_has_no_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(DATABASE_VARIABLE, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with Store.open(read_only=True) as store:
        assert store.games.history() == []
    assert list(tmp_path.iterdir()) == []


# -- where nobody can write -----------------------------------------------------------------------


def history_of_somebody_else(file: Path) -> list[int]:
    """What a user reads who may not write there: root may write everywhere."""
    with Store.open("sqlite://") as store:  # loads what that user may not be able to load
        store.games.history()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            with read(f"sqlite:///{file}") as store:
                found = " ".join(str(saved.number) for saved in store.games.history())
        except BaseException as error:
            found = repr(error)
        os.write(writing, found.encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as answer:
        return [int(number) for number in answer.read().split()]


@pytest.fixture
def shut_folder() -> Iterator[Path]:
    """A folder that others may read; pytest's own are its user's alone."""
    folder = Path(tempfile.mkdtemp(prefix="winnable-"))
    yield folder
    folder.chmod(0o700)
    shutil.rmtree(folder)


def shut(folder: Path) -> list[str]:
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    return sorted(file.name for file in folder.iterdir())


def test_a_folder_where_one_may_not_write(shut_folder: Path) -> None:
    file = shut_folder / "games.db"
    with Store.open(f"sqlite:///{file}") as store:
        give_up(store)
        begin(store)
    files = shut(shut_folder)
    assert history_of_somebody_else(file) == [2, 1]
    assert sorted(each.name for each in shut_folder.iterdir()) == files


def test_a_log_that_was_left_behind(shut_folder: Path) -> None:
    file = shut_folder / "games.db"
    with in_another_process(lambda: begin(Store.open(f"sqlite:///{file}"))):
        pass
    assert (shut_folder / "games.db-wal").stat().st_size
    shut(shut_folder)
    assert history_of_somebody_else(file) == [1]


def test_while_another_program_plays(shut_folder: Path) -> None:
    file = shut_folder / "games.db"
    with Store.open(f"sqlite:///{file}") as store:
        begin(store)
        for name in shut(shut_folder):
            (shut_folder / name).chmod(0o644)  # the owner has it open, and goes on
        assert history_of_somebody_else(file) == [1]
        begin(store)
        assert history_of_somebody_else(file) == [2, 1]


def test_an_older_version_is_read(shut_folder: Path) -> None:
    shutil.copyfile(GOLDEN / "v1.db", shut_folder / "games.db")
    shut(shut_folder)
    before = (shut_folder / "games.db").read_bytes()
    assert history_of_somebody_else(shut_folder / "games.db")
    assert (shut_folder / "games.db").read_bytes() == before


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[[str], None]]:
    """A file system in `tmp_path`; the function changes its options."""

    def mount(*options: str) -> None:
        command = ["mount", "-t", "tmpfs", "-o", *options, "winnable", str(tmp_path)]
        if subprocess.run(command, check=False, capture_output=True).returncode:
            pytest.skip("only root can mount a file system, and not everywhere")

    mount("size=8m")
    yield lambda options: mount(f"remount,{options}")
    subprocess.run(["umount", str(tmp_path)], check=True)


def test_a_read_only_file_system(mounted: Callable[[str], None], tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with Store.open(f"sqlite:///{file}") as store:
        begin(store)
    mounted("ro")
    with read(f"sqlite:///{file}") as store:
        assert [saved.number for saved in store.games.history()] == [1]
        assert store.name == str(file)
        with pytest.raises(StoreError, match="cannot be written"):
            store.settings.set("x", "y")
    mounted("rw")


def test_a_server_that_is_read_only(postgres: peers.Server) -> None:
    url = postgres.new_schema_url()
    with Store.open(url) as store:
        begin(store)
    read_only = "%20-cdefault_transaction_read_only%3Don"
    with read(url + read_only) as store:
        assert len(store.games.history()) == 1
