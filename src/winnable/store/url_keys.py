"""Addresses: a key names a table, or a shared game, to whoever has been given it.

It is long and random, so that nobody finds a game by trying; whose table it is, the store asks all
the same.
"""

from __future__ import annotations

import re
import secrets

__all__ = ["is_key", "new_key"]

_BYTES = 12
_KEY = re.compile(r"[0-9A-Za-z_-]{1,64}")


def new_key() -> str:
    """A key that nobody else has: 16 signs, each fit for an address.

    >>> len(new_key()), is_key(new_key())
    (16, True)
    """
    return secrets.token_urlsafe(_BYTES)


def is_key(text: str) -> bool:
    """Whether a text could be a key; what could not need not be looked for."""
    return _KEY.fullmatch(text) is not None
