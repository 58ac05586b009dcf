"""A real browser for the tests of the page: Debian's Chromium, and visitors who look in with it.

Where Chromium is missing the tests that need it are skipped; in CI that is a failure.
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
PATIENCE = 15_000
"""Milliseconds that anything may take."""
expect.set_options(timeout=PATIENCE)

# An empty tab keeps nothing.
_KEEP = """
if (location.origin !== "null" && !localStorage.getItem({key})) localStorage.setItem({key}, {value})
"""


def program() -> str:
    """Chromium itself; the test does not go on without."""
    # The shell is the same without its windows, and starts in a fraction of the time.
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found:
        return found
    missing = "a browser is missing: Debian has it in chromium-headless-shell and chromium"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


class Chromium:
    """A running browser.

    Playwright leaves its event loop marked as running between two calls, and no other test of this
    process could run a loop then: whoever has done with the browser for now lets it `rest`.
    """

    def __init__(self, playwright: Playwright, browser: Browser) -> None:
        self.playwright, self.browser = playwright, browser
        self._loop = asyncio.get_running_loop()

    def wake(self) -> None:
        """Be ready for calls."""
        asyncio._set_running_loop(self._loop)

    def rest(self) -> None:
        """Let others run event loops."""
        asyncio._set_running_loop(None)


@contextmanager
def chromium() -> Iterator[Chromium]:
    """A browser that is there while the context lasts; it rests at first."""
    path = program()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        running = Chromium(playwright, browser)
        running.rest()
        try:
            yield running
        finally:
            running.wake()
            browser.close()


class Visitor:
    """Somebody with a browser of their own, who has not been here before.

    Whatever the browser complains about is collected, and `leave` fails for it, unless the test
    has said beforehand that it expects it: then it has to come.
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
    ) -> None:
        self.context: BrowserContext = browser.new_context(
            base_url=url,
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            reduced_motion=motion,
            locale="en-GB",
        )
        self.context.set_default_timeout(PATIENCE)
        if settings:
            key, value = json.dumps("winnable.settings"), json.dumps(json.dumps(settings))
            self.context.add_init_script(_KEEP.format(key=key, value=value))
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self._expected: list[str] = []
        self.context.on("console", lambda said: self._hear(said.type, said.text))
        self.context.on("weberror", lambda error: self._hear("error", str(error.error)))
        self.context.on("request", self._note)

    def _hear(self, kind: str, words: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(words)

    def _note(self, request: Request) -> None:
        self.asked.append(f"{request.method} {request.url.split('/', 3)[-1]}")

    def page(self, path: str | None = None) -> Page:
        """A new tab."""
        tab = self.context.new_page()
        if path is not None:
            tab.goto(path)
        return tab

    def expect_complaint(self, pattern: str) -> None:
        """The browser will complain about this, once or more, and is right."""
        self._expected.append(pattern)

    def leave(self) -> None:
        """Close the browser, and look what it has complained about."""
        self.context.close()
        self.check_complaints()

    def check_complaints(self) -> None:
        """The browser has complained about what it should have, and nothing else."""
        patterns = [re.compile(pattern) for pattern in self._expected]
        unexpected = [
            words for words in self.complaints if not any(one.search(words) for one in patterns)
        ]
        assert not unexpected, unexpected
        for pattern in patterns:
            assert any(map(pattern.search, self.complaints)), f"nothing like {pattern.pattern}"


class Regular(Visitor):
    """A visitor who stays for many tests, with one tab: a browser that starts anew costs a second.

    In each test it is somebody who has not been here before.
    """

    _tab: Page | None = None

    def page(self, path: str | None = None) -> Page:
        """The tab."""
        self._tab = self._tab or self.context.new_page()
        if path is not None:
            self._tab.goto(path)
        return self._tab

    def begin(self) -> None:
        """Forget whatever was before."""
        self.context.clear_cookies()
        for notes in (self.complaints, self.asked, self._expected):
            notes.clear()
        if self._tab:
            self._tab.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
            self._tab.emulate_media(color_scheme="light")

    def end(self) -> None:
        """Leave the page, and look what the browser has complained about."""
        self.page("about:blank")
        self.check_complaints()
