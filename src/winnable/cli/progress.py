"""Progress of a search, shown on a terminal's standard error; elsewhere nothing is shown."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from winnable.cli.terminal import Screen
from winnable.wording import counted

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["ProgressBar", "ProgressLine", "is_terminal"]


def is_terminal() -> bool:
    """Whether progress can be drawn."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


class ProgressBar:
    """A bar for a range of deals; the lines about them scroll above it."""

    def __init__(self, total: int, done: int, *, shows_time_left: bool = True) -> None:
        self._progress: Progress | None = None
        self._task: TaskID
        if is_terminal():
            self._progress, self._task = _make_bar(total, done, shows_time_left)

    def __enter__(self) -> ProgressBar:
        self.show()
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()

    def show(self) -> None:
        if self._progress:
            self._progress.start()

    def hide(self) -> None:
        """Take the bar away, for something else to be written."""
        if self._progress:
            self._progress.stop()

    def advance(self, deals: int, results: str) -> None:
        """Some more deals are done; `results` sums up all so far in a few words."""
        if self._progress:
            self._progress.update(self._task, advance=deals, results=results)

    def write(self, lines: str) -> None:
        """Write lines to standard output."""
        if self._progress and sys.stdout.isatty():
            self._progress.console.out(lines, end="", highlight=False)
        else:
            sys.stdout.write(lines)
            sys.stdout.flush()


def _make_bar(total: int, done: int, shows_time_left: bool) -> tuple[Progress, TaskID]:
    from rich.console import Console  # only where a bar is drawn
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    # Where lines and bar share a terminal, one console has to draw both. The right edge is left
    # free for the ^C that a terminal writes after the bar: in a line of its own it would stay.
    stream = sys.stdout if sys.stdout.isatty() else sys.stderr
    console = Console(file=stream, width=Screen(stream).width - 4)
    columns = [
        TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
        BarColumn(bar_width=None),
        TextColumn("{task.fields[results]}"),
        *([TimeRemainingColumn()] if shows_time_left else []),
    ]
    if console.width < 70:
        columns = columns[:2]
    progress = Progress(*columns, console=console, transient=True, expand=True,
                        redirect_stdout=False, redirect_stderr=False)  # fmt: skip
    return progress, progress.add_task("", total=total, completed=done, results="")


class ProgressLine:
    """One line that is rewritten while a search runs, and erased when it ends."""

    def __init__(self, noun: str = "position") -> None:
        self._noun = noun
        self._is_shown = is_terminal()
        self._next_update = time.monotonic() + 1
        self._width = 0

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()

    def hide(self) -> None:
        """Take the line away, for something else to be written."""
        if self._width:
            self._write("")

    def show(self, text: str) -> None:
        """Show a text at once, until there is a count."""
        if self._is_shown:
            self._write(text[: Screen(sys.stderr).width - 1])

    def count(self, number: int) -> None:
        """Show how many have been searched; at first after a second, then five times a second."""
        if self._is_shown and (now := time.monotonic()) >= self._next_update:
            self._next_update = now + 0.2
            self._write(f"{counted(number, self._noun)} searched")

    def _write(self, text: str) -> None:
        sys.stderr.write(f"\r{text:{self._width}}\r{text}")
        sys.stderr.flush()
        self._width = len(text)
