"""Migrations from every version, and databases that are damaged, newer or not ours."""

import ast
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text
from store.saved_games import begin, execute, fetch
from store.writer_processes import ForkServer

from winnable import GAMES, StoreError
from winnable.store import LOCAL_PLAYER, Outcome, Store
from winnable.store.engine import make_engine
from winnable.store.location import find_location
from winnable.store.migrate import MIGRATIONS, migrate
from winnable.store.schema import HEAD, METADATA, VERSION_TABLE

GOLDEN = Path(__file__).parents[1] / "golden" / "store"
DAMAGED = "{} is damaged; it was left unchanged: restore a copy, or move it away"
NOT_A_DATABASE = "{} is not a Winnable database; it was left unchanged"
FIRST_COLUMNS = (
    "number, version, game, deal, outcome, moves, seconds, undos, hints, verdicts,"
    " started, touched, ended, record, undone"
)
"""The columns of the games in versions 1 and 2."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database of version 1, written by the program of that time."""
    return Path(shutil.copy(GOLDEN / "v1.db", tmp_path / "old.db"))


@pytest.fixture
def file(tmp_path: Path, made: Path) -> Path:
    """A database of the latest version, with a few games in it."""
    return Path(shutil.copy(made, tmp_path))


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made") / "games.db"
    with Store.open(f"sqlite:///{path}") as store:
        for deal in range(1, 30):
            begin(store, deal)
            store.settings.set(f"setting {deal}", "x" * 500)
    assert list(path.parent.iterdir()) == [path]
    return path


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def open_error(url: str | Path) -> str:
    with pytest.raises(StoreError) as error:
        Store.open(f"sqlite:///{url}" if isinstance(url, Path) else url)
    message = str(error.value)
    assert message.isprintable()
    return message


def migrate_to(url: str, version: int) -> None:
    """Create a database of an older version."""
    location = find_location(url)
    engine = make_engine(location)
    migrate(engine, location, target=version)
    engine.dispose()


# -- migrating ------------------------------------------------------------------------------------


def test_head_is_the_last_migration() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS), version_locations=[str(MIGRATIONS)])
    assert scripts.get_heads() == [str(HEAD)]


