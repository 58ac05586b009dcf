"""The files of an open database are deleted, overwritten, or changed by other programs that may."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event
from store.other_process import ignore_fork_warnings, in_another_process
from store.saved_games import begin, first_move, give_up

from winnable.errors import StoreError
from winnable.store import Store

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="Windows lets nobody delete open files"),
    ignore_fork_warnings,
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def open_store(file: Path, *, group_commit: bool = False) -> Store:
    return Store.open(f"sqlite:///{file}", group_commit=group_commit)


def beside(file: Path, end: str) -> Path:
    return file.with_name(f"{file.name}{end}")


def make_copy(file: Path, copy: Path) -> bytes:
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy.read_bytes()


def numbers(store: Store) -> list[int]:
    return sorted(saved.number for saved in store.games.history(limit=None))


# -- deleted --------------------------------------------------------------------------------------

DELETED = [["-wal"], ["-shm"], ["-wal", "-shm"]]


@pytest.mark.parametrize("ends", DELETED, ids=" ".join)
@pytest.mark.parametrize("is_idle", [False, True])
def test_what_was_saved_survives_a_kill(file: Path, ends: list[str], is_idle: bool) -> None:
    def play() -> Store:
        store = open_store(file)
        begin(store, 1)
        begin(store, 2)
        for end in ends:
            beside(file, end).unlink()
        if is_idle:
            store.check_files()
        else:
            begin(store, 3)
        return store

    with in_another_process(play):
        pass
    with open_store(file) as store:
        assert numbers(store) == ([1, 2] if is_idle else [1, 2, 3])


def test_other_programs_find_what_was_saved(file: Path) -> None:
    with open_store(file) as store:
        begin(store, 1)
        beside(file, "-wal").unlink()
        begin(store, 2)
        with open_store(file) as other:
            assert numbers(other) == [1, 2]
            begin(other, 3)
        assert numbers(store) == [1, 2, 3]
    assert not beside(file, "-wal").exists()


@pytest.mark.parametrize("ends", DELETED, ids=" ".join)
def test_while_threads_read_and_write(file: Path, ends: list[str]) -> None:
    rounds, threads = 15, 8
    with open_store(file, group_commit=True) as store, ThreadPoolExecutor(threads) as pool:
        begin(store, 1)

        def play(deal: int) -> int:
            game = begin(store, deal)
            assert not game.save_error
            for _ in range(3):
                first_move(game)
                store.games.history()
            assert not game.save_error
            return len(game.session.steps)

        for _ in range(rounds):
            jobs = [pool.submit(play, deal) for deal in range(1, threads + 1)]
            for end in ends:
                beside(file, end).unlink(missing_ok=True)
            assert {job.result(60) for job in jobs} == {4}
    with open_store(file) as store:
        assert len(numbers(store)) == 1 + rounds * threads
        assert {saved.moves for saved in store.games.history()} == {4}


def test_a_connection_that_is_being_opened_meanwhile_is_not_used(file: Path) -> None:
    with open_store(file) as store:
        begin(store, 1)
        store._database.engine.dispose()  # so that the next use opens a connection
        deletions = iter([beside(file, "-wal")])

        def delete_the_log(_: object, __: object) -> None:
            for log in deletions:
                log.unlink()
                with ThreadPoolExecutor(1) as other:  # which copies the log and opens another
                    other.submit(store.check_files).result()

        event.listen(store._database.engine, "connect", delete_the_log)
        player = store.players.create()
        assert store.players.known_since(player) is not None
    with open_store(file) as store:
        assert store.players.known_since(player) is not None
        assert numbers(store) == [1]


def test_a_log_that_was_replaced_is_not_mixed_with_ours(file: Path) -> None:
    with open_store(file) as store:
        begin(store, 1)
        beside(file, "-wal").unlink()
        beside(file, "-wal").write_bytes(b"")
        for use in (store.games.history, store.check_files, lambda: store.settings.get("x")):
            with pytest.raises(StoreError, match=r"games.db-wal was replaced while .* was open"):
                use()
        before = file.read_bytes()
    assert file.read_bytes() == before
    assert beside(file, "-wal").read_bytes() == b""


# -- overwritten ----------------------------------------------------------------------------------


def test_an_overwritten_database_is_left_as_it_is(file: Path, tmp_path: Path) -> None:
    with open_store(file) as store:
        begin(store, 1)
        contents = make_copy(file, tmp_path / "copy.db")
        game = begin(store, 2)
        shutil.copyfile(tmp_path / "copy.db", file)
        log = beside(file, "-wal").read_bytes()
        first_move(game)
        assert game.save_error
        assert "while it was open" in game.save_error
        with pytest.raises(StoreError, match="was overwritten"):
            store.games.history()
        with pytest.raises(StoreError, match="was overwritten"):
            open_store(file)
    assert file.read_bytes() == contents
    assert beside(file, "-wal").read_bytes() == log
    with pytest.raises(StoreError) as error:  # the log would be applied to the wrong contents
        open_store(file)
    assert "\n" not in str(error.value)
    for end in ("-wal", "-shm", "-overwritten"):
        assert str(beside(file, end)) in str(error.value)
        beside(file, end).unlink()
    run_python(  # this process still has the former contents open
        f"from winnable.store import Store; store = Store.open({f'sqlite:///{file}'!r});"
        "assert [saved.number for saved in store.games.history()] == [1]; store.close()"
    )


def test_the_end_of_the_program_does_not_mix_them_either(file: Path, tmp_path: Path) -> None:
    program = f"""
