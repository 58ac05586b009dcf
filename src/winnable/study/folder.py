"""The files of a study, in its folder.

::

    NAME/
      manifest.json
      shards/freecell/000001.attempt-1.parquet  some deals of a game
      shards/freecell/000001.attempt-2.parquet  what it left unsettled, with more memory
      set-aside/freecell/000007.json            a shard that killed its worker twice
      damaged/                                  what was found damaged, and was solved again

A shard is written beside its place and then given its name, so it is whole or not there, and one
that is there is never written again. Files that are not ours are left alone.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pyarrow as pa

from winnable.errors import quote
from winnable.play.files import why, write_file
from winnable.solver import Verdict
from winnable.study.errors import DamagedShardError, StudyError
from winnable.study.manifest import Manifest
from winnable.study.shard import SolvedShard, limits_record, read_summary, read_table
from winnable.study.shard_key import ShardKey

__all__ = ["StudyFolder", "publish"]

_SHARD_NAME = re.compile(r"([0-9]{6,})\.attempt-([0-9])\.parquet")


class StudyFolder:
    """Finds, writes and looks after the files of a study."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self._manifest = manifest

    def file(self, key: ShardKey) -> Path:
        name = f"{key.number:06}.attempt-{key.attempt + 1}.parquet"
        return self._folder_of(key.slug) / name

    def _folder_of(self, slug: str, kind: str = "shards") -> Path:
        return self.path / kind / self._manifest.game(slug).folder

    def summary(self, key: ShardKey) -> Mapping[str, Any] | None:
        """What a finished shard says in short; None if it is not there.

        StudyError if a file of that name is there and is not this shard, whole.
        """
        file = self.file(key)
        try:
            with file.open("rb") as source:
                summary = read_summary(source)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StudyError(f"cannot read {self._shown(file)}: {why(error)}") from None
        except StudyError as error:
            raise DamagedShardError(
                f"{self._shown(file)} is damaged ({error}): run the study to solve it again", key
            ) from None
        expected = {
            "game": key.slug,
            "shard": key.number,
            "attempt": key.attempt,
            "rules_sha256": self._manifest.game(key.slug).rules_sha256,
            "deal_set": self._manifest.deals.as_dict(),
            "places": list(self._manifest.bounds(key)),
            "limits": limits_record(self._manifest.limit(key.attempt)),
        }
        wrong = [field for field, value in expected.items() if summary.get(field) != value]
        if wrong:
            raise StudyError(
                f"{self._shown(file)} belongs to another study (its {wrong[0]} is "
                f"{summary.get(wrong[0])!r}): move it out of the folder"
            )
        return summary

    def finished_attempts(self, key: ShardKey) -> list[tuple[ShardKey, Mapping[str, Any]]]:
        """The attempts at a shard that are there, the first one first."""
        found: list[tuple[ShardKey, Mapping[str, Any]]] = []
        for attempt in range(len(self._manifest.memory)):
            again = ShardKey(key.slug, key.number, attempt)
            summary = self.summary(again)
            if summary is None:
                break
            if found and summary["deals"] != found[-1][1]["verdicts"][Verdict.UNSETTLED.value]:
                raise DamagedShardError(
                    f"{self._shown(self.file(again))} does not have the deals that were unsettled "
                    "before",
                    again,
                )
            found.append((again, summary))
        return found

    def store(self, shard: SolvedShard) -> None:
        """Write a shard, whole or not at all; one that is there already stays as it is."""
        file = self.file(shard.key)
        temporary = file.with_name(f".{file.name}.{os.getpid()}.tmp")
        with self._changing(file):
            file.parent.mkdir(parents=True, exist_ok=True)
            try:
                with temporary.open("wb") as target:
                    target.write(shard.parquet)
                    target.flush()
                    os.fsync(target.fileno())
                publish(temporary, file)
            finally:
                temporary.unlink(missing_ok=True)
            _sync_folder(file.parent)
        self.take_back(shard.key)

    def _shown(self, file: Path) -> str:
        return f"{quote(file.relative_to(self.path).as_posix(), 120)} of the study {self.path.name}"

    def read(self, key: ShardKey) -> pa.Table:
        """The rows of one attempt at a shard."""
        file = self.file(key)
        try:
            return read_table(file)
        except OSError as error:
            raise StudyError(f"cannot read {self._shown(file)}: {why(error)}") from None
        except StudyError as error:
            raise DamagedShardError(
                f"{self._shown(file)} is damaged ({error}): run the study with --check to solve it "
                "again",
                key,
            ) from None

    # -- shards that are not as they should be ----------------------------------------------------

    def move_damaged(self, key: ShardKey) -> None:
        """Put a damaged file out of the way, if it is there, so that the shard is solved again."""
        file = self.file(key)
        folder = self._folder_of(key.slug, "damaged")
        target, copies = folder / file.name, 1
        while target.exists():
            copies += 1
            target = folder / f"{file.name}.{copies}"
        with self._changing(target), suppress(FileNotFoundError):
            folder.mkdir(parents=True, exist_ok=True)
            file.rename(target)

    def set_aside(self, key: ShardKey, reason: str) -> Path:
        """Note that a shard cannot be solved here; its deals count as unsettled."""
        file = self._aside_file(key)
        note = {"shard": str(key), "places": self._manifest.bounds(key), "reason": reason}
        with self._changing(file):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_file(os.fspath(file), (json.dumps(note, indent=2) + "\n").encode())
        return file

    def is_set_aside(self, key: ShardKey) -> bool:
        return self._aside_file(key).exists()

    def take_back(self, key: ShardKey) -> None:
        """Forget that a shard was set aside, so that it is tried again."""
        file = self._aside_file(key)
        with self._changing(file):
            file.unlink(missing_ok=True)

    @contextmanager
    def _changing(self, file: Path) -> Iterator[None]:
        """What the system says against a change becomes a StudyError that names the file."""
        try:
            yield
        except OSError as error:
            raise StudyError(f"cannot write {self._shown(file)}: {why(error)}") from None

    def _aside_file(self, key: ShardKey) -> Path:
        return self._folder_of(key.slug, "set-aside") / f"{self.file(key).stem}.json"

    def foreign_files(self) -> list[Path]:
        """Files among the shards that are not shards of this study."""
        folders = {self._folder_of(game.slug): game.slug for game in self._manifest.games}
        found = []
        root = self.path / "shards"
        for folder in sorted(root.iterdir()) if root.is_dir() else ():
            slug = folders.get(folder)
            if slug is None or not folder.is_dir():
                found.append(folder)
                continue
            found += [entry for entry in sorted(folder.iterdir()) if not self._is_ours(slug, entry)]
        return found

    def _is_ours(self, slug: str, file: Path) -> bool:
        match = _SHARD_NAME.fullmatch(file.name)
        if match is None:
            return file.name.startswith(".") and file.name.endswith(".tmp")
        attempt = int(match[2])
        return (
            1 <= int(match[1]) <= self._manifest.shard_count(slug)
            and 1 <= attempt <= len(self._manifest.memory)
            and file.name == self.file(ShardKey(slug, int(match[1]), attempt - 1)).name
        )

    def remove_leftovers(self) -> None:
        """Remove what runs that were killed had begun to write; no other run may be going on."""
        for file in self.path.glob("shards/*/.*.tmp"):
            with self._changing(file):
                file.unlink(missing_ok=True)


def publish(temporary: Path, file: Path) -> None:
    """Give a file that is whole its name, unless there is one of that name.

    A link cannot replace anything, not even what another process writes at the same moment. Where
    the file system has no links, renaming has to do.
    """
    try:
        os.link(temporary, file)
    except FileExistsError:
        return
    except OSError:
        if not file.exists():
            temporary.replace(file)


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder last through a power cut, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
