"""A soak test of the web server: players come and go for half an hour.

Is its memory flat, and is any move lost?

    python -m benchmarks.soak [--minutes 30] [--players 1000] [--database URL] [--report FILE]
        [--max-growth MB]

A server is started as `benchmarks.web` starts it. So many players are there at any time, their
connections from many addresses of 127.0.0.0/8: they arrive without a cookie, deal, make moves (some
win, some give up), ask the coach, break off in the middle of a move, come back with their cookies,
open further connections, leave for good, and others take their place. Every ten seconds the memory,
the files and the threads of the server are sampled, and how long a move and `/health` take. At the
end the server is stopped (SIGTERM, or SIGKILL with `--kill`) and started again, and every game is
read back: each move that was answered has to be there. Whether the memory is flat a person judges
by the report, or `--max-growth` does; a few minutes are too short for that.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import make_url

from benchmarks.figures import figure, percentile
from benchmarks.machine import stamp
from benchmarks.process_samples import ProcessSample, children, sample_process, slope
from benchmarks.soak_visitors import SoakLog, Visitor
from benchmarks.web import HOST, Server, print_line
from benchmarks.web_clients import Connection, ConnectionBrokenError, get_request

_HEALTH, _METRICS = get_request("/health"), get_request("/metrics")
_HEALTH_INTERVAL = 0.2
_ROWS = 15
"""Rows of the report's table."""
_CHECKS_AT_ONCE = 50
_FILES = 16_384
_REFUSALS = ("coach: 429", "coach: 503")
"""What the coach's limits are for, and no error."""


@dataclass(frozen=True)
class Sample:
    """Ten seconds."""

    minutes: float
    server: ProcessSample
    workers: float
    """Megabytes of all workers."""
    open_games: int
    database: float
    """Megabytes of the file and its log; 0 where it is not a file."""
    moves: int
    waits: tuple[float, float]
    """Seconds until the answer to a move: the median, and the 99th percentile."""
    health: tuple[float, float]


@dataclass
class Soak:
    """A soak test under way."""

    server: Server
    database: Path | None
    players: int
    think: float
    interval: float
    log: SoakLog = field(default_factory=SoakLog)
    visitors: list[Visitor] = field(default_factory=list)
    """All that ever came."""
    samples: list[Sample] = field(default_factory=list)
    _health: list[float] = field(default_factory=list)

    async def run(self, seconds: float) -> None:
        """Let players come and go for so long."""
        began = time.monotonic()
        async with asyncio.TaskGroup() as group:
            places = [group.create_task(self._place(number)) for number in range(self.players)]
            watching = group.create_task(self._watch_health())
            while (left := began + seconds - time.monotonic()) > 0:
                await asyncio.sleep(min(self.interval, left))
                await self._sample((time.monotonic() - began) / 60)
            for task in (*places, watching):
                task.cancel()

    async def _place(self, number: int) -> None:
        """One of the players who are there: when one leaves, another comes."""
        await asyncio.sleep(self.think * number / self.players)  # not all in the same instant
        while True:
            visitor = Visitor(len(self.visitors), HOST, self.server.port, self.think, self.log)
            self.visitors.append(visitor)
            await visitor.stay()

    async def _watch_health(self) -> None:
        connection = await Connection.to(HOST, self.server.port)
        try:
            while True:
                with suppress(ConnectionBrokenError, OSError):
                    await connection.reconnect()
                    response = await connection.send(_HEALTH)
                    self._health.append(response.seconds)
                    if response.status != 200:
                        self.log.statuses[f"health: {response.status}"] += 1
                await asyncio.sleep(_HEALTH_INTERVAL)
        finally:
            connection.close()

    async def _sample(self, minutes: float) -> None:
        waits, self.log.move_waits = self.log.move_waits, []
        health, self._health = self._health, []
        workers = sum(sample_process(pid).megabytes for pid in children(self.server.pid))
        self.samples.append(
            Sample(
                minutes,
                sample_process(self.server.pid),
                workers,
                await self._open_games(),
                _file_size(self.database),
                len(waits),
                _quantiles(waits),
                _quantiles(health),
            )
        )
        print_line(_progress(self.samples[-1]))

    async def _open_games(self) -> int:
        connection = await Connection.to(HOST, self.server.port)
        try:
            response = await connection.send(_METRICS)
            for line in response.body.splitlines():
                if line.startswith(b"winnable_open_games "):
                    return int(float(line.split()[1]))
        except ConnectionBrokenError:
            pass
        finally:
            connection.close()
        return 0

    async def check(self) -> int:
        """How many games are not saved as they were played."""
        waiting = iter(self.visitors)
        wrong = 0

        async def work() -> None:
            nonlocal wrong
            connection = await Connection.to(HOST, self.server.port)
            try:
                for visitor in waiting:
                    wrong += await visitor.check(connection)
            finally:
                connection.close()

        await asyncio.gather(*(work() for _ in range(_CHECKS_AT_ONCE)))
        return wrong


def _quantiles(waits: list[float]) -> tuple[float, float]:
    return (percentile(waits, 0.5), percentile(waits, 0.99)) if waits else (0.0, 0.0)


def _file_size(path: Path | None) -> float:
    if path is None:
        return 0.0
    files = [path.with_name(path.name + end) for end in ("", "-wal")]
    return sum(file.stat().st_size for file in files if file.exists()) / 1_000_000


def _progress(sample: Sample) -> str:
    return (
        f"{sample.minutes:5.1f} min: {sample.server.megabytes:.0f} MB, workers "
        f"{sample.workers:.0f} MB, {sample.server.files} files, {sample.server.threads} threads, "
        f"{sample.open_games} open games, database {sample.database:.1f} MB; {sample.moves} moves, "
        f"99%: {1000 * sample.waits[1]:.0f} ms, /health 99%: {1000 * sample.health[1]:.0f} ms"
    )


