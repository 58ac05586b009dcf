"""Rate limits: how much each player and each address may make of something in an hour.

Token buckets, by the generic cell rate algorithm: of each key only the moment is remembered at
which its bucket will be full again. A bucket holds what is allowed in an hour, so all of it may be
used at once, and it fills continuously.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from math import ceil

from winnable.l10n import t
from winnable.web.http_errors import ApiError
from winnable.web.settings import Settings

__all__ = ["NewGameLimits", "RateLimit"]

HOUR = 3600.0
_MAX_KEYS = 10_000
"""Buckets that are remembered. With more the ones used least recently are forgotten; whoever has so
many addresses could use a full bucket for each anyway."""


class RateLimit:
    """An amount in an hour for each key."""

    def __init__(
        self,
        amount: float,
        *,
        period: float = HOUR,
        max_keys: int = _MAX_KEYS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._amount, self._period, self._max_keys, self._clock = amount, period, max_keys, clock
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()
        """When the bucket of a key is full again; an LRU cache."""

    def __len__(self) -> int:
        return len(self._full_at)

    def wait(self, key: Hashable, cost: float = 1) -> float:
        """Seconds until so much may be taken; 0 if it may be taken now.

        What costs more than a bucket holds may be taken from a full one.
        """
        now = self._clock()
        return max(0.0, self._full_after(key, cost, now) - now - self._period)

    def take(self, key: Hashable, cost: float = 1) -> None:
        """Take so much, which `wait` has allowed."""
        self._full_at[key] = self._full_after(key, cost, self._clock())
        self._full_at.move_to_end(key)
        if len(self._full_at) > self._max_keys:
            self._full_at.popitem(last=False)

    def _full_after(self, key: Hashable, cost: float, now: float) -> float:
        """When the bucket is full again if so much is taken now."""
        share = min(1.0, cost / self._amount)
        return max(now, self._full_at.get(key, now)) + share * self._period


class NewGameLimits:
    """The limits on new games, new players, and what they import. Not thread-safe."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        def limit(amount: int) -> RateLimit:
            return RateLimit(amount, clock=clock)

        self._games_of_player = limit(settings.new_games_per_player)
        self._games_of_address = limit(settings.new_games_per_address)
        self._players = limit(settings.new_players_per_address)
        self._imports_of_player = limit(settings.imports_per_player)
        self._imports_of_address = limit(settings.imports_per_address)
        self.refused = 0
        """How many requests were refused."""

    def charge(self, player: int | None, address: str, imported: int) -> None:
        """Count a new game, with the bytes it imports; ApiError if there were too many.

        A refused one is not counted. A browser without a player becomes a new one; it cannot evade
        the limits on players, because those on its address apply too.
        """
        charges: list[tuple[RateLimit, Hashable, int, str]] = [
            (self._games_of_address, address, 1, "games_of_address"),
            (self._imports_of_address, address, imported, "imports_of_address"),
        ]
        if player is None:
            charges.append((self._players, address, 1, "players_of_address"))
        else:
            charges += [
                (self._games_of_player, player, 1, "games"),
                (self._imports_of_player, player, imported, "imports"),
            ]
        charges = [charge for charge in charges if charge[2]]
        waits = [(limit.wait(key, cost), what) for limit, key, cost, what in charges]
        seconds, what = max(waits)
        if seconds:
            self.refused += 1
            message = t(f"web.too_many.{what}", wait=_in_words(seconds))
            raise ApiError(429, message, retry_after=ceil(seconds))
        for limit, key, cost, _ in charges:
            limit.take(key, cost)


def _in_words(seconds: float) -> str:
    """A time to wait, rounded up.

    >>> _in_words(0.2), _in_words(90), _in_words(121)
    ('1 second', '90 seconds', '3 minutes')
    """
    if seconds <= 120:
        return t("web.seconds", count=ceil(seconds))
    return t("web.minutes", count=ceil(seconds / 60))
