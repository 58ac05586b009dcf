"""What is set once for all players: a name, and a value that the store does not look into."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from winnable.store.database import Database
from winnable.store.schema import SETTINGS

__all__ = ["Settings"]


class Settings:
    """The settings in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, name: str) -> str | None:
        """What was last set under a name."""
        with self._database.reading() as connection:
            return _find(connection, name)

    def set(self, name: str, value: str) -> None:
        """Set something; of two programs that do so at once, one has the last word."""
        there = update(SETTINGS).where(SETTINGS.c.name == name).values(value=value)

        def job(connection: Connection) -> None:
            if not connection.execute(there).rowcount:
                connection.execute(insert(SETTINGS).values(name=name, value=value))

        self._database.write(job)

    def settle(self, name: str, value: str) -> str:
        """Set something unless it is set; what is set then, for all programs the same."""

        def job(connection: Connection) -> str:
            found = _find(connection, name)
            if found is None:
                connection.execute(insert(SETTINGS).values(name=name, value=value))
            return value if found is None else found

        return self._database.write(job)


def _find(connection: Connection, name: str) -> str | None:
    return connection.execute(select(SETTINGS.c.value).where(SETTINGS.c.name == name)).scalar()
