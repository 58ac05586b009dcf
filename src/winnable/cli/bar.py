"""How far a search has come, shown on a terminal while it runs; elsewhere nothing is shown."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from winnable.cli.terminal import Screen
from winnable.play.descriptions import counted

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["Bar", "Ticker"]


def _is_shown() -> bool:
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


class Bar:
    """A bar for a range of deals, with the lines about them running above it."""

    def __init__(self, total: int, done: int) -> None:
        self._progress: Progress | None = None
        self._task: TaskID
        if _is_shown():
            self._progress, self._task = _progress(total, done)

    def __enter__(self) -> Bar:
        if self._progress:
            self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress:
            self._progress.stop()

    def advance(self, deals: int, found: str) -> None:
        """Some more deals are done; what was found so far, in a few words."""
        if self._progress:
            self._progress.update(self._task, advance=deals, found=found)

    def write(self, lines: str) -> None:
        """Put lines on standard output."""
        if self._progress and sys.stdout.isatty():
            self._progress.console.out(lines, end="", highlight=False)
        else:
            sys.stdout.write(lines)
            sys.stdout.flush()


def _progress(total: int, done: int) -> tuple[Progress, TaskID]:
    from rich.console import Console  # only where a bar is drawn
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    # Where lines and bar share a terminal, one console has to draw both. The edge is left free:
    # a terminal writes ^C behind the bar, and on a line of its own that would stay.
    stream = sys.stdout if sys.stdout.isatty() else sys.stderr
    console = Console(file=stream, width=Screen(stream).width - 4)
    columns = [
        TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
        BarColumn(bar_width=None),
        TextColumn("{task.fields[found]}"),
        TimeRemainingColumn(),
    ]
    if console.width < 70:
        columns = columns[:2]
    progress = Progress(*columns, console=console, transient=True, expand=True,
                        redirect_stdout=False, redirect_stderr=False)  # fmt: skip
    return progress, progress.add_task("", total=total, completed=done, found="")


class Ticker:
    """A count on one line, for a search that takes longer than a moment."""

    def __init__(self, noun: str = "position") -> None:
        self._noun = noun
        self._is_shown = _is_shown()
        self._next = time.monotonic() + 1
        self._width = 0

    def __call__(self, count: int) -> None:
        """So many have been looked at."""
        if self._is_shown and (now := time.monotonic()) >= self._next:
            self._next = now + 0.2
            self._write(f"{counted(count, self._noun)} looked at")

    def note(self, words: str) -> None:
        """Say at once what is being done, until there is a count or it is done."""
        if self._is_shown:
            self._write(words[: Screen(sys.stderr).width - 1])

    def clear(self) -> None:
        """Take the count away."""
        if self._width:
            self._write("")
            self._width = 0

    def _write(self, words: str) -> None:
        sys.stderr.write(f"\r{words:{self._width}}\r{words}")
        sys.stderr.flush()
        self._width = len(words)
