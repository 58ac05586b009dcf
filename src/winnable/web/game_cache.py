"""The saved games that are held in memory: an LRU cache.

Every game here is in the database too, so a game that is evicted, or a server that is killed, loses
nothing. The cache is bounded by the number of games and by the memory that they take: a record of
60 KB with comments and side lines takes as much as 50 games that were dealt.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from winnable.deals import DealSource
from winnable.l10n import t
from winnable.play import Record, Session
from winnable.store import SavedGame, Store
from winnable.store.record_tags import without_history_tags
from winnable.web.game_weight import record_weight, session_weight
from winnable.web.http_errors import ApiError
from winnable.web.response_models.games import GameState, LastChange
from winnable.web.serializers import game_state

__all__ = ["GameCache", "OpenGame", "active_clock"]

MAX_IDLE_SECONDS = 60.0
"""Seconds between two requests that count as played; in a longer pause the player was away."""


def active_clock(clock: Callable[[], float] = time.monotonic) -> Callable[[], float]:
    """A clock of the time played: it counts at most a minute between two readings."""
    counted, read_at = 0.0, clock()

    def read() -> float:
        nonlocal counted, read_at
        now = clock()
        counted += min(now - read_at, MAX_IDLE_SECONDS)
        read_at = now
        return counted

    return read


@dataclass(eq=False)
class OpenGame:
    """A saved game in memory. Not thread-safe: `AppState.use` gives it to one thread at a time."""

    player: int
    key: str
    store: Store
    """The player's own: no other player's games can be reached through it."""
    game: SavedGame
    share_key: str | None = None

    def __post_init__(self) -> None:
        self._weighed_record: Record | None = None
        self._record_weight = 0
        self.weight = 0
        """About how many bytes of memory it takes."""
        self.weigh()

    def weigh(self) -> None:
        """Estimate the weight again, after a change."""
        if self.game.record is not self._weighed_record:  # it is new, or was loaded again
            self._drop_plain_record()
            self._weighed_record = self.game.record
            self._record_weight = record_weight(self.game.record)
        self.weight = self._record_weight + session_weight(self.game)

    def _drop_plain_record(self) -> None:
        """Do without a record that the session tells as well: most games have no other."""
        record = self.game.record
        if record is not None and not without_history_tags(record).is_annotated:
            self.game.record = None

    @classmethod
    def create(
        cls,
        store: Store,
        key: str,
        session: Session,
        record: Record | None,
        deal_source: DealSource | None = None,
    ) -> OpenGame:
        """Save a new game."""
        game = store.new_game(
            session, record=record, clock=active_clock(), strict=True, deal_source=deal_source
        )
        if session.steps:
            game.hints = max(1, game.hints)  # nobody knows who made these moves
        game.save(key)
        return cls(store.player, key, store, game)

    @classmethod
    def load(cls, store: Store, key: str) -> OpenGame:
        """A player's game from the database; GameNotFoundError if it is not theirs."""
        number = store.games.number_for_key(key)
        game = store.open_game(number, clock=active_clock(), strict=True)
        return cls(store.player, key, store, game, store.games.load(number).shared)

    def refresh(self) -> None:
        """Load the game again if another program has changed it."""
        number = self.game.number
        if number is not None and self.store.games.version(number, self.key) != self.game.version:
            self.game.reload()

    def check_version(self, version: int | None) -> None:
        """Refuse a client that has not seen the game as it is now (optimistic locking)."""
        if version is None:
            return
        if version > self.game.version:  # it has seen more than this server has
            self.refresh()
        if not self.game.state_version <= version <= self.game.version:
            raise self.stale_error()

    def stale_error(self) -> ApiError:
        return self.error(409, t("web.changed_elsewhere"))

    def error(self, status: int, message: str) -> ApiError:
        """An error that carries the current state."""
        return ApiError(status, message, state=self.state().model_dump(mode="json"))

    def state(self, last_change: LastChange | None = None) -> GameState:
        share_key = self.share_key if self.game.is_over else None
        return game_state(self.key, self.game, share_key, last_change)


class GameCache:
    """Open games by key, bounded by their number and their weight. Not thread-safe."""

    def __init__(self, max_games: int, max_weight: int) -> None:
        self._max_games, self._max_weight = max_games, max_weight
        self._games: OrderedDict[str, OpenGame] = OrderedDict()
        self._weights: dict[str, int] = {}
        """What each game here weighed when it was last counted."""
        self.weight = 0
        """Bytes that the games here take together, about."""

    def __len__(self) -> int:
        return len(self._games)

    def get(self, player: int | None, key: str) -> OpenGame | None:
        """A player's game, if it is here and still theirs as far as is known here."""
        found = self._games.get(key)
        if found is None or found.player != player:
            return None
        self._games.move_to_end(key)
        return found

    def add(self, game: OpenGame) -> None:
        """Hold a game, and evict those that were used least recently if there are too many."""
        if game.key in self._games:
            self._remove(game.key)
        self._games[game.key] = game
        self._count(game)

    def update(self, game: OpenGame) -> None:
        """Count the weight of a game again that may have grown; nothing if it is not here."""
        if self._games.get(game.key) is game:
            self._count(game)

    def _count(self, game: OpenGame) -> None:
        self.weight += game.weight - self._weights.get(game.key, 0)
        self._weights[game.key] = game.weight
        # The game used last stays, however heavy it is.
        while len(self._games) > 1 and (
            len(self._games) > self._max_games or self.weight > self._max_weight
        ):
            self._remove(next(iter(self._games)))

    def _remove(self, key: str) -> None:
        del self._games[key]
        self.weight -= self._weights.pop(key)

    def remove_player(self, player: int) -> None:
        """Evict a player's games, because they are another player's from now on."""
        for key in [key for key, game in self._games.items() if game.player == player]:
            self._remove(key)
