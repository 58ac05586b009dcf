"""What the lamp says is short, and true."""

from hypothesis import given
from hypothesis import strategies as st

from winnable.coach import Evaluation, Odds
from winnable.solver import Verdict
from winnable.tui.light import light


def said(standing: Evaluation, *, is_final: bool = True) -> str:
    return light(standing, is_final=is_final).long


def test_verdicts() -> None:
    assert said(Evaluation(Verdict.LOST)) == "lost"
    assert said(Evaluation(Verdict.WINNABLE)) == "winnable"
    assert said(Evaluation(Verdict.WINNABLE, moves=45)) == "winnable in 45"
    assert said(Evaluation(Verdict.UNSETTLED)) == "not settled"
    assert said(Evaluation(Verdict.UNSETTLED, trouble="no memory")) == "no verdict"


def test_each_verdict_has_a_colour_of_its_own() -> None:
    assert len({light(Evaluation(verdict), is_final=True).style for verdict in Verdict}) == 3


def test_odds() -> None:
    assert said(Evaluation(Verdict.UNSETTLED, Odds(1, 3, exact=True))) == "winnable 25%"
    few = Evaluation(Verdict.UNSETTLED, Odds(5, 5))
    assert said(few, is_final=False) == "5 of 10 ways so far ..."
    assert said(few) == "winnable about 23-77%"
    assert said(Evaluation(Verdict.UNSETTLED, Odds(399, 1, exact=True))) == "winnable 99-100%"


@given(st.integers(0, 400), st.integers(0, 400), st.integers(0, 400), st.booleans())
def test_the_interval_is_never_too_narrow(won: int, lost: int, unsettled: int, exact: bool) -> None:
    odds = Odds(won, lost, unsettled, exact)
    if odds.looked_at:
        words = said(Evaluation(Verdict.UNSETTLED, odds)).removeprefix("winnable ")
        words = words.removeprefix("about ").rstrip("%")
        low, high = (words.split("-") * 2)[:2] if "-" in words else (words, words)
        assert int(low) <= 100 * odds.low + 1e-9
        assert int(high) >= 100 * odds.high - 1e-9
