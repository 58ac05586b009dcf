"""What a study has found: the rows of its shards, each deal once.

Which shards are finished is looked up once, at the beginning. So whoever goes through the tables
several times, while the study is still running, finds the same every time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from winnable.study.manifest import Manifest
from winnable.study.shard import SCHEMA, unsettled_table
from winnable.study.shard_key import ShardKey
from winnable.study.study import Study

__all__ = ["StudyResults", "load"]


class StudyResults:
    """The results of a study, as far as it is at the moment."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._attempts: dict[ShardKey, list[ShardKey]] = {}
        """The finished attempts at each shard; none for one that was set aside."""
        for key in study.manifest.shard_keys():
            attempts = [again for again, _ in study.folder.finished_attempts(key)]
            if attempts or study.folder.is_set_aside(key):
                self._attempts[key] = attempts

    @property
    def name(self) -> str:
        return self._study.name

    @property
    def path(self) -> Path:
        return self._study.path

    @property
    def manifest(self) -> Manifest:
        return self._study.manifest

    def tables(self, slug: str) -> Iterator[pa.Table]:
        """The results of a game, a table a finished shard, each deal once and in order.

        Where a deal was tried again the last attempt counts. Shards set aside come as unsettled.
        """
        for key, attempts in self._attempts.items():
            if key.slug == slug:
                yield self._merged(attempts) if attempts else self._unsettled(key)

    def _merged(self, attempts: list[ShardKey]) -> pa.Table:
        table, *others = map(self._study.folder.read, attempts)
        places = pa.array(range(table.num_rows), pa.int32())
        for later in others:
            # Where a deal stands in the later attempt; null where it does not.
            found = pc.index_in(table["deal"], value_set=later["deal"].combine_chunks())
            rows = pc.coalesce(pc.add(found, table.num_rows), places)
            table = pa.concat_tables([table, later]).take(rows)
        return table

    def _unsettled(self, key: ShardKey) -> pa.Table:
        return unsettled_table(key.slug, self.manifest.deals.numbers(*self.manifest.bounds(key)))

    def missing_deals(self, slug: str) -> int:
        """How many deals of a game belong to shards that are not solved yet."""
        bounds = [self.manifest.bounds(key) for key in self._attempts if key.slug == slug]
        return len(self.manifest.deals) - sum(stop - start for start, stop in bounds)


def load(path: str | os.PathLike[str], games: Sequence[str] | None = None) -> pa.Table:
    """The results of a study, or of some of its games: a row a deal and game.

    Deals of shards that are not solved yet are not in it; those of shards that were set aside are,
    as unsettled. `winnable.study.shard.SCHEMA` describes the columns.
    """
    results = StudyResults(Study.open(path))
    slugs = [game.slug for game in results.manifest.games] if games is None else games
    tables = [table for slug in slugs for table in results.tables(results.manifest.game(slug).slug)]
    return pa.concat_tables([SCHEMA.empty_table(), *tables]).unify_dictionaries()
