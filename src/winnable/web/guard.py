"""What stands before every route: who may write, how much, and what browsers are told to refuse."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from winnable.web.logs import LOGGER
from winnable.web.settings import Settings

__all__ = ["CONTENT_POLICY", "Guard"]

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""What a browser may load and run: our own files and nothing written into the page."""

_HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_READING = ("GET", "HEAD", "OPTIONS")


class _BodyTooLargeError(Exception):
    """A body went on for longer than it may."""


class _Passage:
    """A request on its way in, bounded, and its answer on the way out, with our headers."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, headers: dict[str, str], largest: int
    ) -> None:
        self.scope, self._receive, self._send = scope, receive, send
        self._headers, self._left = headers, largest
        self.has_begun = False
        """Whether some of the answer is sent."""

    @property
    def is_too_large(self) -> bool:
        """Whether more came than may, and nothing has been answered."""
        return self._left < 0 and not self.has_begun

    async def receive_bounded(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise _BodyTooLargeError
        return message

    async def send_within_bounds(self, message: Message) -> None:
        """Send an answer, unless it is about a body that was cut off: Guard has a better one."""
        if not self.is_too_large:
            await self.send_guarded(message)

    async def send_guarded(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            headers = MutableHeaders(scope=message)
            for name, value in self._headers.items():
                headers.setdefault(name, value)
            if self.scope["path"].startswith("/api/"):
                headers.setdefault("cache-control", "no-store")
        await self._send(message)


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._headers = dict(_HEADERS)
        if settings.is_secure:
            self._headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        passage = _Passage(scope, receive, send, self._headers, self._settings.largest_body)
        refusal = self._refusal(scope) or await self._let_through(passage)
        if refusal is not None:
            await _answer(passage.send_guarded, *refusal)

    async def _let_through(self, passage: _Passage) -> tuple[int, str] | None:
        """Ask the application; what is to be answered in its place, if anything is."""
        try:
            await self._app(passage.scope, passage.receive_bounded, passage.send_within_bounds)
        except asyncio.CancelledError:
            if passage.has_begun:
                raise
            # The server is closing, and what is being written may be kept or not.
            return 503, "the server is closing: look at the table again when it is back"
        except Exception as error:
            if passage.has_begun:
                raise  # the connection breaks off: whoever reads it has to see that
            if not passage.is_too_large:
                LOGGER.error("failure", exc_info=error)
                return 500, "something went wrong here: it has been noted"
        return (413, self._too_large()) if passage.is_too_large else None

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._settings.hosts and _name(host) not in self._settings.hosts:
            return 421, "this server does not answer to that name"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._settings.largest_body:
            return 413, self._too_large()
        if scope["method"] not in _READING and not self._is_ours(headers, host):
            return 403, "changes are made from this server's own page only"
        return None

    def _is_ours(self, headers: Headers, host: str) -> bool:
        """Whether a change comes from our page, or from a program, which no site can send here."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        return origin in self._own(host)

    def _own(self, host: str) -> Iterable[str]:
        yield from self._settings.origins
        yield f"https://{host}"
        if not self._settings.is_secure:
            yield f"http://{host}"

    def _too_large(self) -> str:
        return f"that is too large: {self._settings.largest_body:,} bytes at most"


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


async def _answer(send: Send, status: int, words: str) -> None:
    body = json.dumps({"error": words}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
