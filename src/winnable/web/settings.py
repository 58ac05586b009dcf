"""How a server is set up: its database, who may use it, and its limits.

docs/settings.md has them all in one table.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["API", "Settings"]

API = "/api/v1"
"""The prefix of every path of the API."""

_FROM_OPTIONS: Mapping[str, Any] = {"from_options": True}
"""For a setting that follows from the command's options, and cannot be in a settings file."""


def _spare_cores() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


def _limit(default: float, least: float, most: float) -> Any:
    """A number that a settings file may set, from the least to the most."""
    return field(default=default, metadata={"least": least, "most": most})


@dataclass(frozen=True)
class Settings:
    """Everything that can be set. Sizes are in bytes, times in seconds, rates per hour."""

    database: str | None = None
    """An SQLAlchemy URL; None: the same database as the terminal's."""
    origins: tuple[str, ...] = ()
    """Further origins of the page, besides the Host that a request names: for a reverse proxy."""
    hosts: tuple[str, ...] = field(default=(), metadata=_FROM_OPTIONS)
    """Host names to answer to; empty: all. On one's own computer only its own names, against DNS
    rebinding."""
    is_secure: bool = field(default=False, metadata=_FROM_OPTIONS)
    """Whether browsers use HTTPS, so that the cookie is marked Secure."""
    local_token: str | None = field(default=None, repr=False, metadata=_FROM_OPTIONS)
    """A token that lets a browser play as the local player, the one of the terminal."""
    workers: int = field(default_factory=_spare_cores, metadata={"least": 1, "most": 256})
    """Worker processes that solve."""
    queue_size: int = _limit(100, 1, 10_000)
    """Jobs that may wait for a worker."""
    jobs_per_player: int = _limit(3, 1, 1_000)
    """Jobs of one player that may wait or run."""
    job_timeout: float = _limit(120.0, 1, 3_600)
    """Seconds a job may wait, and then seconds it may run."""
    busy_job_timeout: float = _limit(15.0, 1, 3_600)
    """Seconds a job may run while jobs of others wait."""
    full_hints: bool = True
    """Whether a hint may take about half a second of a core where cards are hidden, instead of some
    hundredths; it wins more games."""
    established_after: float = _limit(600.0, 0, 10_000_000)
    """Seconds after which a player is no newcomer any more, who waits when the queue is full."""
    open_games: int = _limit(2_000, 1, 1_000_000)
    """Games held in memory; others are loaded again when needed."""
    open_games_memory: int = _limit(200_000_000, 1_000_000, 10**12)
    """Bytes that the games in memory may take together, as estimated by `game_weight`."""
    new_games_per_player: int = _limit(1_000, 1, 10**9)
    """Games that a player may start in an hour."""
    new_games_per_address: int = _limit(5_000, 1, 10**9)
    """Games that may be started from an address in an hour."""
    new_players_per_address: int = _limit(1_000, 1, 10**9)
    """Players who may come from an address in an hour: browsers that bring no cookie."""
    imports_per_player: int = _limit(5_000_000, 1_000, 10**12)
    """Bytes of records, boards and decks that a player may import in an hour."""
    imports_per_address: int = _limit(20_000_000, 1_000, 10**12)
    """Bytes of records, boards and decks that may be imported from an address in an hour."""
    unplayed_games: int = _limit(50, 1, 1_000_000)
    """Games without a move that a player may have; another one replaces the oldest of them."""
    stored_per_player: int = _limit(200_000_000, 1_000, 10**15)
    """Characters of records beyond which a player cannot import another."""
    database_threads: int = _limit(48, 1, 1_000)
    """Threads that wait for the database."""
    slow_threads: int = _limit(2, 1, 100)
    """Threads for long responses (all steps of a game, statistics), so that moves come first."""
    max_body_size: int = _limit(128 * 1024, 1_000, 10**9)
    """Bytes of a request's body; a record of 1,000 moves has 10,000."""
    max_moves: int = _limit(1_000, 1, 100_000)
    """Moves that a game may have, and a record that is imported."""
    max_tags: int = _limit(100, 10, 100_000)
    """Tags that a record may have that is imported."""
    judge: bool = True
    """Whether students' programs can be checked, on a server for oneself; see `can_judge`."""
    judge_queue_size: int = _limit(3, 1, 100)
    """Programs that may wait while another is being checked."""
    judge_timeout: float = _limit(120.0, 1, 3_600)
    """Seconds a program may wait, and then seconds in which all of it has to be checked."""
    log_requests: bool = True
    """Whether each request is logged."""
    max_connections: int = _limit(10_000, 50, 1_000_000)
    """Connections that may be open; fewer where the limit on file descriptors is lower."""
    connections_per_address: int = _limit(256, 1, 1_000_000)
    """Connections of one address (IPv6: of one /64 network), never more than a quarter of all. A
    proxy's own, which come from this computer, are not counted."""
    database_timeout: float | None = field(default=None, metadata={"least": 0.1, "most": 600})
    """Seconds that a request may wait for the database, in all; None: as the environment variable
    WINNABLE_DATABASE_TIMEOUT says, or 10."""

    @property
    def can_judge(self) -> bool:
        """Whether this server runs programs that are sent to it.

        Only one for oneself does: it listens on this computer only, behind no proxy, and knows its
        user by a token. No settings file can change that.
        """
        return self.judge and self.local_token is not None and not self.origins
