"""The page in the language of its reader."""

from __future__ import annotations

import re

import pytest
from browsers import go
from page.browser_players import Mouse
from page.conftest import NewVisitor
from playwright.sync_api import expect
from web_servers import Server

from winnable.l10n import join, strings_of, use_language
from winnable.web.routes.pages import PAGE_STRINGS

NUMBERS = (0, 1, 2, 21, 1234, 1234567, 0.5, 1234.5, 99.9, 2.0)

_FORMAT = """
(samples) => import("/static/js/l10n.js").then(
  ({ t }) => samples.map(([key, values]) => t(key, values)))
"""
_CHOOSE = "(code) => void import('/static/js/l10n.js').then((l10n) => l10n.chooseLanguage(code))"
_DAY = "import('/static/js/format.js').then(({ formatDay }) => formatDay('2026-11-16'))"
_JOIN = "(lists) => import('/static/js/l10n.js').then(({ join }) => lists.map(join))"


def samples_of(language: str) -> list[tuple[str, dict[str, object]]]:
    """Each text of the page, by the key that the page asks for, with values of several kinds."""
    texts = strings_of(language).texts
    samples: list[tuple[str, dict[str, object]]] = []
    for key, text in texts.items():
        base = re.sub(r"_(one|other)$", "", key)
        is_plural = base != key and f"{base}_other" in texts
        if not key.startswith(PAGE_STRINGS) or (is_plural and key.endswith("_one")):
            continue
        names = [*re.findall(r"{{(\w+)}}", text), *["count"] * is_plural]
        for number in NUMBERS if names else (1,):
            others: dict[str, object] = dict.fromkeys(names, "5♥" if number == 1 else number)
            samples.append((base if is_plural else key, others | {"count": number}))
    return samples


@pytest.mark.parametrize(("language", "locale"), [("en", "en-GB"), ("de", "de-DE")])
def test_the_page_and_the_server_write_every_text_the_same(
    new_visitor: NewVisitor, server: Server, language: str, locale: str
) -> None:
    page = new_visitor(server, locale=locale).page("/player")
    strings, samples = strings_of(language), samples_of(language)
    written = page.evaluate(_FORMAT, samples)
    assert written == [strings.text(key, given) for key, given in samples]

    lists = [["a"], ["a", "b"], ["a", "b", "c"]]
    with use_language(language):
        assert page.evaluate(_JOIN, lists) == [join(texts) for texts in lists]


def test_a_german_reader(new_visitor: NewVisitor, server: Server) -> None:
    visitor = new_visitor(server, locale="de-AT", settings={"lamp": False})
    visitor.expect_error("status of 422")
    page = visitor.page("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("link", name="Patiencen")).to_be_visible()
    expect(page.get_by_label("Titel, Link, Spielnummer")).to_be_visible()
    mouse = Mouse(page)
    mouse.start_game("freecell", deal_number=1)
    mouse.drag("t1", "t2")
    message = page.locator("[data-field=message][data-kind=illegal]")
    expect(message).to_contain_text("6♠ ist nicht um eins niedriger als")
    go(page, "/player")
    expect(page.get_by_text("Dabei seit")).to_contain_text(
        re.compile(r"(heute|gestern), \d\d:\d\d")
    )
    assert page.evaluate(_DAY) == "16. Nov. 2026"
    go(page, "/deals/x")
    expect(page.locator(".error-text")).to_contain_text("„x“ ist keine Spielnummer")
    expect(page.locator(".error-text")).to_contain_text(re.compile(r"8.589.934.591"))
    go(page, "/rules/freecell")
    expect(page.get_by_role("article")).to_contain_text("Alle 52 Karten werden offen")
    go(page, "/no-such-page")
    expect(page.get_by_role("heading", level=1)).to_have_text("Seite nicht gefunden")


def test_a_reader_whose_language_is_not_there(new_visitor: NewVisitor, server: Server) -> None:
    visitor = new_visitor(server, locale="fr-FR")
    visitor.expect_error("404")
    page = visitor.page("/no-such-page")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")


def test_choosing_a_language_changes_open_pages(new_visitor: NewVisitor, server: Server) -> None:
    visitor = new_visitor(server)
    other, page = visitor.page("/player"), visitor.page("/player")
    for language, heading in (("de", "Dein Profil"), (None, "You")):
        page.evaluate(_CHOOSE, language)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(other.get_by_role("heading", level=1)).to_have_text(heading)
