"""The page is tested in a real browser, at a real server.

A browser and a server serve all tests of a process; each test has visitors of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import browsers
import postgres as peers
import pytest
import web_servers
from browsers import Chromium, Regular, Visitor


@pytest.fixture(scope="session")
def running_browser() -> Iterator[Chromium]:
    with browsers.chromium() as running:
        yield running


@pytest.fixture
def browser(running_browser: Chromium) -> Iterator[Chromium]:
    """The browser, awake for as long as a test lasts."""
    running_browser.wake()
    try:
        yield running_browser
    finally:
        running_browser.rest()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[web_servers.Server]:
    """A server for all tests that do it no harm."""
    with web_servers.sqlite_server(tmp_path_factory.mktemp("page")) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def own_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[web_servers.Server]:
    """A server of the test's own, to be killed."""
    url = peers.shelf_for(request, tmp_path)
    with web_servers.server(url) as running:
        yield running


Invite = Callable[..., Visitor]


@pytest.fixture
def invite(browser: Chromium) -> Iterator[Invite]:
    """Lets visitors come to a server: `invite(server, touch=True)`; see `Visitor`."""
    visitors: list[Visitor] = []

    def one(server: web_servers.Server, **ways: object) -> Visitor:
        visitors.append(Visitor(browser.browser, server.url, **ways))  # type: ignore[arg-type]
        return visitors[-1]

    yield one
    for visitor in visitors:
        visitor.leave()


@pytest.fixture
def visitor(invite: Invite, server: web_servers.Server) -> Visitor:
    """Somebody at a desk who wants no lamp: most tests are about something else."""
    return invite(server, settings={"lamp": False})


@pytest.fixture(scope="module")
def stayed(running_browser: Chromium) -> Iterator[dict[str, Regular]]:
    """Who has come to stay, if anybody."""
    here: dict[str, Regular] = {}
    yield here
    running_browser.wake()
    try:
        for one in here.values():
            one.context.close()
    finally:
        running_browser.rest()


def _stay(
    name: str, browser: Chromium, server: web_servers.Server, stayed: dict[str, Regular]
) -> Iterator[Regular]:
    if name not in stayed:
        stayed[name] = Regular(browser.browser, server.url, settings={"lamp": False})
    stayed[name].begin()
    yield stayed[name]
    stayed[name].end()


@pytest.fixture
def regular(
    browser: Chromium, server: web_servers.Server, stayed: dict[str, Regular]
) -> Iterator[Regular]:
    """The same as `visitor`, for tests that do not mind where the browser has been before."""
    yield from _stay("regular", browser, server, stayed)


@pytest.fixture
def stranger(
    browser: Chromium, server: web_servers.Server, stayed: dict[str, Regular]
) -> Iterator[Regular]:
    """Somebody else."""
    yield from _stay("stranger", browser, server, stayed)
