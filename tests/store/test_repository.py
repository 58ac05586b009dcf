"""Games found by their keys, and their versions."""

import pytest
from sqlalchemy import text
from store.saved_games import win

from winnable import GameNotFoundError, Session, StaleGameError, StoreError
from winnable.store import SavedGame, Store, new_key


def test_a_table_is_found_by_its_key(store: Store) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games)
    key = new_key()
    table.save(key)
    assert store.games.number_for_key(key) == table.number
    again = store.open_game(store.games.number_for_key(key))
    assert (again.number, again.key, again.version) == (table.number, key, 1)
    again.make("t3c1")
    assert store.games.history()[0].key == key
    assert store.games.ensure_key(store.games.number_for_key(key)) == key


def test_a_game_without_a_key_can_be_given_one(store: Store) -> None:
    table = win(store)
    assert table.number
    assert store.games.history()[0].key is None
    key = store.games.ensure_key(table.number)
    assert store.games.ensure_key(table.number) == key == store.games.history()[0].key
    assert store.games.number_for_key(key) == table.number


def test_an_open_table_does_not_write_over_a_key(store: Store) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games)
    table.make("t3c1")
    assert table.number
    key = store.games.ensure_key(table.number)
    table.undo()
    assert store.games.history()[0].key == key


@pytest.mark.parametrize("key", ["", "nothing", "a b", "\x00", "\ud800", "x" * 1000])
def test_a_key_that_no_table_has(store: Store, key: str) -> None:
    win(store)
    for ask in (store.games.number_for_key, store.open_table_by_key):
        with pytest.raises(GameNotFoundError, match="look at its address again"):
            ask(key)


def test_two_tables_cannot_have_one_key(store: Store) -> None:
    key = new_key()
    SavedGame(Session.new("freecell", 1), store.games).save(key)
    with pytest.raises(StoreError):
        SavedGame(
            Session.new("freecell", 2), store.for_player(store.players.create()), strict=True
        ).save(key)
    assert store.open_game(store.games.number_for_key(key)).session.deal == 1


def test_versions(store: Store) -> None:
    table = SavedGame(Session.new("freecell", 1), store.games)
    table.save(new_key())
    assert table.number
    for version in (1, 2, 3):
        assert store.games.version(table.number) == table.version == version
        table.count_hint()
    with pytest.raises(GameNotFoundError, match="there is no game 12 in"):
        store.games.version(12)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)  # PostgreSQL would not take it
def test_a_version_that_is_none(store: Store) -> None:
    table = win(store)
    assert table.number
    with store._database.engine.begin() as connection:
        connection.execute(text("UPDATE games SET version = 'new'"))
    with pytest.raises(StoreError, match="does not say its version"):
        store.games.version(table.number)


def test_a_game_that_is_gone_and_one_that_is_stale(store: Store) -> None:
    table = win(store)
    assert table.number
    sheet = store.games.load(table.number)
    with pytest.raises(StaleGameError):
        store.games.update(sheet)
    with store._database.engine.begin() as connection:
        connection.execute(text("DELETE FROM games"))
    with pytest.raises(GameNotFoundError, match="is gone from"):
        store.games.update(sheet)
