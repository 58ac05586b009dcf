"""Players: each has games of their own, and nobody reads or writes another's."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from store.games import FREECELL, WINNING, calendar, nearly_won, win
from strategies import examples

from winnable import GameNotFoundError, StoreError
from winnable.store import LOCAL, Store, Table, new_code, new_key
from winnable.store.schema import GAMES, PLAYERS


def rows(store: Store) -> list[Any]:
    """The whole table of games, as it is."""
    with store._database.reading() as connection:
        return list(connection.execute(select(GAMES).order_by(GAMES.c.number)))


def begin(store: Store) -> int:
    table = Table(nearly_won(), store)
    table.keep(new_key())
    table.make(WINNING[0])
    assert table.number
    return table.number


# -- who is here ----------------------------------------------------------------------------------


def test_new_players(url: str) -> None:
    with Store.open(url, now=calendar()) as store:
        assert (store.player, LOCAL) == (1, 1)
        assert [store.new_player() for _ in range(3)] == [2, 3, 4]
        assert store.player_since(2) == datetime(2026, 11, 16, 9, 30, 1, tzinfo=UTC)
        assert store.player_since(LOCAL) is not None
        assert store.player_since(5) is None


def test_each_has_a_store_and_the_first_closes_all(url: str) -> None:
    with Store.open(url) as store:
        with store.of(store.new_player()) as other:
            number = win(other).number
            assert repr(other) == f"<Store {store.name} of player 2>"
        assert [kept.number for kept in other.history()] == [number]
        assert store.history() == []
        assert other.of(LOCAL).history() == []
        assert other.now is store.now
    with pytest.raises(StoreError, match="has been closed"):
        other.history()


def test_nobody_keeps_games_for_a_player_who_is_not_there(store: Store) -> None:
    with pytest.raises(StoreError):
        Table(nearly_won(), store.of(99), strict=True).make(WINNING[0])
    assert rows(store) == []


# -- codes ----------------------------------------------------------------------------------------


def test_a_code_finds_its_player(store: Store) -> None:
    one, other = store.new_player(), store.new_player()
    codes = [new_code() for _ in range(3)]
    store.set_code(one, codes[0])
    store.set_code(other, codes[1].lower().replace("-", " "))
    assert [store.find_player(code) for code in codes] == [one, other, None]
    store.set_code(one, codes[2])
    assert [store.find_player(code) for code in codes] == [None, other, one]
    assert [store.find_player(text) for text in ("", "x", "\x00", "0" * 25)] == [None] * 4


def test_only_the_hash_of_a_code_is_kept(store: Store) -> None:
    code = new_code()
    store.set_code(store.new_player(), code)
    with store._database.reading() as connection:
        [kept] = connection.execute(select(PLAYERS.c.code).where(PLAYERS.c.code.is_not(None)))
    assert len(kept.code) == 64
    assert code.replace("-", "") not in kept.code


def test_codes_that_cannot_be_set(store: Store) -> None:
    code = new_code()
    one, other = store.new_player(), store.new_player()
    with pytest.raises(StoreError, match="there is no player 99 here"):
        store.set_code(99, code)
    with pytest.raises(StoreError, match="25 letters and digits"):
        store.set_code(one, "mine")
    store.set_code(one, code)
    with pytest.raises(StoreError):  # one code, two players: that cannot be by chance
        store.set_code(other, code)
    assert store.find_player(code) == one


# -- from one player to another -------------------------------------------------------------------


def test_games_are_brought_along(store: Store) -> None:
    one, other = store.of(store.new_player()), store.of(store.new_player())
    numbers = [begin(one), begin(other), begin(one), begin(store)]
    assert store.bring(one.player, other.player) == 2
    assert one.history() == []
    assert [kept.number for kept in other.history()] == [numbers[2], numbers[1], numbers[0]]
    assert store.bring(one.player, other.player) == 0
    table = other.open_table(numbers[0])
    table.make(WINNING[1])
    assert other.statistics(FREECELL).won == 1
    assert [kept.number for kept in store.history()] == [numbers[3]]


def test_an_open_table_does_not_follow(store: Store) -> None:
    one, other = store.of(store.new_player()), store.of(store.new_player())
    table = one.open_table(begin(one), strict=True)
    store.bring(one.player, other.player)
    with pytest.raises(GameNotFoundError):
        table.make(WINNING[1])
    assert [kept.moves for kept in other.history()] == [1]


def test_games_at_this_machine_stay_unless_asked_for(store: Store) -> None:
    other = store.new_player()
    number = begin(store)
    for way in ((LOCAL, other), (other, LOCAL)):
        with pytest.raises(StoreError, match="stay with that player"):
            store.bring(*way)
    assert store.bring(LOCAL, other, local_too=True) == 1
    assert [kept.number for kept in store.of(other).history()] == [number]


def test_nobody_brings_games_to_nobody(store: Store) -> None:
    one = store.of(store.new_player())
    begin(one)
    with pytest.raises(StoreError, match="there is no player 99 here"):
        store.bring(one.player, 99)
    assert len(one.history()) == 1


# -- nobody reads or writes another's -------------------------------------------------------------

Act = Callable[[Store, int, str], object]


def write_over(store: Store, number: int, _: str) -> None:
    """Write as if one had read it."""
    with store._database.reading() as connection:
        version = connection.execute(select(GAMES.c.version).filter_by(number=number)).scalar_one()
    mine = Table(nearly_won(), store)
    mine.make(WINNING[0])
    assert mine.number
    sheet = store.fetch(mine.number)
    forged = replace(sheet, kept=replace(sheet.kept, number=number), version=version + 1)
    try:
        store.replace(forged)
    finally:
        with store._database.engine.begin() as connection:
            connection.execute(GAMES.delete().where(GAMES.c.number == mine.number))


ACTS: dict[str, Act] = {
    "fetch": lambda store, number, _: store.fetch(number),
    "record": lambda store, number, _: store.record(number),
    "open": lambda store, number, _: store.open_table(number),
    "open by key": lambda store, _, key: store.open_table_by_key(key),
    "number of": lambda store, _, key: store.number_of(key),
    "key of": lambda store, number, _: store.key_of(number),
    "version of": lambda store, number, _: store.version_of(number),
    "share": lambda store, number, _: store.share(number),
    "unshare": lambda store, number, _: store.unshare(number),
    "replace": write_over,
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_anothers_game_is_not_there(store: Store, act: Act) -> None:
    one, other = store.of(store.new_player()), store.of(store.new_player())
    table = win(one)
    assert table.number
    key = one.key_of(table.number)
    address = one.share(table.number)
    before = rows(store)
    for stranger in (store, other):
        with pytest.raises(GameNotFoundError):
            act(stranger, table.number, key)
    assert rows(store) == before
    assert one.fetch(table.number).kept.shared == address
    if act is not write_over:
        act(one, table.number, key)


def test_anothers_time_is_not_set(store: Store) -> None:
    number = begin(store)
    store.of(store.new_player()).set_seconds(number, 2, 99.0)
    assert store.history()[0].seconds < 99
    store.set_seconds(number, 2, 99.0)
    assert store.history()[0].seconds == 99


@examples(40)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 9), st.sampled_from(sorted(ACTS)))))
def test_whatever_they_do_players_see_and_change_their_own_games_only(
    deeds: list[tuple[int, int, str]],
) -> None:
    with Store.open("sqlite://") as store:
        stores = [store, *(store.of(store.new_player()) for _ in range(2))]
        games: list[tuple[int, int, str]] = []
        for who, which, name in deeds:
            if which >= len(games):
                number = win(stores[who]).number
                assert number
                games.append((who, number, stores[who].key_of(number)))
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
            assert sorted(kept.number for kept in each.history(limit=None)) == own
            assert len(list(each.records())) == each.statistics(FREECELL).won == len(own)
