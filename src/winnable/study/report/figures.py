"""The figures of one game in a study: counts, shares, effort, and the lengths of lines.

They are computed table by table, so that memory does not grow with the study. The tables are gone
through twice, because the quantiles of a distribution need that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from winnable.solver import Verdict
from winnable.study.report.columns import UNKNOWN, VERDICTS, Columns, Integers
from winnable.study.report.confidence import Interval, share_interval
from winnable.study.report.distribution import Distribution, DistributionCounter

if TYPE_CHECKING:
    import pyarrow as pa

    from winnable.study.deal_set import DealSet
    from winnable.study.games import StudyGame

__all__ = [
    "FEW_DEALS",
    "HARDEST",
    "NAMED_UNSETTLED",
    "GameFigures",
    "HardDeal",
    "ReportedManifest",
    "ReportedStudy",
    "game_figures",
]

FEW_DEALS = 50
"""So many lost deals, or winnable ones, are named; more are only counted."""
NAMED_UNSETTLED = 300
"""So many unsettled deals are named one by one."""
HARDEST = 10


class ReportedManifest(Protocol):
    """What a report needs of a manifest."""

    @property
    def games(self) -> tuple[StudyGame, ...]: ...
    @property
    def deals(self) -> DealSet: ...
    @property
    def memory(self) -> tuple[int, ...]: ...
    @property
    def states(self) -> int | None: ...
    @property
    def seconds(self) -> float | None: ...
    @property
    def made_by(self) -> Mapping[str, object]: ...
    @property
    def kernels(self) -> tuple[str, ...]: ...
    @property
    def created(self) -> str: ...


class ReportedStudy(Protocol):
    """What a report needs of a study."""

    @property
    def name(self) -> str: ...
    @property
    def path(self) -> Path: ...
    @property
    def manifest(self) -> ReportedManifest: ...
    def tables(self, slug: str) -> Iterator[pa.Table]: ...
    def missing_deals(self, slug: str) -> int: ...


@dataclass(frozen=True)
class HardDeal:
    """A deal that took much work."""

    deal: int
    verdict: Verdict
    states: int
    milliseconds: float | None
    memory: int | None


@dataclass(frozen=True)
class GameFigures:
    """What is known of a game."""

    game: StudyGame
    counts: Mapping[Verdict, int]
    missing: int
    """Deals of the study that are not solved yet."""
    few: Mapping[Verdict, tuple[int, ...]]
    """The deals of a verdict, where they are few; the first of those that are unsettled."""
    states: Mapping[Verdict, Distribution | None]
    all_states: Distribution | None
    memory: Distribution | None
    moves: Distribution | None
    milliseconds: float
    unmeasured: int
    """Deals without figures, because solving them killed their workers."""
    hardest: tuple[HardDeal, ...]

    @property
    def deals(self) -> int:
        return sum(self.counts.values())

    @property
    def winnable(self) -> int:
        return self.counts[Verdict.WINNABLE]

    @property
    def lost(self) -> int:
        return self.counts[Verdict.LOST]

    @property
    def unsettled(self) -> int:
        return self.counts[Verdict.UNSETTLED]

    @property
    def most_winnable(self) -> int:
        """How many are winnable if every unsettled deal is."""
        return self.winnable + self.unsettled

    @property
    def interval(self) -> Interval:
        """For the share that is winnable, whatever the unsettled deals are."""
        low = share_interval(self.winnable, self.deals)
        return low.joined(share_interval(self.most_winnable, self.deals))


def game_figures(study: ReportedStudy, game: StudyGame) -> GameFigures:
    """Compute the figures of a game."""
    counter = _GameCounter()
    for table in study.tables(game.slug):
        counter.add(Columns(table))
    for table in study.tables(game.slug):
        counter.add_again(Columns(table))
    return counter.result(game, study.missing_deals(game.slug))


class _GameCounter:
    """Goes through the tables of a game."""

    def __init__(self) -> None:
        self._counts = dict.fromkeys(VERDICTS, 0)
        self._few: dict[Verdict, list[int]] = {verdict: [] for verdict in VERDICTS}
        self._states = {verdict: DistributionCounter() for verdict in VERDICTS}
        self._all_states = DistributionCounter()
        self._memory = DistributionCounter()
        self._moves = DistributionCounter()
        self._milliseconds = 0.0
        self._unmeasured = 0
        self._hardest: list[HardDeal] = []

    def add(self, columns: Columns) -> None:
        for place, verdict in enumerate(VERDICTS):
            mine = columns.verdicts == place
            self._counts[verdict] += int(np.count_nonzero(mine))
            kept, most = self._few[verdict], _named(verdict)
            if len(kept) <= most:
                kept.extend(columns.deals[mine][: most + 1 - len(kept)].tolist())
            self._states[verdict].add(_known(columns.states[mine]))
        self._all_states.add(_known(columns.states))
        self._memory.add(_known(columns.memory))
        self._moves.add(_known(columns.moves))
        self._milliseconds += float(np.nansum(columns.milliseconds))
        self._unmeasured += int(np.count_nonzero(columns.states == UNKNOWN))
        self._add_hardest(columns)

    def add_again(self, columns: Columns) -> None:
        for place, verdict in enumerate(VERDICTS):
            self._states[verdict].add_again(_known(columns.states[columns.verdicts == place]))
        self._all_states.add_again(_known(columns.states))
        self._memory.add_again(_known(columns.memory))
        self._moves.add_again(_known(columns.moves))

    def _add_hardest(self, columns: Columns) -> None:
        order = np.lexsort((columns.deals, -columns.states))[:HARDEST]
        found = [_hard_deal(columns, int(row)) for row in order if columns.states[row] != UNKNOWN]
        both = sorted([*self._hardest, *found], key=lambda deal: (-deal.states, deal.deal))
        self._hardest = both[:HARDEST]

    def result(self, game: StudyGame, missing: int) -> GameFigures:
        return GameFigures(
            game,
            self._counts,
            missing,
            {verdict: self._named_deals(verdict) for verdict in VERDICTS},
            {verdict: counter.result() for verdict, counter in self._states.items()},
            self._all_states.result(),
            self._memory.result(),
            self._moves.result(),
            self._milliseconds,
            self._unmeasured,
            tuple(self._hardest),
        )

    def _named_deals(self, verdict: Verdict) -> tuple[int, ...]:
        deals = self._few[verdict]
        if verdict is Verdict.UNSETTLED:
            return tuple(deals[:NAMED_UNSETTLED])
        return tuple(deals) if len(deals) <= FEW_DEALS else ()


def _named(verdict: Verdict) -> int:
    return NAMED_UNSETTLED if verdict is Verdict.UNSETTLED else FEW_DEALS


def _known(values: Integers) -> Integers:
    known: Integers = values[values != UNKNOWN]
    return known


def _hard_deal(columns: Columns, row: int) -> HardDeal:
    milliseconds, memory = float(columns.milliseconds[row]), int(columns.memory[row])
    return HardDeal(
        int(columns.deals[row]),
        VERDICTS[int(columns.verdicts[row])],
        int(columns.states[row]),
        None if np.isnan(milliseconds) else milliseconds,
        None if memory == UNKNOWN else memory,
    )
