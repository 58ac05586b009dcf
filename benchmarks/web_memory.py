"""What the web server keeps in memory: each open game, each connection, each worker.

    python -m benchmarks.web_memory

Open games of several kinds are loaded in this process and measured with tracemalloc, beside the
estimate by which the server bounds them. Then a server is started on loopback, and its resident
memory is read from /proc (Linux only): at the start, with idle connections, with open games, and
with workers that have been given much to do.
"""

from __future__ import annotations

import asyncio
import gc
import random
import re
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from benchmarks.machine import stamp
from benchmarks.plan import SLUGS
from benchmarks.web_clients import Connection, post_request
from benchmarks.web_load import SETTINGS
from winnable import Record, Session
from winnable.play import parse_record
from winnable.store import Store, new_key
from winnable.web.game_cache import OpenGame

__all__ = ["main", "measure_games"]

HOST = "127.0.0.1"
_COMMAND = (sys.executable, "-c", "import sys; from winnable.cli import main; sys.exit(main())")
_READY = re.compile(r"Winnable is at http://[^/]+:([0-9]+)/")
_API = "/api/v1"
_CONNECTIONS = 500
_GAMES = 2_000
_HEAVY_GAMES = 800
_JOBS = 40
_TAGS = '[Winnable "1"]\n[Game "freecell"]\n[Deal "1"]\n'


def _played(game: str, moves: int) -> str:
    chance, session = random.Random(moves), Session.new(game, 5)  # noqa: S311 - always the same
    for _ in range(moves):
        legal = list(session.legal_moves())
        if not legal:
            break
        session.make(chance.choice(legal))
    return str(Record.of(session))


def _heavy(moves: int = 990, text: int = 45_000) -> str:
    """A record of about 60 KB: a comment, and as many side lines as it may have."""
    return f"{_TAGS}\n1. t1c2 {{{'x' * text}}} {'(1. t1c1) ' * moves}*\n"


_KINDS: dict[str, Callable[[], str]] = {
    "dealt, no move": lambda: _played("freecell", 0),
    "20 moves": lambda: _played("easthaven", 20),
    "100 moves": lambda: _played("easthaven", 100),
    "1,000 moves": lambda: _played("easthaven", 1_000),
    "imported, 60 KB, 990 side lines": _heavy,
}


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def measure_games(folder: Path) -> None:
    """Print what an open game of each kind takes, and what it is estimated to take."""
    _print("an open game: allocated, estimated")
    with Store.open(f"sqlite:///{folder}/kinds.db") as everybody:
        store = everybody.for_player(everybody.players.create())
        for name, record in _KINDS.items():
            keys = [_save(store, parse_record(record())) for _ in range(10)]
            OpenGame.load(store, keys[0])
            gc.collect()
            tracemalloc.start()
            before, _ = tracemalloc.get_traced_memory()
            held = [OpenGame.load(store, key) for key in keys]
            gc.collect()
            after, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            allocated = (after - before) / len(held)
            _print(f"  {name}: {allocated / 1000:.1f} KB, {held[0].weight / 1000:.1f} KB")


def _save(store: Store, record: Record) -> str:
    key = new_key()
    OpenGame.create(store, key, record.session(), record)
    return key


class _Server:
    """`winnable web` with one worker, and its resident memory."""

    def __init__(self, folder: Path) -> None:
        settings = folder / "settings.toml"
        settings.write_text(SETTINGS + "imports_per_address = 1_000_000_000\nworkers = 1\n")
        database = f"sqlite:///{folder}/games.db"
        options = ["web", "--no-browser", "--port", "0", "--database", database]
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [*_COMMAND, *options, "--settings", str(settings)], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None  # noqa: S101 - it is a pipe
        found = _READY.match(self._process.stdout.readline())
        if found is None:
            self.close()
            raise SystemExit("the server did not start")
        self.port = int(found[1])

    def memory(self) -> float:
        """Resident memory in MB, without the worker's."""
        return _resident(self._process.pid)

    def worker_peak(self) -> float:
        """The most that the worker has taken so far, in MB."""
        tasks = Path(f"/proc/{self._process.pid}/task")
        children = {
            int(child)
            for task in tasks.iterdir()
            for child in (task / "children").read_text().split()
        }
        return sum(_resident(child, "VmHWM") for child in children)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(30)
        if self._process.stdout is not None:
            self._process.stdout.close()


def _resident(pid: int, field: str = "VmRSS") -> float:
    found = re.search(rf"{field}:\s*([0-9]+) kB", Path(f"/proc/{pid}/status").read_text())
    return 0.0 if found is None else int(found[1]) * 1024 / 1e6


async def measure_server(server: _Server) -> None:
    """Print what the server takes, and how much more with each thing it has to hold."""
    first = await Connection.to(HOST, server.port)
    await _new_game(first, {"game": "freecell"})
    base = server.memory()
    _print(f"the server: {base:.0f} MB")

    connections = []
    for _ in range(_CONNECTIONS):
        connections.append(await Connection.to(HOST, server.port))
        await connections[-1].send(f"GET /health HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
    each = (server.memory() - base) * 1000 / _CONNECTIONS
    _print(f"an idle connection: {each:.0f} KB ({_CONNECTIONS} of them)")
    for connection in connections:
        connection.close()

    before = server.memory()
    for number in range(_GAMES):
        game = SLUGS[number % len(SLUGS)]
        await _new_game(first, {"game": game, "deal_number": 1 + number})
    _print(f"{_GAMES:,} games that were dealt: {server.memory() - before:.0f} MB more")
    record = _heavy()
    for _ in range(_HEAVY_GAMES):
        await _new_game(first, {"record": record})
    _print(
        f"then {_HEAVY_GAMES:,} imports of {len(record) // 1000} KB each: "
        f"{server.memory():.0f} MB in all"
    )

    for number in range(_JOBS):
        game = SLUGS[number % len(SLUGS)]
        key, cookie = await _new_game(first, {"game": game, "deal_number": 1 + number})
        await first.send(post_request(f"{_API}/games/{key}/evaluation", {}, cookie))
    _print(f"a worker during {_JOBS} evaluations, at its peak: {server.worker_peak():.0f} MB")
    first.close()


async def _new_game(connection: Connection, body: dict[str, object]) -> tuple[str, str]:
    await connection.reconnect()
    response = await connection.send(post_request(f"{_API}/games", body))
    if response.status != 201:
        raise SystemExit(f"no game: {response.status} {response.body.decode()}")
    return response.json()["key"], response.cookie


def main() -> None:
    _print(stamp(quick=False))
    with tempfile.TemporaryDirectory(prefix="winnable-memory-") as name:
        folder = Path(name)
        measure_games(folder)
        if not Path("/proc/self/status").exists():
            _print("the server's memory is measured on Linux only")
            return
        server = _Server(folder)
        try:
            asyncio.run(measure_server(server))
        finally:
            server.close()


if __name__ == "__main__":
    main()
