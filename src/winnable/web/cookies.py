"""The cookie that says who somebody is: a player's number, signed, and nothing else.

It is set when there is something to remember (a table is dealt, a code is entered), never before.
Scripts cannot read it, and other sites cannot make a browser send it along with a change.
"""

from __future__ import annotations

import hashlib
import secrets

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer

from winnable.store import Store

__all__ = ["Cookies", "find_secret"]

_AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie for longer."""
_SETTING = "web secret"


def find_secret(store: Store) -> str:
    """What a database's servers sign with: made once and kept, so a restart changes nothing."""
    return store.settings.setdefault(_SETTING, secrets.token_urlsafe(32))


class Cookies:
    """Writes and reads the cookie."""

    def __init__(self, secret: str, *, is_secure: bool = False) -> None:
        self._signer = URLSafeSerializer(secret, salt="winnable player")
        self._is_secure = is_secure
        # Browsers keep one jar for all ports of a computer: servers of several databases there
        # must not take each other's cookies away. Of a name that begins with __Host- they take a
        # cookie only from the very host, and by HTTPS.
        mark = hashlib.sha256(secret.encode()).hexdigest()[:8]
        self.name = f"{'__Host-' if is_secure else ''}winnable-{mark}"

    def player(self, request: Request) -> int | None:
        """Who asks; None for somebody new, and for whoever made their cookie themselves."""
        word = request.cookies.get(self.name)
        if not word or len(word) > 200:
            return None
        try:
            number = self._signer.loads(word)
        except BadSignature:
            return None
        return number if isinstance(number, int) and number > 0 else None

    def give(self, response: Response, player: int) -> None:
        """Let a browser be a player."""
        response.set_cookie(
            self.name,
            str(self._signer.dumps(player)),
            max_age=_AGE,
            path="/",
            secure=self._is_secure,
            httponly=True,
            samesite="strict",
        )

    def take_back(self, response: Response) -> None:
        """Let a browser be nobody again."""
        response.delete_cookie(
            self.name, path="/", secure=self._is_secure, httponly=True, samesite="strict"
        )
