"""The language of a request: the one chosen on the page, else the one that the browser asks for."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from winnable.l10n import languages, negotiate, use_language

__all__ = ["LANGUAGE_COOKIE", "VARIES", "LanguageMiddleware"]

LANGUAGE_COOKIE = "language"
"""Set by the page (static/js/settings.js); without it the browser's own languages count."""
VARIES = {"vary": "Accept-Language, Cookie"}
"""A header for what is not the same in every language and may be kept."""


class LanguageMiddleware:
    """Sets the language for everything that is done for a request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with use_language(_language(HTTPConnection(scope))):
            await self.app(scope, receive, send)


def _language(connection: HTTPConnection) -> str:
    chosen = connection.cookies.get(LANGUAGE_COOKIE)
    return (
        chosen
        if chosen in languages()
        else negotiate(connection.headers.get("accept-language", ""))
    )
