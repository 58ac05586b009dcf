"""A PostgreSQL server that the tests start for themselves, and stop when they are done.

It lives in a temporary folder and listens on a socket there and nowhere else.
Where the server's programs are missing the tests that need it are skipped; in CI that is a failure.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

USER = "winnable"
GUARDED, PASSWORD = "guarded", "no-1-is-to-see-this"
"""Somebody whom the server asks for a password; that takes a while, so it trusts the other."""


class Server:
    """A server in a folder. Each test gets its own schema: quicker to make than a database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(programs() / "postgres", "-D", self.folder / "data", "-k", self.folder),
                    *("-c", "listen_addresses="),
                    *("-c", "fsync=off"),  # it is the clients that are killed, not the computer
                ],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **somebody(),
            )
        for _ in range(600):
            assert self._process.poll() is None, (self.folder / "log").read_text()
            try:
                self.run("SELECT 1")
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError((self.folder / "log").read_text())

    def stop(self) -> None:
        """End it at once, whatever its clients are doing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(60)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Let no process of it do anything while the context lasts; the kernel still accepts."""
        assert self._process is not None
        main = self._process.pid
        processes = [
            main,
            *map(int, Path(f"/proc/{main}/task/{main}/children").read_text().split()),
        ]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)

    def new_schema_url(self) -> str:
        """The URL of a new, empty schema."""
        name = f"schema_{next(self._numbers)}"
        self.run(f"CREATE SCHEMA {name}")
        return self.url(schema=name)

    def url(self, *, schema: str = "public", user: str = USER, password: str = "") -> str:
        """The URL of a schema."""
        options = quote(f"-csearch_path={schema}")
        host = quote(str(self.folder), safe="")
        who = f"{user}:{quote(password)}" if password else user
        return f"postgresql://{who}@/postgres?host={host}&options={options}"

    def run(self, statement: str) -> None:
        """Tell the server something, past Winnable."""
        with psycopg.connect(
            host=str(self.folder), dbname="postgres", user=USER, autocommit=True
        ) as connection:
            connection.execute(statement.encode())


def database_url(request: pytest.FixtureRequest, folder: Path) -> str:
    """The URL of an empty database of the kind that ``request.param`` names."""
    if request.param == "sqlite":
        return f"sqlite:///{folder / 'games.db'}"
    running: Server = request.getfixturevalue("postgres")
    return running.new_schema_url()


def programs() -> Path:
    """The folder of the server's programs; the test does not go on without."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if debian:
        return debian[-1].parent
    missing = "the PostgreSQL server is missing: Debian has it in postgresql"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


def somebody() -> dict[str, Any]:
    """Arguments for subprocess, so that it is not root who starts the server: it would refuse."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


@contextmanager
def server() -> Iterator[Server]:
    """A server that is there while the context lasts."""
    bin_folder, who = programs(), somebody()
    # Not pytest's folder: the other user has to reach it, and a socket's path has to be short.
    with tempfile.TemporaryDirectory(prefix="winnable-pg-") as place:
        folder = Path(place)
        if who:
            os.chown(folder, who["user"], who["group"])
        data = folder / "data"
        made = subprocess.run(
            [
                *(bin_folder / "initdb", "-D", data, "-U", USER, "-A", "trust"),
                *("--no-sync", "-E", "UTF8", "--locale=C"),
            ],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            **who,
        )
        assert made.returncode == 0, made.stdout
        (data / "pg_hba.conf").write_text(
            f"local all {GUARDED} scram-sha-256\nlocal all all trust\n"
        )
        running = Server(folder)
        running.start()
        try:
            running.run(f"CREATE ROLE {GUARDED} LOGIN PASSWORD '{PASSWORD}'")
            yield running
        finally:
            running.stop()
