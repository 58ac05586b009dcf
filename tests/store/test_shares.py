"""A game that is over may be shown to anybody, at an address of its own."""

import pytest
from store.games import WINNING, give_up, nearly_won, win

from winnable import GameNotFoundError, GameNotOverError, Record, Session
from winnable.store import Outcome, Store, Table, new_key
from winnable.store.sheet import read_record


def number(table: Table) -> int:
    assert table.number
    return table.number


@pytest.mark.parametrize("end", [win, give_up])
def test_anybody_may_see_a_game_that_is_over(store: Store, end: object) -> None:
    table = win(store) if end is win else give_up(store)
    address = store.share(number(table))
    assert store.share(number(table)) == address
    for reader in (store, store.of(store.new_player()), store.of(99)):
        sheet = reader.shared(address)
        assert (sheet.kept.number, sheet.kept.outcome) == (table.number, table.outcome)
        _, session = read_record(sheet, reader.name)
        assert session.steps == table.session.steps
    assert store.history()[0].shared == address


def test_taken_back_it_is_not_there_any_more(store: Store) -> None:
    table = win(store)
    address = store.share(number(table))
    store.unshare(number(table))
    store.unshare(number(table))
    with pytest.raises(GameNotFoundError, match="may have taken it back"):
        store.shared(address)
    again = store.share(number(table))
    assert again != address
    assert store.shared(again).kept.number == table.number


def test_a_game_that_goes_on_is_not_shown(store: Store) -> None:
    table = Table(nearly_won(), store)
    table.make(WINNING[0])
    with pytest.raises(GameNotOverError, match="win it or give it up"):
        store.share(number(table))
    assert store.history()[0].shared is None
    table.give_up()
    address = store.share(number(table))
    table.undo()  # which takes it up again
    with pytest.raises(GameNotFoundError):
        store.shared(address)
    with pytest.raises(GameNotOverError):
        store.share(number(table))
    table.redo()
    table.make(WINNING[1])
    assert store.shared(address).kept.outcome is Outcome.WON  # the table has not written over it


def test_a_win_that_came_from_a_file_is_nobodys(store: Store) -> None:
    session = nearly_won()
    for move in WINNING:
        session.make(move)
    table = Table(session, store, record=Record.of(session))
    table.keep(new_key())
    with pytest.raises(GameNotOverError):
        store.share(number(table))


def test_the_address_of_a_table_shows_nothing(store: Store) -> None:
    table = win(store)
    key = store.key_of(number(table))
    address = store.share(number(table))
    assert key != address
    with pytest.raises(GameNotFoundError):
        store.shared(key)
    with pytest.raises(GameNotFoundError):
        store.number_of(address)


@pytest.mark.parametrize("address", ["", "nothing", "a b", "\x00", "\ud800", "x" * 1000])
def test_an_address_that_leads_nowhere(store: Store, address: str) -> None:
    Table(Session.new("freecell", 1), store).make("t3c1")
    with pytest.raises(GameNotFoundError):
        store.shared(address)


def test_a_game_that_is_not_there(store: Store) -> None:
    for ask in (store.share, store.unshare):
        with pytest.raises(GameNotFoundError, match="there is no game 12 in"):
            ask(12)
