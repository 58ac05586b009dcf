"""An evaluation as a short label for the status line.

The ends of an interval are rounded outwards; a sampled one is 95% certain and reads "about". Where
there is a player's chance, it stands beside the odds as "your chance", or "you" in a short line.

>>> from winnable.coach import Odds
>>> verdict_label(Evaluation(Verdict.UNSETTLED, Odds(1, 2, exact=True)), is_final=True).long
'winnable 33-34%'
"""

from __future__ import annotations

from math import ceil, floor

from winnable.coach import Evaluation
from winnable.solver import Verdict
from winnable.tui.themes import ERROR, SUCCESS, WARNING
from winnable.tui.widgets.bars import StatusPart

__all__ = ["THINKING", "verdict_label"]

_COLOURS = {Verdict.WINNABLE: SUCCESS, Verdict.LOST: ERROR, Verdict.UNSETTLED: WARNING}

THINKING = StatusPart("thinking ...", "...")


def verdict_label(evaluation: Evaluation, *, is_final: bool) -> StatusPart:
    label = _label(evaluation) if is_final else _label_so_far(evaluation)
    long = short = label
    if is_final and (chance := evaluation.chance) is not None:
        interval = _interval(chance.low, chance.high)
        long, short = f"{label} · your chance {interval}", f"{label}, you {interval}"
    return StatusPart(long, short, _COLOURS[evaluation.verdict])


def _label_so_far(evaluation: Evaluation) -> str:
    """Counts only: an interval that is read again and again while it shrinks would mislead."""
    if evaluation.odds is None or evaluation.verdict is not Verdict.UNSETTLED:
        return f"{_label(evaluation)} ..."
    return f"{evaluation.odds.won} of {evaluation.odds.examined} ways so far ..."


def _label(evaluation: Evaluation) -> str:
    if evaluation.trouble:
        return "no verdict"
    if evaluation.verdict is Verdict.LOST:
        return "lost"
    if evaluation.verdict is Verdict.WINNABLE:
        return f"winnable in {evaluation.moves}" if evaluation.moves else "winnable"
    if evaluation.odds is None:
        return "unsettled"
    about = "" if evaluation.odds.exact else "about "
    return f"winnable {about}{_interval(evaluation.odds.low, evaluation.odds.high)}"


def _interval(low: float, high: float) -> str:
    least, most = floor(100 * low), ceil(100 * high)
    return f"{least}-{most}%" if least < most else f"{least}%"
