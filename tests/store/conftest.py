"""Every test that takes a `url` runs on SQLite and on a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import postgres as peers
import pytest

from winnable.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    return peers.database_url(request, tmp_path)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store.open(url) as store:
        yield store
