"""What the lamp says, in as few words as the status line has room for.

Ends of an interval are rounded outwards, so that what is said is true.

>>> from winnable.coach import Odds
>>> light(Standing(Verdict.UNSETTLED, Odds(1, 2, exact=True)), is_final=True).long
'winnable 33-34%'
"""

from __future__ import annotations

from math import ceil, floor

from winnable.coach import Standing
from winnable.solver import Verdict
from winnable.tui.bars import Part

__all__ = ["THINKING", "light"]

_COLOURS = {Verdict.WINNABLE: "#8fe3a8", Verdict.LOST: "#ff9a90", Verdict.UNSETTLED: "#ffe27a"}

THINKING = Part("thinking ...", "...")


def light(standing: Standing, *, is_final: bool) -> Part:
    """How a game stands."""
    words = _words(standing)
    if not is_final:
        words = f"{words} ..."
    return Part(words, words, _COLOURS[standing.verdict])


def _words(standing: Standing) -> str:
    if standing.trouble:
        return "no verdict"
    if standing.verdict is Verdict.LOST:
        return "lost"
    if standing.verdict is Verdict.WINNABLE:
        return f"winnable in {standing.moves}" if standing.moves else "winnable"
    if standing.odds is None:
        return "not settled"
    low, high = floor(100 * standing.odds.low), ceil(100 * standing.odds.high)
    return f"winnable {low}-{high}%" if low < high else f"winnable {low}%"
