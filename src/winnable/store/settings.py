"""Settings for all players of a database: names with values the store does not look into."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from winnable.store.database import Database
from winnable.store.schema import settings_table

__all__ = ["WINNABLE_DEALS", "Settings"]

WINNABLE_DEALS = "tui.winnable"
"""Whether new deals are winnable ones, ``yes`` or ``no``. The app was the first to have this."""


class Settings:
    """The settings in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, name: str) -> str | None:
        """The value of a setting; None if it was never set."""
        with self._database.reading() as connection:
            return _find(connection, name)

    @property
    def winnable_deals(self) -> bool:
        """Whether the player wants winnable deals; so it is until they say otherwise."""
        return self.get(WINNABLE_DEALS) != "no"

    def set(self, name: str, value: str) -> None:
        """Set a value; of two programs that do so at once, the later one wins."""
        change = update(settings_table).where(settings_table.c.name == name).values(value=value)

        def job(connection: Connection) -> None:
            if not connection.execute(change).rowcount:
                connection.execute(insert(settings_table).values(name=name, value=value))

        self._database.write(job)

    def setdefault(self, name: str, value: str) -> str:
        """Set a value unless there is one, and return what is set: the first program wins."""

        def job(connection: Connection) -> str:
            found = _find(connection, name)
            if found is None:
                connection.execute(insert(settings_table).values(name=name, value=value))
            return value if found is None else found

        return self._database.write(job)


def _find(connection: Connection, name: str) -> str | None:
    query = select(settings_table.c.value).where(settings_table.c.name == name)
    return connection.execute(query).scalar()
