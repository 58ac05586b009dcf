"""The application's state: one lock for each game, held until its thread is done."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

import pytest
from fake_workers import run_async

from winnable.play import Session
from winnable.store import SavedGame, new_key
from winnable.web.app_state import AppState
from winnable.web.game_cache import OpenGame
from winnable.web.http_errors import ApiError
from winnable.web.settings import Settings

PATIENCE = 10
"""Seconds for which a thread waits for a test, so that a failure does not block it forever."""


@asynccontextmanager
async def running_state(folder: Path, **settings: int) -> AsyncIterator[AppState]:
    """The state of a server without workers."""
    url = f"sqlite:///{folder / 'games.db'}"
    state = AppState(Settings(database=url, workers=0, **settings))  # type: ignore[arg-type]
    await state.start()
    try:
        yield state
    finally:
        await state.close()


def new_game(state: AppState) -> OpenGame:
    store = state.store.for_player(state.store.players.create())
    return OpenGame.create(store, new_key(), Session.new("freecell", 1), None)


async def make(state: AppState, game: OpenGame, version: int, move: str) -> int:
    """Make a move; the version after it."""
    changed = await state.change(
        game.player, game.key, "move", version, lambda saved: saved.make(move)
    )
    return changed.version


def test_many_requests_for_one_game_keep_one_thread_busy(tmp_path: Path) -> None:
    async def test() -> list[str]:
        async with running_state(tmp_path, database_threads=2) as state:
            crowded, other = new_game(state), new_game(state)
            has_begun, may_end = Event(), Event()
            done: list[str] = []

            def stay(_: OpenGame) -> None:
                has_begun.set()
                may_end.wait(PATIENCE)

            async def use(game: OpenGame, act: Callable[[OpenGame], None], name: str) -> None:
                await state.use(game.player, game.key, act)
                done.append(name)

            crowd = [asyncio.create_task(use(crowded, stay, f"crowd {at}")) for at in range(5)]
            await asyncio.to_thread(has_begun.wait)
            try:
                await use(other, lambda _: None, "other")
            finally:
                may_end.set()
            await asyncio.gather(*crowd)
            return done

    assert run_async(test) == ["other", *(f"crowd {at}" for at in range(5))]


def test_of_several_changes_at_once_one_is_made(tmp_path: Path) -> None:
    """None of them finds the game in memory, and still there is only one of it."""

    async def test() -> None:
        async with running_state(tmp_path) as state:
            game = new_game(state)
            results = await asyncio.gather(
                *(make(state, game, 1, f"t{column}c1") for column in range(1, 9)),
                return_exceptions=True,
            )
            assert [found for found in results if isinstance(found, int)] == [2]
            errors = [found for found in results if isinstance(found, ApiError)]
            assert [error.status for error in errors] == [409] * 7
            assert len(state.games) == 1

    run_async(test)


def test_the_lock_is_what_keeps_threads_apart(tmp_path: Path) -> None:
    """Sixty changes of one game, from many threads: never two at once, and none is lost."""

    async def test() -> None:
        async with running_state(tmp_path) as state:
            game, inside, most = new_game(state), 0, 0

            def change(saved: SavedGame) -> None:
                nonlocal inside, most
                inside += 1
                most = max(most, inside)
                if not saved.undo():
                    saved.make("t3c1")
                inside -= 1

            async def change_latest() -> None:
                while True:
                    version = await state.use(game.player, game.key, lambda game: game.game.version)
                    try:
                        await state.change(game.player, game.key, "move", version, change)
                    except ApiError:
                        continue
                    return

            await asyncio.gather(*(change_latest() for _ in range(60)))
            assert most == 1
            version = await state.read(game.player, game.key, lambda game: game.game.version)
            assert version == 61

    run_async(test)


def test_a_cancelled_request_holds_the_lock_until_its_thread_is_done(tmp_path: Path) -> None:
    """A thread cannot be cancelled, and a saved game is not thread-safe."""

    async def test() -> list[str]:
        async with running_state(tmp_path) as state:
            game, has_begun, may_end = new_game(state), Event(), Event()
            order: list[str] = []

            def slowly(_: OpenGame) -> None:
                has_begun.set()
                may_end.wait(PATIENCE)
                order.append("first")

            first = asyncio.create_task(state.use(game.player, game.key, slowly))
            await asyncio.to_thread(has_begun.wait)
            first.cancel()
            second = asyncio.create_task(
                state.use(game.player, game.key, lambda _: order.append("second"))
            )
            await asyncio.sleep(0.05)
            assert order == []
            may_end.set()
            with pytest.raises(asyncio.CancelledError):
                await first
            await second
            return order

    assert run_async(test) == ["first", "second"]


def test_an_evicted_game_that_is_in_use_is_not_used_twice(tmp_path: Path) -> None:
    """It may leave the cache: the next request waits for the lock, and loads it again."""

    async def test() -> None:
        async with running_state(tmp_path, open_games=1) as state:
            game, other = new_game(state), new_game(state)
            await make(state, game, 1, "t1c1")
            has_begun, may_end = Event(), Event()

            def slowly(saved: SavedGame) -> None:
                has_begun.set()
                may_end.wait(PATIENCE)
                saved.make("t2c2")

            changing = asyncio.create_task(state.change(game.player, game.key, "move", 2, slowly))
            await asyncio.to_thread(has_begun.wait)
            await make(state, other, 1, "t1c1")
            assert state.games.get(game.player, game.key) is None
            next_move = asyncio.create_task(make(state, game, 3, "t3c3"))
            may_end.set()
            assert (await changing).version == 3
            assert await next_move == 4

    run_async(test)


def test_a_game_of_another_player_is_not_found(tmp_path: Path) -> None:
    async def test() -> None:
        async with running_state(tmp_path) as state:
            game, stranger = new_game(state), state.store.players.create()
            await make(state, game, 1, "t3c1")
            for player in (stranger, None, 10**9):
                with pytest.raises(ApiError) as error:
                    await state.use(player, game.key, lambda _: None)
                assert error.value.status == 404

    run_async(test)


def test_a_game_that_was_transferred_is_its_new_players(tmp_path: Path) -> None:
    """Another server has transferred it, and this one still holds it for the old player."""

    async def test() -> None:
        async with running_state(tmp_path) as state:
            game, new_player = new_game(state), state.store.players.create()
            await make(state, game, 1, "t3c1")
            state.store.players.transfer_games(game.player, new_player)
            for attempt in (
                state.read(game.player, game.key, lambda _: None),
                make(state, game, 2, "t3c2"),
            ):
                with pytest.raises(ApiError) as error:
                    await attempt
                assert error.value.status == 404
            changed = await state.change(
                new_player, game.key, "move", 2, lambda saved: saved.make("t3c2")
            )
            assert changed.version == 3
            with pytest.raises(ApiError):
                await state.use(game.player, game.key, lambda _: None)

    run_async(test)


def test_help_for_a_game_that_another_server_has_changed_is_stale(tmp_path: Path) -> None:
    async def test() -> None:
        async with running_state(tmp_path) as here, running_state(tmp_path) as there:
            game = new_game(here)
            await here.use(game.player, game.key, lambda _: None)
            await make(there, game, 1, "t3c1")
            with pytest.raises(ApiError) as stale:
                await here.use(game.player, game.key, lambda opened: opened.game.count_hint())
            assert stale.value.status == 409
            assert stale.value.body["state"]["moves_made"] == 1

    run_async(test)


def test_closing_does_not_wait_for_the_next_look_at_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("winnable.web.app_state._FILE_CHECK_SECONDS", 0.001)

    async def test() -> None:
        for _ in range(6):
            async with running_state(tmp_path, database_timeout=60) as state:
                await asyncio.sleep(0.01)
                began = time.monotonic()
                await state.close()
                assert time.monotonic() - began < 30

    run_async(test)
