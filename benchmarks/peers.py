"""Other people's solvers, as far as they are installed here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

from benchmarks.child import Child, peak_memory
from benchmarks.runs import Block, Run
from winnable import find_game, numbered_deck
from winnable.play.board_notation import board_text
from winnable.play.standard_notation import Dialect, parse_standard, standard_text

__all__ = ["QUOTED", "Missing", "Peer", "Quoted", "RangeSolver", "find_peer", "read_range"]


class Peer(Protocol):
    """A program that solves the deals we solve."""

    name: str
    version: str

    def solve(self, block: Block) -> Run:
        """Solve a block of deals."""

    def lengths(self, block: Block) -> dict[int, int]:
        """How many moves its solutions of these deals have, counted as ours are."""

    def close(self) -> None:
        """Let go of what it holds."""


class Missing(NamedTuple):
    """A peer that cannot be run here, and why."""

    name: str
    why: str


class Quoted(NamedTuple):
    """Figures measured on another machine, for peers that are not to be had everywhere."""

    game: str
    peer: str
    figures: str


QUOTED = (
    Quoted("FreeCell", "fc-solve's fastest special build, from source", "8,000 deals a second, "
           "where Debian's does 4,100"),
    Quoted("FreeCell, short", "the best public beam search",
           "38 moves on average, at 70 ms a deal"),
    Quoted("Baker's Game", "Solvitaire", "7 deals a second"),
    Quoted("Golf Relaxed", "black-hole-solver", "18 deals a second, 157,000 states a deal"),
    Quoted("Golf Relaxed", "Solvitaire", "2.4 deals a second"),
    Quoted("Easthaven", "Solvitaire", "10 ms a deal in the median, 780 ms on average, 7 of deals "
           "1-1000 unsettled after a minute, up to 6 GB"),
    Quoted("Aces Up", "KPat's solver", "leaves 41% of deals unknown"),
)  # fmt: skip


class RangeSolver:
    """fc-solve's solver for ranges of deals."""

    PROGRAM = "freecell-solver-range-parallel-solve"
    SINGLE = "fc-solve"

    def __init__(self, slug: str, *options: str) -> None:
        self.name = "fc-solve"
        self.version = _fc_solve_version()
        self._game = find_game(slug)
        self._options = options

    def solve(self, block: Block) -> Run:
        """Solve a block. Its own clock starts when its program has started."""
        command = [self.PROGRAM, *map(str, block), str(_step(block)), *self._options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
            lines, peak = [], 0
            for line in process.stdout or ():
                lines.append(line)
                peak = max(peak, peak_memory(process.pid))
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        # Below what this process holds `ru_maxrss` tells nothing, above it it is exact.
        if usage.ru_maxrss * 1024 > peak_memory():
            peak = usage.ru_maxrss * 1024
        return read_range(block, lines, usage.ru_utime + usage.ru_stime, peak)

    def lengths(self, block: Block) -> dict[int, int]:
        """Solve deals one by one, and write the solutions down as we write ours."""
        moves = {}
        for deal in range(block.first, block.last + 1):
            start = self._game.deal(numbered_deck(deal))
            printed = self._solution(board_text(self._game, start))
            tokens = " ".join(re.findall(r"^Move: (\S+)", printed, re.MULTILINE))
            if tokens:
                steps = parse_standard(self._game, start, tokens, Dialect.FC_SOLVE)
                line = [step.move for step in steps]
                moves[deal] = len(standard_text(self._game, start, line).split())
        return moves

    def _solution(self, board: str) -> str:
        command = [self.SINGLE, *self._options, "-p", "-t", "-sam", "-snx", "-"]
        answer = subprocess.run(  # noqa: S603
            command, input=board, capture_output=True, text=True, check=False
        )
        return answer.stdout

    def close(self) -> None:
        """There is nothing to let go of."""


def _step(block: Block) -> int:
    """How often to print: about eight times, and after the last deal, which it must divide."""
    most = max(1, (block.last - block.first + 1) // 8)
    return max(step for step in range(1, most + 1) if block.last % step == 0)


def read_range(block: Block, lines: Iterable[str], processor: float, peak: int) -> Run:
    """What fc-solve's solver of ranges printed about a block."""
    began = ended = 0.0
    states = reached = 0
    lost, unsettled = [], []
    for line in lines:
        if found := re.match(r"Started at ([\d.]+)", line):
            began = float(found[1])
        elif found := re.match(r"Unsolved Board No\. (\d+)", line):
            lost.append(int(found[1]))
        elif found := re.match(r"Intractable Board No\. (\d+)", line):
            unsettled.append(int(found[1]))
        elif found := re.match(
            r"Reached Board No\. (\d+) at ([\d.]+) \(total_num_iters=(\d+)", line
        ):
            reached, ended, states = int(found[1]), float(found[2]), int(found[3])
    if reached != block.last:
        raise ValueError(f"fc-solve came to deal {reached}, not to {block.last}")
    return Run(
        deals=block.last - block.first + 1,
        seconds=ended - began,
        processor=processor,
        states=states,
        lost=tuple(lost),
        unsettled=tuple(unsettled),
        peak=peak,
    )


class BlackHole:
    """black-hole-solver, in a child process of its own."""

    name = "black-hole-solver"

    def __init__(self, child: Child, version: str) -> None:
        self.version = version
        self._child = child

    def solve(self, block: Block) -> Run:
        """Solve a block of deals."""
        return Run.read(self._child.ask("solve", first=block.first, last=block.last))

    def lengths(self, block: Block) -> dict[int, int]:
        """How many moves its solutions have."""
        answer = self._child.ask("lengths", first=block.first, last=block.last)
        return {int(deal): moves for deal, moves in answer["moves"].items()}

    def close(self) -> None:
        """Let the child go."""
        self._child.close()


def find_peer(slug: str) -> Peer | Missing:
    """The peer for a game, if it is here."""
    return _PEERS[slug]()


def _freecell() -> Peer | Missing:
    return _range_solver("freecell", "-l", "lg")


def _bakers_game() -> Peer | Missing:
    # Atomic moves, in every order: the only way in which its verdicts on Baker's Game are exact.
    options = ("--game", "bakers_game", "-to", "01ABCDE", "-sp", "r:tf")
    return _range_solver("bakers-game", *options)


def _range_solver(slug: str, *options: str) -> Peer | Missing:
    for program in (RangeSolver.PROGRAM, RangeSolver.SINGLE):
        if shutil.which(program) is None:
            return Missing(
                "fc-solve", f"there is no {program}: Debian's freecell-solver-bin has it"
            )
    return RangeSolver(slug, *options)


def _golf_relaxed() -> Peer | Missing:
    child = Child("benchmarks.black_hole")
    said = child.ask("version")
    if "missing" in said:
        child.close()
        return Missing(BlackHole.name, said["missing"])
    return BlackHole(child, said["version"])


def _easthaven() -> Peer | Missing:
    if shutil.which("solvitaire"):
        return Missing("Solvitaire", "it is here, but this program cannot hand it our deals yet")
    return Missing("Solvitaire", "it is not installed, and neither Debian nor PyPI has it")


def _aces_up() -> Peer | Missing:
    return Missing("KPat's solver", "it is part of a game with windows and takes no deals to solve")


_PEERS: dict[str, Callable[[], Peer | Missing]] = {
    "freecell": _freecell,
    "bakers-game": _bakers_game,
    "golf-relaxed": _golf_relaxed,
    "easthaven": _easthaven,
    "aces-up": _aces_up,
}


def _fc_solve_version() -> str:
    command = [RangeSolver.SINGLE, "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    found = re.search(r"version (\S+)", said.stdout)
    return found[1] if found else "unknown"
