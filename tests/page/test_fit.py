"""Nothing overflows or overlaps, in any language; what a finger presses is large enough."""

from __future__ import annotations

import pytest
from api_client import act, deal, nearly_won
from browsers import Visitor
from page.browser_players import BOARD, Mouse
from page.conftest import NewVisitor
from page.played_games import lost_game, same_player
from playwright.sync_api import Page, expect
from web_servers import Server

from winnable import GAMES
from winnable.l10n import languages

Size = tuple[int, int]
AT_A_DESK: tuple[Size, ...] = ((1440, 900), (1366, 650), (1280, 720), (770, 900), (650, 900))
IN_THE_HAND: tuple[Size, ...] = ((390, 844), (844, 390), (820, 1180))
_LAID_OUT = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

# Controls that are off the screen, lie over each other, or whose text does not fit; on a touch
# screen also those that are small.
_WRONG = """() => {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const name = (node) => node.dataset.action ?? node.id ?? node.textContent;
  const controls = [...document.querySelectorAll(
    ".toolbar button, .status-bar > *, .game-over-bar button, .game-over-text, .header a,"
    + ".header button"
  )].filter((node) => node.checkVisibility() && node.textContent + node.innerHTML !== "");
  const wrong = [];
  const boxes = controls.map((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return { node, left, top, right, bottom };
  });
  for (const { node, left, top, right, bottom } of boxes) {
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
      wrong.push(`${name(node)} is off the screen`);
    const isButton = node.matches("button, a");
    if (isTouch && isButton && Math.min(right - left, bottom - top) < 43.5)
      wrong.push(`${name(node)} is small: ${right - left} by ${bottom - top}`);
    const label = node.querySelector(".tool-label");
    if (label && label.offsetWidth > 1 && label.getBoundingClientRect().right > right + 0.5)
      wrong.push(`the label of ${name(node)} does not fit`);
  }
  boxes.forEach((one, index) => boxes.slice(index + 1).forEach((other) => {
    if (one.node.contains(other.node) || other.node.contains(one.node)) return;
    const isApart = one.right <= other.left + 0.5 || other.right <= one.left + 0.5
      || one.bottom <= other.top + 0.5 || other.bottom <= one.top + 0.5;
    if (!isApart) wrong.push(`${name(one.node)} and ${name(other.node)} overlap`);
  }));
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) wrong.push("the page scrolls");
  return wrong;
}"""


def check(page: Page, sizes: tuple[Size, ...], name: str) -> None:
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(_LAID_OUT)
        wrong = page.evaluate(_WRONG)
        assert not wrong, f"{name} at {width} by {height}: {wrong}"


def speak(visitor: Visitor, server: Server, language: str) -> None:
    visitor.context.add_cookies([{"name": "language", "value": language, "url": server.url}])


in_each_language = pytest.mark.parametrize(
    "language",
    [
        # German is the longer one.
        pytest.param(language, marks=[pytest.mark.heavy] * (language != "de"))
        for language in languages()
    ],
)
held = pytest.mark.parametrize(
    ("touch", "sizes"),
    [(False, AT_A_DESK), (True, IN_THE_HAND)],
    ids=["desk", "hand"],
)


@held
@in_each_language
def test_tools_and_header_fit(
    new_visitor: NewVisitor, server: Server, language: str, touch: bool, sizes: tuple[Size, ...]
) -> None:
    visitor = new_visitor(server, settings={"lamp": False}, touch=touch, size=sizes[0])
    speak(visitor, server, language)
    mouse = Mouse(visitor.page("/"))
    for slug in GAMES:
        mouse.start_game(slug, deal_number=1)
        check(mouse.page, sizes, f"{slug} in {language}")
    titles = mouse.page.locator(".toolbar [title]")
    assert (titles.count() == 0) == touch, "shortcuts are for those who have keys"


@held
@in_each_language
def test_the_bar_under_a_lost_game_fits(
    new_visitor: NewVisitor, server: Server, language: str, touch: bool, sizes: tuple[Size, ...]
) -> None:
    visitor = new_visitor(server, settings={"lamp": True}, touch=touch, size=sizes[0])
    speak(visitor, server, language)
    with same_player(visitor, server) as client:
        games = [lost_game(client, is_over=False), deal(client, "freecell", deal_number=11982)]
    page = visitor.page("/")
    for game, result in zip(games, ("lost", "hopeless"), strict=True):
        page.goto(f"/play/{game['key']}")
        expect(page.locator(f".game-over-bar[data-result={result}]")).to_be_visible()
        expect(page.locator(".game-over-dismiss")).to_be_visible()
        check(page, sizes, f"{result} in {language}")


