"""Verdict labels are short, and never claim too much."""

from winnable.coach import Chance, Evaluation, Odds
from winnable.l10n import use_language
from winnable.solver import Verdict
from winnable.tui.widgets.verdict_label import verdict_label


def label(evaluation: Evaluation, *, is_final: bool = True) -> str:
    return verdict_label(evaluation, is_final=is_final).long


def test_verdicts() -> None:
    assert label(Evaluation(Verdict.LOST)) == "lost"
    assert label(Evaluation(Verdict.WINNABLE)) == "winnable"
    assert label(Evaluation(Verdict.WINNABLE, moves=45)) == "winnable (45 moves or fewer)"
    assert label(Evaluation(Verdict.UNSETTLED)) == "unsettled"
    assert label(Evaluation(Verdict.UNSETTLED, trouble="no memory")) == "no verdict"


def test_each_verdict_has_its_own_colour() -> None:
    labels = [verdict_label(Evaluation(verdict), is_final=True) for verdict in Verdict]
    assert len({part.colour for part in labels}) == 3


def test_odds() -> None:
    assert (
        label(Evaluation(Verdict.UNSETTLED, Odds(1, 3, exact=True))) == "winnable in 1 of 4 cases"
    )
    few = Evaluation(Verdict.UNSETTLED, Odds(5, 5))
    assert label(few, is_final=False) == "5 of 10 cases so far ..."
    assert label(few) == "winnable in about 50% of cases"
    assert (
        label(Evaluation(Verdict.UNSETTLED, Odds(399, 1, exact=True)))
        == "winnable in 399 of 400 cases"
    )


def test_the_players_chance_stands_beside_the_odds() -> None:
    both = Evaluation(Verdict.UNSETTLED, Odds(248, 152), chance=Chance(41, 100))
    shown = verdict_label(both, is_final=True)
    assert shown.long == "your chance about 41% · winnable in about 62% of cases"
    assert (shown.short, shown.shortest) == ("your chance about 41%", "chance about 41%")
    assert label(both, is_final=False) == "248 of 400 cases so far ..."
    sure = Evaluation(Verdict.WINNABLE, Odds(400, 0, exact=True), chance=Chance(100, 100))
    assert label(sure) == "winnable · your chance over 96%"


def test_a_share_is_no_warning() -> None:
    sampled = Evaluation(Verdict.UNSETTLED, Odds(248, 152), chance=Chance(41, 100))
    assert not verdict_label(sampled, is_final=True).colour


def test_german() -> None:
    with use_language("de"):
        assert label(Evaluation(Verdict.WINNABLE, moves=45)) == "gewinnbar (höchstens 45 Züge)"
        both = Evaluation(Verdict.UNSETTLED, Odds(248, 152), chance=Chance(41, 100))
        assert label(both).startswith("deine Chance etwa 41")
