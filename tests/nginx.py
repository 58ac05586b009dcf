"""A real nginx with docs/nginx.conf, on free ports and with a certificate of its own.

Where nginx is missing the tests that need it are skipped; in CI that is a failure.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

CONFIGURATION = Path(__file__).parents[1] / "docs" / "nginx.conf"
HOST = "cards.example"

_ANY_CERTIFICATE = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
_ANY_CERTIFICATE.check_hostname = False
_ANY_CERTIFICATE.verify_mode = ssl.CERT_NONE


class Nginx:
    """A running nginx."""

    def __init__(self, port: int, plain_port: int, process: subprocess.Popen[bytes]) -> None:
        self.port, self.plain_port, self._process = port, plain_port, process
        self.url = f"https://127.0.0.1:{port}"

    @property
    def pid(self) -> int:
        return self._process.pid

    def connect(self, *pieces: bytes, source: str = "127.0.0.1", host: str = HOST) -> ssl.SSLSocket:
        """A connection with TLS, and what is sent on it."""
        plain = socket.create_connection(
            ("127.0.0.1", self.port), timeout=60, source_address=(source, 0)
        )
        connection = _ANY_CERTIFICATE.wrap_socket(plain, server_hostname=host)
        for piece in pieces:
            connection.sendall(piece)
        return connection


def _find(name: str, package: str) -> str:
    """The path of a program; the test does not go on without."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if found:
        return found
    missing = f"{name} is missing: Debian has it in {package}"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


def _free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [listening.getsockname()[1] for listening in sockets]
    for listening in sockets:
        listening.close()
    return ports


def _make_certificate(folder: Path) -> None:
    subprocess.run(
        [
            *(
                _find("openssl", "openssl"),
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
            ),
            *("-subj", f"/CN={HOST}", "-keyout", "privkey.pem", "-out", "fullchain.pem"),
        ],
        cwd=folder,
        check=True,
        capture_output=True,
    )


def configuration(folder: Path, upstream: int, port: int, plain_port: int) -> str:
    """docs/nginx.conf with ports, paths and the user of a test."""
    text = CONFIGURATION.read_text()
    ipv6 = _has_ipv6()
    for pattern, replacement in (
        (r"127\.0\.0\.1:8000", f"127.0.0.1:{upstream}"),
        (r"listen 443 ", f"listen 127.0.0.1:{port} "),
        (r"listen \[::\]:443 ", f"listen [::1]:{port} " if ipv6 else "# "),
        (r"listen 80 ", f"listen 127.0.0.1:{plain_port} "),
        (r"listen \[::\]:80 ", f"listen [::1]:{plain_port} " if ipv6 else "# "),
        (r"/etc/letsencrypt/live/cards\.example|/run(?=/nginx)|/var/log/nginx", str(folder)),
        (r"user www-data;", "user root;" if os.geteuid() == 0 else ""),
        (r"worker_processes auto;", "worker_processes 1; daemon off;"),
        (r"\n    access_log off;", "".join(f"\n{line}" for line in _temporary_folders(folder))),
    ):
        text, changes = re.subn(pattern, replacement, text)
        assert changes, f"docs/nginx.conf has no {pattern}"
    return text


def _temporary_folders(folder: Path) -> Iterator[str]:
    """Folders that Debian's nginx has under /var/lib, where only root may write."""
    yield "    access_log off;"
    for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"):
        yield f"    {name}_temp_path {folder / name};"


def _has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@contextmanager
def nginx(folder: Path, upstream: int, **substitutions: str) -> Iterator[Nginx]:
    """An nginx in front of a port of this computer; some text of its configuration replaced."""
    executable = _find("nginx", "nginx-light")
    port, plain_port = _free_ports(2)
    _make_certificate(folder)
    text = configuration(folder, upstream, port, plain_port)
    for old, new in substitutions.items():
        assert old in text
        text = text.replace(old, new)
    file = folder / "nginx.conf"
    file.write_text(text)
    command = [executable, "-p", str(folder), "-c", str(file), "-e", str(folder / "error.log")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(600):
            assert process.poll() is None, (folder / "error.log").read_text()
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionError:
                time.sleep(0.05)
        yield Nginx(port, plain_port, process)
    finally:
        process.terminate()
        process.wait(60)
