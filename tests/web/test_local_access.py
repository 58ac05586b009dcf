"""A server on one's own computer is not for the other users of that computer."""

import http.client
import json
import os
import pwd
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from web_servers import Server, sqlite_server, wait_until

from winnable.web.local_access import address_for_browser, is_other_user

linux = pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux is asked")
as_root = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can be another user"
)

# Programs that become another user once they have loaded what they need: others may not be allowed
# to read this Python.
_POST = """
import encodings.idna, http.client, os, sys
user, port, token = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
os.setuid(user)
connection = http.client.HTTPConnection("127.0.0.1", port)
body = '{"token": "%s"}' % token
connection.request("POST", "/api/v1/player/local", body, {"content-type": "application/json"})
print(connection.getresponse().status)
"""
_CONNECT = """
import encodings.idna, os, socket, sys
os.setuid(int(sys.argv[1]))
connection = socket.create_connection((sys.argv[2], int(sys.argv[3])))
sys.stdin.read()
"""
_SOMEBODY_ELSE = "65534"


@contextmanager
def listening(host: str) -> Iterator[socket.socket]:
    try:
        server = socket.create_server(
            (host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET
        )
    except OSError:
        pytest.skip(f"there is no {host} here")
    server.settimeout(30)
    with server:
        yield server


def scope(client: socket.socket) -> dict[str, object]:
    """What a server says of an accepted connection."""
    return {"client": client.getpeername()[:2], "server": client.getsockname()[:2]}


@linux
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_connection_of_the_same_user(host: str) -> None:
    with (
        listening(host) as server,
        closing(socket.create_connection(server.getsockname()[:2])),
        server.accept()[0] as accepted,
    ):
        assert not is_other_user(scope(accepted))


@linux
@as_root
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_connection_of_another_user(host: str) -> None:
    with listening(host) as server:
        port = str(server.getsockname()[1])
        command = [sys.executable, "-c", _CONNECT, _SOMEBODY_ELSE, host, port]
        with subprocess.Popen(command, stdin=subprocess.PIPE) as other:
            with server.accept()[0] as accepted:
                assert is_other_user(scope(accepted))
            other.communicate()


@linux
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_client_that_has_hung_up_is_nobody_we_know(host: str) -> None:
    """The kernel no longer says whose connection it was, or says that it is its own."""
    with listening(host) as server:
        client = socket.create_connection(server.getsockname()[:2])
        with server.accept()[0] as accepted:
            seen = scope(accepted)
            client.close()
            assert is_other_user(seen)


@linux
def test_a_relay_of_root_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """In WSL the browser is a program of Windows, and a relay connects for it."""
    me = os.getuid()
    with (
        listening("127.0.0.1") as server,
        closing(socket.create_connection(server.getsockname())),
        server.accept()[0] as accepted,
    ):
        monkeypatch.setattr(os, "getuid", lambda: 12345)
        assert is_other_user(scope(accepted)) == (me != 0)


@pytest.mark.parametrize("unknown", [{}, {"client": None, "server": None}])
def test_where_nobody_knows_nobody_is_refused(unknown: dict[str, object]) -> None:
    assert not is_other_user(unknown)


@linux
@as_root
def test_a_token_that_was_read_with_ps_is_of_no_use(tmp_path: Path) -> None:
    """The browser is started with the token on its command line, where everybody can read it."""
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$@" > {seen}.part\nmv {seen}.part {seen}\n')
    browser.chmod(0o755)
    environment = {"DISPLAY": ":9", "BROWSER": f"{browser} %s"}
    running = Server(f"sqlite:///{tmp_path / 'games.db'}", browser=environment)
    try:
        running.start()
        wait_until(seen.exists)
        token = seen.read_text().strip().partition("#token=")[2]
        assert token
        for user, status in ((_SOMEBODY_ELSE, "403"), (str(os.getuid()), "200")):
            call = [sys.executable, "-c", _POST, user, str(running.port), token]
            done = subprocess.run(call, capture_output=True, text=True, check=True)
            assert done.stdout.strip() == status
    finally:
        running.close()


def test_a_forged_address_does_not_help(tmp_path: Path) -> None:
    """The kernel's table is asked about the connection, not about what a header says."""
    with sqlite_server(tmp_path) as running:
        connection = http.client.HTTPConnection("127.0.0.1", running.port)
        body = json.dumps({"token": running.local_token})
        headers = {"content-type": "application/json", "x-forwarded-for": "127.0.0.1"}
        connection.request("POST", "/api/v1/player/local", body, headers)
        assert connection.getresponse().status == 200
        connection.close()


def test_elsewhere_the_browser_opens_a_file_that_only_its_owner_can_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    address = "http://127.0.0.1:8000/#token=a&b"
    nowhere = {socket.AF_INET: str(tmp_path / "tcp")}
    monkeypatch.setattr("winnable.web.local_access._TABLES", nowhere)
    page = address_for_browser(address)
    assert "token" not in page
    path = Path(unquote(urlsplit(page).path))
    try:
        assert address.replace("&", "&amp;") in path.read_text(encoding="utf-8")
        if os.name == "posix":
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            assert path.stat().st_uid == pwd.getpwuid(os.getuid()).pw_uid
    finally:
        path.unlink()


@linux
def test_where_the_kernel_can_be_asked_the_browser_opens_the_address() -> None:
    with listening("127.0.0.1"):
        assert address_for_browser("http://127.0.0.1/#token=a") == "http://127.0.0.1/#token=a"
