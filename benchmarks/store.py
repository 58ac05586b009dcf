"""The results that are kept: one entry a section and game, the last that was measured.

So a run of one game or one section renews its own rows of the report and leaves the others.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.section import Entry, Section

__all__ = ["Kept", "Store"]


@dataclass(frozen=True)
class Kept:
    """A row of the report, and when and where it was measured."""

    entry: Entry
    stamp: str


class Store:
    """A file of results, and those of this run."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, dict[str, dict[str, Any]]] = {}
        if path.exists():
            self._known = json.loads(path.read_text(encoding="utf-8"))

    def keep(self, section: Section, slug: str, entry: Any, stamp: str) -> None:
        """Put a row in its place, and write the file: a run may be interrupted at any time."""
        rows = self._known.setdefault(section.name, {})
        rows[slug] = {"stamp": stamp, **asdict(entry)}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(self._known, indent=1) + "\n", encoding="utf-8")

    def rows(self, section: Section) -> dict[str, Kept]:
        """The rows of a section, by game. Those of an older form of the table are left out."""
        rows: dict[str, Kept] = {}
        for slug, values in self._known.get(section.name, {}).items():
            fields = {name: value for name, value in values.items() if name != "stamp"}
            try:
                rows[slug] = Kept(section.entry(**fields), values["stamp"])
            except TypeError:
                continue
        return rows
