"""A load test of the web server: what a move takes when a thousand players make one at once.

    python -m benchmarks.web [--database URL] [--players 1000] [--greedy 100] [--window SECONDS]

A server is started on loopback, with a new SQLite file or the database that a URL names (which
should be empty: games are left there). Its players make random moves in all five games, all at
once, and in turn with that they request `/health`. In every other block of rounds other players
keep the coach's queue full. At the end the server is killed and started again, and every game is
read back: the moves that are saved have to be those that were confirmed, none lost and none twice.

With `--window 5` a round's moves are spread over five seconds instead: what a player waits when the
others do not all move in the same instant.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import fmean

from benchmarks.figures import figure, percentile
from benchmarks.machine import stamp
from benchmarks.web_load import SETTINGS, CoachRequests, Load, Round, Rounds, check

HOST = "127.0.0.1"
_COMMAND = (sys.executable, "-c", "import sys; from winnable.cli import main; sys.exit(main())")
_READY = re.compile(r"Winnable is at http://[^/]+:([0-9]+)/")
_TIMEOUT = 30.0


class Server:
    """`winnable web`, as a process of its own."""

    def __init__(self, database: str, settings: Path, workers: int | None) -> None:
        self._options = ["web", "--no-browser", "--port", "0", "--database", database]
        self._options += ["--settings", str(settings)]
        if workers is not None:
            self._options += ["--workers", str(workers)]
        self.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [*_COMMAND, *self._options], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None  # noqa: S101 - it is a pipe
        found = _READY.match(self._process.stdout.readline())
        if found is None:
            self.kill()
            raise SystemExit("the server did not start")
        self.port = int(found[1])

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.kill()
        self._wait()

    def terminate(self) -> int:
        """Ask it to end (SIGTERM); its exit status."""
        self._process.terminate()
        return self._wait()

    def _wait(self) -> int:
        status = self._process.wait(_TIMEOUT)
        if self._process.stdout is not None:
            self._process.stdout.close()
        return status

    def processor(self) -> float:
        """Seconds of processor time it has used, without its workers; 0 where that is unknown."""
        try:
            stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        except OSError:
            return 0.0
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def print_line(line: str) -> None:
    """Print a line at once, also into a pipe."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def print_rounds(name: str, found: Rounds) -> None:
    ratios = found.ratios
    print_line(f"{name}: {len(found.moves)} rounds")
    _print_kind("a move", found.moves)
    _print_kind("/health", found.healths)
    during = [figure(1000 * percentile(found.during_moves, share)) for share in (0.5, 0.99)]
    print_line(
        f"  /health during moves  50%: {during[0]} ms, 99%: {during[1]} ms "
        f"({len(found.during_moves)} calls)"
    )
    print_line(
        f"  99% of a move / 99% of /health: {figure(found.ratio)}; single rounds, quartiles: "
        f"{figure(ratios.low)}, {figure(ratios.median)}, {figure(ratios.high)}"
    )
    moves, healths = (sum(each.processor for each in some) for some in (found.moves, found.healths))
    if healths:
        print_line(f"  the same by the server's processor time: {figure(moves / healths)}")


def _print_kind(name: str, rounds: list[Round]) -> None:
    waits = [seconds for each in rounds for seconds in each.waits]
    count, seconds = len(waits), sum(each.seconds for each in rounds)
    shares = [figure(1000 * percentile(waits, share)) for share in (0.5, 0.99)]
    processor = 1000 * sum(each.processor for each in rounds) / count
    own = 1000 * sum(each.own for each in rounds) / count
    print_line(
        f"  {name:<8} 50%: {shares[0]} ms, 99%: {shares[1]} ms; {figure(count / seconds)} a second;"
        f" processor time each: {figure(processor)} ms, and {figure(own)} ms to measure it"
    )


def print_requests(found: CoachRequests) -> None:
    statuses = ", ".join(
        f"{status}: {found.statuses[status]:,}" for status in sorted(found.statuses)
    )
    endings = ", ".join(f"{kind}: {count:,}" for kind, count in sorted(found.endings.items()))
    waiting = figure(fmean(found.waiting)) if found.waiting else "–"
    print_line(f"  requests to the coach by status: {statuses}; responses by last line: {endings}")
    print_line(f"  requests waiting: {waiting} in the mean")


async def measure(server: Server, options: argparse.Namespace) -> Load:
    """Play, alone and with greedy players, and print the times."""
    load = Load(HOST, server.port, processor=server.processor, window=options.window)
    await load.open(options.players)
    await load.play(1)  # threads and database connections are created when first needed
    alone, among, requests = Rounds(), Rounds(), CoachRequests()
    for _ in range(options.blocks):
        await load.play(options.rounds, alone)
        if options.greedy:
            async with load.greedy(options.greedy, options.pause, requests):
                await load.play(options.rounds, among)
    print_rounds("alone", alone)
    if options.greedy:
        print_rounds(f"with {options.greedy} greedy players", among)
        print_requests(requests)
        print_line(
            f"  99% of a move with them / without: {figure(among.move(0.99) / alone.move(0.99))}"
        )
    load.close()
    return load


def run(database: str, folder: Path, options: argparse.Namespace) -> list[str]:
    """Measure with a database; what went wrong."""
    settings = folder / "settings.toml"
    settings.write_text(SETTINGS)
    server = Server(database, settings, options.workers)
    try:
        load = asyncio.run(measure(server, options))
        server.kill()
        server.start()
        asyncio.run(check(HOST, server.port, load.players))
    finally:
        server.kill()
    games = [game for player in load.players for game in player.games]
    moves = sum(len(game.made) for game in games)
    print_line(
        f"read back after a kill: {len(games):,} games, {moves:,} moves; "
        f"lost, made twice or refused: {len(load.errors):,}"
    )
    return load.errors


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.web",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--database", help="where games are saved; without it a new SQLite file")
    parser.add_argument("--players", type=int, default=1000, help="players who make moves")
    parser.add_argument("--rounds", type=int, default=2, help="moves of each player in a block")
    parser.add_argument(
        "--blocks", type=int, default=4, help="blocks without and with greedy players"
    )
    parser.add_argument("--greedy", type=int, default=100, help="players who only ask the coach")
    parser.add_argument(
        "--pause", type=float, default=0.1, help="seconds until they ask again after a refusal"
    )
    parser.add_argument(
        "--workers", type=int, help="worker processes; without it the server's default"
    )
    parser.add_argument(
        "--window",
        type=float,
        default=0.0,
        help="seconds over which the moves of a round are spread",
    )
    options = parser.parse_args()
    print_line(stamp(quick=False))
    with tempfile.TemporaryDirectory(prefix="winnable-load-") as folder:
        errors = run(options.database or f"sqlite:///{folder}/games.db", Path(folder), options)
    for error in errors[:10]:
        print_line(f"  {error}")
    sys.exit(bool(errors))


if __name__ == "__main__":
    main()