@in_each_language
def test_tools_fit_with_large_text(new_visitor: NewVisitor, server: Server, language: str) -> None:
    visitor = new_visitor(server, settings={"lamp": False})
    speak(visitor, server, language)
    mouse = Mouse(visitor.page("/"))
    mouse.page.add_init_script("""addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = "200%";
    })""")
    mouse.start_game("easthaven", deal_number=1)
    mouse.page.reload()
    expect(mouse.page.locator(BOARD)).to_be_visible()
    for width, height in ((1440, 900), (1366, 650), (390, 844), (844, 390)):
        mouse.page.set_viewport_size({"width": width, "height": height})
        mouse.page.evaluate(_LAID_OUT)
        wrong = [one for one in mouse.page.evaluate(_WRONG) if "tool" in one or "label" in one]
        toolbar = mouse.page.locator(".toolbar")
        hidden = toolbar.evaluate(
            "(bar) => bar.scrollHeight > bar.clientHeight || bar.scrollWidth > bar.clientWidth"
        )
        assert not wrong, (width, height)
        assert not hidden, (width, height)
        for action in ("undo", "deal", "more"):
            expect(toolbar.locator(f"[data-action={action}]")).to_be_in_viewport(ratio=1)


@in_each_language
def test_lists_fit_on_a_phone(new_visitor: NewVisitor, server: Server, language: str) -> None:
    visitor = new_visitor(server, settings={"lamp": False}, touch=True, size=IN_THE_HAND[0])
    speak(visitor, server, language)
    with same_player(visitor, server) as client:
        record, move = nearly_won("golf-relaxed-16")
        act(client, deal(client, None, record=record), "move", move=move, by_coach=True)
    page = visitor.page("/history")
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 700})
        row = page.locator("tr[data-outcome=won]")
        expect(row).to_be_visible()
        title, outcome = (row.locator(part).bounding_box() for part in ("th", ".outcome"))
        assert title
        assert outcome
        assert title["x"] + title["width"] <= outcome["x"] + 0.5
        assert outcome["x"] + outcome["width"] <= width
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page = visitor.page("/")
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 700})
        expect(page.locator(".tile-actions").first).to_be_visible()
        heights = "(all) => all.map((one) => one.clientHeight)"
        assert max(page.locator(".tile-actions").evaluate_all(heights)) < 88, "one line of buttons"


# Parts of a dialog that are wider than it, and buttons that lie over each other.
_WRONG_IN_DIALOG = """() => {
  const dialog = document.querySelector("dialog[open]");
  const { left, right } = dialog.getBoundingClientRect();
  const wrong = [];
  const isTooWide = left < 0 || right > innerWidth || dialog.scrollWidth > dialog.clientWidth;
  if (isTooWide) wrong.push("it is too wide");
  const isTouch = matchMedia("(pointer: coarse)").matches;
  for (const part of dialog.querySelectorAll("button, legend, label, dd, dt, h2, h3, p, select")) {
    const box = part.getBoundingClientRect();
    if (box.left < left - 0.5 || box.right > right + 0.5)
      wrong.push(`${part.textContent} sticks out`);
    if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline")
      wrong.push(`${part.textContent} is wider than its place`);
    if (isTouch && part.matches("button, .option, .segments label") && box.height < 43.5)
      wrong.push(`${part.textContent} is small`);
  }
  return wrong;
}"""


@held
@in_each_language
def test_dialogs_fit(
    new_visitor: NewVisitor, server: Server, language: str, touch: bool, sizes: tuple[Size, ...]
) -> None:
    visitor = new_visitor(server, settings={"lamp": False}, touch=touch, size=sizes[0])
    speak(visitor, server, language)
    mouse = Mouse(visitor.page("/"))
    mouse.start_game("freecell", deal_number=1)
    page = mouse.page

    def check_dialog(name: str) -> None:
        expect(page.locator(f"dialog[data-dialog={name}]")).to_be_visible()
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(_LAID_OUT)
            wrong = page.evaluate(_WRONG_IN_DIALOG)
            assert not wrong, f"{name} in {language} at {width} by {height}: {wrong}"

    page.locator(".toolbar [data-action=more]").click()
    check_dialog("more")
    shortcuts = page.locator(".more-shortcut >> visible=true")
    assert (shortcuts.count() == 0) == touch
    page.locator("dialog [data-action=options]").click()
    check_dialog("options")
    page.keyboard.press("Escape")
    record, move = nearly_won("golf-relaxed-16")
    mouse.start_game(record=record)
    mouse.make(move, "tap")
    check_dialog("won")
