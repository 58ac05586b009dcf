"""How a server is set up: where games are kept, whom it answers, and how much it does at once."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

__all__ = ["API", "Settings"]

API = "/api/v1"
"""Where the addresses of the API begin."""


def _spare_cores() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


@dataclass(frozen=True)
class Settings:
    """Everything that can be chosen. The defaults are right for somebody's own computer."""

    database: str | None = None
    """SQLAlchemy's URL; None is what the terminal uses."""
    origins: tuple[str, ...] = ()
    """Addresses of the page beside the one a request names as its Host: for a proxy in front."""
    hosts: tuple[str, ...] = ()
    """Host names to answer to; none are all of them. A program on somebody's own computer answers
    to its own only, so that no page elsewhere can reach it through a name of its own."""
    is_secure: bool = False
    """Whether browsers come by HTTPS, so that the cookie says Secure."""
    secret: str | None = field(default=None, repr=False)
    """What cookies are signed with; None is one that is made once and kept in the database."""
    seat: str | None = field(default=None, repr=False)
    """A word that lets a browser play as the player at this machine, as the terminal does."""
    workers: int = field(default_factory=_spare_cores)
    """Processes that solve."""
    queue: int = 100
    """Questions to the coach that may wait."""
    per_player: int = 3
    """Questions of one player that may wait or be worked at."""
    deadline: float = 120.0
    """Seconds after which a question is called off."""
    open_tables: int = 2_000
    """Tables that are held in memory; the others are read again when wanted."""
    steps: int = 200_000
    """Steps that all of these may have together: some 200 MB."""
    threads: int = 48
    """Changes that may be on their way to the database at once."""
    readers: int = 2
    """Long answers (a line of views, a history) that are written at once: moves come first."""
    largest_body: int = 128 * 1024
    """Bytes of a request; a record of 1,000 moves has 10,000."""
    most_moves: int = 1_000
    """Steps a table may have, and moves a record may bring."""
    logs: bool = True
    """Whether a line is logged for each request."""
