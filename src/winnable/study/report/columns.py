"""The columns of a study's tables as numpy arrays, which is how figures are computed from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from winnable.solver import Verdict

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["UNKNOWN", "VERDICTS", "Columns", "Integers"]

Integers = NDArray[np.int64]

VERDICTS = tuple(Verdict)
"""A verdict is the place it has here in `Columns.verdicts`."""

UNKNOWN = -1
"""What an array has where a table has no figure."""


@dataclass(frozen=True)
class Columns:
    """One table of a study. A column is read when it is first asked for."""

    table: pa.Table

    @cached_property
    def deals(self) -> Integers:
        return self._integers("deal")

    @cached_property
    def verdicts(self) -> Integers:
        column = self.table["verdict"].combine_chunks()
        names = [str(name) for name in column.dictionary.to_pylist()]
        places = np.array([VERDICTS.index(Verdict(name)) for name in names], np.int64)
        indices: Integers = column.indices.to_numpy(zero_copy_only=False)
        return places[indices] if names else np.zeros(0, np.int64)

    @cached_property
    def states(self) -> Integers:
        return self._integers("states")

    @cached_property
    def moves(self) -> Integers:
        return self._integers("moves")

    @cached_property
    def memory(self) -> Integers:
        return self._integers("memory")

    @cached_property
    def milliseconds(self) -> NDArray[np.float64]:
        """The time; not a number where it is not known."""
        column = self.table["milliseconds"]
        return np.asarray(column.to_numpy(zero_copy_only=False), np.float64)

    def _integers(self, name: str) -> Integers:
        column: Any = self.table[name].fill_null(UNKNOWN)
        return np.asarray(column.to_numpy(zero_copy_only=False), np.int64)
