"""ASGI middleware that checks every request and adds security headers to every response.

It checks the Host header (against DNS rebinding), the size of the body, and the origin of changes
(against cross-site request forgery), and that none of these is said twice: a proxy in front might
look at the other one. It also turns an unexpected exception into a 500.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from winnable.l10n import t
from winnable.web.logs import LOGGER
from winnable.web.settings import API, Settings

__all__ = ["CONTENT_POLICY", "MAX_PROGRAM_SIZE", "SecurityMiddleware"]

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
"""Content-Security-Policy: a browser loads and runs our own files only, no inline scripts."""

_HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_SINGLE = (
    *("host", "origin", "sec-fetch-site"),
    *("content-length", "content-type", "transfer-encoding"),
)
"""Headers that may be sent once. Cookies may come in several: HTTP/2 splits them."""
_LENGTH = re.compile(r"[0-9]{1,18}")
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([0-9A-Za-z._~-]+))(?::[0-9]{0,5})?")
"""A Host header: an IPv6 address in brackets, or a name or IPv4 address; perhaps a port."""


MAX_PROGRAM_SIZE = 200_000
"""Bytes of a program to be checked."""
_PROGRAM_BODY = 2 * MAX_PROGRAM_SIZE + 10_000
"""As JSON, where each quote and each end of a line takes two."""


class _BodyTooLargeError(Exception):
    pass


class _Exchange:
    """One request, whose body is bounded, and its response, to which headers are added."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, headers: dict[str, str], max_body: int
    ) -> None:
        self.scope, self._receive, self._send = scope, receive, send
        self._headers, self._bytes_left = headers, max_body
        self.has_started = False
        """Whether the response has been started."""

    @property
    def is_too_large(self) -> bool:
        """Whether the body is too large and that can still be said."""
        return self._bytes_left < 0 and not self.has_started

    async def receive(self) -> Message:
        message = await self._receive()
        self._bytes_left -= len(message.get("body", b""))
        if self._bytes_left < 0:
            raise _BodyTooLargeError
        return message

    async def send_unless_too_large(self, message: Message) -> None:
        """Send, unless it is FastAPI's response to a body that was cut off: ours is 413."""
        if not self.is_too_large:
            await self.send(message)

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_started = True
            headers = MutableHeaders(scope=message)
            for name, value in self._headers.items():
                headers.setdefault(name, value)
            if self.scope["path"].startswith("/api/"):
                headers.setdefault("cache-control", "no-store")
        await self._send(message)


class SecurityMiddleware:
    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._headers = dict(_HEADERS)
        if settings.is_secure:
            self._headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(scope, receive, send, self._headers, self._max_body(scope))
        error = self._check(scope) or await self._call_app(exchange)
        if error is not None:
            await _send_error(exchange.send, *error)

    async def _call_app(self, exchange: _Exchange) -> tuple[int, str] | None:
        """Call the application; the error to respond with, if it has not responded itself."""
        try:
            await self._app(exchange.scope, exchange.receive, exchange.send_unless_too_large)
        except asyncio.CancelledError:
            if exchange.has_started:
                raise
            # A change that was under way may have been saved or not.
            return 503, t("web.shutting_down")
        except Exception as error:
            if exchange.has_started:
                raise  # breaks the connection off, so that the client notices
            if not exchange.is_too_large:
                LOGGER.error("failure", exc_info=error)
                return 500, t("web.failure")
        return (413, self._too_large(exchange.scope)) if exchange.is_too_large else None

    def _max_body(self, scope: Scope) -> int:
        """Bytes that a body may have: a program is larger than anything else."""
        size = self._settings.max_body_size
        is_program = self._settings.can_judge and scope["path"] == f"{API}/judge"
        return max(size, _PROGRAM_BODY) if is_program else size

    def _check(self, scope: Scope) -> tuple[int, str] | None:
        """The status and message with which to refuse a request, if it is to be refused."""
        headers = Headers(scope=scope)
        for name in _SINGLE:
            if len(headers.getlist(name)) > 1:
                return 400, t("web.headers.more_than_one", header=name)
        host = headers.get("host", "")
        # HTTP/1.0 does not have it yet.
        is_required = scope["http_version"] != "1.0" or "host" in headers
        name = _host_name(host)
        if not name and is_required:
            return 400, t("web.headers.no_host")
        if self._settings.hosts and name not in self._settings.hosts:
            return 421, t("web.headers.other_host")
        if headers.get("transfer-encoding", "chunked").lower() != "chunked":
            return 501, t("web.headers.transfer_encoding")
        length = headers.get("content-length", "0")
        if not _LENGTH.fullmatch(length):
            return 400, t("web.headers.content_length")
        if int(length) > self._max_body(scope):
            return 413, self._too_large(scope)
        if scope["method"] not in _SAFE_METHODS and not self._is_same_origin(headers, host):
            return 403, t("web.other_site")
        return None

    def _is_same_origin(self, headers: Headers, host: str) -> bool:
        """Whether a change comes from our page, or from a program and not from a browser."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        return origin in self._own_origins(host)

    def _own_origins(self, host: str) -> Iterable[str]:
        yield from self._settings.origins
        yield f"https://{host}"
        if not self._settings.is_secure:
            yield f"http://{host}"

    def _too_large(self, scope: Scope) -> str:
        return t("web.body.too_large", count=self._max_body(scope))


def _host_name(host: str) -> str:
    """The name in a Host header, without the port and in lower case; empty if it is not valid."""
    found = _HOST.fullmatch(host)
    if found is None:
        return ""
    address, name = found.groups()
    try:
        ipaddress.IPv6Address(address or "::")
    except ValueError:
        return ""
    return str(address or name).lower()


async def _send_error(send: Send, status: int, message: str) -> None:
    body = json.dumps({"error": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
