"""An evaluation as a short label for the status line.

The ends of an interval are rounded outwards; a sampled one is 95% certain and reads "about". The
odds are always those "of cases", and a player's chance beside them is always "your chance", so that
neither can be taken for the other. Where there is room for one of them, it is the player's chance.

>>> from winnable.coach import Odds
>>> verdict_label(Evaluation(Verdict.UNSETTLED, Odds(1, 2, exact=True)), is_final=True).long
'winnable in 33-34% of cases'
"""

from __future__ import annotations

from math import ceil, floor

from winnable.coach import Evaluation
from winnable.solver import Verdict
from winnable.tui.themes import ERROR, SUCCESS, WARNING
from winnable.tui.widgets.bars import StatusPart

__all__ = ["THINKING", "verdict_label"]

_COLOURS = {Verdict.WINNABLE: SUCCESS, Verdict.LOST: ERROR, Verdict.UNSETTLED: WARNING}
_WORDS = {
    Verdict.WINNABLE: "winnable",
    Verdict.LOST: "lost",
    Verdict.UNSETTLED: "unsettled",
}

THINKING = StatusPart("thinking ...", "...")


def verdict_label(evaluation: Evaluation, *, is_final: bool) -> StatusPart:
    long, short = _forms(evaluation) if is_final else _forms_so_far(evaluation)
    shortest = short.removeprefix("winnable in ") if evaluation.odds else ""
    if not is_final:
        shortest = THINKING.short
    elif (chance := evaluation.chance) is not None:
        shortest = f"your chance {_interval(chance.low, chance.high)}"
        long, short = f"{long} · {shortest}", f"{short} · {shortest}"
    return StatusPart(long, short, _COLOURS[evaluation.verdict], shortest)


def _forms_so_far(evaluation: Evaluation) -> tuple[str, str]:
    """Counts only: an interval that is read again and again while it shrinks would mislead."""
    odds = evaluation.odds
    if odds is None or evaluation.verdict is not Verdict.UNSETTLED:
        long, short = _forms(evaluation)
        return f"{long} ...", f"{short} ..."
    short = f"{odds.won} of {odds.examined} cases so far ..."
    return f"winnable in {short}", short


def _forms(evaluation: Evaluation) -> tuple[str, str]:
    """The long form and the short one."""
    if evaluation.verdict is Verdict.WINNABLE and evaluation.moves:
        short = f"winnable in {evaluation.moves}"
        return f"{short} {'move' if evaluation.moves == 1 else 'moves'}", short
    odds = evaluation.odds
    if evaluation.trouble or evaluation.verdict is not Verdict.UNSETTLED or odds is None:
        word = "no verdict" if evaluation.trouble else _WORDS[evaluation.verdict]
        return word, word
    cases = f"{_interval(odds.low, odds.high)} of cases"
    return f"winnable in {'' if odds.exact else 'about '}{cases}", f"winnable in {cases}"


def _interval(low: float, high: float) -> str:
    least, most = floor(100 * low), ceil(100 * high)
    return f"{least}-{most}%" if least < most else f"{least}%"
