"""Another process that does something and is gone at once, as if it were killed.

Newer Pythons warn of any fork beside other threads, such as those of pytest-xdist: a test that uses
this has the mark `ignore_fork_warnings`.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

ignore_fork_warnings = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


@contextmanager
def in_another_process(work: Callable[..., object], *arguments: object) -> Iterator[None]:
    """Work there while the block runs here; it has to succeed.

    Nothing is closed at its end, least of all what the work returns.
    """
    child = os.fork()
    if child == 0:
        status = 1
        try:
            _open = work(*arguments)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    try:
        yield
    finally:
        status = os.waitpid(child, 0)[1]
    assert status == 0
