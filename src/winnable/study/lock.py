"""One run at a time on a study, or one on each of its parts.

The locks are `flock`'s, which end with the process however it ends. A run of the whole study
excludes every other; runs of parts exclude only runs of the same part. Where a file system cannot
lock, runs are not kept apart; they may then solve a shard twice, and the first to finish it counts.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from winnable.play.files import why
from winnable.study.errors import StudyError
from winnable.study.shard_key import Part
from winnable.study.study import Study

try:
    import fcntl
except ImportError:  # Windows does not have it
    fcntl = None  # type: ignore[assignment]

__all__ = ["locked"]


@contextmanager
def locked(study: Study, part: Part | None) -> Iterator[None]:
    """Keep other runs off the study, or off a part of it; StudyError if one is there already."""
    with ExitStack() as locks:
        held = locks.enter_context(_lock(study.path / ".lock", shared=part is not None))
        if held and part is not None:
            name = f".lock-{part.index}-of-{part.count}"
            held = locks.enter_context(_lock(study.path / name, shared=False))
        if not held:
            what = f"part {part.index}/{part.count} of " if part else ""
            raise StudyError(
                f"another run is working on {what}the study {study.name}: wait until it ends, or "
                "give each run a part of its own with --shard"
            )
        yield


@contextmanager
def _lock(file: Path, *, shared: bool) -> Iterator[bool]:
    """Hold a lock; false if somebody else holds it."""
    try:
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise StudyError(f"cannot write to the study's folder: {why(error)}") from None
    try:
        yield _try_lock(handle, shared)
    finally:
        os.close(handle)


def _try_lock(handle: int, shared: bool) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # this file system cannot lock
        return True
    return True
