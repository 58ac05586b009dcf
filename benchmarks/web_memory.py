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
import tempfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from benchmarks.machine import stamp
from benchmarks.plan import SLUGS
from benchmarks.process_samples import children, sample_process
from benchmarks.web import HOST, Server, print_line
from benchmarks.web_clients import Connection, post_request
from benchmarks.web_load import SETTINGS
from winnable import Record, Session
from winnable.play import parse_record
from winnable.store import Store, new_key
from winnable.web.game_cache import OpenGame

__all__ = ["main", "measure_games", "random_record"]

_API = "/api/v1"
_CONNECTIONS = 500
_GAMES = 2_000
_HEAVY_GAMES = 800
_JOBS = 40
_TAGS = '[Winnable "1"]\n[Game "freecell"]\n[Deal "1"]\n'


def random_record(game: str, moves: int) -> str:
    """A game of so many random moves, or of fewer if there are none left."""
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
    "dealt, no move": lambda: random_record("freecell", 0),
    "20 moves": lambda: random_record("easthaven", 20),
    "100 moves": lambda: random_record("easthaven", 100),
    "1,000 moves": lambda: random_record("easthaven", 1_000),
    "imported, 60 KB, 990 side lines": _heavy,
}


def measure_games(folder: Path, games: int = 10) -> None:
    """Print what an open game of each kind takes, and what it is estimated to take."""
    print_line("an open game: allocated, estimated")
    with Store.open(f"sqlite:///{folder}/kinds.db") as everybody:
        store = everybody.for_player(everybody.players.create())
        for name, record in _KINDS.items():
            keys = [_save(store, parse_record(record())) for _ in range(games)]
            OpenGame.load(store, keys[0])
            gc.collect()
            tracemalloc.start()
            before, _ = tracemalloc.get_traced_memory()
            held = [OpenGame.load(store, key) for key in keys]
            gc.collect()
            after, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            allocated = (after - before) / len(held)
            print_line(f"  {name}: {allocated / 1000:.1f} KB, {held[0].weight / 1000:.1f} KB")


def _save(store: Store, record: Record) -> str:
    key = new_key()
    OpenGame.create(store, key, record.session(), record)
    return key


async def measure_server(server: Server) -> None:
    """Print what the server takes, and how much more with each thing it has to hold."""

    def memory() -> float:
        return sample_process(server.pid).megabytes  # without the worker's

    first = await Connection.to(HOST, server.port)
    await _new_game(first, {"game": "freecell"})
    base = memory()
    print_line(f"the server: {base:.0f} MB")

    connections = []
    for _ in range(_CONNECTIONS):
        connections.append(await Connection.to(HOST, server.port))
        await connections[-1].send(f"GET /health HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
    each = (memory() - base) * 1000 / _CONNECTIONS
    print_line(f"an idle connection: {each:.0f} KB ({_CONNECTIONS} of them)")
    for connection in connections:
        connection.close()

    before = memory()
    for number in range(_GAMES):
        game = SLUGS[number % len(SLUGS)]
        await _new_game(first, {"game": game, "deal_number": 1 + number})
    print_line(f"{_GAMES:,} games that were dealt: {memory() - before:.0f} MB more")
    record = _heavy()
    for _ in range(_HEAVY_GAMES):
        await _new_game(first, {"record": record})
    print_line(
        f"then {_HEAVY_GAMES:,} imports of {len(record) // 1000} KB each: {memory():.0f} MB in all"
    )

    for number in range(_JOBS):
        game = SLUGS[number % len(SLUGS)]
        key, cookie = await _new_game(first, {"game": game, "deal_number": 1 + number})
        await first.send(post_request(f"{_API}/games/{key}/evaluation", {}, cookie))
    peak = sum(sample_process(worker).peak for worker in children(server.pid))
    print_line(f"a worker during {_JOBS} evaluations, at its peak: {peak:.0f} MB")
    first.close()


async def _new_game(connection: Connection, body: dict[str, object]) -> tuple[str, str]:
    await connection.reconnect()
    response = await connection.send(post_request(f"{_API}/games", body))
    if response.status != 201:
        raise SystemExit(f"no game: {response.status} {response.body.decode()}")
    return response.json()["key"], response.cookie


def main() -> None:
    print_line(stamp(quick=False))
    with tempfile.TemporaryDirectory(prefix="winnable-memory-") as name:
        folder = Path(name)
        measure_games(folder)
        if not Path("/proc/self/status").exists():
            print_line("the server's memory is measured on Linux only")
            return
        settings = folder / "settings.toml"
        settings.write_text(f"{SETTINGS}imports_per_address = 1_000_000_000\n")
        server = Server(f"sqlite:///{folder}/games.db", settings, workers=1)
        try:
            asyncio.run(measure_server(server))
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