def test_migrations_import_nothing_from_winnable() -> None:
    for file in MIGRATIONS.glob("v*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if isinstance(node, ast.Import):
                names = [name.name for name in node.names]
            assert not [name for name in names if name.startswith(("winnable", "."))], file


@pytest.mark.parametrize("version", range(1, HEAD))
def test_an_older_database_is_migrated_whole(version: int, tmp_path: Path) -> None:
    old = Path(shutil.copy(GOLDEN / f"v{version}.db", tmp_path / "old.db"))
    query = f"SELECT {FIRST_COLUMNS} FROM games ORDER BY number"
    before = rows(old, query)
    assert rows(old, f"SELECT * FROM {VERSION_TABLE}") == [(str(version),)]
    with Store.open(f"sqlite:///{old}") as store:
        assert [saved.number for saved in store.games.history()] == [7, 6, 5, 4, 3, 2, 1]
        assert [saved.outcome for saved in store.games.history()][:3] == [
            Outcome.GIVEN_UP,
            Outcome.UNFINISHED,
            Outcome.UNFINISHED,
        ]
        for number in range(1, 5):
            assert store.open_game(number).session.is_won
        game = store.open_game(5)
        assert (len(game.session.steps), len(game.session.undone)) == (10, 2)
        game.redo()
        game.redo()
        assert len(list(store.games.records())) == 7
        store.settings.set("autoplay", "safe")
    after = rows(old, query)
    assert len(before) == 7
    assert [row for row in after if row[0] != 5] == [row for row in before if row[0] != 5]
    assert rows(old, f"SELECT * FROM {VERSION_TABLE}") == [(str(HEAD),)]
    assert rows(old, "PRAGMA integrity_check") == [("ok",)]
    assert rows(old, "PRAGMA foreign_key_check") == []


def test_settings_and_the_last_number_are_kept(tmp_path: Path) -> None:
    old = Path(shutil.copy(GOLDEN / "v2.db", tmp_path / "old.db"))
    assert rows(old, "SELECT max(number) FROM games") == [(7,)]  # 8 was deleted by hand
    with Store.open(f"sqlite:///{old}") as store:
        assert store.settings.get("autoplay") == "safe"
        assert store.settings.get("look") == "four ♠ 'colours'\n"
        assert begin(store).number == 9
        assert store.players.known_since(LOCAL_PLAYER) is not None


def test_older_games_become_the_local_players(url: str) -> None:
    migrate_to(url, 2)
    a_game = "3, 'golf-relaxed', 7, 'unfinished', 1, 2.5, 0, 0, 0"
    texts = """'[Winnable "1"] [Game "golf"] [Deal "7"] 1. deal *', ''"""
    noon = "'2026-11-16 12:00:00.000000+00:00'"
    for number, started in ((1, noon), (2, "NULL")):
        values = f"{a_game}, {started}, {noon}, NULL, {texts}"
        execute(url, f"INSERT INTO games ({FIRST_COLUMNS}) VALUES ({number}, {values})")
    with Store.open(url) as store:
        assert [saved.number for saved in store.games.history()] == [2, 1]
        # A game without a time was started all the same.
        assert [saved.started for saved in store.games.history()] == [
            saved.touched for saved in store.games.history()
        ]
        assert {(saved.key, saved.shared) for saved in store.games.history()} == {(None, None)}
        assert store.games.delete_unplayed(datetime.now(UTC) + timedelta(days=9999)) == 0
        assert store.for_player(store.players.create()).games.history() == []
        store.open_game(1).undo()


def test_keys_and_the_last_number_survive_version_5(tmp_path: Path) -> None:
    old = Path(shutil.copy(GOLDEN / "v4.db", tmp_path / "old.db"))
    query = "SELECT number, player, key, shared FROM games ORDER BY number"
    before = rows(old, query)
    with Store.open(f"sqlite:///{old}") as store:
        assert rows(old, query) == before
        [key] = [key for _, _, key, _ in before if key]
        [shared] = [shared for *_, shared in before if shared]
        assert store.games.number_for_key(key) == 2
        assert store.games.find_shared(shared).number == 7
        assert {saved.skill for saved in store.games.history()} == {None}
        assert {saved.coach_moves for saved in store.games.history()} == {0}
        game = store.open_game(7)
        assert game.keep_skill(game.session, 1, 0.25)
        assert begin(store).number == 9  # 8 was deleted by hand


def test_everything_survives_version_6(tmp_path: Path) -> None:
    old = Path(shutil.copy(GOLDEN / "v5.db", tmp_path / "old.db"))
    columns = (
        "number, player, key, shared, version, game, deal, outcome, moves, seconds, undos, hints,"
        " verdicts, coach_moves, started, touched, ended, decisions, cost, record, undone"
    )
    query = f"SELECT {columns} FROM games ORDER BY number"
    before = rows(old, query)
    with Store.open(f"sqlite:///{old}") as store:
        assert rows(old, query) == before
        assert store.games.load(7).skill == 0.0625
        assert {saved.deal_source for saved in store.games.history()} == {None}
        assert begin(store).number == 9  # 8 was deleted by hand


STUCK = """[Winnable "1"]
[Game "golf-relaxed"]
[Deal "7"]
[Event "\\"stuck\\" {and [more]"]
[Result "stuck"]

1. deal *"""


def test_games_without_a_move_are_lost_in_version_6(url: str) -> None:
    """Only the tag counts, and not what somebody has written in another tag or in a comment."""
    migrate_to(url, 5)
    noon = "2026-11-16 12:00:00.000000+00:00"
    begun, unfinished = STUCK.replace("stuck", "unfinished"), "unfinished"
    comment = begun.replace("deal *", 'deal {[Result "stuck"]} *')
    rows_before = [
        (STUCK, unfinished, noon),
        (begun, unfinished, noon),
        (comment, unfinished, noon),
        (begun.replace('\\"unfinished\\"', '[Result \\"stuck\\"]'), unfinished, noon),
        (STUCK, "given up", noon),
        (STUCK, unfinished, None),
    ]
    columns = FIRST_COLUMNS.replace(" ", "").split(",")
    engine = create_engine(find_location(url).url)
    with engine.begin() as connection:
        for number, (record, outcome, started) in enumerate(rows_before, 1):
            texts = (outcome, 1, 2.5, 0, 0, 0, started, noon, None, record, "")
            values = dict(zip(columns, (number, 1, "golf-relaxed", 7, *texts), strict=True))
            names = ", ".join(values)
            insert = f"INSERT INTO games ({names}) VALUES (:{names.replace(', ', ', :')})"
            connection.execute(text(insert), values)
    engine.dispose()
    with Store.open(url) as store:
        outcomes = [saved.outcome for saved in reversed(store.games.history())]
        assert outcomes == [
            Outcome.LOST,
            *[Outcome.UNFINISHED] * 3,
            Outcome.GIVEN_UP,
        ]
        [*_, lost] = store.games.history()
        assert lost.ended == lost.touched
        assert lost.deal_source is None
        golf = store.games.statistics(GAMES["golf-relaxed"])
        assert (golf.played, golf.unfinished) == (2, 3)
    assert fetch(url, "SELECT outcome, ended FROM games WHERE number = 6") == [("lost", None)]


@pytest.mark.parametrize("version", range(1, HEAD + 1))
def test_from_every_version_the_tables_become_the_same(url: str, version: int) -> None:
    migrate_to(url, version)
    Store.open(url).close()
    engine = create_engine(find_location(url).url)
    with engine.connect() as connection:
        options = {"version_table": VERSION_TABLE, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, METADATA) == []
        assert set(inspect(connection).get_table_names()) == {*METADATA.tables, VERSION_TABLE}
        found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalars()
        assert found.all() == [str(HEAD)]
    engine.dispose()


def test_migrations_create_the_tables_of_the_schema_word_for_word(
    old: Path, tmp_path: Path
) -> None:
    query = f"SELECT sql FROM sqlite_master WHERE tbl_name <> '{VERSION_TABLE}' ORDER BY name"
    Store.open(f"sqlite:///{old}").close()
    Store.open(f"sqlite:///{tmp_path / 'fresh.db'}").close()
    engine = create_engine(f"sqlite:///{tmp_path / 'schema.db'}")
    METADATA.create_all(engine)
    engine.dispose()
    fresh = rows(tmp_path / "fresh.db", query)
    assert len(fresh) >= 2
    assert rows(old, query) == fresh
    assert rows(tmp_path / "schema.db", query) == fresh


def test_a_migration_that_fails_leaves_nothing_behind(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stamp(*_: object) -> None:
        raise OSError("the plug was pulled")

    with monkeypatch.context() as patch:
        patch.setattr(MigrationContext, "stamp", stamp)
        assert "the plug was pulled" in open_error(url)
    engine = create_engine(find_location(url).url)
    assert inspect(engine).get_table_names() == []
    engine.dispose()
    Store.open(url).close()


def test_alembic_is_loaded_only_for_a_migration(old: Path) -> None:
    code = (
        "import sys; from winnable.store import Store; Store.open(sys.argv[1]).games.history();"
        "print('alembic' in sys.modules, 'platformdirs' in sys.modules)"
    )
    for answer in ("True False", "False False"):
        run = subprocess.run(
            [sys.executable, "-W", "error", "-c", code, f"sqlite:///{old}"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == answer


def test_several_programs_create_a_database_at_the_same_moment(url: str, tmp_path: Path) -> None:
    is_file = url.startswith("sqlite")
    with ForkServer() as server:
        for round_ in range(6 if is_file else 1):
            place = f"sqlite:///{tmp_path / str(round_) / 'games.db'}" if is_file else url
            order = {"kind": "open store", "url": place, "at": time.monotonic() + 0.1}
            server.start(*({**order, "seed": seed} for seed in range(5)))
            reports = list(server.reports(5))
            assert sorted(report["number"] for report in reports) == [1, 2, 3, 4, 5]
            with Store.open(place) as store:
                assert len(store.games.history()) == 5


# -- databases that are damaged, newer or not ours ------------------------------------------------


@pytest.mark.parametrize("size", [1, 50, 99, 512, 1000, 4096, 5000, 9000, 20_000, -4096, -1])
def test_a_truncated_file(file: Path, size: int) -> None:
    data = file.read_bytes()[:size]
    file.write_bytes(data)
    assert open_error(file) in (DAMAGED.format(file), NOT_A_DATABASE.format(file))
    assert file.read_bytes() == data
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("kind", ["old", "file"])
@pytest.mark.parametrize("seed", range(10))
def test_random_bytes_in_the_middle(kind: str, seed: int, request: pytest.FixtureRequest) -> None:
    path: Path = request.getfixturevalue(kind)
    rng = random.Random(seed)
    data = bytearray(path.read_bytes())
    at = rng.randrange(1, len(data) // 4096) * 4096  # the start of a page says what is in it
    data[at : at + 64] = rng.randbytes(64)
    path.write_bytes(data)
    assert open_error(path) == DAMAGED.format(path)
    assert path.read_bytes() == data


@pytest.mark.parametrize("seed", range(40))
def test_random_bytes_anywhere(file: Path, seed: int) -> None:
    """Whatever they hit, only StoreErrors are raised, and reading changes nothing."""
    rng = random.Random(seed)
    data = bytearray(file.read_bytes())
    for _ in range(rng.randint(1, 40)):
        data[rng.randrange(24, len(data))] = rng.randrange(256)
    file.write_bytes(data)
    messages = []
    try:
        with Store.open(f"sqlite:///{file}") as store:
            for ask in (
                lambda: store.games.history(limit=None),
                lambda: list(store.games.records()),
                lambda: store.settings.get("setting 7"),
                lambda: [store.open_game(number) for number in range(1, 30)],
            ):
                try:
                    ask()
                except StoreError as error:
                    messages.append(str(error))
    except StoreError as error:
        messages.append(str(error))
    assert all(message.isprintable() for message in messages)
    assert file.read_bytes() == data


@pytest.mark.parametrize(
    "data",
    [
        b"x",
        b"Dear diary,\n" * 500,
        bytes(4096),
        b"SQLite format 3\x00",
        b"SQLite format 2\x00" * 99,
    ],
)
def test_a_file_that_is_not_a_database(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(data)
    assert open_error(path) == NOT_A_DATABASE.format(path)
    assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    (tmp_path / "games.db").touch()
    Store.open(f"sqlite:///{tmp_path / 'games.db'}").close()


def test_a_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "places.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (url)")
    connection.close()
    data = path.read_bytes()
    assert open_error(path) == (
        f"{path} has a table 'bookmarks' that is not Winnable's: name another database"
    )
    assert path.read_bytes() == data


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_servers_database_may_be_shared(url: str) -> None:
    execute(url, "CREATE TABLE bookmarks (url TEXT)", "CREATE TABLE alembic_version (v TEXT)")
    Store.open(url).close()


def test_a_table_of_the_same_name_is_left_alone(url: str) -> None:
    execute(url, "CREATE TABLE games (name TEXT)", "INSERT INTO games VALUES ('chess')")
    assert "has a table 'games' that is not Winnable's: name another database" in open_error(url)
    assert fetch(url, "SELECT * FROM games") == [("chess",)]


def test_a_newer_database(url: str, tmp_path: Path) -> None:
    with Store.open(url) as store:
        name = store.name
    execute(url, f"UPDATE {VERSION_TABLE} SET version_num = '{HEAD + 1}'")
    path = tmp_path / "games.db"
    data = path.read_bytes() if path.exists() else b""
    assert open_error(url) == (
        f"{name} was written by a newer Winnable (version {HEAD + 1}, "
        f"this one supports up to {HEAD}): install the newer one"
    )
    assert (path.read_bytes() if path.exists() else b"") == data


@pytest.mark.parametrize("version", ["0", "-1", "two", "²", "", None])
def test_an_invalid_version(url: str, version: str | None) -> None:
    Store.open(url).close()
    execute(
        url,
        f"DELETE FROM {VERSION_TABLE}"
        if version is None
        else f"UPDATE {VERSION_TABLE} SET version_num = '{version}'",
    )
    assert open_error(url).endswith("has no valid version number; it was left unchanged")
