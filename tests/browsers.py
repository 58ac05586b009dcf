"""A real browser for the tests of the page: Debian's Chromium, and visitors who use it.

Where Chromium is missing the tests that need it are skipped; in CI they fail.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)

ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--no-first-run", "--disable-component-update", "--disable-sync"),
)
DESKTOP = (1440, 900)
PHONE = (390, 844)
TIMEOUT = 15_000
"""Milliseconds that anything may take."""
expect.set_options(timeout=TIMEOUT)

# An empty tab has no storage.
_STORE_SETTINGS = """
if (location.origin !== "null" && !localStorage.getItem({key})) localStorage.setItem({key}, {value})
"""

_NAVIGATE = "(path) => import('/static/js/router.js').then((router) => router.navigate(path))"


_QUIET_PAGE = "/no-such-page"
"""A page that asks the server for nothing."""


def chromium_path() -> str:
    """Where Chromium is; skips or fails the test if it is missing."""
    # The headless shell is the same browser without windows, and starts much faster.
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found:
        return found
    missing = "Chromium is missing: install Debian's chromium-headless-shell or chromium"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


class Chromium:
    """A running browser.

    Playwright's event loop stays marked as running between two calls, and then no other test of the
    process could run a loop. So the browser is suspended between the tests that use it.
    """

    def __init__(self, playwright: Playwright, browser: Browser) -> None:
        self.playwright, self.browser = playwright, browser
        self._loop = asyncio.get_running_loop()

    def resume(self) -> None:
        """Make Playwright's event loop current."""
        asyncio._set_running_loop(self._loop)

    def suspend(self) -> None:
        """Allow other event loops."""
        asyncio._set_running_loop(None)


@contextmanager
def chromium() -> Iterator[Chromium]:
    """A browser, suspended at first."""
    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        running = Chromium(playwright, browser)
        running.suspend()
        try:
            yield running
        finally:
            running.resume()
            browser.close()


def go(tab: Page, path: str) -> None:
    """Go to a page; where the site is loaded already, as its links do, which is much faster."""
    if tab.url == "about:blank":
        tab.goto(path)
    else:
        tab.evaluate(_NAVIGATE, path)


class Visitor:
    """A new visitor, with a browser context of their own.

    Errors and warnings of the browser are collected, and `close` fails for them unless the test
    expects them. Expected errors must occur.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        size: tuple[int, int] = DESKTOP,
        touch: bool = False,
        motion: Literal["reduce", "no-preference"] = "reduce",
        settings: Mapping[str, object] | None = None,
        locale: str = "en-GB",
    ) -> None:
        self.context: BrowserContext = browser.new_context(
            base_url=url,
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            reduced_motion=motion,
            locale=locale,
        )
        self.context.set_default_timeout(TIMEOUT)
        if settings:
            key, value = json.dumps("winnable.settings"), json.dumps(json.dumps(settings))
            self.context.add_init_script(_STORE_SETTINGS.format(key=key, value=value))
        self.errors: list[str] = []
        self.requests: list[str] = []
        """Such as ``POST api/v1/games``."""
        self._expected: list[str] = []
        self.context.on("console", lambda message: self._log(message.type, message.text))
        self.context.on("weberror", lambda error: self._log("error", str(error.error)))
        self.context.on("request", self._log_request)

    def _log(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.errors.append(text)

    def _log_request(self, request: Request) -> None:
        self.requests.append(f"{request.method} {request.url.split('/', 3)[-1]}")

    def page(self, path: str | None = None) -> Page:
        """A new tab."""
        tab = self.context.new_page()
        if path is not None:
            tab.goto(path)
        return tab

    def expect_error(self, pattern: str) -> None:
        """The browser must report an error like this."""
        self._expected.append(pattern)

    def close(self) -> None:
        """Close the browser context and check its errors."""
        self.context.close()
        self.check_errors()

    def check_errors(self) -> None:
        """The browser has reported the expected errors and no others."""
        patterns = [re.compile(pattern) for pattern in self._expected]
        unexpected = [text for text in self.errors if not any(one.search(text) for one in patterns)]
        assert not unexpected, unexpected
        for pattern in patterns:
            assert any(map(pattern.search, self.errors)), f"no error like {pattern.pattern}"


class ReusedVisitor(Visitor):
    """A visitor with one tab for many tests: loading the page costs half a second.

    For the server it is somebody new in each test.
    """

    _tab: Page | None = None

    def page(self, path: str | None = None) -> Page:
        """The tab."""
        self._tab = self._tab or self.context.new_page()
        if path is not None:
            go(self._tab, path)
        return self._tab

    def start_test(self) -> None:
        """Forget everything from before."""
        self.context.clear_cookies()
        for log in (self.errors, self.requests, self._expected):
            log.clear()
        if self._tab:
            self._tab.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
            self._tab.emulate_media(color_scheme="light")

    def end_test(self) -> None:
        """Leave the page and check the browser's errors."""
        if self._tab and self._tab.url != "about:blank":
            go(self._tab, _QUIET_PAGE)
        self.check_errors()
