"""Child processes and signals, where the tests themselves may have been started with some ignored.

`nohup make test &` and many CI systems start them with SIGINT or SIGHUP ignored. A child inherits
that, and a program that was started so is right to go on ignoring it; so a child that a test
interrupts has to be started with them restored.
"""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

COMMAND = (
    sys.executable,
    "-c",
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "signal.signal(getattr(signal, 'SIGHUP', signal.SIGTERM), signal.SIG_DFL); "
    "from winnable.cli import main; sys.exit(main())",
)
"""Runs `winnable` in a process of its own, with the usual handlers of SIGINT and SIGHUP."""


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
