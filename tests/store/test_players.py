"""Players: each has their own games, and nobody reads or writes another's."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from store.saved_games import FREECELL, ROW, WINNING, calendar, fetch, nearly_won, number_of, win
from strategies import examples

from winnable import GameNotFoundError, StoreError
from winnable.store import LOCAL_PLAYER, Store, new_key, new_recovery_code


def begin(store: Store) -> int:
    game = store.new_game(nearly_won())
    game.save(new_key())
    game.make(WINNING[0])
    return number_of(game)


def two_players(store: Store) -> tuple[Store, Store]:
    return store.for_player(store.players.create()), store.for_player(store.players.create())


# -- creating them --------------------------------------------------------------------------------


def test_new_players(url: str) -> None:
    with Store.open(url, now=calendar()) as store:
        assert (store.player, LOCAL_PLAYER) == (1, 1)
        one, other = store.players.create(), store.players.create()
        assert store.players.known_since(one) == datetime(2026, 11, 16, 9, 30, 1, tzinfo=UTC)
        assert store.players.known_since(LOCAL_PLAYER) is not None
        assert None not in (store.players.known_since(player) for player in (one, other))
        assert store.players.known_since(2) is None


def test_after_a_backup_is_restored_nobody_gets_a_number_again(tmp_path: Path) -> None:
    file, backup = tmp_path / "games.db", tmp_path / "backup.db"
    with Store.open(f"sqlite:///{file}") as store:
        store.players.create()
    shutil.copy(file, backup)
    with Store.open(f"sqlite:///{file}") as store:
        lost = store.players.create()
    shutil.copy(backup, file)
    with Store.open(f"sqlite:///{file}") as store:
        newcomers = {store.players.create() for _ in range(20)}
        assert store.players.known_since(lost) is None
    assert len(newcomers) == 20
    assert lost not in newcomers


def test_games_of_a_player_who_does_not_exist_are_not_saved(store: Store, url: str) -> None:
    with pytest.raises(StoreError):
        store.for_player(99).new_game(nearly_won(), strict=True).make(WINNING[0])
    assert fetch(url, "SELECT * FROM games") == []


# -- recovery codes -------------------------------------------------------------------------------


def test_a_recovery_code_finds_its_player(store: Store) -> None:
    one, other = store.players.create(), store.players.create()
    codes = [new_recovery_code() for _ in range(3)]
    store.players.set_recovery_code(one, codes[0])
    store.players.set_recovery_code(other, codes[1].lower().replace("-", " "))
    assert [store.players.find(code) for code in codes] == [one, other, None]
    store.players.set_recovery_code(one, codes[2])
    assert [store.players.find(code) for code in codes] == [None, other, one]
    assert [store.players.find(text) for text in ("", "x", "\x00", "0" * 25)] == [None] * 4


def test_only_the_hash_of_a_code_is_stored(store: Store, url: str) -> None:
    code = new_recovery_code()
    store.players.set_recovery_code(store.players.create(), code)
    [(stored,)] = fetch(url, "SELECT code FROM players WHERE code IS NOT NULL")
    assert len(stored) == 64
    assert code.replace("-", "") not in stored


def test_codes_that_cannot_be_set(store: Store) -> None:
    code = new_recovery_code()
    one, other = store.players.create(), store.players.create()
    with pytest.raises(StoreError, match="no player 99"):
        store.players.set_recovery_code(99, code)
    with pytest.raises(StoreError, match="recovery code"):
        store.players.set_recovery_code(one, "mine")
    store.players.set_recovery_code(one, code)
    with pytest.raises(StoreError):  # one code for two players: that is no coincidence
        store.players.set_recovery_code(other, code)
    assert store.players.find(code) == one


# -- from one player to another -------------------------------------------------------------------


def test_games_are_transferred(store: Store) -> None:
    one, other = two_players(store)
    numbers = [begin(one), begin(other), begin(one), begin(store)]
    assert store.players.transfer_games(one.player, other.player) == 2
    assert one.games.history() == []
    assert [saved.number for saved in other.games.history()] == [numbers[2], numbers[1], numbers[0]]
    assert store.players.transfer_games(one.player, other.player) == 0
    other.open_game(numbers[0]).make(WINNING[1])
    assert other.games.statistics(FREECELL).won == 1
    assert [saved.number for saved in store.games.history()] == [numbers[3]]


def test_a_game_that_is_open_meanwhile_is_not_saved(store: Store) -> None:
    one, other = two_players(store)
    game = one.open_game(begin(one), strict=True)
    store.players.transfer_games(one.player, other.player)
    with pytest.raises(GameNotFoundError):
        game.make(WINNING[1])
    assert [saved.moves for saved in other.games.history()] == [1]


def test_the_local_players_games_stay_unless_asked_for(store: Store) -> None:
    other = store.players.create()
    number = begin(store)
    for source, target in ((LOCAL_PLAYER, other), (other, LOCAL_PLAYER)):
        with pytest.raises(StoreError, match="cannot be transferred"):
            store.players.transfer_games(source, target)
    assert store.players.transfer_games(LOCAL_PLAYER, other, local_too=True) == 1
    assert [saved.number for saved in store.for_player(other).games.history()] == [number]


def test_games_are_not_transferred_to_nobody(store: Store) -> None:
    one = store.for_player(store.players.create())
    begin(one)
    with pytest.raises(StoreError, match="no player 99"):
        store.players.transfer_games(one.player, 99)
    assert len(one.games.history()) == 1


# -- nobody reads or writes another's games -------------------------------------------------------

Act = Callable[[Store, int, str], object]


def forge(store: Store, number: int, _: str) -> None:
    """Write a version that would follow, without having read the game."""
    store.games.update(replace(ROW, number=number, version=3))


ACTS: dict[str, Act] = {
    "load": lambda store, number, _: store.games.load(number),
    "record": lambda store, number, _: store.games.record(number),
    "open": lambda store, number, _: store.open_game(number),
    "number for key": lambda store, _, key: store.games.number_for_key(key),
    "ensure key": lambda store, number, _: store.games.ensure_key(number),
    "version": lambda store, number, _: store.games.version(number),
    "share": lambda store, number, _: store.games.share(number),
    "unshare": lambda store, number, _: store.games.unshare(number),
    "update": forge,
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_another_players_game_is_not_found(store: Store, url: str, act: Act) -> None:
    one, other = two_players(store)
    game = win(one)
    assert game.version == 2, "so that a forged version 3 would follow"
    number = number_of(game)
    key = one.games.ensure_key(number)
    one.games.share(number)
    before = fetch(url, "SELECT * FROM games")
    for stranger in (store, other):
        with pytest.raises(GameNotFoundError):
            act(stranger, number, key)
    assert fetch(url, "SELECT * FROM games") == before
    act(one, number, key)


def test_another_players_time_is_not_set(store: Store) -> None:
    number = begin(store)
    store.for_player(store.players.create()).games.set_seconds(number, 2, 99.0)
    assert store.games.history()[0].seconds < 99
    store.games.set_seconds(number, 2, 99.0)
    assert store.games.history()[0].seconds == 99


@examples(40)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 9), st.sampled_from(sorted(ACTS)))))
def test_whatever_they_do_players_see_and_change_only_their_own_games(
    acts: list[tuple[int, int, str]],
) -> None:
    with Store.open("sqlite://") as store:
        stores = [store, *two_players(store)]
        games: list[tuple[Store, int, str]] = []
        for player, index, name in acts:
            who = stores[player]
            if index >= len(games):
                number = number_of(win(who))
                games.append((who, number, who.games.ensure_key(number)))
                continue
            owner, number, key = games[index]
            before = [each.games.load(other) for each, other, _ in games]
            if who is not owner:
                with pytest.raises(GameNotFoundError):
                    ACTS[name](who, number, key)
            elif name != "update":
                ACTS[name](who, number, key)
            after = [each.games.load(other) for each, other, _ in games]
            changed = [one.number for one, two in zip(before, after, strict=True) if one != two]
            assert changed in ([], [number] if who is owner else [])
        for who in stores:
            own = [number for owner, number, _ in games if owner is who]
            assert sorted(saved.number for saved in who.games.history(limit=None)) == own
            assert len(list(who.games.records())) == who.games.statistics(FREECELL).won == len(own)
