"""The state of a running server, shared by all requests.

Requests for one game are served one at a time: `use` holds an asyncio lock for each player and
game, and runs what it is given in a thread, because the database blocks. Requests wait for that
lock on the event loop and not in threads, so however many are sent for one game, they keep one
thread busy. It is the only lock: a saved game and the cache need none of their own. Two servers on
one database are kept apart by the games' versions (optimistic locking).

A request's deadline begins with its wait for that lock, so that a database that hangs keeps nobody
waiting for longer than `Settings.database_timeout`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import TypeVar
from weakref import WeakValueDictionary

from winnable.errors import GameNotFoundError, StaleGameError, StoreError
from winnable.l10n import t
from winnable.store import GameSummary, Outcome, SavedGame, Store
from winnable.store.deadline import time_limit
from winnable.web.authentication import Authentication
from winnable.web.facts_cache import FactsCache
from winnable.web.game_cache import GameCache, OpenGame
from winnable.web.http_errors import ApiError
from winnable.web.judge_messages import JUDGE_MAX_LINE
from winnable.web.logs import log_error
from winnable.web.metrics import Metrics
from winnable.web.rate_limits import NewGameLimits
from winnable.web.readiness import READY_SECONDS, Readiness
from winnable.web.response_models.games import ChangeKind, GameState
from winnable.web.serializers import last_change
from winnable.web.settings import Settings
from winnable.web.thread_pool import ThreadPool, UnfinishedCallError, acquire_in_time
from winnable.web.workers.pool import JUDGE_WORKER, WorkerPool

__all__ = ["AppState", "ensure_keys"]

T = TypeVar("T")

_DAY = 24 * 3600.0
_FILE_CHECK_SECONDS = 1.0
_NOBODY = 0
"""A number that no player has."""
_MAX_KNOWN = 10_000
"""Players of whom it is remembered since when they are known."""
_UNPLAYED = timedelta(days=30)
"""A game without a move is deleted after that time."""


class AppState:
    """The store, the games in memory, the worker pool, and the threads that wait for them."""

    def __init__(self, settings: Settings) -> None:
        """Open the database; StoreError if that fails."""
        self.settings = settings
        self.store = Store.open(
            settings.database, group_commit=True, timeout=settings.database_timeout
        )
        self.games = GameCache(settings.open_games, settings.open_games_memory)
        self.new_game_limits = NewGameLimits(settings)
        self.pool = WorkerPool(
            settings.workers,
            settings.queue_size,
            settings.jobs_per_player,
            timeout=settings.job_timeout,
            busy_timeout=settings.busy_job_timeout,
        )
        self.judge_pool: WorkerPool | None = None
        """The worker that checks programs, on a server for oneself; it starts with the first."""
        if settings.can_judge:
            self.judge_pool = WorkerPool(
                1,
                settings.judge_queue_size,
                settings.judge_queue_size + 2,  # they are all the same player's
                program=JUDGE_WORKER,
                name="judge",
                max_line=JUDGE_MAX_LINE,
                timeout=settings.judge_timeout,
                busy_timeout=settings.judge_timeout,
            )
        self._known_since = lru_cache(_MAX_KNOWN)(self.store.players.known_since)
        timeout = self.store.timeout
        self.database_threads = ThreadPool(settings.database_threads, "database", timeout)
        """For what waits for the database."""
        self.slow_threads = ThreadPool(settings.slow_threads, "slow", timeout)
        """For what computes for long: few at once, so that moves come first."""
        self.authentication = Authentication(
            self.store, self.database_threads, is_secure=settings.is_secure
        )
        self._cleanup_thread = ThreadPool(1, "cleanup", _DAY)
        self._ready_thread = ThreadPool(1, "ready", READY_SECONDS)
        self._readiness = Readiness(self.store, self._ready_thread)
        self.metrics = Metrics(self._gauges)
        self.daily_deals: dict[tuple[str, str], int] = {}
        """Deals of the day that have been found, by game and date."""
        self.deal_facts = FactsCache()
        """What has been found out about deals."""
        self._locks: WeakValueDictionary[tuple[int | None, str], asyncio.Lock] = (
            WeakValueDictionary()
        )
        """A lock for each player and game, while somebody holds it or waits for it."""
        self._background_tasks: list[asyncio.Task[None]] = []
        self.is_closing = False
        """Whether the workers are being stopped, and none may be started any more."""

    async def start(self) -> None:
        await self.pool.start()
        self._background_tasks = [
            asyncio.create_task(self._clean_up()),
            asyncio.create_task(self._check_files()),
        ]

    async def _clean_up(self) -> None:
        while True:
            with suppress(StoreError):  # it is tried again tomorrow
                before = self.store.now() - _UNPLAYED
                await self._cleanup_thread.run(self.store.games.delete_unplayed, before)
                await self._cleanup_thread.run(self.store.sign_ins.delete_expired)
            await asyncio.sleep(_DAY)

    async def _check_files(self) -> None:
        """Notice within a second that somebody has deleted or overwritten the database's files."""
        logged = ""
        while True:
            await asyncio.sleep(_FILE_CHECK_SECONDS)
            try:
                await self._cleanup_thread.run(self.store.check_files)
            except StoreError as error:  # which every request will get too
                if str(error) != logged:
                    logged = str(error)
                    log_error("store", error=logged)
            else:
                logged = ""

    async def is_ready(self) -> bool:
        """Whether the database answers in time."""
        return await self._readiness.check()

    async def stop_workers(self) -> None:
        """Cancel what workers are doing, and end them."""
        self.is_closing = True
        pools = [self.pool, *([self.judge_pool] if self.judge_pool else [])]
        await asyncio.gather(*(pool.close() for pool in pools))

    async def close(self) -> None:
        """Stop the workers, finish what is being saved, and close the database.

        A database that hangs is not waited for beyond the deadlines of the requests.
        """
        for task in self._background_tasks:
            task.cancel()  # what it has begun in a thread ends first: see below
        await self.stop_workers()
        thread = ThreadPool(1, "close", 2 * self.store.timeout)
        with suppress(UnfinishedCallError):  # what is still running then ends with the process
            await thread.run(self.close_store)
        thread.shutdown()
        if self._background_tasks:
            await asyncio.wait(self._background_tasks, timeout=self.store.timeout)

    def close_store(self) -> None:
        for threads in (self.slow_threads, self.database_threads):
            threads.shutdown(self.store.timeout)
        self.store.close()
        for threads in (self._cleanup_thread, self._ready_thread):
            threads.shutdown(self.store.timeout)

    # -- saved games ------------------------------------------------------------------------------

    def store_of(self, player: int | None) -> Store:
        """A player's store; for None, a browser without a cookie, one without games."""
        return self.store.for_player(_NOBODY if player is None else player)

    def is_established(self, player: int) -> bool:
        """Whether a player has been here for a while, and is no newcomer any more."""
        since = self._known_since(player)
        age = timedelta(seconds=self.settings.established_after)
        return since is not None and self.store.now() - since >= age

    async def use(self, player: int | None, key: str, act: Callable[[OpenGame], T]) -> T:
        """Run something on a player's game, alone; 404 if the game is not theirs."""
        lock = self._locks.setdefault((player, key), asyncio.Lock())
        with time_limit(self.store.timeout):
            await acquire_in_time(lock)
            unfinished: asyncio.Future[object] | None = None
            try:
                opened = self.games.get(player, key) or await self._load(player, key)
                try:
                    return await self.database_threads.run(_run_on, opened, act)
                finally:
                    self.games.update(opened)  # it may have grown
            except GameNotFoundError:  # or it was deleted, or is another player's by now
                raise ApiError(404, t("web.no_such_game")) from None
            except UnfinishedCallError as error:
                unfinished = error.call
                raise
            finally:
                if unfinished is None:
                    lock.release()
                else:  # a thread is still at work on the game
                    unfinished.add_done_callback(lambda _: lock.release())

    async def _load(self, player: int | None, key: str) -> OpenGame:
        opened = await self.database_threads.run(OpenGame.load, self.store_of(player), key)
        self.games.add(opened)
        return opened

    async def read(self, player: int | None, key: str, act: Callable[[OpenGame], T]) -> T:
        """The same with the latest version from the database, for reading."""

        def refresh_and_act(opened: OpenGame) -> T:
            opened.refresh()
            return act(opened)

        return await self.use(player, key, refresh_and_act)

    async def change(
        self,
        player: int | None,
        key: str,
        kind: ChangeKind,
        version: int,
        act: Callable[[SavedGame], object],
    ) -> GameState:
        """Change a game for a client that has seen `version`; it is saved when this returns.

        The coach's jobs about the game are cancelled.
        """

        def change(opened: OpenGame) -> GameState:
            opened.check_version(version)
            if opened.game.outcome is Outcome.WON:
                raise opened.error(409, t("web.game_is_won"))
            moves_before = len(opened.game.session.steps)
            act(opened.game)
            return opened.state(last_change(kind, opened.game.session, moves_before))

        state = await self.use(player, key, change)
        self.pool.cancel_game(key)
        return state

    def _gauges(self) -> Mapping[str, float]:
        coach = {f"coach_{name}": value for name, value in self.pool.metrics().items()}
        return {
            "open_games": len(self.games),
            "open_games_bytes": self.games.weight,
            "new_games_refused": self.new_game_limits.refused,
            **coach,
        }


def _run_on(opened: OpenGame, act: Callable[[OpenGame], T]) -> T:
    try:
        return act(opened)
    except StaleGameError:  # it has been loaded again
        raise opened.stale_error() from None
    finally:
        opened.weigh()


def ensure_keys(store: Store, games: list[GameSummary]) -> list[GameSummary]:
    """Save keys for games that have none: those started in the terminal. URLs contain them."""
    return [
        game if game.key else replace(game, key=store.games.ensure_key(game.number))
        for game in games
    ]
