"""A test of the page fails for every browser error that it did not expect."""

from __future__ import annotations

import pytest
from browsers import Chromium, Visitor

NOWHERE = "http://127.0.0.1:1"

INLINE = """
<meta http-equiv="Content-Security-Policy" content="script-src 'self'">
<script>alert("no")</script>
"""


def test_an_unexpected_error_fails_the_test(browser: Chromium) -> None:
    visitor = Visitor(browser.browser, NOWHERE)
    page = visitor.page()
    page.evaluate("() => console.error('a broken promise')")
    with visitor.context.expect_event("weberror"):
        page.evaluate("() => { setTimeout(() => { throw new Error('a fall') }) }")
    with visitor.context.expect_console_message():
        page.set_content(INLINE)
    assert len(visitor.errors) == 3
    with pytest.raises(AssertionError, match=r"a broken promise.*a fall.*Content Security Policy"):
        visitor.close()


def test_an_expected_error_must_occur(browser: Chromium) -> None:
    visitor = Visitor(browser.browser, NOWHERE)
    visitor.expect_error("status of 4..")
    visitor.expect_error("never")
    visitor.page().evaluate("() => console.error('status of 422')")
    with pytest.raises(AssertionError, match="no error like never"):
        visitor.close()
