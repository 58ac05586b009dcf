"""An evaluation as a short label for the status line.

Odds are always those "of cases", and a player's chance is always "your chance", so that neither can
be taken for the other. Where there is room for one of them, it is the player's chance.

>>> from winnable.coach import Odds
>>> verdict_label(Evaluation(Verdict.UNSETTLED, Odds(1, 2, exact=True)), is_final=True).long
'winnable in 1 of 3 cases'
"""

from __future__ import annotations

from winnable.coach import Evaluation
from winnable.coach.shares import chance_share, odds_share
from winnable.l10n import t
from winnable.solver import Verdict
from winnable.tui.themes import ERROR, SUCCESS, WARNING
from winnable.tui.widgets.bars import StatusPart

__all__ = ["VERDICT_COLOURS", "thinking_label", "verdict_label"]

VERDICT_COLOURS = {Verdict.WINNABLE: SUCCESS, Verdict.LOST: ERROR, Verdict.UNSETTLED: WARNING}


def thinking_label() -> StatusPart:
    return StatusPart(t("app.lamp.thinking"), "...")


def verdict_label(evaluation: Evaluation, *, is_final: bool) -> StatusPart:
    odds, verdict = evaluation.odds, evaluation.verdict
    if odds is None or verdict is not Verdict.UNSETTLED or evaluation.trouble:
        return _verdict(evaluation, "" if is_final else " ...")
    if not is_final:
        # Counts only: a share that is read again and again while it changes would mislead.
        so_far = t("app.lamp.so_far", won=odds.won, count=odds.examined)
        return StatusPart(so_far, so_far, shortest=thinking_label().short)
    # A sampled share is no warning, so it has no colour.
    kind = "exact" if odds.exact else "odds"
    long, short = (
        t(f"app.lamp.{kind}", share=odds_share(odds)),
        t(f"app.lamp.short_{kind}", share=odds_share(odds)),
    )
    if evaluation.chance is None:
        return StatusPart(long, short)
    chance = t("app.lamp.chance", share=chance_share(evaluation.chance))
    return StatusPart(
        f"{chance} · {long}",
        chance,
        shortest=t("app.lamp.short_chance", share=chance_share(evaluation.chance)),
    )


def _verdict(evaluation: Evaluation, so_far: str) -> StatusPart:
    if evaluation.trouble:
        word = t("app.lamp.trouble")
        return StatusPart(word, word, WARNING)
    word = t(f"app.lamp.{evaluation.verdict.value}")
    long = word
    if evaluation.verdict is Verdict.WINNABLE and evaluation.moves:
        long = t("app.lamp.winnable_in", count=evaluation.moves)
    if evaluation.chance is not None:
        long += " · " + t("app.lamp.chance", share=chance_share(evaluation.chance))
    return StatusPart(long + so_far, word + so_far, VERDICT_COLOURS[evaluation.verdict])
