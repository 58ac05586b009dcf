"""Games found by their keys, and their versions."""

import pytest
from sqlalchemy import text
from store.games import win

from winnable import GameNotFoundError, Session, StaleGameError, StoreError
from winnable.store import Store, Table, new_key


def test_a_table_is_found_by_its_key(store: Store) -> None:
    table = Table(Session.new("freecell", 1), store)
    key = new_key()
    table.keep(key)
    assert store.number_of(key) == table.number
    again = store.open_table_by_key(key)
    assert (again.number, again.key, again.version) == (table.number, key, 1)
    again.make("t3c1")
    assert store.history()[0].key == key
    assert store.key_of(store.number_of(key)) == key


def test_a_game_without_a_key_can_be_given_one(store: Store) -> None:
    table = win(store)
    assert table.number
    assert store.history()[0].key is None
    key = store.key_of(table.number)
    assert store.key_of(table.number) == key == store.history()[0].key
    assert store.number_of(key) == table.number


def test_an_open_table_does_not_write_over_a_key(store: Store) -> None:
    table = Table(Session.new("freecell", 1), store)
    table.make("t3c1")
    assert table.number
    key = store.key_of(table.number)
    table.undo()
    assert store.history()[0].key == key


@pytest.mark.parametrize("key", ["", "nothing", "a b", "\x00", "\ud800", "x" * 1000])
def test_a_key_that_no_table_has(store: Store, key: str) -> None:
    win(store)
    for ask in (store.number_of, store.open_table_by_key):
        with pytest.raises(GameNotFoundError, match="look at its address again"):
            ask(key)


def test_two_tables_cannot_have_one_key(store: Store) -> None:
    key = new_key()
    Table(Session.new("freecell", 1), store).keep(key)
    with pytest.raises(StoreError):
        Table(Session.new("freecell", 2), store.of(store.new_player()), strict=True).keep(key)
    assert store.open_table_by_key(key).session.deal == 1


def test_versions(store: Store) -> None:
    table = Table(Session.new("freecell", 1), store)
    table.keep(new_key())
    assert table.number
    for version in (1, 2, 3):
        assert store.version_of(table.number) == table.version == version
        table.note_hint()
    with pytest.raises(GameNotFoundError, match="there is no game 12 in"):
        store.version_of(12)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)  # PostgreSQL would not take it
def test_a_version_that_is_none(store: Store) -> None:
    table = win(store)
    assert table.number
    with store._database.engine.begin() as connection:
        connection.execute(text("UPDATE games SET version = 'new'"))
    with pytest.raises(StoreError, match="does not say its version"):
        store.version_of(table.number)


def test_a_game_that_is_gone_and_one_that_is_stale(store: Store) -> None:
    table = win(store)
    assert table.number
    sheet = store.fetch(table.number)
    with pytest.raises(StaleGameError):
        store.replace(sheet)
    with store._database.engine.begin() as connection:
        connection.execute(text("DELETE FROM games"))
    with pytest.raises(GameNotFoundError, match="is gone from"):
        store.replace(sheet)
