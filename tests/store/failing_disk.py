"""A program that plays saved games on a disk that fails (failing_disk.c, which is preloaded).

It reads orders, one JSON object a line, and answers each with a line: the games as a player has
seen them last, and every message. What the disk then holds is looked at by another process.
"""

from __future__ import annotations

import ctypes
import errno
import json
import random
import sys
from pathlib import Path
from threading import Thread
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from store.writer_processes import Line, change

from winnable import Session, StoreError
from winnable.store import LOCAL_PLAYER, SavedGame, Store, new_key

KINDS = {"write": 1, "sync": 2, "truncate": 4, "read": 8, "any change": 1 | 2 | 4}
CHANGES, THREADS = 6, 4
_FOR_EVER = 2**30


class Disk:
    """The shim in this process."""

    def __init__(self) -> None:
        self._shim = ctypes.CDLL(None)

    def fail(self, kind: str, first: int, count: int | None, error: str) -> None:
        """Fail from a call on, so many times or for ever."""
        last = _FOR_EVER if count is None else first + count
        self._shim.disk_fails(KINDS[kind], first, last, getattr(errno, error))

    def heal(self) -> int:
        """Work again; how many calls there were."""
        calls = int(self._shim.disk_calls())
        self._shim.disk_fails(0, 0, 0, 0)
        return calls


class Player:
    """Plays one game, and checks after every change that it was made or was not."""

    def __init__(self, store: Store, seed: int, *, strict: bool) -> None:
        self.random = random.Random(seed)
        self.errors: list[str] = []
        self.broken: list[str] = []
        """What must not happen."""
        self.strict = strict
        session = Session.new("freecell", 1 + seed, autoplay="safe")
        self.game = store.new_game(session, strict=strict)
        self.answered: dict[str, Any] | None = None
        """The last state that was shown as saved."""

    def begin(self) -> None:
        self._attempt(lambda: self.game.save(new_key()))

    def play(self, changes: int) -> None:
        for _ in range(changes):
            self._attempt(lambda: change(self.game, self.random))

    def _attempt(self, make: Any) -> None:
        before = self._state()
        try:
            make()
        except StoreError as error:
            self._note(str(error))
            if not self.strict:
                self.broken.append(f"raised: {error}")
            if self._state() != before:
                self.broken.append(f"not rolled back: {before} -> {self._state()}")
        else:
            if self.game.save_error:
                self._note(self.game.save_error)
            else:
                self.answered = self._state()

    def _note(self, message: str) -> None:
        self.errors.append(message)
        if not message or not message.isprintable() or len(message) > 500:
            self.broken.append(f"not one line: {message!r}")

    def _state(self) -> dict[str, Any]:
        made, undone = Line.of(self.game.session)
        game: SavedGame = self.game
        return {"number": game.number, "version": game.version, "made": made, "undone": undone}


def run(disk: Disk, order: dict[str, Any]) -> dict[str, Any]:
    """Open a store and play while the disk fails; then once more when it is healthy again."""
    is_strict, in_threads = order["mode"] != "lenient", order["mode"] == "group commit"
    players: list[Player] = []
    errors: list[str] = []
    failure = (order["kind"], order["first"], order["count"], order["error"])
    if order["from_the_start"]:
        disk.fail(*failure)
    try:
        store = Store.open(order["url"], group_commit=in_threads)
    except StoreError as error:
        return {"calls": disk.heal(), "games": [], "errors": [str(error)], "broken": []}
    if not order["from_the_start"]:
        disk.fail(*failure)
    for seed in range(THREADS if in_threads else 1):
        own = store.for_player(LOCAL_PLAYER)
        players.append(Player(own, order["seed"] + seed, strict=is_strict))
    _all(players, "begin")
    _all(players, "play", CHANGES)
    calls = disk.heal()
    if order["heals"]:
        before = [len(player.errors) for player in players]
        _all(players, "play", 2)
        errors += [
            f"still failing: {player.errors[-1]}"
            for player, count in zip(players, before, strict=True)
            if len(player.errors) > count
        ]
    try:
        store.close()
    except StoreError as error:
        errors.append(str(error))
    broken = [what for player in players for what in player.broken]
    broken += [what for what in errors if what.startswith("still failing")]
    return {
        "calls": calls,
        "games": [player.answered for player in players if player.answered],
        "errors": errors + [what for player in players for what in player.errors],
        "broken": broken,
    }


def _all(players: list[Player], method: str, *arguments: int) -> None:
    threads = [
        Thread(target=getattr(player, method), args=arguments, daemon=True) for player in players
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main() -> None:
    disk = Disk()
    for line in sys.stdin:
        print(json.dumps(run(disk, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
