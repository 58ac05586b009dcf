"""The two ends of a conversation: what the screen can show, and where the lines come from."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
import textwrap
from typing import TextIO

from winnable import text

__all__ = ["Keyboard", "Screen", "complain", "open_missing_streams", "printable"]

USUAL_WIDTH, LEAST_WIDTH, MOST_WIDTH = 80, 20, 100


class Screen:
    """A stream to print on, with colour and suit signs where it can show them."""

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
        """How long a line may be; a terminal may be pulled wider or narrower at any time."""
        if not self.is_terminal:
            return USUAL_WIDTH
        return min(max(_columns(self.stream), LEAST_WIDTH), MOST_WIDTH)

    def say(self, words: str = "", end: str = "\n") -> None:
        """Print, with suit signs turned to letters where they cannot be shown."""
        shown = words if self.unicode else text.plain(words)
        if self.unicode and not shown.isascii():
            # A file's name can hold bytes that no encoding knows; the others pass unchanged.
            coding = self.stream.encoding
            shown = shown.encode(coding, "backslashreplace").decode(coding)
        print(shown, end=end, file=self.stream, flush=True)

    def write(self, document: str) -> None:
        """Print a text that programs will read: whole, and so in UTF-8 wherever it is kept."""
        if self.is_terminal:
            self.say(document, end="")
        else:
            self.stream.flush()
            self.stream.buffer.write(document.encode("utf-8", "backslashreplace"))
            self.stream.buffer.flush()

    def tell(self, prose: str, indent: str = "", first: str | None = None) -> None:
        """Print paragraphs, each broken anew to the width of the screen."""
        for number, paragraph in enumerate(prose.strip().split("\n\n")):
            if number:
                self.say()
            start = indent if number or first is None else first
            if len(start) > self.width // 2:  # too narrow to stand beside it
                self.say(start.rstrip())
                start = indent = "    "
            lines = textwrap.wrap(
                " ".join(paragraph.split()),
                max(self.width - 1, LEAST_WIDTH),
                initial_indent=start,
                subsequent_indent=indent,
                break_on_hyphens=False,
            )
            self.say("\n".join(lines))


class Keyboard:
    """Lines that a person types, or that a file or another program holds."""

    def __init__(self, screen: Screen, source: TextIO | None = None) -> None:
        self.screen = screen
        self.source = source or sys.stdin
        self.is_terminal = self.source is sys.stdin and self.source.isatty() and screen.is_terminal
        if self.is_terminal:
            with contextlib.suppress(ImportError):  # not every system has it
                import readline  # noqa: F401 - from now on `input` knows arrows and history
        if isinstance(self.source, io.TextIOWrapper):
            # Bytes that are no text are refused like any other nonsense, and do not end the game.
            self.source.reconfigure(errors="surrogateescape")

    def ask(self, prompt: str) -> str | None:
        """The next line, or None when there will be no more."""
        if self.is_terminal:
            try:
                return input(prompt)
            except EOFError:
                self.screen.say()
                return None
        self.screen.say(prompt, end="")
        try:
            line = self.source.readline()
        except UnicodeError:  # UTF-16, say, that does not start as it should
            return "\N{REPLACEMENT CHARACTER}"
        if not self.source.isatty():
            # Nobody has seen the line yet; with it the output reads like a conversation.
            self.screen.say(printable(line.rstrip()[:MOST_WIDTH]))
        return line or None


def printable(words: str) -> str:
    r"""The words, with what would move the cursor about written out.

    >>> printable("one\x1b[2Jtwo")
    'one\\x1b[2Jtwo'
    """
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in words)


def _columns(stream: TextIO) -> int:
    """How wide a terminal is; standard error may be one where standard output is none."""
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


def open_missing_streams() -> None:
    """Stand in for streams that were closed before we were called, as `<&-` and `>&-` do."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - it stays open to the end


def complain(message: str) -> None:
    """One line on standard error, whatever the message is made of."""
    line = printable(" ".join(message.split()))
    with contextlib.suppress(OSError):  # where even this cannot be said, the status says it
        Screen(sys.stderr).say(f"winnable: {line}")
