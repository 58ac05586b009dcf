"""Reading and keeping files: bounded, and never half written."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path

from winnable.errors import WinnableError, quote
from winnable.play.record import is_record

__all__ = ["FileProblem", "read_text", "save_record"]

MAX_BYTES = 4_000_000
"""More than any game of patience; a larger file is a mistake."""


class FileProblem(WinnableError):  # noqa: N818 - it is the file's problem
    """A file that cannot be read or written, in one line."""


def read_text(name: str) -> str:
    """The text of a file, or of standard input for ``-``."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(name).expanduser().open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise FileProblem(f"cannot read {quote(name, 80)}: {_why(error)}") from None
    if len(data) > MAX_BYTES:
        raise FileProblem(f"{quote(name, 80)} is too large to be a game")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileProblem(f"{quote(name, 80)} is no text: it is not UTF-8") from None


def save_record(name: str, text: str) -> Path:
    """Write a record, whole or not at all: a full disk or a kill leaves the old file as it was.

    A file of that name that is no record is somebody's, and is left alone.
    """
    try:
        path = Path(os.path.realpath(Path(name).expanduser()))
        if path.exists() and not _holds_record(path):
            raise FileProblem(f"{quote(name, 80)} exists and is no saved game; choose another name")
        _replace(path, text.encode())
    except (OSError, ValueError, RuntimeError) as error:
        if isinstance(error, FileProblem):
            raise
        raise FileProblem(f"cannot save {quote(name, 80)}: {_why(error)}") from None
    return path


def _holds_record(path: Path) -> bool:
    with path.open("rb") as file:
        start = file.read(1000)
    return not start.strip() or is_record(start.decode("utf-8-sig", errors="replace"))


def _replace(path: Path, data: bytes) -> None:
    """Write beside the file, make sure it is on the disk, then put it in the file's place."""
    handle, beside = tempfile.mkstemp(prefix=f".{path.name[:50]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, _mode(path))
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def _mode(path: Path) -> int:
    """The permissions of the file it replaces, or those that a new file would get."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _why(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error) or type(error).__name__
