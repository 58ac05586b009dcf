"""Requests that no browser sends, byte by byte, and connections to send them on."""

from __future__ import annotations

import socket
from contextlib import closing, suppress
from pathlib import Path

HOST = b"Host: HOST\r\n"
"""The name is put in by `requests`."""
_GET = b"GET /api/v1/catalog HTTP/1.1\r\n"
_POST = b"POST /api/v1/games HTTP/1.1\r\n"
_BODY = b'{"game": "golf"}'
_LENGTH = b"Content-Length: %d\r\n" % len(_BODY)
_JSON = b"Content-Type: application/json\r\n"
_CHUNKED = b"Transfer-Encoding: chunked\r\n"
_CHUNKS = b"10\r\n" + _BODY + b"\r\n0\r\n\r\n"

_MALFORMED = {
    "Content-Length of 5,002 digits": _POST
    + HOST
    + b"Content-Length: "
    + b"0" * 5_002
    + b"\r\n\r\n",
    "Content-Length of 5,002 nines": _POST
    + HOST
    + b"Content-Length: "
    + b"9" * 5_002
    + b"\r\n\r\n",
    "Content-Length below 0": _POST + HOST + b"Content-Length: -1\r\n\r\n",
    "Content-Length with a sign": _POST + HOST + b"Content-Length: +16\r\n\r\n" + _BODY,
    "Content-Length in hexadecimal": _POST + HOST + b"Content-Length: 0x10\r\n\r\n" + _BODY,
    "Content-Length without a number": _POST + HOST + b"Content-Length:\r\n\r\n",
    "Content-Length twice": _POST + HOST + _JSON + _LENGTH + _LENGTH + b"\r\n" + _BODY,
    "Content-Length as a list": _POST + HOST + b"Content-Length: 16, 16\r\n\r\n" + _BODY,
    "Transfer-Encoding and Content-Length": _POST + HOST + _CHUNKED + _LENGTH + b"\r\n" + _CHUNKS,
    "Content-Length and Transfer-Encoding": _POST + HOST + _LENGTH + _CHUNKED + b"\r\n" + _CHUNKS,
    "Transfer-Encoding twice": _POST + HOST + _CHUNKED + _CHUNKED + b"\r\n" + _CHUNKS,
    "another Transfer-Encoding": _POST + HOST + b"Transfer-Encoding: gzip\r\n\r\n" + _CHUNKS,
    "two Transfer-Encodings": _POST + HOST + b"Transfer-Encoding: chunked, gzip\r\n\r\n" + _CHUNKS,
    "a hidden Transfer-Encoding": (
        _POST + HOST + b"Transfer-Encoding: \x0bchunked\r\n\r\n" + _CHUNKS
    ),
    "a chunk below 0": _POST + HOST + _CHUNKED + b"\r\n-1\r\n",
    "a chunk of too many bytes": _POST + HOST + _CHUNKED + b"\r\nfffffffffffffffff\r\n",
    "a chunk with bare line feeds": _POST + HOST + _CHUNKED + b"\r\n1\nx\n0\n\n",
    "a chunk that is longer": _POST + HOST + _CHUNKED + b"\r\n1\r\nxyz0\r\n\r\n",
    "no Host": _GET + b"\r\n",
    "an empty Host": _GET + b"Host:\r\n\r\n",
    "two Hosts": _GET + HOST + b"Host: evil.example\r\n\r\n",
    "the same Host twice": _GET + HOST + HOST + b"\r\n",
    "a Host with a comma": _GET + b"Host: HOST, evil.example\r\n\r\n",
    "a Host with a user": _GET + b"Host: evil@HOST\r\n\r\n",
    "a Host with a path": _GET + b"Host: HOST/evil\r\n\r\n",
    "a Host with a space": _GET + b"Host: evil HOST\r\n\r\n",
    "a folded line": _GET + HOST + b"X: a\r\n b\r\n\r\n",
    "a space after a name": _GET + HOST + b"X : a\r\n\r\n",
    "a space before a name": _GET + b" X: a\r\n" + HOST + b"\r\n",
    "a NUL in a value": _GET + HOST + b"X: a\0b\r\n\r\n",
    "a NUL in the target": b"GET /\0 HTTP/1.1\r\n" + HOST + b"\r\n",
    "a space in the target": b"GET /a b HTTP/1.1\r\n" + HOST + b"\r\n",
    "a bare carriage return": _GET + HOST + b"X: a\rY: b\r\n\r\n",
    "HTTP/0.9": b"GET /\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "HTTP/9.9": b"GET / HTTP/9.9\r\n" + HOST + b"\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",
    "CONNECT": b"CONNECT evil.example:443 HTTP/1.1\r\n" + HOST + b"\r\n",
    "no method": b"\x00\x01\x02\x03 / HTTP/1.1\r\n" + HOST + b"\r\n",
    "a long target": b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "a long header": _GET + HOST + b"X: " + b"x" * 70_000 + b"\r\n\r\n",
    "many headers": _GET + HOST + b"a: b\r\n" * 20_000 + b"\r\n",
    "a large body": _POST + HOST + b"Content-Length: 200000\r\n\r\n" + b"x" * 200_000,
}
"""Nobody may accept these."""

