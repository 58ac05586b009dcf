"""The accessibility checker axe, on a page as it is shown now.

Playwright's own scripts are not held back by the page's Content-Security-Policy, so that the pages
are checked as they are.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Literal

from playwright.sync_api import Page

__all__ = ["check", "found"]

Finding = dict[str, Any]
Size = tuple[int, int]

_THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def found(page: Page, *rules: str) -> list[str]:
    """What axe finds wrong, a line each; by all its rules, or by some."""
    if not page.evaluate("() => typeof axe === 'object'"):
        script = files("axe_playwright_python").joinpath("axe.min.js")
        page.evaluate(script.read_text(encoding="utf-8"))
    options: Finding = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    told = page.evaluate(f"() => axe.run(document, {json.dumps(options)})")
    return [
        f"{one['id']}: {node['html'][:200]} {node['failureSummary']}"
        for one in told["violations"]
        for node in one["nodes"]
    ]


def check(page: Page, size: Size) -> None:
    """Let axe find nothing in both themes, on a screen of this size."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    for theme in _THEMES:
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(
            "(theme) => document.documentElement.dataset.theme === theme", arg=theme
        )
        # Whatever the theme, the elements and their names are the same.
        rules = ("color-contrast",) if theme == "dark" else ()
        wrong = found(page, *rules)
        assert not wrong, "\n".join([f"{page.url}, {width} wide, {theme}:", *wrong])
