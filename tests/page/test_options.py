"""Options take effect at once and are kept."""

from __future__ import annotations

from page.browser_players import Mouse
from page.conftest import NewVisitor
from playwright.sync_api import Page, expect
from web_servers import Server

CHOSEN = {"theme": "dark", "index": "large", "hand": "left"}


def look(page: Page) -> dict[str, object]:
    """What is to be seen of the settings."""
    found: dict[str, object] = page.evaluate("""() => ({
        ...document.documentElement.dataset,
        felt: getComputedStyle(document.documentElement).getPropertyValue("--background"),
        isMirrored: document.querySelector("[data-place=f1] .item").getBoundingClientRect().left
            < document.querySelector("[data-place=c1] .item").getBoundingClientRect().left,
    })""")
    return found


def test_options_take_effect_and_are_kept(new_visitor: NewVisitor, server: Server) -> None:
    visitor = new_visitor(server, settings={"lamp": False})
    mouse = Mouse(visitor.page())
    mouse.start_game("freecell", deal_number=1)
    page = mouse.page
    usual = look(page)
    assert [usual[name] for name in ("theme", "four", "index", "hand")] == [
        *("light", "false", "usual", "right")
    ]
    page.locator(".menu [data-action=options]").click()
    for option, value in CHOSEN.items():
        page.locator(f"fieldset[data-option={option}] input[value={value}]").check()
    page.locator("input[data-option=four]").check()
    page.locator("input[data-option=lamp]").check()
    page.locator("dialog [data-action=done]").click()
    expect(page.locator("dialog")).to_have_count(0)
    deck = page.locator("#deck[data-style=dark-four-large] [id='7C']")
    expect(deck).to_have_count(1)
    chosen = look(page)
    assert [chosen[name] for name in ("theme", "four", "index", "hand")] == [
        *("dark", "true", "large", "left")
    ]
    assert (usual["isMirrored"], chosen["isMirrored"]) == (False, True)
    assert chosen["felt"] != usual["felt"]
    expect(page.locator("#lamp")).not_to_have_attribute("data-verdict", "off")

    page.reload()
    mouse.wait_until_shown()
    expect(deck).to_have_count(1)
    assert look(page) == chosen
    expect(page.locator("#lamp")).not_to_have_attribute("data-verdict", "off")
    page.locator(".menu [data-action=options]").click()
    for option, value in CHOSEN.items():
        expect(page.locator(f"fieldset[data-option={option}] input[value={value}]")).to_be_checked()
    expect(page.locator("input[data-option=four]")).to_be_checked()
