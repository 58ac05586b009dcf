"""A load test of the web server: what a move takes when a thousand players make one at once.

    python -m benchmarks.web [--database URL] [--players 1000] [--greedy 100] [--window SECONDS]

A server is started on loopback, and on a database file of its own unless a URL says where else (an
empty place: games are left there). Its players make random moves at all five games, all at once,
and in turn with that they ask for `/health`. In every other block of rounds others keep the queue
of the coach full. At the end the server is killed and started again, and every table is read back:
the moves that are kept have to be those that were answered, none lost and none doubled.

With `--window 5` a round's moves come at random moments of five seconds instead: what a player
waits when the others do not all move in the same instant.
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
from benchmarks.web_load import Load, Questions, Round, Rounds, check

HOST = "127.0.0.1"
_COMMAND = (sys.executable, "-c", "import sys; from winnable.cli import main; sys.exit(main())")
_READY = re.compile(r"Winnable is at http://[^/]+:([0-9]+)/")
_PATIENCE = 30.0


class Server:
    """`winnable web`, as a process of its own."""

    def __init__(self, database: str, workers: int | None) -> None:
        self._options = ["web", "--no-browser", "--port", "0", "--database", database]
        if workers is not None:
            self._options += ["--workers", str(workers)]
        self.start()

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
        """End it as the power failing would."""
        self._process.kill()
        self._process.wait(_PATIENCE)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def processor(self) -> float:
        """Seconds of processor time that it has taken, its crew's not included; Linux tells."""
        try:
            told = Path(f"/proc/{self._process.pid}/stat").read_text()
        except OSError:
            return 0.0
        user, system = told.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def tell(line: str) -> None:
    """Say something at once, whoever listens."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def tell_rounds(name: str, found: Rounds) -> None:
    """Print what rounds have shown."""
    ratios = found.ratios
    tell(f"{name}: {len(found.moves)} rounds")
    _tell_kind("a move", found.moves)
    _tell_kind("/health", found.healths)
    amid = [figure(1000 * percentile(found.amid, share)) for share in (0.5, 0.99)]
    tell(f"  /health amid moves  50%: {amid[0]} ms, 99%: {amid[1]} ms ({len(found.amid)} calls)")
    tell(
        f"  99% of a move / 99% of /health: {figure(found.ratio)}; single rounds, quartiles: "
        f"{figure(ratios.low)}, {figure(ratios.median)}, {figure(ratios.high)}"
    )
    moves, healths = (sum(each.processor for each in some) for some in (found.moves, found.healths))
    if healths:
        tell(f"  the same by the server's processor time: {figure(moves / healths)}")


def _tell_kind(name: str, rounds: list[Round]) -> None:
    waits = [seconds for each in rounds for seconds in each.waits]
    count, seconds = len(waits), sum(each.seconds for each in rounds)
    shares = [figure(1000 * percentile(waits, share)) for share in (0.5, 0.99)]
    processor = 1000 * sum(each.processor for each in rounds) / count
    own = 1000 * sum(each.own for each in rounds) / count
    tell(
        f"  {name:<8} 50%: {shares[0]} ms, 99%: {shares[1]} ms; {figure(count / seconds)} a second;"
        f" processor time each: {figure(processor)} ms, and {figure(own)} ms to measure it"
    )


def tell_questions(found: Questions) -> None:
    """Print what became of the questions to the coach."""
    statuses = ", ".join(
        f"{status}: {found.statuses[status]:,}" for status in sorted(found.statuses)
    )
    endings = ", ".join(f"{kind}: {count:,}" for kind, count in sorted(found.endings.items()))
    waiting = figure(fmean(found.waiting)) if found.waiting else "–"
    tell(f"  questions to the coach by status: {statuses}; answers by last line: {endings}")
    tell(f"  questions waiting: {waiting} in the mean")


async def measure(server: Server, wish: argparse.Namespace) -> Load:
    """Play, alone and with the greedy, and print what it took."""
    load = Load(HOST, server.port, processor=server.processor, window=wish.window)
    await load.open(wish.players)
    await load.play(1)  # threads and connections to the database are made when first wanted
    alone, among, questions = Rounds(), Rounds(), Questions()
    for _ in range(wish.blocks):
        await load.play(wish.rounds, alone)
        if wish.greedy:
            async with load.greedy(wish.greedy, wish.pause, questions):
                await load.play(wish.rounds, among)
    tell_rounds("alone", alone)
    if wish.greedy:
        tell_rounds(f"with {wish.greedy} who ask the coach all the while", among)
        tell_questions(questions)
        tell(f"  99% of a move with them / without: {figure(among.move(0.99) / alone.move(0.99))}")
    load.close()
    return load


def run(database: str, wish: argparse.Namespace) -> list[str]:
    """Measure on a database; what went wrong."""
    server = Server(database, wish.workers)
    try:
        load = asyncio.run(measure(server, wish))
        server.kill()
        server.start()
        asyncio.run(check(HOST, server.port, load.players))
    finally:
        server.kill()
    tables = [table for player in load.players for table in player.tables]
    moves = sum(len(table.made) for table in tables)
    tell(
        f"read back after a kill: {len(tables):,} tables, {moves:,} moves; "
        f"lost, doubled or refused: {len(load.troubles):,}"
    )
    return load.troubles


def main() -> None:
    """Read what is wanted, and measure it."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.web",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--database", help="where games are kept; else a new SQLite file")
    parser.add_argument("--players", type=int, default=1000, help="who make moves")
    parser.add_argument("--rounds", type=int, default=2, help="moves of each in a block")
    parser.add_argument("--blocks", type=int, default=4, help="how often, alone and not in turn")
    parser.add_argument("--greedy", type=int, default=100, help="who ask the coach; 0: nobody")
    parser.add_argument(
        "--pause", type=float, default=0.1, help="seconds until they ask again when turned away"
    )
    parser.add_argument("--workers", type=int, help="processes that solve; else as usual")
    parser.add_argument(
        "--window", type=float, default=0.0, help="seconds over which the moves of a round come"
    )
    wish = parser.parse_args()
    tell(stamp(quick=False))
    with tempfile.TemporaryDirectory(prefix="winnable-load-") as folder:
        troubles = run(wish.database or f"sqlite:///{folder}/games.db", wish)
    for trouble in troubles[:10]:
        tell(f"  {trouble}")
    sys.exit(bool(troubles))


if __name__ == "__main__":
    main()
