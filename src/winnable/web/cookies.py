"""The one cookie: the token of a browser's sign-in, and nothing else.

It is set only when there is something to remember (a new game, a recovery code). Scripts cannot
read it, and other sites cannot make a browser send it with a change.
"""

from __future__ import annotations

import secrets

from fastapi import Request, Response

from winnable.store import SIGN_IN_LASTS, Store

__all__ = ["Cookie", "find_cookie_name"]

_SETTING = "cookie name"
_MAX_LENGTH = 200
"""Characters of a token; ours have 43."""


def find_cookie_name(store: Store) -> str:
    """The name of the cookie for a database; it is chosen once.

    Cookies are shared by all ports of a host, so servers of different databases need different
    names.
    """
    return store.settings.setdefault(_SETTING, f"winnable-{secrets.token_hex(4)}")


class Cookie:
    """Reads, sets and deletes the cookie."""

    def __init__(self, name: str, *, is_secure: bool = False) -> None:
        # A __Host- cookie can be set only by that very host, with HTTPS.
        self.name = f"__Host-{name}" if is_secure else name
        self._is_secure = is_secure

    def read(self, request: Request) -> str | None:
        """The token; None without a cookie, or if it is too long for one."""
        token = request.cookies.get(self.name)
        return token if token and len(token) <= _MAX_LENGTH else None

    def set(self, response: Response, token: str) -> None:
        response.set_cookie(
            self.name,
            token,
            max_age=int(SIGN_IN_LASTS.total_seconds()),
            path="/",
            secure=self._is_secure,
            httponly=True,
            samesite="strict",
        )

    def delete(self, response: Response) -> None:
        response.delete_cookie(
            self.name, path="/", secure=self._is_secure, httponly=True, samesite="strict"
        )
