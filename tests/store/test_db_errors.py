"""What goes wrong, told in one line; and play goes on."""

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import postgres as peers
import psycopg
import pytest
from store.saved_games import WINNING, nearly_won

from winnable import Session, StoreError
from winnable.store import Outcome, SavedGame, Store
from winnable.store.location import find_location


def refusal(url: str) -> str:
    with pytest.raises(StoreError) as error:
        Store.open(url)
    message = str(error.value)
    assert message.isprintable()
    assert peers.PASSWORD not in message
    return message


def play(table: SavedGame, moves: int) -> None:
    for _ in range(moves):
        table.make(next(table.session.legal_moves()))


def check_that_everything_is_kept(store: Store, table: SavedGame) -> None:
    assert table.save_error == ""
    assert table.number
    again = store.open_game(table.number)
    assert (again.session.steps, again.version) == (table.session.steps, table.version)


# -- a full disk ----------------------------------------------------------------------------------


@contextmanager
def little_disk(path: Path, store: Store) -> Iterator[Callable[[], None]]:
    """A real file system that is soon full; a ballast file makes room when it is taken away."""
    (path.parent / "ballast").write_bytes(bytes(300_000))
    yield (path.parent / "ballast").unlink


@contextmanager
def few_pages(path: Path, store: Store) -> Iterator[Callable[[], None]]:
    """SQLite itself says that there is no room."""

    def limit(pages: int) -> None:
        with store._database.engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    limit(8)
    yield lambda: limit(10_000)


@contextmanager
def small_files(path: Path, store: Store) -> Iterator[Callable[[], None]]:
    """The system refuses to write past a certain size of file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, hard))
    try:
        yield lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    if request.param is not little_disk:
        yield tmp_path / "games.db"
        return
    mount = ["mount", "-t", "tmpfs", "-o", "size=500k", "none", str(tmp_path)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a little disk")
    try:
        yield tmp_path / "games.db"
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


Cramped = Callable[[Path, Store], AbstractContextManager[Callable[[], None]]]


@pytest.mark.parametrize(
    ("cramped", "shelf", "why"),
    [
        (little_disk, little_disk, "cannot be written: the disk is full"),
        (few_pages, few_pages, "cannot be written: the disk is full"),
        (small_files, small_files, "cannot be read or written: the disk does not obey"),
    ],
    indirect=["shelf"],
)
def test_a_full_disk_does_not_end_the_game(cramped: Cramped, shelf: Path, why: str) -> None:
    with Store.open(f"sqlite:///{shelf}") as store, cramped(shelf, store) as make_room:
        table = SavedGame(Session.new("freecell", 1), store.games)
        play(table, 1)
        with pytest.raises(StoreError) as error:
            fill(store)
        assert str(error.value) == f"{shelf} {why}"
        others = [SavedGame(Session.new("freecell", deal), store.games) for deal in range(2, 50)]
        other = next(other for other in others if has_trouble(other))
        play(table, 5)
        play(other, 2)
        assert other.save_error == f"{shelf} {why}"
        assert (len(other.session.steps), other.number) == (3, None)
        make_room()
        play(table, 1)
        other.count_hint()
        check_that_everything_is_kept(store, table)
        check_that_everything_is_kept(store, other)
        assert {1: 7, other.session.deal: 3}.items() <= {
            kept.deal: kept.moves for kept in store.games.history(limit=None)
        }.items()


def fill(store: Store) -> None:
    for number in range(1000):
        store.settings.set(str(number), "x" * 5000)


def has_trouble(table: SavedGame) -> bool:
    play(table, 1)
    return bool(table.save_error)


# -- other troubles in the middle of a game -------------------------------------------------------


class Trouble:
    """A store that cannot be written for a while."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store, self._patch = store, monkeypatch

    @contextmanager
    def lasting(self) -> Iterator[None]:
        with self._patch.context() as patch:
            patch.setattr(self.store, "add", self._refuse)
            patch.setattr(self.store, "replace", self._refuse)
            patch.setattr(self.store, "set_seconds", self._refuse)
            yield

    def _refuse(self, *_: object) -> None:
        raise StoreError("no")


@pytest.fixture
def trouble(store: Store, monkeypatch: pytest.MonkeyPatch) -> Trouble:
    return Trouble(store, monkeypatch)


def test_a_win_that_could_not_be_kept_is_kept_later(store: Store, trouble: Trouble) -> None:
    for later in (SavedGame.undo, SavedGame.count_hint, SavedGame.pause, SavedGame.give_up):
        table = SavedGame(nearly_won(), store.games)
        table.make(WINNING[0])
        with trouble.lasting():
            table.make(WINNING[1])
            assert (table.save_error, table.outcome) == ("no", Outcome.WON)
            table.undo()
            table.make("t1t2")
            assert table.save_error == "no"
        later(table)
        assert table.save_error == ""
        [kept] = [kept for kept in store.games.history() if kept.number == table.number]
        assert (kept.outcome, kept.moves, kept.is_unaided) == (Outcome.WON, 2, True)
        assert table.number
        assert store.open_game(table.number).session.is_won


def test_a_pause_keeps_what_was_left(store: Store, trouble: Trouble) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games)
    with trouble.lasting():
        play(table, 3)
        assert table.save_error == "no"
    table.pause()
    check_that_everything_is_kept(store, table)
    with trouble.lasting():
        table.pause()
        assert table.save_error == "no"
    table.undo()
    check_that_everything_is_kept(store, table)


