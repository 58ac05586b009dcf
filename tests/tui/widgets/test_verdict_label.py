"""Verdict labels are short, and never claim too much."""

from hypothesis import given
from hypothesis import strategies as st

from winnable.coach import Chance, Evaluation, Odds
from winnable.solver import Verdict
from winnable.tui.widgets.verdict_label import verdict_label


def label(evaluation: Evaluation, *, is_final: bool = True) -> str:
    return verdict_label(evaluation, is_final=is_final).long


def test_verdicts() -> None:
    assert label(Evaluation(Verdict.LOST)) == "lost"
    assert label(Evaluation(Verdict.WINNABLE)) == "winnable"
    assert label(Evaluation(Verdict.WINNABLE, moves=45)) == "winnable in 45 moves"
    assert label(Evaluation(Verdict.UNSETTLED)) == "unsettled"
    assert label(Evaluation(Verdict.UNSETTLED, trouble="no memory")) == "no verdict"


def test_each_verdict_has_its_own_colour() -> None:
    labels = [verdict_label(Evaluation(verdict), is_final=True) for verdict in Verdict]
    assert len({part.colour for part in labels}) == 3


def test_odds() -> None:
    assert (
        label(Evaluation(Verdict.UNSETTLED, Odds(1, 3, exact=True))) == "winnable in 25% of cases"
    )
    few = Evaluation(Verdict.UNSETTLED, Odds(5, 5))
    assert label(few, is_final=False) == "winnable in 5 of 10 cases so far ..."
    assert label(few) == "winnable in about 23-77% of cases"
    assert (
        label(Evaluation(Verdict.UNSETTLED, Odds(399, 1, exact=True)))
        == "winnable in 99-100% of cases"
    )


def test_the_players_chance_stands_beside_the_odds() -> None:
    both = Evaluation(Verdict.UNSETTLED, Odds(250, 150), chance=Chance(41, 100))
    shown = verdict_label(both, is_final=True)
    assert shown.long == "winnable in about 57-68% of cases · your chance 31-51%"
    assert shown.short == "winnable in 57-68% of cases · your chance 31-51%"
    assert shown.shortest == "your chance 31-51%"
    assert label(both, is_final=False) == "winnable in 250 of 400 cases so far ..."
    sure = Evaluation(Verdict.WINNABLE, Odds(400, 0, exact=True), chance=Chance(100, 100))
    assert label(sure) == "winnable · your chance 96-100%"


@given(st.integers(0, 400), st.integers(0, 400), st.integers(0, 400), st.booleans())
def test_the_interval_is_never_too_narrow(won: int, lost: int, unsettled: int, exact: bool) -> None:
    odds = Odds(won, lost, unsettled, exact)
    if odds.examined:
        text = label(Evaluation(Verdict.UNSETTLED, odds)).removesuffix("% of cases")
        text = text.removeprefix("winnable in ").removeprefix("about ")
        low, high = (text.split("-") * 2)[:2] if "-" in text else (text, text)
        assert int(low) <= 100 * odds.low + 1e-9
        assert int(high) >= 100 * odds.high - 1e-9
