"""Times in UTC, and that the documentation describes every table."""

import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Dialect, make_url

from winnable.store.schema import HEAD, METADATA, VERSION_TABLE, UtcDateTime

ZONES = st.builds(lambda minutes: timezone(timedelta(minutes=minutes)), st.integers(-800, 800))
TIMES = st.datetimes(
    min_value=datetime(1900, 1, 1), max_value=datetime(2200, 1, 1), timezones=ZONES
)
TYPE = UtcDateTime()
SQLITE, POSTGRES = (make_url(f"{kind}:///").get_dialect()() for kind in ("sqlite", "postgresql"))


@given(TIMES)
@pytest.mark.parametrize("dialect", [SQLITE, POSTGRES], ids=lambda dialect: dialect.name)
def test_a_time_is_read_in_utc(dialect: Dialect, time: datetime) -> None:
    stored = TYPE.process_bind_param(time, dialect)
    again = TYPE.process_result_value(stored, dialect)
    assert again is not None
    assert again == time
    assert again.tzinfo is UTC


@given(TIMES, TIMES)
def test_times_as_text_sort_by_time(one: datetime, other: datetime) -> None:
    texts = [TYPE.process_bind_param(time, SQLITE) for time in (one, other)]
    assert (texts[0] < texts[1]) == (one < other)
    assert len(texts[0]) == len(texts[1]) == 32


@pytest.mark.parametrize("value", [None, "", "then", "2026-13-01", 12, 1.5, b"2026"])
def test_what_is_not_a_time_is_none(value: object) -> None:
    assert TYPE.process_result_value(value, SQLITE) is None


def test_the_documentation_describes_every_table_and_version() -> None:
    document = (Path(__file__).parents[2] / "docs" / "store.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"### `(\w+)`(.*?)(?=\n##)", document, re.DOTALL))
    assert set(sections) == {*METADATA.tables, VERSION_TABLE}
    for name, table in METADATA.tables.items():
        for column in table.columns:
            assert f"`{column.name}`" in sections[name], column
    versions = re.findall(r"^\| (\d+) \|", sections[VERSION_TABLE], re.MULTILINE)
    assert versions == [str(version) for version in range(1, HEAD + 1)]
