"""What stores share: an engine that is open until it is closed."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from winnable import StoreError
from winnable.store.database import Database
from winnable.store.engine import make_engine
from winnable.store.location import find_location
from winnable.store.migrate import bring_up_to_date


@pytest.fixture(params=[False, True], ids=["each by itself", "with a pen"])
def database(url: str, request: pytest.FixtureRequest) -> Iterator[Database]:
    shelf = find_location(url)
    engine = make_engine(shelf)
    bring_up_to_date(engine, shelf)
    database = Database(shelf, engine, has_pen=request.param)
    yield database
    database.close()


def names(database: Database) -> list[str]:
    with database.reading() as connection:
        return list(connection.execute(select(SETTINGS.c.name)).scalars())


def add(connection: Connection, name: str) -> str:
    connection.execute(insert(SETTINGS).values(name=name, value=""))
    return name


def test_what_is_written_is_there(database: Database) -> None:
    assert database.write(lambda connection: add(connection, "one")) == "one"
    assert names(database) == ["one"]


def test_a_job_that_fails_leaves_nothing(database: Database) -> None:
    def job(connection: Connection) -> None:
        add(connection, "one")
        add(connection, "one")

    with pytest.raises(StoreError, match="does not work"):
        database.write(job)
    assert names(database) == []


def test_a_bug_comes_out_as_it_is(database: Database) -> None:
    def job(connection: Connection) -> None:
        add(connection, "one")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        database.write(job)
    assert names(database) == []
    database.write(lambda connection: add(connection, "two"))
    assert names(database) == ["two"]


def test_what_another_program_has_just_added_is_tried_once_more(database: Database) -> None:
    tries: list[Connection] = []

    def job(connection: Connection) -> int:
        tries.append(connection)
        if len(tries) == 1:
            raise IntegrityError("", {}, Exception("it is there already"))
        return len(tries)

    # Where all share a pen it does so itself, before anybody is answered.
    assert database.write(job) == 2


def test_closed_it_says_so(database: Database) -> None:
    database.close()
    with pytest.raises(StoreError, match="has been closed"):
        database.write(lambda connection: add(connection, "one"))
    with pytest.raises(StoreError, match="has been closed"), database.reading():
        pass
