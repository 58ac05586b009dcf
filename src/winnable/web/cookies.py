"""The cookie that identifies a player: the player's number, signed, and nothing else.

It is set only when there is something to remember (a new game, a recovery code). Scripts cannot
read it, and other sites cannot make a browser send it with a change.
"""

from __future__ import annotations

import hashlib
import secrets

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer

from winnable.store import Store

__all__ = ["Cookies", "find_secret"]

# Browsers have cookies of version 0.1: the setting, the salt and the names must not change.
_SETTING = "web secret"
_SALT = "winnable player"
_MAX_AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""


def find_secret(store: Store) -> str:
    """The secret with which the servers of a database sign; it is created once."""
    return store.settings.setdefault(_SETTING, secrets.token_urlsafe(32))


class Cookies:
    """Reads and sets the cookie."""

    def __init__(self, secret: str, *, is_secure: bool = False) -> None:
        self._signer = URLSafeSerializer(secret, salt=_SALT)
        self._is_secure = is_secure
        # Cookies are shared by all ports of a host, so servers of different databases need
        # different names. A __Host- cookie can be set only by that very host, with HTTPS.
        digest = hashlib.sha256(secret.encode()).hexdigest()[:8]
        self.name = f"{'__Host-' if is_secure else ''}winnable-{digest}"

    def read_player(self, request: Request) -> int | None:
        """The number of the player; None without a cookie, or if it is not signed by us."""
        value = request.cookies.get(self.name)
        if not value or len(value) > 200:
            return None
        try:
            number = self._signer.loads(value)
        except BadSignature:
            return None
        return number if isinstance(number, int) and number > 0 else None

    def set_player(self, response: Response, player: int) -> None:
        response.set_cookie(
            self.name,
            str(self._signer.dumps(player)),
            max_age=_MAX_AGE,
            path="/",
            secure=self._is_secure,
            httponly=True,
            samesite="strict",
        )

    def delete(self, response: Response) -> None:
        response.delete_cookie(
            self.name, path="/", secure=self._is_secure, httponly=True, samesite="strict"
        )
