"""An evaluation as a short label for the status line.

The ends of an interval are rounded outwards; a sampled one is 95% certain and reads "about".

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
    return StatusPart(label, label, _COLOURS[evaluation.verdict])


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
    low, high = floor(100 * evaluation.odds.low), ceil(100 * evaluation.odds.high)
    about = "" if evaluation.odds.exact else "about "
    return f"winnable {about}{low}-{high}%" if low < high else f"winnable {low}%"
