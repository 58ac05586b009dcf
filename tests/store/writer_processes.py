"""Players in processes of their own, who can be killed in the middle of a move.

A nursery is a process that has loaded everything; players are forked from it, so that several a
second can live and die. What a player has been shown it writes to a pipe, one line at a time.
"""

from __future__ import annotations

import gc
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from threading import Thread
from typing import Any, NamedTuple

from winnable import GAMES, Session, StaleGameError
from winnable.store import LOCAL_PLAYER, SavedGame, Store, new_key

Report = dict[str, Any]


class Line(NamedTuple):
    """Where a game stands: the steps made and those taken back, the table's own moves included."""

    made: tuple[str, ...]
    undone: tuple[str, ...]

    @classmethod
    def of(cls, session: Session) -> Line:
        made, undone = (
            tuple("+".join(map(str, (step.move, *step.automoves))) for step in steps)
            for steps in (session.steps, session.undone)
        )
        return cls(made, undone)

    @classmethod
    def reported(cls, report: Report) -> Line:
        return cls(tuple(report["made"]), tuple(report["undone"]))

    def leads_to(self, other: Line) -> bool:
        """Whether one change at a table makes the other of this, or leaves it alone."""
        whole = self.made + self.undone
        if other.made + other.undone == whole:
            return True
        return not other.undone and other.made[:-1] == self.made


class Nursery:
    """The parent's end: players are ordered here, and what they report is read."""

    def __init__(self) -> None:
        self._early: list[Report] = []

    def __enter__(self) -> Nursery:
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(60)

    def send(self, *orders: dict[str, Any]) -> list[int]:
        """Let players begin, all at the same time; their process numbers."""
        assert self._process.stdin
        print(json.dumps(orders), file=self._process.stdin, flush=True)
        born: list[int] = []
        early: list[Report] = []
        while len(born) < len(orders):
            report = self._read()
            if "born" in report:
                born.append(report["born"])
            else:
                early.append(report)
        self._early = early
        return born

    def reports(self, players: int = 1) -> Iterator[Report]:
        """What they report, until all are gone."""
        while players:
            report = self._read()
            if "gone" in report:
                assert report["status"] in (0, -9), report
                players -= 1
            else:
                yield report

    def _read(self) -> Report:
        if self._early:
            return self._early.pop(0)
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, "the nursery is gone"
        report: Report = json.loads(line)
        return report


# -- the children's end ---------------------------------------------------------------------------


def report(**what: object) -> None:
    """One write of less than a pipe's buffer, so that players do not interrupt each other."""
    line = json.dumps(what).encode() + b"\n"
    assert len(line) < 4096
    os.write(1, line)


def report_table(table: SavedGame) -> None:
    assert not table.save_error, table.save_error
    made, undone = Line.of(table.session)
    report(number=table.number, version=table.version, made=made, undone=undone, pid=os.getpid())


def change(table: SavedGame, rng: random.Random) -> None:
    """Something that a player does: mostly a move, now and then back or forth."""
    moves = list(table.session.game.distinct_moves(table.session.position))
    chance = rng.random()
    if chance < 0.15 and table.session.steps:
        table.undo()
    elif chance < 0.25 and table.session.undone:
        table.redo()
    elif chance < 0.30 and table.session.steps:
        table.go_to(rng.randrange(len(table.session.steps)))
    elif moves:
        table.make(rng.choice(moves))
    else:
        table.undo()


def wander(order: dict[str, Any]) -> None:
    """Play by chance, one game or several, and report every change when it is shown."""
    rng = random.Random(order["seed"])
    with Store.open(order["url"]) as store:
        table = store.open_game(order["number"]) if order["number"] else new_table(store, rng)
        for _ in range(order["changes"]):
            if table.session.is_won or len(table.session.steps) > 60:
                table = new_table(store, rng)
            change(table, rng)
            report_table(table)


def new_table(store: Store, rng: random.Random) -> SavedGame:
    game = rng.choice(list(GAMES.values()))
    return SavedGame(Session.new(game, rng.randint(1, 10**6), autoplay="safe"), store.games)


def crowd(order: dict[str, Any]) -> None:
    """Play many games at once, in as many threads, which share one pen."""
    with Store.open(order["url"], group_commit=True) as store:
        threads = [
            Thread(target=_play_in_a_crowd, args=(store, order, seat))
            for seat in range(order["seats"])
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def _play_in_a_crowd(store: Store, order: dict[str, Any], seat: int) -> None:
    rng = random.Random(f"{order['seed']} {seat}")
    own = store.for_player(store.players.create() if seat % 2 else LOCAL_PLAYER)
    table = SavedGame(Session.new("freecell", rng.randint(1, 10**6)), own.games, strict=True)
    table.save(new_key())
    for _ in range(order["changes"]):
        change(table, rng)
        report_table(table)
        if len(table.session.steps) > 40:
            table.restart()
            report_table(table)


def contend(order: dict[str, Any]) -> None:
    """Play a game that others play at the same time."""
    rng = random.Random(order["seed"])
    with Store.open(order["url"]) as store:
        table = store.open_game(order["number"])
        for _ in range(order["changes"]):
            time.sleep(rng.random() / 200)
            moves = list(table.session.legal_moves())
            try:
                # At the start there is nothing to take back, and so nothing would be written.
                if not table.session.steps or (moves and rng.random() < 0.8):
                    move = str(table.make(rng.choice(moves)).move)
                else:
                    table.undo()
                    move = ""
            except StaleGameError:
                report(stale=table.version)
            else:
                report(version=table.version, move=move)


def settle_in(order: dict[str, Any]) -> None:
    """Open a store at the moment when others do, and keep a game there."""
    time.sleep(max(0.0, order["at"] - time.monotonic()))
    with Store.open(order["url"]) as store:
        table = new_table(store, random.Random(order["seed"]))
        table.make(next(table.session.legal_moves()))
        report_table(table)


KINDS: dict[str, Callable[[dict[str, Any]], None]] = {
    "wander": wander,
    "contend": contend,
    "crowd": crowd,
    "settle in": settle_in,
}


def nurse() -> None:
    Store.open("sqlite://").close()  # which loads whatever a player needs
    import_module("sqlalchemy.dialects.postgresql.psycopg")
    import_module("psycopg")
    gc.freeze()  # so that a fork shares its memory for longer
    for line in sys.stdin:
        players = []
        for order in json.loads(line):
            pid = os.fork()
            if not pid:
                try:
                    KINDS[order["kind"]](order)
                except BaseException:
                    sys.excepthook(*sys.exc_info())
                    os._exit(1)
                os._exit(0)
            players.append(pid)
            report(born=pid)
        for _ in players:
            pid, status = os.wait()
            report(gone=pid, status=os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    nurse()
