"""One shard of a study: some deals of one game, solved in one process, as Parquet.

`solve_shard` is what engines run. It needs only its task, and returns the file's bytes; whoever
runs the study writes them. So workers need no shared file system.
"""

from __future__ import annotations

import ctypes
import io
import json
import os
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import winnable
from winnable.rules import Game
from winnable.solver import Limit, Verdict, has_kernel
from winnable.solver.batch import DealResult, solve_in_turn
from winnable.study.deal_set import DealSet
from winnable.study.errors import StudyError, WorkerMismatchError
from winnable.study.games import parse_game
from winnable.study.provenance import provenance
from winnable.study.shard_key import ShardKey

__all__ = [
    "SCHEMA",
    "ShardTask",
    "SolvedShard",
    "limits_record",
    "read_summary",
    "read_table",
    "release_memory",
    "solve_shard",
    "unsettled_table",
]

SCHEMA = pa.schema(
    [
        pa.field("game", pa.dictionary(pa.int8(), pa.string()), nullable=False),
        pa.field("deal", pa.int64(), nullable=False),
        pa.field("verdict", pa.dictionary(pa.int8(), pa.string()), nullable=False),
        pa.field("states", pa.int64()),
        pa.field("milliseconds", pa.float32()),
        pa.field("moves", pa.int32()),
        pa.field("memory", pa.int64()),
    ]
)
"""The columns of every table of a study.

`states` is how many positions were examined, `moves` the length of the line found (null unless the
deal is winnable), `memory` the bytes that the search reached. All but `milliseconds` are the same
wherever the same version solves the deal.
"""

_METADATA_KEY = b"winnable"
_BATCH = 256


@dataclass(frozen=True)
class ShardTask:
    """What a worker has to know."""

    key: ShardKey
    rules_sha256: str
    deals: DealSet
    start: int
    stop: int
    """Places in the set of deals, counted from 0."""
    limit: Limit
    has_kernel: bool
    version: str = winnable.__version__
    only: tuple[int, ...] | None = None
    """For an attempt with more memory: the deals that were unsettled before."""

    def numbers(self) -> list[int]:
        """The deals to solve."""
        return self.deals.numbers(self.start, self.stop) if self.only is None else list(self.only)


@dataclass(frozen=True)
class SolvedShard:
    """A shard's file as bytes, and what it says in short."""

    key: ShardKey
    parquet: bytes
    summary: Mapping[str, Any]


def solve_shard(task: ShardTask) -> SolvedShard:
    """Solve the deals of a shard, on the calling thread alone."""
    game = _checked_game(task)
    numbers = task.numbers()
    columns = _Columns()
    began = time.monotonic()
    parent = os.getppid()

    def is_orphaned(_: int) -> bool:
        """Whether whoever started this process has died: nobody will take the result."""
        return os.getppid() != parent

    for at in range(0, len(numbers), _BATCH):
        results = solve_in_turn(game, numbers[at : at + _BATCH], task.limit, is_orphaned)
        if is_orphaned(0):
            raise SystemExit(1)
        columns.add(results)
    summary = {
        "game": task.key.slug,
        "shard": task.key.number,
        "attempt": task.key.attempt,
        "rules_sha256": task.rules_sha256,
        "deals": len(numbers),
        "places": [task.start, task.stop],
        "deal_set": task.deals.as_dict(),
        "limits": limits_record(task.limit),
        "verdicts": {verdict.value: columns.verdicts[verdict] for verdict in Verdict},
        "seconds": round(time.monotonic() - began, 3),
        "made_by": provenance(),
    }
    parquet = _to_parquet(columns.table(task.key.slug), summary)
    del columns
    release_memory()
    return SolvedShard(task.key, parquet, summary)


def limits_record(limit: Limit) -> dict[str, object]:
    """The limits of a shard, as its summary has them."""
    return {"memory": limit.memory, "states": limit.states, "seconds": limit.seconds}


def _checked_game(task: ShardTask) -> Game:
    """The game, if this is a worker for the task; otherwise WorkerMismatchError."""
    game = parse_game(task.key.slug)
    if winnable.__version__ != task.version:
        raise WorkerMismatchError(
            f"a worker has winnable {winnable.__version__}, and the study needs {task.version}: "
            "install the same version everywhere"
        )
    if game.rules_sha256 != task.rules_sha256:
        raise WorkerMismatchError(f"a worker has other rules of {task.key.slug} than the study")
    if has_kernel(game.game) != task.has_kernel:
        state = "has no kernels" if task.has_kernel else "has kernels, and the study has none"
        raise WorkerMismatchError(f"a worker {state}: install winnable there as here")
    return game.game


