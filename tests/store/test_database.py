"""An open database, with and without group commit."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from winnable import StoreError
from winnable.store.database import Database
from winnable.store.engine import make_engine
from winnable.store.location import find_location
from winnable.store.migrate import migrate
from winnable.store.schema import settings_table


@pytest.fixture(params=[False, True], ids=["each alone", "group commit"])
def database(url: str, request: pytest.FixtureRequest) -> Iterator[Database]:
    location = find_location(url)
    engine = make_engine(location)
    migrate(engine, location)
    database = Database(location, engine, group_commit=request.param)
    yield database
    database.close()


def names(database: Database) -> list[str]:
    with database.reading() as connection:
        return list(connection.execute(select(settings_table.c.name)).scalars())


def add(connection: Connection, name: str) -> str:
    connection.execute(insert(settings_table).values(name=name, value=""))
    return name


def test_what_is_written_is_read_again(database: Database) -> None:
    assert database.write(lambda connection: add(connection, "one")) == "one"
    assert names(database) == ["one"]


def test_a_job_that_the_database_refuses_leaves_nothing(database: Database) -> None:
    def job(connection: Connection) -> None:
        add(connection, "one")
        add(connection, "one")

    with pytest.raises(StoreError):
        database.write(job)
    assert names(database) == []


def test_a_bug_is_raised_as_it_is(database: Database) -> None:
    def job(connection: Connection) -> None:
        add(connection, "one")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        database.write(job)
    assert names(database) == []
    database.write(lambda connection: add(connection, "two"))
    assert names(database) == ["two"]


def test_a_job_is_repeated_when_another_program_was_quicker(database: Database) -> None:
    calls: list[Connection] = []

    def job(connection: Connection) -> int:
        calls.append(connection)
        if len(calls) == 1:
            raise IntegrityError("", {}, Exception("it exists already"))
        return len(calls)

    assert database.write(job) == 2


def test_a_closed_database_says_so(database: Database) -> None:
    database.close()
    with pytest.raises(StoreError, match="is closed"):
        database.write(lambda connection: add(connection, "one"))
    with pytest.raises(StoreError, match="is closed"), database.reading():
        pass
    database.close()  # which does no harm
