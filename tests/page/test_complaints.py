"""A test of the page fails for whatever the browser complains about, unless it expected that."""

from __future__ import annotations

import pytest
from browsers import Chromium, Visitor

NOWHERE = "http://127.0.0.1:1"

INLINE = """
<meta http-equiv="Content-Security-Policy" content="script-src 'self'">
<script>alert("no")</script>
"""


def test_what_is_complained_about_fails(browser: Chromium) -> None:
    visitor = Visitor(browser.browser, NOWHERE)
    page = visitor.page()
    page.evaluate("() => console.error('a broken promise')")
    with visitor.context.expect_event("weberror"):
        page.evaluate("() => { setTimeout(() => { throw new Error('a fall') }) }")
    with visitor.context.expect_console_message():
        page.set_content(INLINE)
    assert len(visitor.complaints) == 3
    with pytest.raises(AssertionError, match=r"a broken promise.*a fall.*Content Security Policy"):
        visitor.leave()


def test_what_was_expected_has_to_come(browser: Chromium) -> None:
    visitor = Visitor(browser.browser, NOWHERE)
    visitor.expect_complaint("status of 4..")
    visitor.expect_complaint("never")
    visitor.page().evaluate("() => console.error('status of 422')")
    with pytest.raises(AssertionError, match="nothing like never"):
        visitor.leave()
