"""Players: each has games of their own, and nobody reads or writes another's."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from store.saved_games import FREECELL, WINNING, calendar, nearly_won, win
from strategies import examples

from winnable import GameNotFoundError, StoreError
from winnable.store import LOCAL_PLAYER, SavedGame, Store, new_key, new_recovery_code


def rows(store: Store) -> list[Any]:
    """The whole table of games, as it is."""
    with store._database.reading() as connection:
        return list(connection.execute(select(GAMES).order_by(GAMES.c.number)))


def begin(store: Store) -> int:
    table = SavedGame(nearly_won(), store.games)
    table.save(new_key())
    table.make(WINNING[0])
    assert table.number
    return table.number


# -- who is here ----------------------------------------------------------------------------------


def test_new_players(url: str) -> None:
    with Store.open(url, now=calendar()) as store:
        assert (store.player, LOCAL_PLAYER) == (1, 1)
        assert [store.players.create() for _ in range(3)] == [2, 3, 4]
        assert store.players.known_since(2) == datetime(2026, 11, 16, 9, 30, 1, tzinfo=UTC)
        assert store.players.known_since(LOCAL_PLAYER) is not None
        assert store.players.known_since(5) is None


def test_each_has_a_store_and_the_first_closes_all(url: str) -> None:
    with Store.open(url) as store:
        with store.for_player(store.players.create()) as other:
            number = win(other).number
            assert repr(other) == f"<Store {store.name} of player 2>"
        assert [kept.number for kept in other.games.history()] == [number]
        assert store.games.history() == []
        assert other.for_player(LOCAL_PLAYER).games.history() == []
        assert other.now is store.now
    with pytest.raises(StoreError, match="has been closed"):
        other.games.history()


def test_nobody_keeps_games_for_a_player_who_is_not_there(store: Store) -> None:
    with pytest.raises(StoreError):
        SavedGame(nearly_won(), store.for_player(99), strict=True).make(WINNING[0])
    assert rows(store.games) == []


# -- codes ----------------------------------------------------------------------------------------


def test_a_code_finds_its_player(store: Store) -> None:
    one, other = store.players.create(), store.players.create()
    codes = [new_recovery_code() for _ in range(3)]
    store.players.set_recovery_code(one, codes[0])
    store.players.set_recovery_code(other, codes[1].lower().replace("-", " "))
    assert [store.players.find(code) for code in codes] == [one, other, None]
    store.players.set_recovery_code(one, codes[2])
    assert [store.players.find(code) for code in codes] == [None, other, one]
    assert [store.players.find(text) for text in ("", "x", "\x00", "0" * 25)] == [None] * 4


def test_only_the_hash_of_a_code_is_kept(store: Store) -> None:
    code = new_recovery_code()
    store.players.set_recovery_code(store.players.create(), code)
    with store._database.reading() as connection:
        [kept] = connection.execute(select(PLAYERS.c.code).where(PLAYERS.c.code.is_not(None)))
    assert len(kept.code) == 64
    assert code.replace("-", "") not in kept.code


def test_codes_that_cannot_be_set(store: Store) -> None:
    code = new_recovery_code()
    one, other = store.players.create(), store.players.create()
    with pytest.raises(StoreError, match="there is no player 99 here"):
        store.players.set_recovery_code(99, code)
    with pytest.raises(StoreError, match="25 letters and digits"):
        store.players.set_recovery_code(one, "mine")
    store.players.set_recovery_code(one, code)
    with pytest.raises(StoreError):  # one code, two players: that cannot be by chance
        store.players.set_recovery_code(other, code)
    assert store.players.find(code) == one


# -- from one player to another -------------------------------------------------------------------


def test_games_are_brought_along(store: Store) -> None:
    one, other = store.for_player(store.players.create()), store.for_player(store.players.create())
    numbers = [begin(one), begin(other), begin(one), begin(store)]
    assert store.players.transfer_games(one.player, other.player) == 2
    assert one.games.history() == []
    assert [kept.number for kept in other.games.history()] == [numbers[2], numbers[1], numbers[0]]
    assert store.players.transfer_games(one.player, other.player) == 0
    table = other.open_game(numbers[0])
    table.make(WINNING[1])
    assert other.games.statistics(FREECELL).won == 1
    assert [kept.number for kept in store.games.history()] == [numbers[3]]


def test_an_open_table_does_not_follow(store: Store) -> None:
    one, other = store.for_player(store.players.create()), store.for_player(store.players.create())
    table = one.open_game(begin(one), strict=True)
    store.players.transfer_games(one.player, other.player)
    with pytest.raises(GameNotFoundError):
        table.make(WINNING[1])
    assert [kept.moves for kept in other.games.history()] == [1]


def test_games_at_this_machine_stay_unless_asked_for(store: Store) -> None:
    other = store.players.create()
    number = begin(store)
    for way in ((LOCAL_PLAYER, other), (other, LOCAL_PLAYER)):
        with pytest.raises(StoreError, match="stay with that player"):
            store.players.transfer_games(*way)
    assert store.players.transfer_games(LOCAL_PLAYER, other, local_too=True) == 1
    assert [kept.number for kept in store.for_player(other).games.history()] == [number]


def test_nobody_brings_games_to_nobody(store: Store) -> None:
    one = store.for_player(store.players.create())
    begin(one)
    with pytest.raises(StoreError, match="there is no player 99 here"):
        store.players.transfer_games(one.player, 99)
    assert len(one.games.history()) == 1


# -- nobody reads or writes another's -------------------------------------------------------------

Act = Callable[[Store, int, str], object]


def write_over(store: Store, number: int, _: str) -> None:
    """Write as if one had read it."""
    with store._database.reading() as connection:
        version = connection.execute(select(GAMES.c.version).filter_by(number=number)).scalar_one()
    mine = SavedGame(nearly_won(), store.games)
    mine.make(WINNING[0])
    assert mine.number
    sheet = store.games.load(mine.number)
    forged = replace(sheet, XKEPT=replace(sheet, number=number), version=version + 1)
    try:
        store.games.update(forged)
    finally:
        with store._database.engine.begin() as connection:
            connection.execute(GAMES.delete().where(GAMES.c.number == mine.number))


ACTS: dict[str, Act] = {
    "fetch": lambda store, number, _: store.games.load(number),
    "record": lambda store, number, _: store.games.record(number),
    "open": lambda store, number, _: store.open_game(number),
    "open by key": lambda store, _, key: store.open_game(store.games.number_for_key(key)),
    "number of": lambda store, _, key: store.games.number_for_key(key),
    "key of": lambda store, number, _: store.games.ensure_key(number),
    "version of": lambda store, number, _: store.games.version(number),
    "share": lambda store, number, _: store.games.share(number),
    "unshare": lambda store, number, _: store.games.unshare(number),
    "replace": write_over,
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_anothers_game_is_not_there(store: Store, act: Act) -> None:
    one, other = store.for_player(store.players.create()), store.for_player(store.players.create())
    table = win(one)
    assert table.number
    key = one.games.ensure_key(table.number)
    address = one.games.share(table.number)
    before = rows(store)
    for stranger in (store, other):
        with pytest.raises(GameNotFoundError):
            act(stranger, table.number, key)
    assert rows(store) == before
    assert one.games.load(table.number).shared == address
    if act is not write_over:
        act(one, table.number, key)


def test_anothers_time_is_not_set(store: Store) -> None:
    number = begin(store)
    store.for_player(store.players.create()).games.set_seconds(number, 2, 99.0)
    assert store.games.history()[0].seconds < 99
    store.games.set_seconds(number, 2, 99.0)
    assert store.games.history()[0].seconds == 99


@examples(40)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 9), st.sampled_from(sorted(ACTS)))))
def test_whatever_they_do_players_see_and_change_their_own_games_only(
    deeds: list[tuple[int, int, str]],
) -> None:
    with Store.open("sqlite://") as store:
        stores = [store, *(store.for_player(store.players.create()) for _ in range(2))]
        games: list[tuple[int, int, str]] = []
        for who, which, name in deeds:
            if which >= len(games):
                number = win(stores[who]).number
                assert number
                games.append((who, number, stores[who].games.ensure_key(number)))
                continue
            owner, number, key = games[which]
            before = rows(store)
            if who != owner:
                with pytest.raises(GameNotFoundError):
                    ACTS[name](stores[who], number, key)
            elif name != "replace":
                ACTS[name](stores[who], number, key)
            changed = {row.number for row in {*before} ^ {*rows(store)}}
            assert changed <= ({number} if who == owner else set())
        for who, each in enumerate(stores):
            own = [number for owner, number, _ in games if owner == who]
            assert sorted(kept.number for kept in each.games.history(limit=None)) == own
            assert (
                len(list(each.games.records())) == each.games.statistics(FREECELL).won == len(own)
            )
