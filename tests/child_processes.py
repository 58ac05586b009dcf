"""Child processes and Ctrl-C, where the tests themselves may have been started with SIGINT ignored.

`nohup make test &` and many CI systems start them so. A child inherits that, and a program that was
started with SIGINT ignored is right to go on ignoring it; so a child that a test interrupts has to
be started with SIGINT restored.
"""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

COMMAND = (
    sys.executable,
    "-c",
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from winnable.cli import main; sys.exit(main())",
)
"""Runs `winnable` in a process of its own, with Python's usual handler of SIGINT."""


def restore_sigint() -> None:
    """Pass this as `preexec_fn` to start any other program with the default action for SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def sigint_raises() -> Iterator[None]:
    """For a test that sends SIGINT to its own process: it raises KeyboardInterrupt."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
