"""Where results come from: the version and commit of Winnable, Python, and the machine.

Nothing here names a person, a host or a folder: studies are meant to be published.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
from functools import cache
from hashlib import sha256
from pathlib import Path

import winnable
from winnable.deals import MAX_DEAL, numbered_deck
from winnable.solver.thread_pool import usable_cores

__all__ = [
    "commit",
    "deal_generator",
    "machine_memory",
    "processor",
    "provenance",
]

_CHECKED_DEALS = (1, 617, 32_000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, MAX_DEAL)
"""On both sides of every change in how the numbers are dealt."""


def provenance() -> dict[str, object]:
    """What a manifest and a shard say about how they were made."""
    return {
        "winnable": winnable.__version__,
        "commit": commit(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": processor(),
        "cores": usable_cores(),
        "memory": machine_memory(),
    }


@cache
def commit() -> str | None:
    """The Git commit of the source tree that this runs from; None if it was installed."""
    root = Path(winnable.__file__).resolve().parents[2]
    if not (root / ".git").exists() or not (root / "pyproject.toml").is_file():
        return None
    command = ["git", "describe", "--always", "--abbrev=40", "--dirty=+changes", "--exclude=*"]
    try:
        found = subprocess.run(  # noqa: S603 - constant words
            command, cwd=root, capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return found.stdout.strip() or None


@cache
def processor() -> str:
    try:
        found = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found[1].strip() if found else platform.machine()


def machine_memory() -> int | None:
    """The machine's memory in bytes, where the system tells."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


@cache
def deal_generator() -> dict[str, str]:
    """The deal generator's name, and a hash of some decks that it deals."""
    decks = "\n".join(" ".join(map(str, numbered_deck(number))) for number in _CHECKED_DEALS)
    return {
        "name": "Microsoft's deal numbers, extended to 2^33 - 1",
        "sha256": sha256(decks.encode()).hexdigest(),
    }
