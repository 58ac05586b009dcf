"""The accessibility checker axe, run on a page as it is shown now.

Playwright's own scripts are not subject to the page's Content-Security-Policy.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Literal

from playwright.sync_api import Page

__all__ = ["check", "violations"]

Size = tuple[int, int]

_THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def violations(page: Page, *rules: str) -> list[str]:
    """What axe finds wrong, a line each; by all its rules, or by some."""
    if not page.evaluate("() => typeof axe === 'object'"):
        script = files("axe_playwright_python").joinpath("axe.min.js")
        page.evaluate(script.read_text(encoding="utf-8"))
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    result = page.evaluate(f"() => axe.run(document, {json.dumps(options)})")
    return [
        f"{one['id']}: {node['html'][:200]} {node['failureSummary']}"
        for one in result["violations"]
        for node in one["nodes"]
    ]


def check(page: Page, size: Size) -> None:
    """Axe finds nothing wrong in either theme, on a screen of this size."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    for theme in _THEMES:
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(
            "(theme) => document.documentElement.dataset.theme === theme", arg=theme
        )
        # The elements and their names are the same in both themes.
        rules = ("color-contrast",) if theme == "dark" else ()
        wrong = violations(page, *rules)
        assert not wrong, "\n".join([f"{page.url}, {width} wide, {theme}:", *wrong])
