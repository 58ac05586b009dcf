from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable import GameNotFoundError
from winnable.store import GameSummary, HistoryCursor, Outcome

NOW = datetime(2026, 11, 16, tzinfo=UTC)
WON = GameSummary(1, "freecell", 1, Outcome.WON, 80, 200.0, 0, 0, 0, NOW, NOW, NOW)


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


@given(st.datetimes(min_value=datetime(2, 1, 1)), st.integers(1, 10**9 - 1))
def test_a_bookmark_can_be_written_in_one_word(moment: datetime, number: int) -> None:
    mark = HistoryCursor(moment.replace(tzinfo=UTC), number)
    assert HistoryCursor.parse(str(mark)) == mark
    assert str(mark).replace("-", "").replace(".", "").isdecimal()


def test_a_game_knows_its_bookmark() -> None:
    later = replace(WON, touched=NOW + timedelta(hours=1))
    assert WON.cursor == (NOW, 1)
    assert WON.cursor < later.cursor < replace(later, number=2).cursor


@pytest.mark.parametrize(
    "text",
    ["", "1", "1.", ".1", "a.b", "1.2.3", "²." + "1", "9" * 18 + ".1", "1." + "9" * 10, "\n"],
)
def test_what_is_no_bookmark(text: str) -> None:
    with pytest.raises(GameNotFoundError, match="is no place in the history"):
        HistoryCursor.parse(text)
