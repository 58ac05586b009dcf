"""Mutants: small edits of our own programs, from the tables in `mutants/`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
ASSIGNMENTS = HERE.parents[1] / "assignments"
PROGRAMS = {
    "aces_up": ("proj10.py", "aces-up-2023"),
    "bakers_game": ("proj10.py", "bakers-game-2017"),
    "easthaven": ("proj09.py", "easthaven-2009"),
    "golf_relaxed": ("proj09.py", "golf-relaxed-2008"),
    "freecell": ("freecell.py", "freecell-cs162"),
}
"""For each folder under `assignments/` and table under `mutants/`: the program and its profile."""


@dataclass(frozen=True)
class Mutant:
    folder: str
    name: str
    edits: tuple[tuple[str, str], ...]
    breaks: str
    """The promise of the handout that it breaks; empty if it breaks none."""
    quick: bool

    @property
    def id(self) -> str:
        return f"{self.folder}-{self.name}"

    @property
    def profile(self) -> str:
        return PROGRAMS[self.folder][1]

    def source(self) -> str:
        """The text of our program with the edits, each of which applies in one place."""
        text = (ASSIGNMENTS / self.folder / PROGRAMS[self.folder][0]).read_text("utf-8")
        for old, new in self.edits:
            assert text.count(old) == 1, f"{self.id}: {text.count(old)} times: {old}"
            text = text.replace(old, new)
        return text

    def write(self, folder: Path) -> Path:
        path = folder / PROGRAMS[self.folder][0]
        path.write_text(self.source(), "utf-8")
        return path


@cache
def mutants() -> tuple[Mutant, ...]:
    found = []
    for folder in PROGRAMS:
        table = tomllib.loads((HERE / "mutants" / f"{folder}.toml").read_text("utf-8"))
        for entry in table["mutant"]:
            edits = ((entry["old"], entry["new"]), *map(tuple, entry.get("more", ())))
            assert bool(entry.get("breaks")) != entry.get("harmless", False), entry["name"]
            found.append(
                Mutant(
                    folder,
                    entry["name"],
                    edits,
                    entry.get("breaks", ""),
                    entry.get("quick", False),
                )
            )
    return tuple(found)
