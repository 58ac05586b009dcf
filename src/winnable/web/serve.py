"""Running the server until it is stopped, and opening the browser once it answers."""

from __future__ import annotations

import gc
import math
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread, Timer, current_thread, main_thread
from types import FrameType

import uvicorn

from winnable.errors import WinnableError
from winnable.web.app import make_app
from winnable.web.app_state import AppState
from winnable.web.bounded_protocol import bounded_protocol
from winnable.web.local_access import address_for_browser
from winnable.web.logs import log_error, set_up_logging
from winnable.web.settings import Settings

__all__ = ["PORT", "ServerStartError", "can_open_browser", "find_port", "serve"]

PORT = 8000
_SHUTDOWN_TIMEOUT = 2
"""Seconds that responses may still take when the server is stopped and no request waits for the
database any more."""
_HARD_LIMIT = 10
"""Seconds after that in which everything has to be closed."""
_OWN_FILES = 200
"""File descriptors for the database, the workers and Python itself."""
_BACKLOG = 1024
"""Connections that may wait to be accepted."""
_KEEP_ALIVE = 75
"""Seconds that an idle connection is kept. Proxies keep theirs for a minute, and must not send a
request down one that is just being closed."""


class ServerStartError(WinnableError):
    """The server cannot be started here."""


def find_port(host: str, port: int | None) -> socket.socket:
    """A listening socket: on the given port; without one on the usual port, or any free one."""
    if port is not None:
        return _listen(host, port)
    try:
        return _listen(host, PORT)
    except ServerStartError:
        return _listen(host, 0)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError, OverflowError) as error:
        raise ServerStartError(
            f"{host} is not an address of this computer: {_reason(error)}"
        ) from None
    try:
        if os.name == "posix":  # on Windows it would let two programs use one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError as error:
        listening.close()
        raise ServerStartError(f"port {port} of {host} cannot be used: {_reason(error)}") from None
    listening.setblocking(False)
    return listening


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


def can_open_browser() -> bool:
    """Whether there is a screen; a browser in the terminal would hide the server's messages."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class _Server(uvicorn.Server):
    """Uvicorn's server; it reports when it answers, and ends the coach's streams on shutdown."""

    def __init__(
        self, config: uvicorn.Config, state: AppState, on_ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._state, self._on_ready = state, on_ready
        self._hard_limit: Timer | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._on_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit and sig == signal.SIGINT:
            _exit_now("a second Ctrl-C", 130)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        seconds = (self.config.timeout_graceful_shutdown or 0) + _HARD_LIMIT
        self._hard_limit = Timer(seconds, _exit_now, ("it took too long to close", 1))
        self._hard_limit.daemon = True
        self._hard_limit.start()
        await self._state.stop_workers()
        await super().shutdown(sockets)

    def has_ended(self) -> None:
        """Nothing is left to be limited."""
        if self._hard_limit is not None:
            self._hard_limit.cancel()


def serve(
    settings: Settings,
    listening: socket.socket,
    address: str,
    *,
    echo: Callable[[str], None],
    open_browser: bool = False,
) -> None:
    """Serve until stopped; `address` is what the browser is opened with."""
    try:
        app = make_app(settings)
    except BaseException:
        listening.close()
        raise
    set_up_logging(log_requests=settings.log_requests)

    def on_ready() -> None:
        # Everything loaded so far stays, so the garbage collector need not look at it again.
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        echo(f"Winnable is at {address} (Ctrl-C stops it)")
        if open_browser:
            # In a thread: a browser that starts slowly must not keep the server from answering.
            page = address_for_browser(address)
            Thread(target=webbrowser.open, args=(page,), daemon=True).start()

    config = uvicorn.Config(
        app,
        http=bounded_protocol(
            _max_connections(settings.max_connections),
            settings.connections_per_address,
            is_behind_proxy=bool(settings.origins),
        ),
        ws="none",
        proxy_headers=bool(settings.origins),  # anybody can send X-Forwarded-For
        loop="asyncio",  # the one that starts the worker processes
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=math.ceil(app.state.winnable.store.timeout) + _SHUTDOWN_TIMEOUT,
        timeout_keep_alive=_KEEP_ALIVE,
        backlog=_BACKLOG,
    )
    server = _Server(config, app.state.winnable, on_ready)
    try:
        with _exit_on_sigterm():
            server.run([listening])
    except KeyboardInterrupt:  # raised again by uvicorn once everything is closed
        pass
    finally:
        server.has_ended()
        listening.close()


def _exit_now(reason: str, status: int) -> None:
    """End the process without waiting for threads that hang; the database is safe at any moment."""
    with suppress(Exception):
        log_error("exit", reason=reason)
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


def _max_connections(wanted: int) -> int:
    """How many connections fit into the limit on file descriptors, which is raised if possible."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    if hard != resource.RLIM_INFINITY and soft < hard:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
    return min(wanted, max(50, soft - _OWN_FILES))


@contextmanager
def _exit_on_sigterm() -> Iterator[None]:
    """Exit with status 0 on SIGTERM: uvicorn shuts down first, and then raises it again."""
    if current_thread() is not main_thread():  # only the main thread gets signals
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
