"""Create a database's tables or bring them up to date, or say why that cannot be done.

A database is examined before anything is written: a file that is not ours, is damaged or belongs to
a newer program stays as it is, byte for byte.
"""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, Engine, column, inspect, select, table, text

from winnable.errors import StoreError, quote
from winnable.l10n import t
from winnable.store.db_errors import DAMAGED, NOT_A_DATABASE
from winnable.store.deadline import TIMEOUT_SECONDS, time_limit
from winnable.store.engine import WRITE_OPTION
from winnable.store.location import DatabaseLocation
from winnable.store.schema import HEAD, METADATA, VERSION_TABLE
from winnable.store.sqlite_connection import is_lock_error

__all__ = ["MIGRATIONS", "has_tables", "migrate"]

MIGRATIONS = Path(__file__).parent / "migrations"
"""The folder of the migrations, for Alembic."""

_ALEMBIC_LOCK = Lock()
"""Alembic's `op` works on one database at a time, whatever the thread."""

_ADVISORY_LOCK = 0x57_49_4E_4E  # "WINN": a number that no other program uses
_WAL_SECONDS = 1.0
_MIN_FILE_SIZE = 512  # the smallest page of SQLite
_version_table = table(VERSION_TABLE, column("version_num"))


def migrate(
    engine: Engine,
    location: DatabaseLocation,
    target: int = HEAD,
    *,
    timeout: float = TIMEOUT_SECONDS,
) -> None:
    """Migrate to a version if need be; several programs may do so at the same moment.

    `timeout` limits how long it waits for the database, and for another program to finish; the
    migration itself may take as long as it does.
    """
    size = _file_size(location)
    with ExitStack() as limit:
        limit.enter_context(time_limit(timeout))
        with engine.connect() as connection:
            if location.is_sqlite:
                _check_integrity(connection, location, size)
            version = _read_version(connection, location)
        if version == target:
            return
        if location.is_sqlite and version == 0:
            _enable_wal(engine)
        writing = engine.execution_options(**{WRITE_OPTION: True})
        with writing.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})"))
                connection.execute(text("SET LOCAL statement_timeout = 0"))
                connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            version = _read_version(connection, location)  # another program may have been quicker
            limit.close()
            if version != target:
                _run_migrations(connection, version, target)
            limit.enter_context(time_limit(timeout))  # for the commit


def has_tables(engine: Engine, location: DatabaseLocation, timeout: float) -> bool:
    """Whether there are Winnable's tables, so that migrating would create none."""
    with time_limit(timeout), engine.connect() as connection:
        return _read_version(connection, location) > 0


def _file_size(location: DatabaseLocation) -> int:
    """The file's size, which should be a whole number of pages; 0 if it may not be.

    SQLite takes a file of one byte for an empty one, and does not miss the end of the last page.
    The file is not opened here: closing it again would release SQLite's locks on it.
    """
    path = location.path
    if path is None or not path.is_file():
        return 0
    size = path.stat().st_size
    if 0 < size < _MIN_FILE_SIZE:
        raise StoreError(t(NOT_A_DATABASE, name=location.name))
    is_in_use = any(path.with_name(path.name + end).exists() for end in ("-wal", "-journal"))
    return 0 if is_in_use else size


def _check_integrity(connection: Connection, location: DatabaseLocation, size: int) -> None:
    """Find damage now; SQLite alone would notice when it reads the page, perhaps after years."""
    found = connection.execute(text("PRAGMA quick_check(1)")).scalars().all()
    page_size = connection.execute(text("PRAGMA page_size")).scalar_one()
    if found != ["ok"] or size % page_size:
        raise StoreError(t(DAMAGED, name=location.name))


def _read_version(connection: Connection, location: DatabaseLocation) -> int:
    """The version of a Winnable database; 0 for one that can become one."""
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE not in tables:
        # A file belongs to one program; a server's database may be shared if no names clash.
        foreign = set(tables) if location.is_sqlite else set(tables) & set(METADATA.tables)
        if foreign:
            raise StoreError(
                f"{location.name} has a table {quote(min(foreign))} that is not Winnable's: "
                "name another database"
            )
        return 0
    found = connection.execute(select(_version_table.c.version_num)).scalars().all()
    if len(found) != 1 or not str(found[0]).isdecimal() or int(found[0]) < 1:
        raise StoreError(f"{location.name} has no valid version number; it was left unchanged")
    if int(found[0]) > HEAD:
        raise StoreError(
            f"{location.name} was written by a newer Winnable (version {int(found[0])}, "
            f"this one supports up to {HEAD}): install the newer one"
        )
    return int(found[0])


def _enable_wal(engine: Engine) -> None:
    """Turn on the write-ahead log, so that reads and a write do not wait for each other.

    Another program that opens the new file at this moment can be in the way. Without the log
    everything works too, only slower, so failing is no error.
    """
    connection = engine.raw_connection()
    try:
        with time_limit(_WAL_SECONDS):
            connection.cursor().execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        if not is_lock_error(error):
            raise
    finally:
        connection.close()


def _run_migrations(connection: Connection, version: int, target: int) -> None:
    from alembic.migration import MigrationContext  # hardly ever needed, and slow to load
    from alembic.operations import Operations
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(MIGRATIONS), version_locations=[str(MIGRATIONS)])
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    revisions = list(scripts.iterate_revisions(str(target), str(version) if version else "base"))
    with _ALEMBIC_LOCK, Operations.context(context):
        for revision in reversed(revisions):
            revision.module.upgrade()
    context.stamp(scripts, str(target))
