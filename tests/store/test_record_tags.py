"""The tags that say when and how a game was played."""

from dataclasses import replace

import pytest
from store.saved_games import SUMMARY

from winnable import Record, Session
from winnable.store import Outcome
from winnable.store.record_tags import (
    help_tags,
    read_number,
    with_history_tags,
    without_history_tags,
)

PLAYED = replace(
    SUMMARY, outcome=Outcome.UNFINISHED, ended=None, seconds=61.25, undos=1, hints=2, verdicts=3
)


def test_tags_are_added_replaced_and_taken_out() -> None:
    plain = Record.of(Session.new("freecell", 1))
    tagged = with_history_tags(plain, replace(PLAYED, coach_moves=4))
    assert tagged.tags["CoachMoves"] == "4"
    assert without_history_tags(tagged) == plain
    tagged = with_history_tags(plain, PLAYED)
    assert "Ended" not in tagged.tags
    assert tagged.tags["Seconds"] == "61.2"
    assert with_history_tags(tagged, PLAYED) == tagged
    assert without_history_tags(tagged) == plain


def test_what_is_written_is_read_back() -> None:
    record = Record(help_tags(12.5, 1, 2, 3, 4))
    tags = ("Seconds", "Undos", "Hints", "Verdicts", "CoachMoves")
    assert [read_number(record, tag) for tag in tags] == [12.5, 1, 2, 3, 4]
    assert "CoachMoves" not in help_tags(12.5, 1, 2, 3)
    assert read_number(None, "Undos") == read_number(Record({}), "Undos") == 0


@pytest.mark.parametrize("value", ["", "-1", "1e9", "many", "²", "9" * 20, "1.2.3", "nan"])
def test_a_tag_that_is_not_a_number_counts_as_none(value: str) -> None:
    assert read_number(Record({"Undos": value}), "Undos") == 0
