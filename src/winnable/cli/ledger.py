"""Results as JSON lines, and the file that `solve --resume` fills with them.

The file is only ever added to, a whole line at a time, so that a run which is killed loses nothing
but the deals it had in hand. What can be left of a kill is half a line at the end: that is cut off.
Anything else that is no result of ours is somebody's, and the file is left alone.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Iterator
from itertools import count

from winnable.deals import MAX_DEAL
from winnable.errors import FileError, quote
from winnable.play.files import file_path, why
from winnable.rules import Game
from winnable.solver.result import Result, Verdict

__all__ = ["Ledger", "result_line"]

_LONGEST_LINE = 1_000_000
UNSETTLED = Verdict.UNSETTLED


def result_line(game: Game, deal: int | None, result: Result, *, short: bool = False) -> str:
    """A result as one line of JSON, the same whenever and wherever it was found.

    Whether the moves are proved to be the fewest is said only where that was asked for.
    """
    moves = '"' + '", "'.join(result.texts) + '"' if result.length else ""
    minimal = f', "minimal": {str(result.minimal).lower()}' if short and moves else ""
    return (
        f'{_head(game)}{"null" if deal is None else deal}, "verdict": "{result.verdict.value}", '
        f'"states": {result.states}, "moves": [{moves}]{minimal}}}'
    )


def _head(game: Game) -> str:
    return f'{{"game": "{game.slug}", "deal": '


class Ledger:
    """A file of results of one game, open for more; nobody else fills it meanwhile."""

    def __init__(self, name: str, game: Game) -> None:
        self.shown = quote(name, 80)
        self.game = game
        self.verdicts = _Verdicts()
        """What the file says of each deal; a settled result counts for more than an unsettled."""
        self._handle = self._open(name)
        self._size = 0

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)

    def _open(self, name: str) -> int:
        try:
            path = file_path(name)
            if path.exists() and not stat.S_ISREG(path.stat().st_mode):
                raise FileError(f"{self.shown} is no file that results could be kept in")
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except FileError:
            raise
        except (OSError, ValueError) as error:
            raise FileError(f"cannot open {self.shown}: {why(error)}") from None
        if not _is_ours_alone(handle):
            os.close(handle)
            raise FileError(f"another run is filling {self.shown}: wait, or choose another name")
        return handle

    def read(self) -> Iterator[tuple[int, Verdict, int, Verdict | None]]:
        """Every result in the file: deal, verdict, states, and what was known of the deal before.

        To be read to the end before anything is written.
        """
        with open(os.dup(self._handle), "rb") as file:
            file.seek(0)
            for number in count(1):
                line = file.readline(_LONGEST_LINE)
                is_last = len(line) < _LONGEST_LINE and not line.endswith(b"\n")
                if is_last and self._is_torn(line):
                    os.ftruncate(self._handle, self._size)
                    return
                if not line.isspace():
                    deal, verdict, states = self._parsed(line, number)
                    before = self.verdicts.get(deal)
                    now = self._together(before, verdict, f"line {number} on deal {deal}")
                    self.verdicts.set(deal, now)
                    yield deal, now, states, before
                self._size += len(line)
                if is_last:
                    self.add("\n")
                    return

    def _together(self, before: Verdict | None, verdict: Verdict, where: str) -> Verdict:
        """What two lines on one deal come to."""
        if before is None or before is UNSETTLED or before is verdict:
            return verdict
        if verdict is UNSETTLED:
            return before
        raise FileError(f"{self.shown} contradicts itself in {where}: nothing was changed")

    def _is_torn(self, line: bytes) -> bool:
        """Whether it is the start of a line of ours, or nothing at all, and no more than that."""
        head = _head(self.game).encode()
        if not (line.startswith(head) or head.startswith(line)):
            return False
        try:
            json.loads(line)
        except ValueError:
            return True
        return False

    def _parsed(self, line: bytes, number: int) -> tuple[int, Verdict, int]:
        try:
            said = json.loads(line)
            game, deal, states = said["game"], said["deal"], said["states"]
            verdict = Verdict(said["verdict"])
            if not (type(deal) is type(states) is int and 1 <= deal <= MAX_DEAL and states >= 0):
                raise ValueError
        except (ValueError, KeyError, TypeError, RecursionError):
            raise FileError(
                f"line {number} of {self.shown} is no result of a deal: nothing was changed"
            ) from None
        if game != self.game.slug:
            raise FileError(
                f"{self.shown} has results of {quote(str(game))[1:-1]}, not of {self.game.slug}"
            )
        return deal, verdict, states

    def add(self, lines: str) -> None:
        """Append whole lines; when this returns, a kill does not lose them."""
        data = lines.encode()
        try:
            self._write(data)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, self._size)
            raise FileError(f"cannot write to {self.shown}: {why(error)}") from None
        self._size += len(data)

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._handle, data) :]


def _is_ours_alone(handle: int) -> bool:
    """Lock the file, where the system can; False if somebody else has."""
    try:
        import fcntl
    except ImportError:  # not every system has it
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # nor does every file system
        return True
    return True


class _Verdicts:
    """A verdict for each of many deals: a byte each, since there may be millions."""

    _BLOCK = 4096
    _CODES = (None, *Verdict)

    def __init__(self) -> None:
        self._blocks: dict[int, bytearray] = {}

    def get(self, deal: int) -> Verdict | None:
        block = self._blocks.get(deal // self._BLOCK)
        return None if block is None else self._CODES[block[deal % self._BLOCK]]

    def set(self, deal: int, verdict: Verdict) -> None:
        block = self._blocks.setdefault(deal // self._BLOCK, bytearray(self._BLOCK))
        block[deal % self._BLOCK] = self._CODES.index(verdict)
