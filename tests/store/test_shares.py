"""A game that is over may be shown to anybody, at an address of its own."""

import pytest
from store.saved_games import WINNING, give_up, nearly_won, win

from winnable import GameNotFoundError, GameNotOverError, Record, Session
from winnable.store import Outcome, SavedGame, Store, new_key
from winnable.store.game_row import read_record


def number(table: SavedGame) -> int:
    assert table.number
    return table.number


@pytest.mark.parametrize("end", [win, give_up])
def test_anybody_may_see_a_game_that_is_over(store: Store, end: object) -> None:
    table = win(store) if end is win else give_up(store)
    address = store.games.share(number(table))
    assert store.games.share(number(table)) == address
    for reader in (store, store.for_player(store.players.create()), store.for_player(99)):
        sheet = reader.games.find_shared(address)
        assert (sheet.number, sheet.outcome) == (table.number, table.outcome)
        _, session = read_record(sheet, reader.name)
        assert session.steps == table.session.steps
    assert store.games.history()[0].shared == address


def test_taken_back_it_is_not_there_any_more(store: Store) -> None:
    table = win(store)
    address = store.games.share(number(table))
    store.games.unshare(number(table))
    store.games.unshare(number(table))
    with pytest.raises(GameNotFoundError, match="may have taken it back"):
        store.games.find_shared(address)
    again = store.games.share(number(table))
    assert again != address
    assert store.games.find_shared(again).number == table.number


def test_a_game_that_goes_on_is_not_shown(store: Store) -> None:
    table = SavedGame(nearly_won(), store.games)
    table.make(WINNING[0])
    with pytest.raises(GameNotOverError, match="win it or give it up"):
        store.games.share(number(table))
    assert store.games.history()[0].shared is None
    table.give_up()
    address = store.games.share(number(table))
    table.undo()  # which takes it up again
    with pytest.raises(GameNotFoundError):
        store.games.find_shared(address)
    with pytest.raises(GameNotOverError):
        store.games.share(number(table))
    table.redo()
    table.make(WINNING[1])
    assert (
        store.games.find_shared(address).outcome is Outcome.WON
    )  # the table has not written over it


def test_a_win_that_came_from_a_file_is_nobodys(store: Store) -> None:
    session = nearly_won()
    for move in WINNING:
        session.make(move)
    table = SavedGame(session, store.games, record=Record.of(session))
    table.save(new_key())
    with pytest.raises(GameNotOverError):
        store.games.share(number(table))


def test_the_address_of_a_table_shows_nothing(store: Store) -> None:
    table = win(store)
    key = store.games.ensure_key(number(table))
    address = store.games.share(number(table))
    assert key != address
    with pytest.raises(GameNotFoundError):
        store.games.find_shared(key)
    with pytest.raises(GameNotFoundError):
        store.games.number_for_key(address)


@pytest.mark.parametrize("address", ["", "nothing", "a b", "\x00", "\ud800", "x" * 1000])
def test_an_address_that_leads_nowhere(store: Store, address: str) -> None:
    SavedGame(Session.new("freecell", 1), store.games).make("t3c1")
    with pytest.raises(GameNotFoundError):
        store.games.find_shared(address)


def test_a_game_that_is_not_there(store: Store) -> None:
    for ask in (store.games.share, store.games.unshare):
        with pytest.raises(GameNotFoundError, match="there is no game 12 in"):
            ask(12)
