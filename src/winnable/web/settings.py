"""How a server is set up: its database, who may use it, and its limits."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

__all__ = ["API", "Settings"]

API = "/api/v1"
"""The prefix of every path of the API."""


def _spare_cores() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


@dataclass(frozen=True)
class Settings:
    """Everything that can be set. The defaults suit a server on one's own computer."""

    database: str | None = None
    """An SQLAlchemy URL; None: the same database as the terminal's."""
    origins: tuple[str, ...] = ()
    """Further origins of the page, besides the Host that a request names: for a reverse proxy."""
    hosts: tuple[str, ...] = ()
    """Host names to answer to; empty: all. On one's own computer only its own names, against DNS
    rebinding."""
    is_secure: bool = False
    """Whether browsers use HTTPS, so that the cookie is marked Secure."""
    local_token: str | None = field(default=None, repr=False)
    """A token that lets a browser play as the local player, the one of the terminal."""
    workers: int = field(default_factory=_spare_cores)
    """Worker processes that solve."""
    queue_size: int = 100
    """Jobs that may wait for a worker."""
    jobs_per_player: int = 3
    """Jobs of one player that may wait or run."""
    job_timeout: float = 120.0
    """Seconds a job may wait, and then seconds it may run."""
    open_games: int = 2_000
    """Games held in memory; others are loaded again when needed."""
    open_steps: int = 200_000
    """Steps that the games in memory may have together: about 200 MB."""
    database_threads: int = 48
    """Threads that wait for the database."""
    slow_threads: int = 2
    """Threads for long responses (all steps of a game, statistics), so that moves come first."""
    max_body_size: int = 128 * 1024
    """Bytes of a request's body; a record of 1,000 moves has 10,000."""
    max_moves: int = 1_000
    """Moves that a game may have, and a record that is imported."""
    log_requests: bool = True
    """Whether each request is logged."""
    max_connections: int = 10_000
    """Connections that may be open; fewer where the limit on file descriptors is lower."""
    connections_per_address: int = 256
    """Connections of one address (IPv6: of one /64 network), never more than a quarter of all. A
    proxy's own, which come from this computer, are not counted."""
