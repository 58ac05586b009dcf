"""What processes use, read from /proc: zeros where there is none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

__all__ = ["ProcessSample", "children", "sample_process", "slope"]

_MEGABYTE = 1_000_000
_PROC = Path("/proc")


class ProcessSample(NamedTuple):
    """One moment of a process."""

    megabytes: float
    """Resident memory (RSS)."""
    files: int
    """Open file descriptors."""
    threads: int
    peak: float
    """The most megabytes of resident memory so far."""


def sample_process(pid: int) -> ProcessSample:
    try:
        status = dict(
            line.split(":", 1) for line in (_PROC / str(pid) / "status").read_text().splitlines()
        )
        files = len(os.listdir(_PROC / str(pid) / "fd"))
    except (OSError, ValueError):
        return ProcessSample(0.0, 0, 0, 0.0)
    megabytes, peak = (
        int(status.get(name, "0 kB").split()[0]) * 1024 / _MEGABYTE for name in ("VmRSS", "VmHWM")
    )
    return ProcessSample(megabytes, files, int(status.get("Threads", "0")), peak)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for folder in _PROC.glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text()
        except OSError:
            continue
        if int(stat.rpartition(")")[2].split()[1]) == pid:
            found.append(int(folder.name))
    return found


def slope(points: list[tuple[float, float]]) -> float:
    """How fast a line through the points rises (least squares); 0 if there is none.

    >>> slope([(0, 1), (1, 3), (2, 5)])
    2.0
    >>> slope([(0, 1)])
    0.0
    """
    count = len(points)
    if count < 2:
        return 0.0
    middle_x = sum(x for x, _ in points) / count
    middle_y = sum(y for _, y in points) / count
    spread = sum((x - middle_x) ** 2 for x, _ in points)
    if not spread:
        return 0.0
    return sum((x - middle_x) * (y - middle_y) for x, y in points) / spread
