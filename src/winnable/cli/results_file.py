"""Results as JSON lines, and the file that `solve --resume` appends them to.

A run that is killed at any moment loses no result that was appended, and no deal is solved twice:
results are appended as whole lines, so a kill (or a full disk) leaves at worst an incomplete last
line, which the next run cuts off and solves again. One run at a time may use a file (`flock`).
Anything else in the file is not ours: it is refused and left unchanged.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from winnable.deals import MAX_DEAL
from winnable.errors import FileError, quote
from winnable.play.files import file_path, why
from winnable.rules import Game
from winnable.solver.result import Result, Verdict

__all__ = ["ResultsFile", "StoredResult", "result_line"]

_LONGEST_LINE = 1_000_000


def result_line(game: Game, deal: int | None, result: Result, *, short: bool = False) -> str:
    """A result as one line of JSON, the same whenever and wherever it was found.

    `minimal`, whether the moves are proved to be the fewest, is there only for a `short` search.
    """
    moves = '"' + '", "'.join(result.texts) + '"' if result.length else ""
    minimal = f', "minimal": {str(result.minimal).lower()}' if short and moves else ""
    return (
        f"{_line_start(game)}{'null' if deal is None else deal}, "
        f'"verdict": "{result.verdict.value}", "states": {result.states}, '
        f'"moves": [{moves}]{minimal}}}'
    )


def _line_start(game: Game) -> str:
    return f'{{"game": "{game.slug}", "deal": '


class StoredResult(NamedTuple):
    """A line of the file."""

    deal: int
    verdict: Verdict
    """What the file says about the deal up to this line."""
    states: int
    previous: Verdict | None
    """What it says about the deal up to the line before."""


class ResultsFile:
    """A file of results of one game, open to append more, and locked."""

    def __init__(self, name: str, game: Game) -> None:
        self.name = quote(name, 80)
        self.game = game
        self._verdicts = _VerdictMap()
        self._handle = self._open(name)

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._handle)

    def _open(self, name: str) -> int:
        try:
            path = file_path(name)
            if path.exists() and not stat.S_ISREG(path.stat().st_mode):
                raise FileError(f"{self.name} is not a regular file: choose another name")
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except FileError:
            raise
        except (OSError, ValueError) as error:
            raise FileError(f"cannot open {self.name}: {why(error)}") from None
        if not _lock(handle):
            os.close(handle)
            raise FileError(f"another run is using {self.name}: wait, or choose another name")
        return handle

    def verdict(self, deal: int) -> Verdict | None:
        """What the file says about a deal; a settled verdict counts for more than an unsettled."""
        return self._verdicts.get(deal)

    def read_and_repair(self) -> Iterator[StoredResult]:
        """Every result in the file; an incomplete last line is cut off the file.

        Has to be exhausted before anything is appended.
        """
        size = 0
        with open(os.dup(self._handle), "rb") as file:
            file.seek(0)
            for number, line in enumerate(iter(partial(file.readline, _LONGEST_LINE), b""), 1):
                if self._is_incomplete(line):
                    os.ftruncate(self._handle, size)
                    return
                if not line.isspace():
                    yield self._read_line(line, number)
                size += len(line)

    def _is_incomplete(self, line: bytes) -> bool:
        """Whether a line of ours was cut short; the last line of a foreign file is not that."""
        if line.endswith(b"\n") or len(line) == _LONGEST_LINE:
            return False
        start = _line_start(self.game).encode()
        return line.startswith(start) or start.startswith(line)

    def _read_line(self, line: bytes, number: int) -> StoredResult:
        try:
            fields = json.loads(line)
            game, deal, states = fields["game"], fields["deal"], fields["states"]
            verdict = Verdict(fields["verdict"])
            if not (type(deal) is type(states) is int and 1 <= deal <= MAX_DEAL and states >= 0):
                raise ValueError
        except (ValueError, KeyError, TypeError, RecursionError):
            raise FileError(
                f"line {number} of {self.name} is not a result: the file was not changed"
            ) from None
        if game != self.game.slug:
            raise FileError(
                f"{self.name} has results of {quote(str(game))[1:-1]}, not of {self.game.slug}"
            )
        previous = self._verdicts.get(deal)
        if previous is not None and verdict is Verdict.UNSETTLED:
            verdict = previous
        elif previous not in (None, Verdict.UNSETTLED, verdict):
            raise FileError(
                f"line {number} of {self.name} contradicts an earlier line about deal {deal}: "
                "the file was not changed"
            )
        self._verdicts.set(deal, verdict)
        return StoredResult(deal, verdict, states, previous)

    def append(self, lines: str) -> None:
        """Append whole lines; once this returns, killing the process does not lose them."""
        data = lines.encode()
        try:
            while data:
                data = data[os.write(self._handle, data) :]
        except OSError as error:
            raise FileError(f"cannot write to {self.name}: {why(error)}") from None


def _lock(handle: int) -> bool:
    """Lock the file where the system can; False if another process has locked it."""
    try:
        import fcntl
    except ImportError:  # Windows does not have it
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # some file systems cannot lock
        return True
    return True


class _VerdictMap:
    """A verdict for each of millions of deals: a byte each, where a dict takes 74."""

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
