"""What group commit gains: moves a second that many threads save at once, with it and without.

    python -m benchmarks.group_commit [--database URL] [--threads 16 64] [--rounds 6] [--seconds 2]

Each thread plays a strict `SavedGame` of its own, so every move is committed before the next one is
made. Rounds with and without `Store.open(..., group_commit=True)` take turns in one run, so that
whatever else the machine does slows both. The database is a new SQLite file, or the one named:
it must be a Winnable database or empty, and the games stay in it.

Measured on two cores of an AMD EPYC with Python 3.11, moves a second without and with it:

    SQLite, a quiet disk       16 threads  1,580 and 2,480 (1.6 times)   64  1,460 and 3,060 (2.1)
    SQLite, a busy disk        16 threads    318 and 1,136 (3.7 times)   64    401 and 2,537 (6.3)
    PostgreSQL, fsync on       16 threads  1,324 and 1,120 (0.9 times)   64  1,323 and 1,448 (1.1)

So group commit is for SQLite only; `group_commit` changes nothing on PostgreSQL any more.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from threading import Barrier

from benchmarks.machine import stamp
from winnable import Session
from winnable.store import SavedGame, Store

__all__ = ["main", "moves_per_second"]


def moves_per_second(url: str, threads: int, seconds: float, *, group_commit: bool) -> float:
    """How many moves all threads together save in a second."""
    barrier = Barrier(threads)

    def play(game: SavedGame) -> float:
        game.make(next(game.session.legal_moves()))
        barrier.wait()
        moves, start = 0, time.monotonic()
        while (elapsed := time.monotonic() - start) < seconds:
            if game.session.steps:
                game.undo()
            else:
                game.redo()
            moves += 1
        return moves / elapsed

    with (
        Store.open(url, group_commit=group_commit) as store,
        ThreadPoolExecutor(threads) as executor,
    ):
        sessions = [Session.new("freecell", deal) for deal in range(1, threads + 1)]
        games = [store.new_game(session, strict=True) for session in sessions]
        return sum(executor.map(play, games))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--database", metavar="URL")
    parser.add_argument("--threads", type=int, nargs="+", default=[16, 64])
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()
    print(stamp(quick=False))  # noqa: T201
    with tempfile.TemporaryDirectory() as folder:
        url = options.database or f"sqlite:///{Path(folder) / 'games.db'}"
        for threads in options.threads:
            rounds = [
                [
                    moves_per_second(url, threads, options.seconds, group_commit=group_commit)
                    for group_commit in (False, True)
                ]
                for _ in range(options.rounds)
            ]
            alone, together = (median(column) for column in zip(*rounds, strict=True))
            gains = sorted(with_it / without for without, with_it in rounds)
            print(  # noqa: T201
                f"{threads} threads: {alone:.0f} moves a second without, {together:.0f} with group "
                f"commit: {median(gains):.2f} times as many ({gains[0]:.2f} to {gains[-1]:.2f})"
            )


if __name__ == "__main__":
    main()
