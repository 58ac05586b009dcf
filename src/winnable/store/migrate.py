"""Bring a database to the version that this program knows, or say why it cannot be.

Whatever is found is looked at before anything is written: a file that is not ours, is damaged or
belongs to a newer program stays as it is, byte for byte.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, Engine, column, inspect, select, table, text

from winnable.errors import StoreError, quote
from winnable.store.db_errors import DAMAGED, NO_DATABASE
from winnable.store.engine import WRITING
from winnable.store.location import DatabaseLocation
from winnable.store.schema import HEAD, METADATA, VERSION_TABLE

__all__ = ["bring_up_to_date"]

_ALONE = Lock()
"""Alembic has one place for all threads to say which database it works on."""

_LOCK = 0x57_49_4E_4E  # any number that no other program uses: "WINN"
_TRIES = 50
_SMALLEST = 512  # bytes of a page, and so of a database
_VERSIONS = table(VERSION_TABLE, column("version_num"))


def bring_up_to_date(engine: Engine, location: DatabaseLocation) -> None:
    """Migrate to `HEAD` where need be; several programs may do so at the same moment."""
    size = _look_at_size(location)
    with engine.connect() as connection:
        if location.is_sqlite:
            _look_for_damage(connection, location, size)
        version = _version(connection, location)
    if version == HEAD:
        return
    if location.is_sqlite and version == 0:
        _write_ahead(engine)
    with engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        version = _version(connection, location)  # another program may have been quicker
        if version != HEAD:
            _migrate(connection, version)


def _look_at_size(location: DatabaseLocation) -> int:
    """The size that a file ought to have, in whole pages; 0 if that cannot be said.

    SQLite takes a file of one byte for an empty one, and does not miss the end of a last page. The
    file is not opened for this: closing it again would take away SQLite's locks on it.
    """
    path = location.path
    if path is None or not path.is_file():
        return 0
    size = path.stat().st_size
    if 0 < size < _SMALLEST:
        raise StoreError(NO_DATABASE.replace("{name}", location.name))
    is_in_use = any(path.with_name(path.name + end).exists() for end in ("-wal", "-journal"))
    return 0 if is_in_use else size


def _look_for_damage(connection: Connection, location: DatabaseLocation, size: int) -> None:
    """SQLite alone would notice when it comes to the damaged page, perhaps after years."""
    found = connection.execute(text("PRAGMA quick_check(1)")).scalars().all()
    page = connection.execute(text("PRAGMA page_size")).scalar_one()
    if found != ["ok"] or size % page:
        raise StoreError(DAMAGED.replace("{name}", location.name))


def _version(connection: Connection, location: DatabaseLocation) -> int:
    """The version of a database that is ours or may become so; 0 if there is nothing in it."""
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE not in tables:
        # A file is one program's; a server's database may be shared, as long as no names clash.
        theirs = set(tables) if location.is_sqlite else set(tables) & set(METADATA.tables)
        if theirs:
            raise StoreError(
                f"{location.name} has a table {quote(min(theirs))} that is not Winnable's: "
                "name another database"
            )
        return 0
    found = connection.execute(select(_VERSIONS.c.version_num)).scalars().all()
    if len(found) != 1 or not str(found[0]).isdecimal() or int(found[0]) < 1:
        raise StoreError(f"{location.name} does not say which version it is, and was left as it is")
    if int(found[0]) > HEAD:
        raise StoreError(
            f"{location.name} was written by a newer Winnable (version {int(found[0])}); "
            f"this one knows up to {HEAD}: install the newer one"
        )
    return int(found[0])


def _write_ahead(engine: Engine) -> None:
    """Let readers and a writer work side by side, where the file system can do that.

    Another program that opens the new file just now can be in the way for a moment. Without the
    setting everything works as well, only slower, so it is not insisted on.
    """
    connection = engine.raw_connection()
    try:
        for _ in range(_TRIES):
            try:
                connection.cursor().execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
                time.sleep(0.02)
            else:
                return
    finally:
        connection.close()


def _migrate(connection: Connection, version: int) -> None:
    from alembic.migration import MigrationContext  # hardly ever needed, and slow to load
    from alembic.operations import Operations
    from alembic.script import ScriptDirectory

    folder = str(Path(__file__).parent / "migrations")
    scripts = ScriptDirectory(folder, version_locations=[folder])
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    steps = list(scripts.iterate_revisions(str(HEAD), str(version) if version else "base"))
    with _ALONE, Operations.context(context):
        for step in reversed(steps):
            step.module.upgrade()
    context.stamp(scripts, str(HEAD))
