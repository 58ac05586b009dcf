"""A study, opened: what was asked, and what is done. `winnable.study.results` has the rows."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.compute as pc

from winnable.errors import FileError, quote
from winnable.play.files import file_path, why, write_file
from winnable.solver import Verdict, has_kernel
from winnable.study.errors import StudyError
from winnable.study.folder import StudyFolder, publish
from winnable.study.manifest import Manifest
from winnable.study.shard import ShardTask
from winnable.study.shard_key import ShardKey

__all__ = ["Study", "summary_verdicts"]


class Study:
    """The manifest of a study, and its folder."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest
        self.folder = StudyFolder(path, manifest)

    @property
    def name(self) -> str:
        return self.path.resolve().name

    # -- opening and beginning --------------------------------------------------------------------

    @classmethod
    def open(cls, name: str | os.PathLike[str]) -> Study:
        """Open a study; StudyError says why there is none."""
        path = _folder(name)
        shown = quote(os.fspath(name), 80)
        try:
            text = (path / "manifest.json").read_text("utf-8")
        except (FileNotFoundError, NotADirectoryError):
            raise StudyError(f"there is no study {shown}: it has no manifest.json") from None
        except UnicodeDecodeError:
            raise StudyError(f"{shown} is not a study: its manifest is not text") from None
        except OSError as error:
            raise StudyError(f"cannot read the manifest of {shown}: {why(error)}") from None
        try:
            return cls(path, Manifest.from_json(text))
        except StudyError as error:
            raise StudyError(f"cannot use the study {shown}: {error}") from None

    @classmethod
    def create(cls, name: str | os.PathLike[str], manifest: Manifest) -> Study:
        """Begin a study; if somebody else has begun it at the same moment, theirs is opened."""
        path = _folder(name)
        shown = quote(os.fspath(name), 80)
        temporary = path / f".manifest.{os.getpid()}.json"
        if path.exists() and not path.is_dir():
            raise StudyError(f"{shown} is a file, and a study is a folder: choose another name")
        try:
            path.mkdir(parents=True, exist_ok=True)
            others = [entry.name for entry in path.iterdir() if not entry.name.startswith(".")]
            if others and "manifest.json" not in others and not cls.exists(name):
                raise StudyError(
                    f"{shown} has other files and no manifest: choose a new name for the study"
                )
            write_file(os.fspath(temporary), manifest.to_json().encode())
            try:
                publish(temporary, path / "manifest.json")
            finally:
                temporary.unlink(missing_ok=True)
        except (OSError, FileError) as error:
            reason = why(error) if isinstance(error, OSError) else str(error)
            raise StudyError(f"cannot begin the study {shown}: {reason}") from None
        return cls.open(name)

    @staticmethod
    def exists(name: str | os.PathLike[str]) -> bool:
        return (_folder(name) / "manifest.json").exists()

    # -- what is to be done -----------------------------------------------------------------------

    def task(self, key: ShardKey) -> ShardTask:
        """What a worker has to do for a shard."""
        game = self.manifest.game(key.slug)
        only = None
        if key.attempt:
            only = tuple(self.unsettled(ShardKey(key.slug, key.number, key.attempt - 1)))
        start, stop = self.manifest.bounds(key)
        return ShardTask(
            key,
            game.rules_sha256,
            self.manifest.deals,
            start,
            stop,
            self.manifest.limit(key.attempt),
            has_kernel(game.game),
            only=only,
        )

    def unsettled(self, key: ShardKey) -> list[int]:
        """The deals that a finished shard left unsettled."""
        table = self.folder.read(key)
        numbers = table.filter(pc.equal(table["verdict"], Verdict.UNSETTLED.value))["deal"]
        return [int(number) for number in numbers.to_pylist()]

    # -- what is done -----------------------------------------------------------------------------

    def verdicts(self, slug: str) -> Counter[Verdict]:
        """How many deals of a game have each verdict, from what the shards say in short."""
        counts: Counter[Verdict] = Counter()
        for key in self.manifest.shard_keys():
            if key.slug == slug:
                counts += self.shard_verdicts(key)
        return counts

    def shard_verdicts(self, key: ShardKey) -> Counter[Verdict]:
        """The same of one shard, later attempts included; set aside, all are unsettled."""
        attempts = self.folder.finished_attempts(key)
        if not attempts:
            start, stop = self.manifest.bounds(key)
            return Counter(
                {Verdict.UNSETTLED: stop - start} if self.folder.is_set_aside(key) else {}
            )
        counts = summary_verdicts(attempts[0][1])
        for _, summary in attempts[1:]:
            counts[Verdict.UNSETTLED] = 0
            counts += summary_verdicts(summary)
        return counts


def summary_verdicts(summary: Mapping[str, Any]) -> Counter[Verdict]:
    """The verdicts that a shard's summary counts."""
    return Counter({Verdict(value): count for value, count in summary["verdicts"].items()})


def _folder(name: str | os.PathLike[str]) -> Path:
    try:
        return file_path(os.fspath(name))
    except ValueError as error:
        raise StudyError(f"cannot use {quote(os.fspath(name), 80)}: {error}") from None
