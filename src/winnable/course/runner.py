"""Runs a program of a course handout whatever its streams are.

The programs are plain, as their readers are beginners: they print, they call input(), and the end
of the input and Ctrl-C are ways to quit. What else can happen to a terminal or a pipe is none of
their business, and is taken care of here: closed streams, a terminal without suit signs, input
that is no text, and output that nobody reads.

    python -m winnable.course.runner PROGRAM
"""

from __future__ import annotations

import io
import os
import runpy
import sys
from pathlib import Path

__all__ = ["run_program"]


def run_program(program: Path) -> None:
    """Run a program as the main program; it imports the `cards` module beside it."""
    if sys.stdin is None or sys.stdout is None:
        return  # started with one of them closed: there is nobody to play with
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # characters by their codes
    sys.path.insert(0, str(program.parent))  # where its `import cards` looks first
    sys.argv = [str(program)]
    try:
        runpy.run_path(str(program), run_name="__main__")
        sys.stdout.flush()
    except KeyboardInterrupt:
        print()  # noqa: T201  the cursor is behind a prompt
    except BrokenPipeError:
        # Python flushes stdout at exit and would fail again: what is left goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    run_program(Path(sys.argv[1]).resolve())
