"""The page is tested in a real browser, with a real server.

All tests of a process share one browser and one server; each test has visitors of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import browsers
import postgres as peers
import pytest
import web_servers
from browsers import Chromium, ReusedVisitor, Visitor


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    with browsers.chromium() as running:
        yield running


@pytest.fixture
def browser(chromium: Chromium) -> Iterator[Chromium]:
    """The browser, resumed for the test."""
    chromium.resume()
    try:
        yield chromium
    finally:
        chromium.suspend()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[web_servers.Server]:
    """A server for all tests that leave it running."""
    with web_servers.sqlite_server(tmp_path_factory.mktemp("page")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[web_servers.Server]:
    """A server that the test may stop."""
    with web_servers.sqlite_server(tmp_path) as running:
        yield running


@pytest.fixture(
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.heavy)],
)
def own_server_on_each_database(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[web_servers.Server]:
    with web_servers.server(peers.database_url(request, tmp_path)) as running:
        yield running


TWO_TAPS = {"lamp": False, "tap": "selects"}
"""The settings of somebody who picks cards up by a tap."""

NewVisitor = Callable[..., Visitor]


@pytest.fixture
def new_visitor(browser: Chromium) -> Iterator[NewVisitor]:
    """Creates visitors: `new_visitor(server, touch=True)`; see `Visitor`."""
    visitors: list[Visitor] = []

    def create(server: web_servers.Server, **options: object) -> Visitor:
        visitors.append(Visitor(browser.browser, server.url, **options))  # type: ignore[arg-type]
        return visitors[-1]

    yield create
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def fresh_visitor(new_visitor: NewVisitor, server: web_servers.Server) -> Visitor:
    """A visitor whose browser has never been here, with the lamp off."""
    return new_visitor(server, settings={"lamp": False})


@pytest.fixture
def two_tap_visitor(new_visitor: NewVisitor, server: web_servers.Server) -> Visitor:
    """The same, for whom a tap picks a card up, and another one puts it down."""
    return new_visitor(server, settings=TWO_TAPS)


@pytest.fixture(scope="module")
def reused_visitors(chromium: Chromium) -> Iterator[dict[str, ReusedVisitor]]:
    reused: dict[str, ReusedVisitor] = {}
    yield reused
    chromium.resume()
    try:
        for one in reused.values():
            one.context.close()
    finally:
        chromium.suspend()


def _reuse(
    name: str, browser: Chromium, server: web_servers.Server, reused: dict[str, ReusedVisitor]
) -> Iterator[ReusedVisitor]:
    if name not in reused:
        reused[name] = ReusedVisitor(browser.browser, server.url, settings={"lamp": False})
    reused[name].start_test()
    yield reused[name]
    reused[name].end_test()


@pytest.fixture
def visitor(
    browser: Chromium, server: web_servers.Server, reused_visitors: dict[str, ReusedVisitor]
) -> Iterator[ReusedVisitor]:
    """A visitor with the lamp off; the browser may have been used by other tests."""
    yield from _reuse("visitor", browser, server, reused_visitors)


@pytest.fixture
def other_visitor(
    browser: Chromium, server: web_servers.Server, reused_visitors: dict[str, ReusedVisitor]
) -> Iterator[ReusedVisitor]:
    """Another player in another browser."""
    yield from _reuse("other", browser, server, reused_visitors)
