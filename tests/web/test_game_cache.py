"""Games in memory: as many as fit, and the database decides whose they are."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from winnable import Session
from winnable.errors import GameNotFoundError
from winnable.store import Store, new_key
from winnable.web.game_cache import GameCache, OpenGame, active_clock
from winnable.web.http_errors import ApiError


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """The store of a new player."""
    with Store.open(f"sqlite:///{tmp_path / 'games.db'}") as store:
        yield store.for_player(store.players.create())


def new_game(store: Store) -> OpenGame:
    return OpenGame.create(store, new_key(), Session.new("freecell", 1), None)


def test_a_game_is_found_for_its_player_only(store: Store) -> None:
    cache, game = GameCache(10), new_game(store)
    cache.add(game)
    assert cache.get(game.player, game.key) is game
    for other in (game.player + 1, None):
        assert cache.get(other, game.key) is None
    with pytest.raises(GameNotFoundError):
        OpenGame.load(store.for_player(store.players.create()), game.key)


def test_the_least_recently_used_game_is_evicted(store: Store) -> None:
    cache, games = GameCache(2), [new_game(store) for _ in range(3)]
    cache.add(games[0])
    cache.add(games[1])
    cache.get(games[0].player, games[0].key)
    cache.add(games[2])
    assert len(cache) == 2
    held = [cache.get(game.player, game.key) for game in games]
    assert held == [games[0], None, games[2]]


def test_the_cache_is_bounded_by_steps_too(store: Store) -> None:
    games = [new_game(store) for _ in range(3)]
    for game in games:
        for move in ("t1c1", "t2c2", "t3c3"):
            game.game.make(move)
    cache = GameCache(10, max_steps=8)
    for game in games:
        cache.add(OpenGame.load(store, game.key))  # each has a size of 4
    assert len(cache) == 2
    cache = GameCache(10, max_steps=1)
    cache.add(games[0])
    assert len(cache) == 1, "the game that was just opened stays"


def test_an_evicted_game_is_loaded_as_it_was(store: Store) -> None:
    game = new_game(store)
    game.game.make("t3c1")
    again = OpenGame.load(store, game.key)
    assert again.state().model_dump(exclude={"seconds"}) == game.state().model_dump(
        exclude={"seconds"}
    )


def test_a_players_games_are_removed(store: Store) -> None:
    cache, ours = GameCache(10), [new_game(store) for _ in range(2)]
    theirs = new_game(store.for_player(store.players.create()))
    for game in (*ours, theirs):
        cache.add(game)
    cache.remove_player(store.player)
    assert len(cache) == 1
    assert cache.get(theirs.player, theirs.key) is theirs


def test_a_client_that_has_seen_more_than_this_server_is_believed(store: Store) -> None:
    here = new_game(store)
    there = OpenGame.load(store, here.key)
    there.game.make("t3c1")
    here.check_version(2)
    assert len(here.game.session.steps) == 1
    with pytest.raises(ApiError) as stale:
        here.check_version(1)
    assert stale.value.status == 409
    assert stale.value.body["state"]["moves_made"] == 1


def test_counted_help_does_not_make_a_version_stale(store: Store) -> None:
    game = new_game(store)
    game.game.count_hint()
    for version in (1, 2, None):
        game.check_version(version)


def test_a_long_pause_counts_as_a_minute() -> None:
    times = iter([0.0, 10.0, 20.0, 5000.0, 5001.0])
    clock = active_clock(lambda: next(times))
    assert [clock() for _ in range(4)] == [10.0, 20.0, 80.0, 81.0]
