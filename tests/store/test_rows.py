"""Rows: what a line tells, and what a table writes."""

from dataclasses import fields
from datetime import UTC, datetime

from winnable.store.rows import LINE, WRITTEN, values_of

from winnable.store import GameRow, GameSummary, Outcome

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
KEPT = GameSummary(
    number=12, game="freecell", deal=617, outcome=Outcome.WON, moves=99, seconds=225.7,
    undos=1, hints=2, verdicts=3, started=NOON, touched=NOON, ended=NOON, key="a", shared="b",
)  # fmt: skip


def test_a_line_has_a_column_for_each_thing_that_is_told() -> None:
    assert {column.name for column in LINE} == {field.name for field in fields(GameSummary)}


def test_a_table_writes_all_but_what_may_be_changed_past_it() -> None:
    values = values_of(GameRow(KEPT, 7, "moves", "undone"))
    assert set(values) == {column.name for column in WRITTEN}
    fixed = {"number", "player", "key", "shared"}
    assert {column.name for column in GAMES.c} - set(values) == fixed
    assert (values["version"], values["outcome"], values["record"]) == (7, "won", "moves")
