import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Dialect, make_url

from winnable.store.schema import HEAD, METADATA, VERSION_TABLE

ZONES = st.builds(lambda minutes: timezone(timedelta(minutes=minutes)), st.integers(-800, 800))
MOMENTS = st.datetimes(
    min_value=datetime(1900, 1, 1), max_value=datetime(2200, 1, 1), timezones=ZONES
)
MOMENT = Moment()
SQLITE, POSTGRES = (make_url(f"{kind}:///").get_dialect()() for kind in ("sqlite", "postgresql"))


@given(MOMENTS)
@pytest.mark.parametrize("dialect", [SQLITE, POSTGRES], ids=lambda dialect: dialect.name)
def test_a_moment_comes_back_in_utc(dialect: Dialect, moment: datetime) -> None:
    kept = MOMENT.process_bind_param(moment, dialect)
    again = MOMENT.process_result_value(kept, dialect)
    assert again is not None
    assert again == moment
    assert again.tzinfo is UTC


@given(MOMENTS, MOMENTS)
def test_as_text_they_sort_by_time(one: datetime, other: datetime) -> None:
    texts = [MOMENT.process_bind_param(moment, SQLITE) for moment in (one, other)]
    assert (texts[0] < texts[1]) == (one < other)
    assert len(texts[0]) == len(texts[1]) == 32


@pytest.mark.parametrize("spoiled", [None, "", "then", "2026-13-01", 12, 1.5, b"2026"])
def test_what_is_no_time(spoiled: object) -> None:
    assert MOMENT.process_result_value(spoiled, SQLITE) is None


def test_the_document_describes_every_table_and_version() -> None:
    document = (Path(__file__).parents[2] / "docs" / "store.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"### `(\w+)`(.*?)(?=\n##)", document, re.DOTALL))
    assert set(sections) == {*METADATA.tables, VERSION_TABLE}
    for name, table in METADATA.tables.items():
        for column in table.columns:
            assert f"`{column.name}`" in sections[name], column
    versions = re.findall(r"^\| (\d+) \|", sections[VERSION_TABLE], re.MULTILINE)
    assert versions == [str(version) for version in range(1, HEAD + 1)]
