"""What the lamp says, in as few words as the status line has room for.

Ends of an interval are rounded outwards; a sampled one is 95% sure, and said to be *about* it.

>>> from winnable.coach import Odds
>>> light(Evaluation(Verdict.UNSETTLED, Odds(1, 2, exact=True)), is_final=True).long
'winnable 33-34%'
"""

from __future__ import annotations

from math import ceil, floor

from winnable.coach import Evaluation
from winnable.solver import Verdict
from winnable.tui.bars import Part

__all__ = ["THINKING", "light"]

_COLOURS = {Verdict.WINNABLE: "#8fe3a8", Verdict.LOST: "#ff9a90", Verdict.UNSETTLED: "#ffe27a"}

THINKING = Part("thinking ...", "...")


def light(standing: Evaluation, *, is_final: bool) -> Part:
    """How a game stands."""
    words = _words(standing) if is_final else _so_far(standing)
    return Part(words, words, _COLOURS[standing.verdict])


def _so_far(standing: Evaluation) -> str:
    """What was counted until now. Intervals that are looked at again and again would mislead."""
    if standing.odds is None or standing.verdict is not Verdict.UNSETTLED:
        return f"{_words(standing)} ..."
    return f"{standing.odds.won} of {standing.odds.looked_at} ways so far ..."


def _words(standing: Evaluation) -> str:
    if standing.trouble:
        return "no verdict"
    if standing.verdict is Verdict.LOST:
        return "lost"
    if standing.verdict is Verdict.WINNABLE:
        return f"winnable in {standing.moves}" if standing.moves else "winnable"
    if standing.odds is None:
        return "not settled"
    low, high = floor(100 * standing.odds.low), ceil(100 * standing.odds.high)
    about = "" if standing.odds.exact else "about "
    return f"winnable {about}{low}-{high}%" if low < high else f"winnable {low}%"
