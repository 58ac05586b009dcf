"""Keeping a server on one's own computer from the other users of that computer.

The address that opens the browser has a token in it, and everybody can read the command lines of
programs, browsers included. So on Linux the kernel is asked whose program is at the other end of a
connection: a token that another user has read is of no use to them. Where that cannot be asked, the
browser opens a file that only its owner can read and that leads to the address.
"""

from __future__ import annotations

import atexit
import os
import socket
import struct
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers

from winnable.web.addresses import is_loopback

__all__ = ["address_for_browser", "is_direct", "is_other_user"]

_PROXY_HEADERS = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
_TABLES = {socket.AF_INET: "/proc/net/tcp", socket.AF_INET6: "/proc/net/tcp6"}
_ROOT = 0
_NO_INODE = "0"

End = tuple[str, int]
"""A host's address and a port."""


def is_direct(scope: Mapping[str, Any]) -> bool:
    """Whether a request comes from a program on this computer, as far as can be told.

    A proxy in front of a server that is meant for oneself would let strangers in.
    """
    client, headers = scope.get("client"), Headers(raw=scope["headers"])
    is_here = client is not None and is_loopback(client[0])
    return is_here and not any(name in headers for name in _PROXY_HEADERS)


def is_other_user(scope: Mapping[str, Any]) -> bool:
    """Whether a request on this computer comes from a program of another user.

    Root may do anything here, so it is not refused; relays such as that of WSL run as root. False
    as well where nobody knows.
    """
    client, server = scope.get("client"), scope.get("server")
    if client is None or server is None or not hasattr(os, "getuid"):
        return False
    users = dict(_connections())
    # A client that has hung up is not in the table any more, and not answered either.
    return bool(users) and users.get((tuple(client), tuple(server))) not in (os.getuid(), _ROOT)


def _connections() -> Iterator[tuple[tuple[End, End], int]]:
    """The TCP connections of this computer: both ends as one program sees them, and its user."""
    for family, table in _TABLES.items():
        with suppress(OSError):  # no Linux, no IPv6, or a sandbox
            for line in Path(table).read_text(encoding="ascii").splitlines()[1:]:
                fields = line.split()
                if fields[9] != _NO_INODE:  # else it belongs to the kernel, which is root there
                    yield (_end(fields[1], family), _end(fields[2], family)), int(fields[7])


def _end(text: str, family: int) -> End:
    """An end as the kernel writes it: words of the address in the machine's byte order."""
    address, port = text.split(":")
    words = struct.unpack(f">{len(address) // 8}I", bytes.fromhex(address))
    host = socket.inet_ntop(family, struct.pack(f"={len(words)}I", *words))
    return host.removeprefix("::ffff:"), int(port, 16)  # a socket for IPv6 can speak IPv4


def address_for_browser(address: str) -> str:
    """What a browser can be started with so that no other user gets in."""
    if any(True for _ in _connections()):  # this server's at least: `is_other_user` can tell
        return address
    handle, name = tempfile.mkstemp(prefix="winnable-", suffix=".html")  # for its owner only
    link = escape(address)
    with open(handle, "w", encoding="utf-8") as file:
        file.write(f'<meta http-equiv="refresh" content="0;url={link}"><a href="{link}">Play</a>\n')
    atexit.register(_delete, name)
    return Path(name).as_uri()


def _delete(name: str) -> None:
    with suppress(OSError):
        os.unlink(name)
