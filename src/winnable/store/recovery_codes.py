"""Recovery codes: what a player writes down to be found again from another browser.

A code is 125 bits by chance, in Crockford's base 32: no sign in it can be taken for another, and
whoever reads O for 0, or I or L for 1, is understood. The store keeps its hash and not the code, so
that nobody who reads the database can be anybody in it; against guessing 125 bits are enough, and
the hash need not be slow.
"""

from __future__ import annotations

import hashlib
import secrets

from winnable.errors import StoreError

__all__ = ["hash_recovery_code", "new_recovery_code", "normalize_recovery_code"]

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_SIGNS, _GROUP = 25, 5
_ALIKE = str.maketrans("OIL", "011")


def new_recovery_code() -> str:
    """A code that nobody has.

    >>> len(new_recovery_code()), new_recovery_code().count("-")
    (29, 4)
    """
    signs = "".join(secrets.choice(_ALPHABET) for _ in range(_SIGNS))
    return "-".join(signs[at : at + _GROUP] for at in range(0, _SIGNS, _GROUP))


def normalize_recovery_code(text: str) -> str | None:
    """A code as somebody typed it, without what does not matter; None if it is no code.

    >>> normalize_recovery_code("abcde-fghjk mnpqr-stvwx yzo1l") == "ABCDEFGHJKMNPQRSTVWXYZ011"
    True
    >>> normalize_recovery_code("ABCDE") is None
    True
    """
    signs = "".join(text.split()).replace("-", "").upper().translate(_ALIKE)
    is_code = len(signs) == _SIGNS and set(signs) <= set(_ALPHABET)
    return signs if is_code else None


def hash_recovery_code(text: str) -> str:
    """What is kept of a code; StoreError for a text that is none."""
    signs = normalize_recovery_code(text)
    if signs is None:
        raise StoreError(f"a recovery code has {_SIGNS} letters and digits: look at it again")
    return hashlib.sha256(signs.encode("ascii")).hexdigest()
