"""The same deals in several games: which are winnable in which of them, and how the shares differ.

Every deal of the study is kept as one small number, two bits a game: nothing known, winnable, lost
or unsettled. That is two bytes a deal for up to eight games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from winnable.solver import Verdict
from winnable.study.deal_set import DealRange
from winnable.study.games import StudyGame
from winnable.study.report.columns import VERDICTS, Columns, Integers
from winnable.study.report.confidence import Interval, paired_difference
from winnable.study.report.figures import ReportedStudy

__all__ = ["NAMED", "Combination", "GameComparison", "PairedDifference", "compare_games"]

NAMED = 10
"""So many deals are named for each kind."""

_WINNABLE, _LOST, _UNSETTLED = (
    1 + VERDICTS.index(verdict) for verdict in (Verdict.WINNABLE, Verdict.LOST, Verdict.UNSETTLED)
)
"""The two bits of a game; 0 is a deal that is not solved yet."""


@dataclass(frozen=True)
class Combination:
    """The deals that are winnable in some of the games and lost in the others."""

    winnable: tuple[bool, ...]
    deals: int
    first: tuple[int, ...]


@dataclass(frozen=True)
class PairedDifference:
    """How much larger the share of one game is than that of another, on the same deals."""

    first: StudyGame
    second: StudyGame
    only_first: int
    only_second: int
    unsettled: int
    """Deals that are unsettled in one of the two, or in both."""
    least: float
    most: float
    """The difference if the unsettled deals make it as small as they can, and as large."""
    interval: Interval


@dataclass(frozen=True)
class GameComparison:
    """The deals that are solved in every game of a study."""

    games: tuple[StudyGame, ...]
    deals: int
    unsettled: int
    """Deals that are unsettled in at least one game."""
    combinations: tuple[Combination, ...]
    """Those that are settled in every game; the most frequent combination comes first."""
    winnable_in_all: tuple[int, int]
    winnable_in_none: tuple[int, int]
    """How many at least, and at most: it depends on the unsettled deals."""
    differences: tuple[PairedDifference, ...]

    def combination(self, *, winnable: bool) -> Combination | None:
        """The deals that are winnable in every game, or lost in every game."""
        wanted = (winnable,) * len(self.games)
        return next((found for found in self.combinations if found.winnable == wanted), None)


def compare_games(study: ReportedStudy) -> GameComparison:
    """Compare the games of a study deal by deal."""
    games = study.manifest.games
    deals, codes = _codes(study)
    found, counts = np.unique(codes, return_counts=True)
    verdicts = {int(code): _verdicts(int(code), len(games)) for code in found}
    tally = {
        verdicts[int(code)]: int(count)
        for code, count in zip(found, counts, strict=True)
        if 0 not in verdicts[int(code)]
    }
    settled = sorted(
        (kinds for kinds in tally if _UNSETTLED not in kinds),
        key=lambda kinds: (-tally[kinds], kinds),
    )
    code_of = {kinds: code for code, kinds in verdicts.items()}
    return GameComparison(
        games,
        sum(tally.values()),
        sum(count for kinds, count in tally.items() if _UNSETTLED in kinds),
        tuple(
            Combination(
                tuple(kind == _WINNABLE for kind in kinds),
                tally[kinds],
                tuple(deals(np.flatnonzero(codes == code_of[kinds])[:NAMED]).tolist()),
            )
            for kinds in settled
        ),
        _bounds(tally, _WINNABLE),
        _bounds(tally, _LOST),
        tuple(
            _difference(games[one], games[other], _fourfold(tally, one, other))
            for one, other in combinations(range(len(games)), 2)
        ),
    )


def _codes(study: ReportedStudy) -> tuple[Callable[[Integers], Integers], NDArray[Any]]:
    """What gives the deals in some places, and what is known of the deal in each place."""
    games = study.manifest.games
    kind = np.dtype(np.uint16 if len(games) <= 8 else np.uint64)
    span = study.manifest.deals
    if isinstance(span, DealRange):
        codes = np.zeros(len(span), kind)
        for index, game in enumerate(games):
            for columns in map(Columns, study.tables(game.slug)):
                _note(codes, columns.deals - span.first, columns, index)
        return (lambda places: places + span.first), codes
    # A sample is not in order. What the first game has not solved is not compared.
    parts = [Columns(table).deals for table in study.tables(games[0].slug)]
    known = np.sort(np.concatenate(parts)) if parts else np.zeros(0, np.int64)
    codes = np.zeros(len(known), kind)
    for index, game in enumerate(games):
        for columns in map(Columns, study.tables(game.slug)):
            places = np.searchsorted(known, columns.deals)
            places = np.where(places < len(known), places, 0)
            if len(known):
                _note(codes, np.where(known[places] == columns.deals, places, -1), columns, index)
    return (lambda places: known[places]), codes


def _note(codes: NDArray[Any], places: Integers, columns: Columns, index: int) -> None:
    """Write down the verdicts of one game; place -1 is none."""
    is_known = places >= 0
    bits = ((columns.verdicts + 1) << (2 * index)).astype(codes.dtype)
    codes[places[is_known]] |= bits[is_known]


def _verdicts(code: int, games: int) -> tuple[int, ...]:
    return tuple((code >> (2 * index)) & 3 for index in range(games))


def _bounds(tally: dict[tuple[int, ...], int], wanted: int) -> tuple[int, int]:
    """How many deals have this verdict in every game: without the unsettled ones, and with them."""
    return (
        sum(count for kinds, count in tally.items() if set(kinds) == {wanted}),
        sum(count for kinds, count in tally.items() if set(kinds) <= {wanted, _UNSETTLED}),
    )


def _fourfold(
    tally: dict[tuple[int, ...], int], one: int, other: int
) -> dict[tuple[int, int], int]:
    """How many deals have which verdicts in two of the games."""
    table: dict[tuple[int, int], int] = {}
    for kinds, count in tally.items():
        pair = kinds[one], kinds[other]
        table[pair] = table.get(pair, 0) + count
    return table


def _difference(
    first: StudyGame, second: StudyGame, table: dict[tuple[int, int], int]
) -> PairedDifference:
    least_table = _settle(table, _LOST, _WINNABLE)
    most_table = _settle(table, _WINNABLE, _LOST)
    least, most = paired_difference(*least_table), paired_difference(*most_table)
    return PairedDifference(
        first,
        second,
        table.get((_WINNABLE, _LOST), 0),
        table.get((_LOST, _WINNABLE), 0),
        sum(count for pair, count in table.items() if _UNSETTLED in pair),
        _share_difference(least_table),
        _share_difference(most_table),
        Interval(least.low, most.high, least.method),
    )


def _settle(
    table: dict[tuple[int, int], int], first: int, second: int
) -> tuple[int, int, int, int]:
    """The fourfold table, with these verdicts for what is unsettled in either game."""
    settled = dict.fromkeys(
        ((one, other) for one in (_WINNABLE, _LOST) for other in (_WINNABLE, _LOST)), 0
    )
    for (one, other), count in table.items():
        pair = (first if one == _UNSETTLED else one, second if other == _UNSETTLED else other)
        settled[pair] += count
    both, only_first, only_second, neither = settled.values()
    return both, only_first, only_second, neither


def _share_difference(table: Iterable[int]) -> float:
    both, first, second, neither = table
    return (first - second) / max(both + first + second + neither, 1)
