from dataclasses import replace
from datetime import UTC, datetime

import pytest

from winnable.store import Kept, Outcome

NOW = datetime(2026, 11, 16, tzinfo=UTC)
WON = Kept(1, "freecell", 1, Outcome.WON, 80, 200.0, 0, 0, 0, NOW, NOW, NOW)


def test_unaided_is_won_without_any_help() -> None:
    assert WON.is_unaided
    assert not replace(WON, undos=1).is_unaided
    assert not replace(WON, hints=1).is_unaided
    assert not replace(WON, verdicts=1).is_unaided


@pytest.mark.parametrize(
    ("outcome", "is_over"),
    [(Outcome.WON, True), (Outcome.GIVEN_UP, True), (Outcome.UNFINISHED, False)],
)
def test_over(outcome: Outcome, is_over: bool) -> None:
    kept = replace(WON, outcome=outcome)
    assert kept.is_over is is_over
    assert kept.is_unaided is (outcome is Outcome.WON)
