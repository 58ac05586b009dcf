"""Whatever goes wrong with a database is one line of text, and the game can be played on."""

import os
import re
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import postgres as peers
import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool
from store.saved_games import WINNING, nearly_won

from winnable import Session, StoreError
from winnable.l10n import use_language
from winnable.store import Outcome, SavedGame, Store
from winnable.store.db_errors import busy_error, describe_db_error
from winnable.store.location import find_location


def open_error(url: str) -> str:
    with pytest.raises(StoreError) as error:
        Store.open(url)
    message = str(error.value)
    assert message.isprintable()
    assert peers.PASSWORD not in message
    return message


def play(game: SavedGame, moves: int) -> None:
    for _ in range(moves):
        game.make(next(game.session.legal_moves()))


def check_saved(store: Store, game: SavedGame) -> None:
    assert game.save_error == ""
    assert game.number
    again = store.open_game(game.number)
    assert (again.session.steps, again.version) == (game.session.steps, game.version)


# -- a full disk ----------------------------------------------------------------------------------


@contextmanager
def little_disk(path: Path) -> Iterator[Callable[[], None]]:
    """A real file system that is soon full; deleting the ballast makes room."""
    (path.parent / "ballast").write_bytes(bytes(300_000))
    yield (path.parent / "ballast").unlink


