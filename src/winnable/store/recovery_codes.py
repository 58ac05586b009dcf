"""Recovery codes, with which a player gets back to their games from another browser.

A code is 125 random bits in Crockford's base 32, which has no characters that look alike; O is read
as 0, and I and L as 1. The database has only its hash, so that nobody who reads it can pose as a
player. A fast hash is enough: 125 bits cannot be guessed.
"""

from __future__ import annotations

import hashlib
import secrets

from winnable.errors import StoreError
from winnable.l10n import t

__all__ = ["hash_recovery_code", "new_recovery_code", "normalize_recovery_code"]

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH, _GROUP = 25, 5
_LOOK_ALIKES = str.maketrans("OIL", "011")


def new_recovery_code() -> str:
    """A new code.

    >>> len(new_recovery_code()), new_recovery_code().count("-")
    (29, 4)
    """
    code = "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
    return "-".join(code[start : start + _GROUP] for start in range(0, _LENGTH, _GROUP))


def normalize_recovery_code(text: str) -> str | None:
    """A typed code in capitals and without spaces and dashes; None if it is not a code.

    >>> normalize_recovery_code("abcde-fghjk mnpqr-stvwx yzo1l") == "ABCDEFGHJKMNPQRSTVWXYZ011"
    True
    >>> normalize_recovery_code("ABCDE") is None
    True
    """
    code = "".join(text.split()).replace("-", "").upper().translate(_LOOK_ALIKES)
    return code if len(code) == _LENGTH and set(code) <= set(_ALPHABET) else None


def hash_recovery_code(text: str) -> str:
    """What is stored of a code; StoreError if the text is not a code."""
    code = normalize_recovery_code(text)
    if code is None:
        raise StoreError(t("web.player.not_a_code", count=_LENGTH))
    return hashlib.sha256(code.encode("ascii")).hexdigest()