# -- the report -----------------------------------------------------------------------------------


def growth(samples: list[Sample]) -> float:
    """Megabytes an hour by which the server grows in the second half."""
    later = [sample for sample in samples if sample.minutes >= samples[-1].minutes / 2]
    return slope([(sample.minutes / 60, sample.server.megabytes) for sample in later])


def report(soak: Soak, ending: str, wrong: int) -> str:
    """The result in Markdown."""
    log, samples = soak.log, soak.samples
    early = next((each for each in samples if each.minutes >= 5), samples[len(samples) // 2])
    last = samples[-1]
    games = [game for visitor in soak.visitors for game in visitor.games]
    answered = sum(len(game.made) for game in games)
    refused = sum(log.statuses[what] for what in _REFUSALS)
    errors = {what: count for what, count in log.statuses.items() if what not in _REFUSALS}
    lines = [
        f"{stamp(quick=False)}: {last.minutes:.1f} minutes, {soak.players:,} players at a time, "
        f"{log.visitors:,} in all on {log.visits:,} visits.",
        "",
        f"- moves answered: {log.moves:,} in {len(games):,} games ({answered:,} remembered); "
        f"{log.wins:,} wins, {log.given_up:,} given up, "
        f"{log.disconnects:,} broken off in the middle",
        f"- **games with lost or changed moves: {wrong}**, {ending}",
        f"- the server's memory: {early.server.megabytes:.0f} MB at {early.minutes:.0f} minutes, "
        f"{last.server.megabytes:.0f} MB at the end; in the second half "
        f"{growth(samples):+.1f} MB an hour",
        f"- requests to the coach: {log.coach_requests:,}, refused (429, 503): {refused:,}",
        f"- errors: {_counts(errors)}",
        f"- contradictions: {len(log.problems)}",
        "",
        "| minute | server MB | workers MB | files | threads | open games | database MB "
        "| moves/s | move 50% ms | 99% ms | /health 50% ms | 99% ms |",
        "|" + "---:|" * 12,
    ]
    step = max(1, len(samples) // _ROWS)
    chosen = samples[step - 1 :: step]
    for each in chosen:
        cells = [
            f"{each.minutes:.1f}",
            f"{each.server.megabytes:.0f}",
            f"{each.workers:.0f}",
            f"{each.server.files}",
            f"{each.server.threads}",
            f"{each.open_games}",
            f"{each.database:.1f}",
            figure(each.moves / soak.interval),
            *(figure(1000 * wait) for wait in (*each.waits, *each.health)),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _counts(errors: dict[str, int]) -> str:
    return ", ".join(f"{what} ({count:,})" for what, count in sorted(errors.items())) or "none"


def complaints(soak: Soak, wrong: int, max_growth: float | None) -> list[str]:
    """What makes the test fail."""
    found = [problem[:500] for problem in soak.log.problems[:10]]
    if wrong:
        found.append(f"{wrong} games are not saved as they were played")
    if max_growth is not None and growth(soak.samples) > max_growth:
        found.append(
            f"the server grows by {growth(soak.samples):.1f} MB an hour in the second half, "
            f"and may by {max_growth:g}"
        )
    return found


def run(folder: Path, options: argparse.Namespace) -> int:
    """Soak a server and print the report; the exit status."""
    database = options.database or f"sqlite:///{folder}/games.db"
    url = make_url(database)
    is_file = url.get_backend_name() == "sqlite" and url.database
    settings = options.settings or folder / "settings.toml"
    if not options.settings:
        settings.touch()  # the defaults: players come from many addresses
    server = Server(database, settings, options.workers)
    soak = Soak(
        server,
        Path(str(url.database)) if is_file else None,
        options.players,
        options.think,
        options.interval,
    )
    try:
        asyncio.run(soak.run(60 * options.minutes))
        began = time.monotonic()
        if options.kill:
            server.kill()
            ending = "after SIGKILL and a restart"
        else:
            status = server.terminate()
            ending = (
                f"after SIGTERM (exit status {status}, {time.monotonic() - began:.1f} s) "
                "and a restart"
            )
        server.start()
        wrong = asyncio.run(soak.check())
    finally:
        server.kill()
    text = report(soak, ending, wrong)
    print_line("\n" + text)
    failed = complaints(soak, wrong, options.max_growth)
    for complaint in failed:
        print_line(f"  {complaint}")
    if options.report:
        Path(options.report).write_text(
            f"# Soak test of the web server\n\n{text}", encoding="utf-8"
        )
    return bool(failed)


def _allow_many_files() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.soak",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=30.0, help="how long players come and go")
    parser.add_argument("--players", type=int, default=1000, help="players at any time")
    parser.add_argument("--database", help="where games are saved; without it a new SQLite file")
    parser.add_argument(
        "--think", type=float, default=8.0, help="seconds between two moves of a player, about"
    )
    parser.add_argument("--interval", type=float, default=10.0, help="seconds between samples")
    parser.add_argument("--workers", type=int, help="worker processes of the server")
    parser.add_argument("--settings", type=Path, help="a settings file; without it the defaults")
    parser.add_argument("--kill", action="store_true", help="end the server with SIGKILL")
    parser.add_argument(
        "--max-growth",
        type=float,
        metavar="MB",
        help="fail if the server grows faster, in MB an hour; without it a person judges",
    )
    parser.add_argument("--report", help="a file for the report, in Markdown")
    options = parser.parse_args()
    _allow_many_files()
    with tempfile.TemporaryDirectory(prefix="winnable-soak-") as folder:
        status = run(Path(folder), options)
    sys.exit(status)


if __name__ == "__main__":
    main()
