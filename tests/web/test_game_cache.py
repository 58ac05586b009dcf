"""Games in memory: as many as fit, and the database decides whose they are."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from winnable import Session
from winnable.errors import GameNotFoundError
from winnable.store import Store, new_key
from winnable.web.game_cache import GameCache, OpenGame, active_clock
from winnable.web.http_errors import ApiError

ANY_WEIGHT = 10**9


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """The store of a new player."""
    with Store.open(f"sqlite:///{tmp_path / 'games.db'}") as store:
        yield store.for_player(store.players.create())


def new_game(store: Store) -> OpenGame:
    return OpenGame.create(store, new_key(), Session.new("freecell", 1), None)


def test_a_game_is_found_for_its_player_only(store: Store) -> None:
    cache, game = GameCache(10, ANY_WEIGHT), new_game(store)
    cache.add(game)
    assert cache.get(game.player, game.key) is game
    for other in (game.player + 1, None):
        assert cache.get(other, game.key) is None
    with pytest.raises(GameNotFoundError):
        OpenGame.load(store.for_player(store.players.create()), game.key)


def test_the_least_recently_used_game_is_evicted(store: Store) -> None:
    cache, games = GameCache(2, ANY_WEIGHT), [new_game(store) for _ in range(3)]
    cache.add(games[0])
    cache.add(games[1])
    cache.get(games[0].player, games[0].key)
    cache.add(games[2])
    assert len(cache) == 2
    held = [cache.get(game.player, game.key) for game in games]
    assert held == [games[0], None, games[2]]


def test_the_cache_is_bounded_by_weight_too(store: Store) -> None:
    games = [new_game(store) for _ in range(3)]
    cache = GameCache(10, max_weight=games[0].weight * 5 // 2)
    for game in games:
        cache.add(game)
    assert len(cache) == 2
    assert cache.weight == games[1].weight + games[2].weight


def test_a_game_heavier_than_the_whole_cache_stays_while_it_is_played(store: Store) -> None:
    cache, game = GameCache(10, max_weight=1), new_game(store)
    cache.add(new_game(store))
    cache.add(game)
    assert len(cache) == 1
    assert cache.get(game.player, game.key) is game


def test_a_game_that_grows_evicts_others(store: Store) -> None:
    first, second = new_game(store), new_game(store)
    cache = GameCache(10, max_weight=first.weight + second.weight)
    cache.add(first)
    cache.add(second)
    second.game.make("t3c1")
    second.weigh()
    cache.update(second)
    assert len(cache) == 1
    assert cache.get(second.player, second.key) is second
    cache.update(first)  # which is not here any more
    assert cache.weight == second.weight


def test_the_weight_is_that_of_the_games_held(store: Store) -> None:
    cache, games = GameCache(3, ANY_WEIGHT), [new_game(store) for _ in range(6)]
    for game in (*games, games[4]):
        cache.add(game)
    assert cache.weight == sum(game.weight for game in games[3:])
    cache.remove_player(store.player)
    assert (len(cache), cache.weight) == (0, 0)


def test_an_evicted_game_is_loaded_as_it_was(store: Store) -> None:
    game = new_game(store)
    game.game.make("t3c1")
    again = OpenGame.load(store, game.key)
    assert again.state().model_dump(exclude={"seconds"}) == game.state().model_dump(
        exclude={"seconds"}
    )


def test_a_players_games_are_removed(store: Store) -> None:
    cache, ours = GameCache(10, ANY_WEIGHT), [new_game(store) for _ in range(2)]
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
