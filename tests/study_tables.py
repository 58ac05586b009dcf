"""Studies made up for tests: they look like studies, and nothing had to be solved for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from winnable.study.deal_set import DealRange, DealSet
from winnable.study.games import parse_games
from winnable.study.manifest import Manifest
from winnable.study.shard import SCHEMA

MADE_BY = {
    "winnable": "0.2.0",
    "commit": "0123456789abcdef0123456789abcdef01234567",
    "python": "3.11.7",
    "system": "Linux x86_64",
    "processor": "An example of a processor",
    "cores": 2,
    "memory": 16 * 2**30,
}


@dataclass(frozen=True)
class Row:
    """What a study says of a deal. A letter is enough for the verdict: w, l or u."""

    deal: int
    verdict: str
    states: int | None = 100
    milliseconds: float | None = 1.0
    moves: int | None = 40
    memory: int | None = 2**20

    @property
    def verdict_name(self) -> str:
        return {"w": "winnable", "l": "lost", "u": "unsettled"}[self.verdict]


@dataclass
class FakeStudy:
    """A study whose rows are given; deals that have none are not solved yet."""

    games: str
    rows: Mapping[str, Sequence[Row]]
    deals: DealSet = field(default_factory=lambda: DealRange(1, 10))
    name: str = "example"
    path: Path = Path("example")
    shard: int = 3
    memory: tuple[int, ...] = (2**30, 2**32)

    def __post_init__(self) -> None:
        games = parse_games(self.games)
        self.manifest = Manifest(
            games,
            self.deals,
            {game.slug: self.shard for game in games},
            memory=self.memory,
            made_by=MADE_BY,
            kernels=tuple(game.slug for game in games),
            created="2026-01-31",
        )

    def tables(self, slug: str) -> Iterator[pa.Table]:
        rows = self.rows.get(slug, ())
        for start in range(0, len(rows), self.shard):
            yield _table(slug, rows[start : start + self.shard])

    def missing_deals(self, slug: str) -> int:
        return len(self.deals) - len(self.rows.get(slug, ()))


def verdicts(letters: str, first: int = 1) -> list[Row]:
    """Rows for consecutive deals, from a letter each; a space is a deal not solved yet."""
    return [
        Row(first + index, letter, 10 * (index + 1), moves=index + 20 if letter == "w" else None)
        for index, letter in enumerate(letters)
        if letter != " "
    ]


def study_of(deals: DealSet | None = None, **letters: str) -> FakeStudy:
    """A study of some games, with the letters of `verdicts` for each: ``freecell="wwl"``."""
    slugs = {name.replace("_", "-"): text for name, text in letters.items()}
    longest = max(map(len, slugs.values()), default=1)
    return FakeStudy(
        ",".join(slugs),
        {slug: verdicts(text) for slug, text in slugs.items()},
        deals or DealRange(1, max(longest, 1)),
    )


def _table(slug: str, rows: Sequence[Row]) -> pa.Table:
    columns = {
        "game": [slug] * len(rows),
        "deal": [row.deal for row in rows],
        "verdict": [row.verdict_name for row in rows],
        "states": [row.states for row in rows],
        "milliseconds": [row.milliseconds for row in rows],
        "moves": [row.moves if row.verdict == "w" else None for row in rows],
        "memory": [row.memory for row in rows],
    }
    arrays = [pa.array(columns[name], SCHEMA.field(name).type) for name in SCHEMA.names]
    return pa.table(arrays, schema=SCHEMA)
