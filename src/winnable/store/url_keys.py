"""Keys: the random part of a URL that leads to a game.

A key is long and random, so that nobody can find a game by guessing. A player's own games are
looked up by player as well.
"""

from __future__ import annotations

import re
import secrets

__all__ = ["is_key", "new_key"]

_BYTES = 12
_KEY = re.compile(r"[0-9A-Za-z_-]{1,64}")


def new_key() -> str:
    """A new key: 16 characters that need no escaping in a URL.

    >>> len(new_key()), is_key(new_key())
    (16, True)
    """
    return secrets.token_urlsafe(_BYTES)


def is_key(text: str) -> bool:
    """Whether a text can be a key; anything else need not be looked up."""
    return _KEY.fullmatch(text) is not None
