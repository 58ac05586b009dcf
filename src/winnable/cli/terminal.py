"""Standard input and output: what the screen can show, and where lines are read from."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
import textwrap
from typing import TextIO

from winnable import text
from winnable.view import View

__all__ = [
    "Keyboard",
    "Screen",
    "discard_output",
    "open_missing_streams",
    "print_error",
    "printable",
]

USUAL_WIDTH, LEAST_WIDTH, MOST_WIDTH = 80, 20, 100


class Screen:
    """A stream to print to, with colours and suit signs where it can show them."""

    def __init__(self, stream: TextIO | None = None, *, four_colour: bool = False) -> None:
        self.stream = stream or sys.stdout
        self.four_colour = four_colour
        self.is_terminal = self.stream.isatty()
        self.unicode = _can_encode(self.stream, "♠♥…·▒")
        self.colour = (
            self.is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        )

    @property
    def width(self) -> int:
        """The longest line that fits; a terminal window may be resized at any time."""
        if not self.is_terminal:
            return USUAL_WIDTH
        return min(max(_columns(self.stream), LEAST_WIDTH), MOST_WIDTH)

    def print(self, line: str = "", end: str = "\n") -> None:
        """Print, with suit signs replaced by letters where they cannot be shown."""
        shown = line if self.unicode else text.plain(line)
        if self.unicode and not shown.isascii():
            # A file name can hold bytes that are not valid text; everything else is unchanged.
            coding = self.stream.encoding
            shown = shown.encode(coding, "backslashreplace").decode(coding)
        print(shown, end=end, file=self.stream, flush=True)

    def write(self, document: str) -> None:
        """Print a text that programs will read: in UTF-8, unless it goes to a terminal."""
        if self.is_terminal:
            self.print(document, end="")
        else:
            self.stream.flush()
            self.stream.buffer.write(document.encode("utf-8", "backslashreplace"))
            self.stream.buffer.flush()

    def print_wrapped(self, prose: str, indent: str = "", first: str | None = None) -> None:
        """Print paragraphs wrapped to the screen, the very first line with an indent of its own."""
        prose = prose if self.unicode else text.plain(prose)  # which may be longer
        for number, paragraph in enumerate(prose.strip().split("\n\n")):
            if number:
                self.print()
            start = indent if number or first is None else first
            if len(start) > self.width // 2:  # the screen is too narrow for text beside it
                self.print(start.rstrip())
                start = indent = "    "
            lines = textwrap.wrap(
                " ".join(paragraph.split()),
                max(self.width - 1, LEAST_WIDTH),
                initial_indent=start,
                subsequent_indent=indent,
                break_on_hyphens=False,
            )
            self.print("\n".join(lines))

    def draw(self, view: View) -> str:
        """The table as text, as well as this screen can show it."""
        return text.table(
            view,
            unicode=self.unicode,
            colour=self.colour,
            four_colour=self.four_colour,
            width=self.width,
        )


class Keyboard:
    """Reads lines from a terminal, a file or another program."""

    def __init__(self, screen: Screen, source: TextIO | None = None) -> None:
        self.screen = screen
        self.source = source or sys.stdin
        self.is_terminal = self.source is sys.stdin and self.source.isatty() and screen.is_terminal
        if self.is_terminal:
            with contextlib.suppress(ImportError):  # Windows does not have it
                import readline  # noqa: F401 - gives `input` editing keys and a history
        if isinstance(self.source, io.TextIOWrapper):
            # Bytes that are not text are refused like any other nonsense, without ending the game.
            self.source.reconfigure(errors="surrogateescape")

    def ask(self, prompt: str) -> str | None:
        """The next line, or None at the end of the input."""
        if self.is_terminal:
            try:
                return input(prompt)
            except EOFError:
                self.screen.print()
                return None
        self.screen.print(prompt, end="")
        try:
            line = self.source.readline()
        except UnicodeError:  # such as UTF-16 without its byte order mark
            return "\N{REPLACEMENT CHARACTER}"
        if not self.source.isatty():
            # Echo the line, so that the output reads as it would in a terminal.
            self.screen.print(printable(line.rstrip()[:MOST_WIDTH]))
        return line or None


def printable(line: str) -> str:
    r"""The line with control characters escaped.

    >>> printable("one\x1b[2Jtwo")
    'one\\x1b[2Jtwo'
    """
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in line)


def _columns(stream: TextIO) -> int:
    """How wide a terminal is, which may be standard error alone."""
    if not os.environ.get("COLUMNS"):
        with contextlib.suppress(OSError, ValueError):
            if wide := os.get_terminal_size(stream.fileno()).columns:
                return wide
    return shutil.get_terminal_size((USUAL_WIDTH, 24)).columns


def _can_encode(stream: TextIO, signs: str) -> bool:
    try:
        signs.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def discard_output() -> None:
    """Write standard output to nowhere from now on, because nobody reads it any more.

    Python would print an error when it flushes it at exit.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def open_missing_streams() -> None:
    """Replace standard streams that were closed before the start, as `<&-` and `>&-` do."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - it stays open to the end


def print_error(message: str) -> None:
    """Print one line on standard error, whatever the message contains."""
    line = printable(" ".join(message.split()))
    with contextlib.suppress(OSError):  # if even this fails, the exit status has to do
        Screen(sys.stderr).print(f"winnable: {line}")
