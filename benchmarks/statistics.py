"""What SQL gains for the statistics of a player with many games, against Python over the history.

    python -m benchmarks.statistics [--database URL] [--games 100000] [--rounds 3]

Both take turns in one run, and the time is that of the processor where the database is SQLite. The
database is a new SQLite file, or the one named, which must be empty.

Measured on two busy cores of an AMD EPYC with Python 3.11: SQLite 1.68 and 0.34 s (5 times).
PostgreSQL 15, before its autovacuum has seen the games: 3.66 and 1.14 s (3 times).
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.machine import stamp
from winnable import GAMES
from winnable.store import Outcome, Statistics, Store
from winnable.store.schema import games_table

__all__ = ["main"]


def _rows(store: Store, count: int) -> Iterator[dict[str, Any]]:
    chance, now = random.Random(1), store.now()  # noqa: S311
    for number in range(count):
        outcome = chance.choices(list(Outcome), [1, 6, 3])[0]
        time = now + timedelta(seconds=number)
        yield {
            "version": 1, "game": chance.choice(list(GAMES)), "deal": number,
            "outcome": outcome.value, "moves": chance.randint(1, 150),
            "seconds": chance.random() * 600, "undos": chance.choice([0, 0, 1]), "hints": 0,
            "verdicts": 0, "started": time, "touched": time,
            "ended": None if outcome is Outcome.UNFINISHED else time,
            "record": "x" * chance.randint(600, 1200), "undone": "",
        }  # fmt: skip


def _in_python(store: Store) -> list[Statistics]:
    return [Statistics.of(game, store.games.history(game, limit=None)) for game in GAMES.values()]


def _in_sql(store: Store) -> list[Statistics]:
    return store.games.all_statistics()


def _seconds(act: Callable[[Store], object], store: Store, clock: Callable[[], float]) -> float:
    start = clock()
    act(store)
    return clock() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--database", default="")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(stamp(quick=False))  # noqa: T201
    with tempfile.TemporaryDirectory() as folder:
        url = options.database or f"sqlite:///{Path(folder) / 'games.db'}"
        clock = time.process_time if url.startswith("sqlite") else time.monotonic
        with Store.open(url) as store:
            rows = list(_rows(store, options.games))
            store._database.write(lambda connection: connection.execute(games_table.insert(), rows))
            rounds = [
                [_seconds(act, store, clock) for act in (_in_python, _in_sql)]
                for _ in range(options.rounds)
            ]
    python, sql = map(median, zip(*rounds, strict=True))
    times = f"Python {python:.2f} s, SQL {sql:.2f} s ({python / sql:.1f} times as fast)"
    print(f"{options.games:,} games: {times}")  # noqa: T201


if __name__ == "__main__":
    main()