class _Columns:
    """Results, column by column."""

    def __init__(self) -> None:
        self.verdicts: Counter[Verdict] = Counter()
        self._deals: list[int] = []
        self._codes: list[int] = []
        self._states: list[int] = []
        self._milliseconds: list[float] = []
        self._moves: list[int | None] = []
        self._memory: list[int] = []

    def add(self, results: list[DealResult]) -> None:
        codes = {verdict: code for code, verdict in enumerate(Verdict)}
        for deal, result in results:
            verdict = result.verdict
            self.verdicts[verdict] += 1
            self._deals.append(deal)
            self._codes.append(codes[verdict])
            self._states.append(result.states)
            self._milliseconds.append(1000 * result.seconds)
            self._moves.append(result.length if verdict is Verdict.WINNABLE else None)
            self._memory.append(result.memory)

    def table(self, slug: str) -> pa.Table:
        count = len(self._deals)
        return pa.table(
            [
                _dictionary([0] * count, [slug]),
                pa.array(self._deals, pa.int64()),
                _verdicts(self._codes),
                pa.array(self._states, pa.int64()),
                pa.array(self._milliseconds, pa.float32()),
                pa.array(self._moves, pa.int32()),
                pa.array(self._memory, pa.int64()),
            ],
            schema=SCHEMA,
        )


def _dictionary(codes: list[int], values: list[str]) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int8()), pa.array(values, pa.string()))


def _verdicts(codes: list[int]) -> pa.DictionaryArray:
    return _dictionary(codes, [verdict.value for verdict in Verdict])


def _to_parquet(table: pa.Table, summary: Mapping[str, Any]) -> bytes:
    stored = {**(table.schema.metadata or {}), _METADATA_KEY: json.dumps(summary).encode()}
    sink = io.BytesIO()
    pq.write_table(
        table.replace_schema_metadata(stored),
        sink,
        compression="zstd",
        use_dictionary=["game", "verdict", "moves", "memory"],
        column_encoding={
            "deal": "DELTA_BINARY_PACKED",
            "states": "DELTA_BINARY_PACKED",
            "milliseconds": "BYTE_STREAM_SPLIT",
        },
        write_page_checksum=True,
    )
    return sink.getvalue()


def read_summary(source: Any) -> Mapping[str, Any]:
    """What a shard's file says in short; StudyError if it is not a whole shard."""
    try:
        metadata = pq.read_metadata(source)
        if not metadata.schema.to_arrow_schema().equals(SCHEMA):
            raise StudyError("its columns are not those of a shard")
        summary = json.loads((metadata.metadata or {})[_METADATA_KEY])
        if metadata.num_rows != summary["deals"]:
            raise StudyError("it does not have all of its deals")
    except (pa.ArrowException, OSError, KeyError, ValueError, TypeError) as error:
        if isinstance(error, StudyError) or _is_system_error(error):
            raise
        raise StudyError("it is not a whole shard") from None
    return dict(summary)


def read_table(source: Any) -> pa.Table:
    """The rows of a shard; StudyError if the file is damaged."""
    try:
        return pq.read_table(source, schema=SCHEMA, page_checksum_verification=True)
    except (pa.ArrowException, OSError) as error:
        if _is_system_error(error):
            raise
        raise StudyError(f"it cannot be read: {error}".splitlines()[0]) from None


def _is_system_error(error: Exception) -> bool:
    """Whether the system failed to read; Arrow raises OSErrors without a number for wrong bytes."""
    return isinstance(error, OSError) and error.errno is not None


def unsettled_table(slug: str, deals: list[int]) -> pa.Table:
    """Rows for deals of which nothing is known."""
    count = len(deals)
    codes = [list(Verdict).index(Verdict.UNSETTLED)] * count
    nulls = [pa.nulls(count, SCHEMA.field(name).type) for name in SCHEMA.names[3:]]
    columns = [_dictionary([0] * count, [slug]), pa.array(deals, pa.int64()), _verdicts(codes)]
    return pa.table([*columns, *nulls], schema=SCHEMA)


def release_memory() -> None:
    """Give memory that is no longer used back to the system, so that a worker does not grow."""
    pa.default_memory_pool().release_unused()
    if (trim := _malloc_trim()) is not None:
        trim(0)


@cache
def _malloc_trim() -> Any:
    """The C library's function for that; None where there is none."""
    try:
        return ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None