@contextmanager
def few_pages(path: Path) -> Iterator[Callable[[], None]]:
    """SQLite itself allows no more pages."""

    pages = 8

    def limit(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    def make_room() -> None:
        nonlocal pages
        pages = 10_000

    event.listen(Pool, "checkout", limit)
    try:
        yield make_room
    finally:
        event.remove(Pool, "checkout", limit)


@contextmanager
def small_files(path: Path) -> Iterator[Callable[[], None]]:
    """The system limits the size of files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, hard))
    try:
        yield lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    if request.param is not little_disk:
        yield tmp_path / "games.db"
        return
    mount = ["mount", "-t", "tmpfs", "-o", "size=500k", "none", str(tmp_path)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a file system")
    try:
        yield tmp_path / "games.db"
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


FullDisk = Callable[[Path], AbstractContextManager[Callable[[], None]]]


@pytest.mark.parametrize("file", [little_disk], indirect=True)
def test_a_store_that_cannot_be_opened_on_a_full_disk_says_why(file: Path) -> None:
    Store.open(f"sqlite:///{file}").close()
    with (file.parent / "ballast").open("wb", buffering=0) as ballast, suppress(OSError):
        while True:
            ballast.write(bytes(512))
    assert open_error(f"sqlite:///{file}") == f"{file} cannot be written: the disk is full"


@pytest.mark.parametrize(
    ("full_disk", "file", "why"),
    [
        (little_disk, little_disk, "cannot be written: the disk is full"),
        (few_pages, few_pages, "cannot be written: the disk is full"),
        (small_files, small_files, "cannot be read or written: the disk reports an error"),
    ],
    indirect=["file"],
)
def test_a_full_disk_does_not_end_the_game(full_disk: FullDisk, file: Path, why: str) -> None:
    with Store.open(f"sqlite:///{file}") as store, full_disk(file) as make_room:
        game = store.new_game(Session.new("freecell", 1))
        play(game, 1)
        with pytest.raises(StoreError) as error:
            fill(store)
        assert str(error.value) == f"{file} {why}"
        others = [store.new_game(Session.new("freecell", deal)) for deal in range(2, 50)]
        other = next(other for other in others if fails_to_save(other))
        play(game, 5)
        play(other, 2)
        assert other.save_error == f"{file} {why}"
        assert (len(other.session.steps), other.number) == (3, None)
        make_room()
        play(game, 1)
        other.count_hint()
        check_saved(store, game)
        check_saved(store, other)
        assert {1: 7, other.session.deal: 3}.items() <= {
            saved.deal: saved.moves for saved in store.games.history(limit=None)
        }.items()


def fill(store: Store) -> None:
    for number in range(1000):
        store.settings.set(str(number), "x" * 5000)


def fails_to_save(game: SavedGame) -> bool:
    play(game, 1)
    return bool(game.save_error)


# -- other errors in the middle of a game ---------------------------------------------------------


class Failure:
    """A store that cannot be written for a while."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store, self._patch = store, monkeypatch

    @contextmanager
    def lasting(self) -> Iterator[None]:
        with self._patch.context() as patch:
            for method in ("insert", "update", "set_seconds"):
                patch.setattr(self.store.games, method, self._refuse)
            yield

    def _refuse(self, *_: object) -> None:
        raise StoreError("no")


@pytest.fixture
def failure(store: Store, monkeypatch: pytest.MonkeyPatch) -> Failure:
    return Failure(store, monkeypatch)


def test_a_win_that_could_not_be_saved_is_saved_later(store: Store, failure: Failure) -> None:
    for later in (SavedGame.undo, SavedGame.count_hint, SavedGame.pause, SavedGame.give_up):
        game = store.new_game(nearly_won())
        game.make(WINNING[0])
        with failure.lasting():
            game.make(WINNING[1])
            assert (game.save_error, game.outcome) == ("no", Outcome.WON)
            game.undo()
            game.make("t1t2")
            assert game.save_error == "no"
        later(game)
        assert game.save_error == ""
        [saved] = [saved for saved in store.games.history() if saved.number == game.number]
        assert (saved.outcome, saved.moves, saved.is_unaided) == (Outcome.WON, 2, True)
        assert game.number
        assert store.open_game(game.number).session.is_won


def test_a_pause_saves_what_could_not_be_saved(store: Store, failure: Failure) -> None:
    game = store.new_game(Session.new("freecell", 1))
    with failure.lasting():
        play(game, 3)
        assert game.save_error == "no"
    game.pause()
    check_saved(store, game)
    with failure.lasting():
        game.pause()
        assert game.save_error == "no"
    game.undo()
    check_saved(store, game)


def test_a_game_that_was_not_saved_and_is_stale(store: Store, failure: Failure) -> None:
    game = store.new_game(Session.new("freecell", 1))
    play(game, 2)
    assert game.number
    with failure.lasting():
        play(game, 2)
    store.open_game(game.number).undo()
    game.pause()  # raises nothing
    check_saved(store, game)
    assert len(game.session.steps) == 1


def test_a_lock_that_lasts_too_long(url: str, tmp_path: Path) -> None:
    with Store.open(url, timeout=1) as store:
        game = store.new_game(Session.new("freecell", 1))
        play(game, 1)
        with locked(url, tmp_path):
            play(game, 2)
            assert game.save_error == (
                f"{store.name} is locked by another program: try again when that has finished"
            )
        play(game, 1)
        check_saved(store, game)


@contextmanager
def locked(url: str, tmp_path: Path) -> Iterator[None]:
    if url.startswith("sqlite"):
        other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        yield
        other.close()
    else:
        with psycopg.connect(url) as connection:
            connection.execute("LOCK TABLE games IN ACCESS EXCLUSIVE MODE")
            yield


def test_a_server_that_goes_away_and_comes_back(postgres: peers.Server) -> None:
    postgres.run("CREATE DATABASE away")
    url = postgres.url().replace("/postgres?", "/away?")
    with Store.open(url) as store:
        game = store.new_game(Session.new("freecell", 1))
        play(game, 1)
        postgres.run("ALTER DATABASE away ALLOW_CONNECTIONS false")
        postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname='away'")
        play(game, 2)
        assert game.save_error.startswith("postgresql://winnable@/away cannot be used: ")
        assert "not currently accepting connections" in game.save_error
        postgres.run("ALTER DATABASE away ALLOW_CONNECTIONS true")
        play(game, 1)
        check_saved(store, game)


# -- what cannot be opened ------------------------------------------------------------------------


@contextmanager
def nobody() -> Iterator[None]:
    """Root may write anywhere, so the test is somebody else for a while."""
    if os.geteuid():
        yield
        return
    Store.open("sqlite://").close()  # nobody may not be able to load what that needs
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that everybody may look into; pytest's own are for one alone."""
    with TemporaryDirectory() as place:
        os.chmod(place, 0o755)
        yield Path(place)
        os.chmod(place, 0o755)


def test_a_read_only_folder(public: Path) -> None:
    public.chmod(0o555)
    with nobody():
        path = public / "games.db"
        assert open_error(f"sqlite:///{path}") == (
            f"{path} cannot be opened: check that you may write there"
        )
        deeper = public / "winnable" / "games.db"
        assert open_error(f"sqlite:///{deeper}") == f"{deeper} cannot be created: Permission denied"
    assert list(public.iterdir()) == []


def test_a_read_only_file(public: Path) -> None:
    path = public / "games.db"
    with Store.open(f"sqlite:///{path}") as store:
        play(store.new_game(Session.new("freecell", 1)), 3)
    public.chmod(0o777)
    path.chmod(0o444)
    data = path.read_bytes()
    with nobody(), Store.open(f"sqlite:///{path}") as store:
        assert len(store.games.history()) == 1
        game = store.open_game(1)
        play(game, 1)
        assert game.save_error == (f"{path} cannot be written: the file or its folder is read-only")
        with pytest.raises(StoreError, match="is read-only"):
            store.settings.set("a", "b")
    assert path.read_bytes() == data


def test_an_unreadable_file(public: Path) -> None:
    path = public / "games.db"
    Store.open(f"sqlite:///{path}").close()
    path.chmod(0)
    with nobody():
        assert open_error(f"sqlite:///{path}").startswith(f"{path} cannot be opened: ")


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    assert open_error(f"sqlite:///{tmp_path}") == f"{tmp_path} is a folder: name a file in it"


def test_a_file_in_place_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "games.db"
    assert open_error(f"sqlite:///{path}") == f"{path} cannot be created: File exists"


def test_a_wrong_password(postgres: peers.Server) -> None:
    url = postgres.url(user=peers.GUARDED, password=f"{peers.PASSWORD}-not")
    name = f"postgresql://{peers.GUARDED}@/postgres"
    assert open_error(url) == f"{name} cannot be opened: the server does not accept the password"


def test_a_server_that_denies_permission(postgres: peers.Server) -> None:
    url = postgres.url(user=peers.GUARDED, password=peers.PASSWORD)
    assert (
        open_error(url)
        == f"postgresql://{peers.GUARDED}@/postgres cannot be written: permission denied"
    )


def test_no_such_database(postgres: peers.Server) -> None:
    message = open_error(postgres.url().replace("/postgres?", "/chess?"))
    assert message.startswith("postgresql://winnable@/chess cannot be used: ")
    assert message.endswith('database "chess" does not exist')


@pytest.mark.parametrize(
    ("url", "words"),
    [
        (
            "postgresql://ada:sEcret@nowhere.invalid/games",
            "resolve host 'nowhere.invalid'|Name or service not known",  # as psycopg 3.2 says it
        ),
        ("postgresql+psycopg://ada:sEcret@127.0.0.1:1/games", "[Cc]onnection refused"),
        ("postgresql://ada:sEcret@127.0.0.1:1/games?chess=1", 'invalid connection option "chess"'),
    ],
)
def test_a_server_that_is_not_there(url: str, words: str) -> None:
    message = open_error(url)
    assert message.startswith("postgresql://ada@")
    assert re.search(words, message)
    assert "sEcret" not in message


def test_a_kind_of_database_that_nobody_knows() -> None:
    assert open_error("chess://ada:sEcret@example.org/games") == (
        "'chess' is not a kind of database: "
        "write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"
    )


def test_a_driver_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        assert open_error(f"{scheme}://ada:sEcret@example.org/games") == (
            "PostgreSQL needs a driver: pip install 'winnable[postgres]'"
        )
    monkeypatch.setitem(sys.modules, "MySQLdb", None)
    assert open_error("mysql://ada:sEcret@example.org/games") == (
        "mysql://ada@example.org/games needs a driver that is not installed: MySQLdb"
    )


def test_a_password_never_shows() -> None:
    location = find_location("postgresql://ada:sEcret@example.org/games")
    assert "sEcret" not in describe_db_error(
        OSError("no sEcret\nfor you\x1b[2J" + "x" * 999), location
    )
    assert describe_db_error(OSError("no\nsEcret"), location) == (
        "postgresql://ada@example.org/games cannot be used: no ***"
    )


def test_an_error_is_in_the_players_language() -> None:
    with use_language("de"):
        assert str(busy_error("games.db")).startswith("games.db ist überlastet")
