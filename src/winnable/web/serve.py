"""Running the server until somebody stops it, and opening the browser once it answers."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread, current_thread, main_thread

import uvicorn

from winnable.errors import WinnableError
from winnable.web.app import make_app
from winnable.web.house import House
from winnable.web.logs import set_up_logs
from winnable.web.settings import Settings
from winnable.web.wire import Wire, wire

__all__ = ["PORT", "ServerStartError", "can_open_browser", "find_port", "serve"]

PORT = 8000
_PATIENCE = 5
"""Seconds that answers may still take when the server is told to stop."""
_OWN_FILES = 200
"""What the database, the crew and Python itself may have open."""
_WAITING = 1024
"""Connections that may wait to be taken."""
_SILENCE = 75
"""Seconds that a connection stays with nothing said: players think, and proxies keep theirs for a
minute, and must not send a move down one that is just being closed."""


class ServerStartError(WinnableError):
    """The server cannot be started here."""


def find_port(host: str, port: int | None) -> socket.socket:
    """A place to listen: the port that was asked for, or the usual one, or any that is free."""
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
        raise ServerStartError(f"{host} is no address of this computer: {_why(error)}") from None
    try:
        if os.name == "posix":  # elsewhere it would let two programs have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_WAITING)
    except OSError as error:
        listening.close()
        raise ServerStartError(f"port {port} of {host} cannot be had: {_why(error)}") from None
    listening.setblocking(False)
    return listening


def _why(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


def can_open_browser() -> bool:
    """Whether there is a screen for a browser; a browser in the terminal would be in the way."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class _Server(uvicorn.Server):
    """Uvicorn's, which says when it answers, and calls the coach off before it closes."""

    def __init__(self, config: uvicorn.Config, house: House, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._house, self._ready = house, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._house.pool.close()
        await super().shutdown(sockets)


def serve(
    settings: Settings,
    listening: socket.socket,
    address: str,
    *,
    say: Callable[[str], None],
    is_to_open: bool = False,
) -> None:
    """Serve until told to stop; `address` is what a browser is opened with."""
    try:
        app = make_app(settings)
    except BaseException:
        listening.close()
        raise
    set_up_logs(is_telling_all=settings.logs)

    def ready() -> None:
        # What is there now stays: who looks for rubbish need not look through it with every move.
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        say(f"Winnable is at {address} (Ctrl-C stops it)")
        if is_to_open:
            # A browser that is slow to start must not keep the server from answering it.
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    config = uvicorn.Config(
        app,
        http=wire(_room_for_connections()),
        loop="asyncio",  # what the crew's processes are started with
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=_PATIENCE,
        timeout_keep_alive=_SILENCE,
        backlog=_WAITING,
    )
    try:
        with _ending_well():
            _Server(config, app.state.house, ready).run([listening])
    except KeyboardInterrupt:  # uvicorn has closed everything before it passes this on
        pass
    finally:
        listening.close()


def _room_for_connections() -> int:
    """How many connections there may be; files of our own need room as well."""
    if sys.platform == "win32":
        return Wire.most
    import resource

    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and least < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return max(50, min(Wire.most, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - _OWN_FILES))


@contextmanager
def _ending_well() -> Iterator[None]:
    """To be told to stop is no failure, and the exit status says so.

    Uvicorn closes everything when a signal comes, and then raises it once more.
    """
    if current_thread() is not main_thread():  # no other hears of signals
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