def test_troubled_and_stale(store: Store, trouble: Trouble) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games)
    play(table, 2)
    assert table.number
    with trouble.lasting():
        play(table, 2)
    store.open_game(table.number).undo()
    table.pause()  # raises nothing
    check_that_everything_is_kept(store, table)
    assert len(table.session.steps) == 1


def test_a_lock_that_lasts_too_long(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("winnable.store.engine.PATIENCE", 0.05)
    with Store.open(url) as store:
        table = SavedGame(Session.new("freecell", 1), store.games)
        play(table, 1)
        with locked(url, tmp_path):
            play(table, 2)
            assert table.save_error == (
                f"{store.name} is locked by another program: try again when that has finished"
            )
        play(table, 1)
        check_that_everything_is_kept(store, table)


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
        table = SavedGame(Session.new("freecell", 1), store.games)
        play(table, 1)
        postgres.run("ALTER DATABASE away ALLOW_CONNECTIONS false")
        postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname='away'")
        play(table, 2)
        assert table.save_error.startswith("postgresql://winnable@/away does not work: ")
        assert "not currently accepting connections" in table.save_error
        postgres.run("ALTER DATABASE away ALLOW_CONNECTIONS true")
        play(table, 1)
        check_that_everything_is_kept(store, table)


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


def test_a_folder_that_cannot_be_written(public: Path) -> None:
    public.chmod(0o555)
    with nobody():
        path = public / "games.db"
        assert refusal(f"sqlite:///{path}") == (
            f"{path} cannot be opened: look whether you may write there"
        )
        deeper = public / "winnable" / "games.db"
        assert refusal(f"sqlite:///{deeper}") == f"{deeper} cannot be made: Permission denied"
    assert list(public.iterdir()) == []


def test_a_file_that_may_only_be_read(public: Path) -> None:
    path = public / "games.db"
    with Store.open(f"sqlite:///{path}") as store:
        play(SavedGame(Session.new("freecell", 1), store.games), 3)
    public.chmod(0o777)
    path.chmod(0o444)
    data = path.read_bytes()
    with nobody(), Store.open(f"sqlite:///{path}") as store:
        assert len(store.games.history()) == 1
        table = store.open_game(1)
        play(table, 1)
        assert table.save_error == (
            f"{path} cannot be written: the file or its folder is read-only"
        )
        with pytest.raises(StoreError, match="is read-only"):
            store.settings.set("a", "b")
    assert path.read_bytes() == data


def test_a_file_that_may_not_be_read(public: Path) -> None:
    path = public / "games.db"
    Store.open(f"sqlite:///{path}").close()
    path.chmod(0)
    with nobody():
        assert refusal(f"sqlite:///{path}").startswith(f"{path} cannot be opened: ")


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    assert refusal(f"sqlite:///{tmp_path}") == f"{tmp_path} is a folder: name a file in it"


def test_a_file_in_place_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "games.db"
    assert refusal(f"sqlite:///{path}") == f"{path} cannot be made: File exists"


def test_a_wrong_password(postgres: peers.Server) -> None:
    url = postgres.url(user=peers.GUARDED, password=f"{peers.PASSWORD}-not")
    assert refusal(url) == (
        f"postgresql://{peers.GUARDED}@/postgres cannot be opened: the server refuses the password"
    )


def test_what_somebody_may_not_do(postgres: peers.Server) -> None:
    url = postgres.url(user=peers.GUARDED, password=peers.PASSWORD)
    assert refusal(url) == f"postgresql://{peers.GUARDED}@/postgres cannot be written: you may not"


def test_no_such_database(postgres: peers.Server) -> None:
    message = refusal(postgres.url().replace("/postgres?", "/chess?"))
    assert message.startswith("postgresql://winnable@/chess does not work: ")
    assert message.endswith('database "chess" does not exist')


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://ada:sEcret@nowhere.invalid/games", "resolve host 'nowhere.invalid'"),
        ("postgresql+psycopg://ada:sEcret@127.0.0.1:1/games", "Connection refused"),
        ("postgresql://ada:sEcret@127.0.0.1:1/games?chess=1", 'invalid connection option "chess"'),
    ],
)
def test_a_server_that_is_not_there(url: str, words: str) -> None:
    message = refusal(url)
    assert message.startswith("postgresql://ada@")
    assert words in message
    assert "sEcret" not in message


def test_a_kind_of_database_that_nobody_knows() -> None:
    assert refusal("chess://ada:sEcret@example.org/games") == (
        "'chess' is no kind of database known here: "
        "write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"
    )


def test_a_driver_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        assert refusal(f"{scheme}://ada:sEcret@example.org/games") == (
            "PostgreSQL needs its driver: pip install 'winnable[postgres]'"
        )
    monkeypatch.setitem(sys.modules, "MySQLdb", None)
    assert refusal("mysql://ada:sEcret@example.org/games") == (
        "mysql://ada@example.org/games needs a driver that is not installed: MySQLdb"
    )


def test_a_password_never_shows() -> None:
    from winnable.store.db_errors import describe

    shelf = find_location("postgresql://ada:sEcret@example.org/games")
    assert "sEcret" not in describe(OSError("no sEcret\nfor you\x1b[2J" + "x" * 999), shelf)
    assert describe(OSError("no\nsEcret"), shelf) == (
        "postgresql://ada@example.org/games does not work: no ***"
    )
