"""Where and when it was measured, in words that give nobody's machine away."""

from __future__ import annotations

import platform
import re
from datetime import UTC, datetime
from pathlib import Path

import winnable
from winnable.solver.thread_pool import usable_cores

__all__ = ["stamp"]


def stamp(quick: bool) -> str:
    """Date, machine and versions."""
    cores = usable_cores()
    words = (
        f"{datetime.now(UTC):%Y-%m-%d}, {cores} core{'s' * (cores != 1)} of {_processor()}, "
        f"Python {platform.python_version()}, winnable {winnable.__version__}"
    )
    return words + ", a quick run: small samples, searches that give up early" * quick


def _processor() -> str:
    try:
        found = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found[1].strip() if found else platform.machine()