_UNUSUAL = {
    "another host in the target": b"GET http://evil.example/ HTTP/1.1\r\n" + HOST + b"\r\n",
    "HTTP/1.2": b"GET / HTTP/1.2\r\n" + HOST + b"\r\n",
    "no path": b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n",
    "bare line feeds": b"GET / HTTP/1.1\nHost: HOST\nConnection: close\n\n",
    "a websocket": _GET + HOST + b"Connection: upgrade\r\nUpgrade: websocket\r\n\r\n",
    "HTTP/2 by upgrade": _GET + HOST + b"Connection: upgrade\r\nUpgrade: h2c\r\n\r\n",
    "two Origins": _POST + HOST + b"Origin: https://HOST\r\nOrigin: https://evil\r\n\r\n",
    "two Content-Types": _POST
    + HOST
    + _JSON
    + b"Content-Type: a/b\r\n"
    + _LENGTH
    + b"\r\n"
    + _BODY,
    "two Sec-Fetch-Sites": (
        _POST + HOST + b"Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site\r\n\r\n"
    ),
    "two different Transfer-Encodings": (
        _POST + HOST + b"Transfer-Encoding: identity\r\n" + _CHUNKED + b"\r\n" + _CHUNKS
    ),
}
"""We do not accept these; a proxy may make a normal request of some, and refuses others."""

ATTACKS = _MALFORMED
FORBIDDEN = _MALFORMED | _UNUSUAL


def received(connection: socket.socket) -> bytes:
    """Everything until the other side closes the connection."""
    parts = []
    with closing(connection), suppress(ConnectionError):
        while more := connection.recv(65_536):
            parts.append(more)
    return b"".join(parts)


def rss(pid: int) -> int:
    """The memory of a process, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    [line] = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) * 1024


def sockets(pid: int) -> int:
    """The number of connections and listening sockets that a process has open."""
    links = Path(f"/proc/{pid}/fd").iterdir()
    found = 0
    for link in links:
        with suppress(FileNotFoundError):
            found += str(link.readlink()).startswith("socket:")
    return found


def endless_trailers(connection: socket.socket, megabytes: int) -> int:
    """Send that many megabytes of trailers, unless the connection is closed; the bytes sent."""
    connection.sendall(_POST + HOST.replace(b"HOST", b"localhost") + _CHUNKED + b"\r\n0\r\n")
    piece, sent = b"a:b\r\n" * 20_000, 0
    with suppress(OSError):
        while sent < megabytes * 1_000_000:
            connection.sendall(piece)
            sent += len(piece)
    return sent