import shutil, sqlite3
from store.saved_games import begin
from winnable.store import Store
store = Store.open({f"sqlite:///{file}"!r})
begin(store, 1)
copy = sqlite3.connect({str(tmp_path / "copy.db")!r})
sqlite3.connect({str(file)!r}).backup(copy)
copy.close()
begin(store, 2)
shutil.copyfile({str(tmp_path / "copy.db")!r}, {str(file)!r})
store.close()
"""
    run_python(program)
    assert file.read_bytes() == (tmp_path / "copy.db").read_bytes()
    assert beside(file, "-overwritten").exists()


def run_python(program: str) -> None:
    tests = str(Path(__file__).parent.parent)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([tests, *sys.path])}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment, timeout=60)


# -- not overwritten ------------------------------------------------------------------------------


def checkpoint(file: Path, _: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def vacuum(file: Path, _: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("VACUUM")


def restore(file: Path, copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as source, closing(sqlite3.connect(file)) as other:
        source.backup(other)


def play_elsewhere(file: Path, _: Path) -> None:
    with open_store(file) as store:
        give_up(store)


@pytest.mark.parametrize("change", [checkpoint, vacuum, restore, play_elsewhere])
def test_other_programs_may_change_it(
    file: Path, tmp_path: Path, change: Callable[[Path, Path], None]
) -> None:
    copy = tmp_path / "copy.db"
    with open_store(file) as store:
        begin(store, 1)
        make_copy(file, copy)
        begin(store, 2)
        for _ in range(5):
            with in_another_process(change, file, copy):
                store.check_files()
            store.check_files()
            assert 1 in numbers(store)
            game = begin(store, 3)
            assert not game.save_error
            assert game.number in numbers(store)
    with open_store(file) as store:
        assert game.number in numbers(store)


def test_programs_that_write_at_the_same_time(file: Path) -> None:
    """Each with checkpoints after nearly every change."""
    program = f"""
import sys
from sqlalchemy import event
from store.saved_games import begin, first_move
from winnable.store import Store
store = Store.open({f"sqlite:///{file}"!r}, group_commit=True)
event.listen(store._database.engine, "connect",
    lambda connection, _: connection.execute("PRAGMA wal_autocheckpoint = 3").fetchall())
for deal in range(1, 21):
    game = begin(store, deal)
    for _ in range(3):
        first_move(game)
        store.check_files()
    assert not game.save_error, game.save_error
store.close()
"""
    open_store(file).close()
    with ThreadPoolExecutor(3) as pool:
        for run in [pool.submit(run_python, program) for _ in range(3)]:
            run.result()
    with open_store(file) as store:
        assert len(numbers(store)) == 3 * 20
        assert {saved.moves for saved in store.games.history()} == {4}


def test_a_change_of_the_time_alone_loses_nothing(file: Path) -> None:
    """It looks as if it were overwritten, and a person has to say that it was not."""
    with open_store(file) as store:
        begin(store, 1)
        store.check_files()
        os.utime(file)
        with pytest.raises(StoreError, match="was overwritten"):
            store.check_files()
    beside(file, "-overwritten").unlink()
    run_python(
        f"from winnable.store import Store; store = Store.open({f'sqlite:///{file}'!r});"
        "assert [saved.number for saved in store.games.history()] == [1]; store.close()"
    )
