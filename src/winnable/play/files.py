"""Reading and saving files: of bounded size, and never half written (atomic replace)."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
import tempfile
from pathlib import Path

from winnable.errors import FileError, WinnableError, quote
from winnable.l10n import t
from winnable.play.record import Record, parse_record

__all__ = [
    "RecordSaver",
    "check_can_write",
    "file_path",
    "lost_by_saving",
    "read_text",
    "save_record",
    "why",
    "write_file",
]

MAX_BYTES = 4_000_000
"""No game is that long; a larger file is a mistake."""

_RECORD_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*Winnable\s")

_DEAL_TAGS = ("Game", "Deal", "Deck", "Board")
_STATE_TAGS = (
    *("Autoplay", "Date", "Result", "Started", "Ended", "Outcome"),
    *("Seconds", "Undos", "Hints", "Verdicts", "CoachMoves"),
)
"""Tags about the state of the game, which every save writes again."""


def read_text(name: str) -> str:
    """The text of a file, or of standard input for ``-``."""
    shown = t("files.input") if name == "-" else quote(name, 80)
    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1) if name == "-" else _bytes(file_path(name))
    except (OSError, ValueError) as error:
        raise FileError(t("files.cannot_read", file=shown, why=why(error))) from None
    if len(data) > MAX_BYTES:
        raise FileError(t("files.too_large", file=shown))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError(t("files.not_text", file=shown)) from None


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def lost_by_saving(name: str, record: Record) -> str:
    """What would be lost if the record replaced the file of that name, in words.

    Nothing, if there is no such file, or if it is not a record, which `save_record` refuses to
    replace; nothing either if the record contains all of the file and continues it.
    """
    try:
        path = file_path(name)
        mode = _mode(path)
        if mode is None or not stat.S_ISREG(mode):
            return ""
        data = _bytes(path)
        if not _RECORD_START.match(data):
            return ""
        saved = parse_record(data.decode("utf-8-sig"))
    except (WinnableError, UnicodeDecodeError):
        return t("files.holds.unreadable")
    except (OSError, ValueError):
        return ""  # `save_record` will meet the same error and report it
    if any(saved.tags.get(tag) != record.tags.get(tag) for tag in _DEAL_TAGS):
        game = saved.tags.get("Game", "")
        if game and "Deal" in saved.tags:
            return t("files.holds.other_deal", game=game, number=saved.tags["Deal"])
        return t("files.holds.other_game", game=game) if game else t("files.holds.some_game")
    if saved.main_line.nodes != record.main_line.nodes[: len(saved.main_line.nodes)]:
        return t("files.holds.other_line")
    notes = {tag: text for tag, text in saved.tags.items() if tag not in _STATE_TAGS}
    if (
        saved.main_line.comment != record.main_line.comment
        or not notes.items() <= record.tags.items()
    ):
        return t("files.holds.notes")
    return ""


class RecordSaver:
    """Saves records to files. One that would replace something else has to be saved twice."""

    def __init__(self) -> None:
        self._warned_about = ""

    def save(self, name: str, record: Record) -> None:
        """Write the record to a file.

        If that would lose something the file holds, FileError says what; saving to the same name
        again replaces it.
        """
        if name != self._warned_about and (lost := lost_by_saving(name, record)):
            self._warned_about = name
            raise FileError(t("files.would_replace", file=quote(name, 80), lost=lost))
        save_record(name, str(record))
        self.forget()

    def forget(self) -> None:
        """The player did something else: the next save warns again."""
        self._warned_about = ""


def save_record(name: str, text: str) -> Path:
    """Write a record, whole or not at all: a full disk or a crash leaves the old file as it was.

    A file of that name that is not a record is not replaced.
    """
    shown = quote(name, 80)
    try:
        path = Path(os.path.realpath(file_path(name)))
        mode = _mode(path)
        if mode is not None and not (stat.S_ISREG(mode) and _holds_record(path)):
            raise FileError(t("files.not_a_game", file=shown))
        if mode is not None and not mode & 0o222:
            # The folder would let us replace it, but the owner has protected the file.
            raise FileError(t("files.read_only", file=shown))
        _replace(
            path, text.encode(), _default_mode() if mode is None else stat.S_IMODE(mode) & 0o777
        )
    except FileError:
        raise
    except (OSError, ValueError) as error:
        raise FileError(t("files.cannot_save", file=shown, why=why(error))) from None
    return path


def write_file(name: str, data: bytes) -> None:
    """Write a file, whole or not at all; one of that name is replaced."""
    path = check_can_write(name)
    try:
        mode = _mode(path)
        _replace(path, data, _default_mode() if mode is None else stat.S_IMODE(mode) & 0o777)
    except (OSError, ValueError) as error:
        raise FileError(t("files.cannot_write", file=quote(name, 80), why=why(error))) from None


def check_can_write(name: str) -> Path:
    """The path of a file that is to be written, or FileError: better said before the work."""
    shown = quote(name, 80)
    try:
        path = Path(os.path.realpath(file_path(name)))
        mode = _mode(path)
        if mode is not None and not stat.S_ISREG(mode):
            raise FileError(t("files.not_regular", file=shown))
        if mode is not None and not mode & 0o222:
            raise FileError(t("files.read_only", file=shown))
        if not path.parent.is_dir():
            raise FileError(t("files.no_such_folder", file=shown))
        if not os.access(path.parent, os.W_OK):
            raise FileError(t("files.folder_read_only", file=shown))
    except FileError:
        raise
    except (OSError, ValueError) as error:
        raise FileError(t("files.cannot_write", file=shown, why=why(error))) from None
    return path


def file_path(name: str) -> Path:
    """The path of a file name; a tilde is a home folder."""
    if not name:
        raise ValueError(t("files.no_name"))
    if "\0" in name:
        raise ValueError(t("files.null"))  # Python's own message varies
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise ValueError(t("files.no_home")) from None


def _mode(path: Path) -> int | None:
    """The type and permissions of a file; None if there is none."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _default_mode() -> int:
    """The permissions of a new file."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _holds_record(path: Path) -> bool:
    """Whether the file looks like a record, or is empty."""
    with path.open("rb") as file:
        start = file.read(1000)
    return not start.strip() or bool(_RECORD_START.match(start))


def _replace(path: Path, data: bytes, mode: int) -> None:
    """Write to a temporary file, flush it to disk, and rename it over the file."""
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:50]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def why(error: BaseException) -> str:
    """Why a file cannot be used, in a few words."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error) or type(error).__name__
