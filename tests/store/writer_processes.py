"""Processes that play saved games, and can be killed in the middle of a move.

A fork server is a process that has loaded everything; writers are forked from it, so that several a
second can start and be killed. After every change a writer reports the game on a pipe, one line
each: what it has reported, a player would have seen.
"""

from __future__ import annotations

import gc
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from threading import Thread
from typing import Any, NamedTuple

from sqlalchemy import Engine, Pool, event

from winnable import GAMES, Session, StaleGameError
from winnable.store import LOCAL_PLAYER, SavedGame, Store, new_key

Report = dict[str, Any]


class Line(NamedTuple):
    """The moves of a game: the steps made and those undone, with their automoves."""

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
        """Whether one change of a game, or none, turns this into the other."""
        whole = self.made + self.undone
        if other.made + other.undone == whole:
            return True
        return not other.undone and other.made[:-1] == self.made


class ForkServer:
    """The parent's end: starts writers, and reads what they report."""

    def __init__(self) -> None:
        self._early: list[Report] = []

    def __enter__(self) -> ForkServer:
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

    def start(self, *orders: dict[str, Any]) -> list[int]:
        """Start writers, all at the same time; their process numbers."""
        assert self._process.stdin
        print(json.dumps(orders), file=self._process.stdin, flush=True)
        started: list[int] = []
        early: list[Report] = []
        while len(started) < len(orders):
            report = self._read()
            if "started" in report:
                started.append(report["started"])
            else:
                early.append(report)
        self._early = early
        return started

    def reports(self, writers: int = 1) -> Iterator[Report]:
        """What they report, until all have ended."""
        while writers:
            report = self._read()
            if "ended" in report:
                assert report["status"] in (0, -9), report
                writers -= 1
            else:
                yield report

    def _read(self) -> Report:
        if self._early:
            return self._early.pop(0)
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, "the fork server has ended"
        report: Report = json.loads(line)
        return report


# -- in the writers -------------------------------------------------------------------------------


def report(**values: object) -> None:
    """One write smaller than a pipe's buffer, so that writers do not interrupt each other."""
    line = json.dumps(values).encode() + b"\n"
    assert len(line) < 4096
    os.write(1, line)


def report_game(game: SavedGame) -> None:
    assert not game.save_error, game.save_error
    made, undone = Line.of(game.session)
    report(number=game.number, version=game.version, made=made, undone=undone, pid=os.getpid())


def change(game: SavedGame, rng: random.Random) -> None:
    """A random change: mostly a move, now and then back or forth."""
    moves = list(game.session.game.distinct_moves(game.session.position))
    chance = rng.random()
    if chance < 0.15 and game.session.steps:
        game.undo()
    elif chance < 0.25 and game.session.undone:
        game.redo()
    elif chance < 0.30 and game.session.steps:
        game.go_to(rng.randrange(len(game.session.steps)))
    elif moves:
        game.make(rng.choice(moves))
    else:
        game.undo()


def play(order: dict[str, Any]) -> None:
    """Play at random, one game or several."""
    rng = random.Random(order["seed"])
    with Store.open(order["url"]) as store:
        game = store.open_game(order["number"]) if order["number"] else new_game(store, rng)
        for _ in range(order["changes"]):
            if game.session.is_won or len(game.session.steps) > 60:
                game = new_game(store, rng)
            change(game, rng)
            report_game(game)


def new_game(store: Store, rng: random.Random) -> SavedGame:
    game = rng.choice(list(GAMES.values()))
    return store.new_game(Session.new(game, rng.randint(1, 10**6), autoplay="safe"))


def play_in_threads(order: dict[str, Any]) -> None:
    """Play many games at once, each in a thread of its own, with group commit."""
    with Store.open(order["url"], group_commit=True) as store:
        threads = [
            Thread(target=_play_in_a_thread, args=(store, order, number))
            for number in range(order["threads"])
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def _play_in_a_thread(store: Store, order: dict[str, Any], number: int) -> None:
    rng = random.Random(f"{order['seed']} {number}")
    own = store.for_player(store.players.create() if number % 2 else LOCAL_PLAYER)
    game = own.new_game(Session.new("freecell", rng.randint(1, 10**6)), strict=True)
    game.save(new_key())
    for _ in range(order["changes"]):
        change(game, rng)
        report_game(game)
        if len(game.session.steps) > 40:
            game.restart()
            report_game(game)


def contend(order: dict[str, Any]) -> None:
    """Play a game that other writers play at the same time."""
    rng = random.Random(order["seed"])
    with Store.open(order["url"]) as store:
        game = store.open_game(order["number"])
        for _ in range(order["changes"]):
            time.sleep(rng.random() / 200)
            moves = list(game.session.legal_moves())
            try:
                # At the start there is nothing to undo, and so nothing would be written.
                if not game.session.steps or (moves and rng.random() < 0.8):
                    move = str(game.make(rng.choice(moves)).move)
                else:
                    game.undo()
                    move = ""
            except StaleGameError:
                report(stale=game.version)
            else:
                report(version=game.version, move=move)


def open_store(order: dict[str, Any]) -> None:
    """Open a store at the same moment as others do, and save a game in it."""
    time.sleep(max(0.0, order["at"] - time.monotonic()))
    with Store.open(order["url"]) as store:
        game = new_game(store, random.Random(order["seed"]))
        game.make(next(game.session.legal_moves()))
        report_game(game)


def migrate_store(order: dict[str, Any]) -> None:
    """Open an older database, and so migrate it; die at one of the moments on the way, if told."""
    moments = 0

    def moment(*_: object) -> None:
        nonlocal moments
        if moments == order["die_at"]:
            os.kill(os.getpid(), signal.SIGKILL)
        moments += 1

    event.listen(Engine, "before_cursor_execute", moment)
    event.listen(Engine, "commit", moment)
    event.listen(Pool, "checkin", moment)  # which is after a commit
    time.sleep(max(0.0, order.get("at", 0.0) - time.monotonic()))
    Store.open(order["url"]).close()
    report(moments=moments)


KINDS: dict[str, Callable[[dict[str, Any]], None]] = {
    "play": play,
    "contend": contend,
    "play in threads": play_in_threads,
    "open store": open_store,
    "migrate": migrate_store,
}


def serve_forks() -> None:
    Store.open("sqlite://").close()  # which loads whatever a writer needs
    import_module("sqlalchemy.dialects.postgresql.psycopg")
    import_module("psycopg")
    gc.freeze()  # so that forks share the memory for longer
    for line in sys.stdin:
        writers = []
        for order in json.loads(line):
            pid = os.fork()
            if not pid:
                try:
                    KINDS[order["kind"]](order)
                except BaseException:
                    sys.excepthook(*sys.exc_info())
                    os._exit(1)
                os._exit(0)
            writers.append(pid)
            report(started=pid)
        for _ in writers:
            pid, status = os.wait()
            report(ended=pid, status=os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    serve_forks()
