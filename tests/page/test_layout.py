"""Every game fits every screen: all cards are visible and can be reached, nothing scrolls."""

from __future__ import annotations

from browsers import DESKTOP, PHONE, Visitor
from page.browser_players import Mouse
from playwright.sync_api import Page

from winnable import GAMES

SIZES = (DESKTOP, (360, 640), PHONE, (820, 1180), (740, 360))

LONGEST = """
    7C 5C 3C 2D 4H 6D 8S KS QH JS TH 9S 8H 7S 6H 5S 4D 3S 2H AS
    9C 9D 9H
    TC TD TS
    JC JD JH
    QC QD QS
    KC KD KH
    8C 8D 7D 7H
    AC AD AH 2C 2S 3D 3H 4C 4S 5D 5H 6C 6S
"""
"""A FreeCell board with a column of twenty cards, about the longest possible."""

_LAID_OUT = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

_CHOOSE = """(wanted) => import("/static/js/settings.js").then((settings) =>
  Object.entries(wanted).forEach(([name, value]) => settings.set(name, value)))"""

# A covered card counts as visible while part of its upper edge is.
_WRONG = """() => {
  const wrong = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) wrong.push("the page scrolls");
  const box = (node) => node.getBoundingClientRect();
  const isIn = (one, room) =>
    one.left >= room.left - 0.5 && one.right <= room.right + 0.5 &&
    one.top >= room.top - 0.5 && one.bottom <= room.bottom + 0.5;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const board = box(document.querySelector(".board-root"));
  for (const item of document.querySelectorAll(".board .item")) {
    const name = `${item.parentElement.dataset.place} ${item.dataset.card ?? "itself"}`;
    if (!isIn(box(item), screen)) wrong.push(`${name} is off the screen`);
    if (!isIn(box(item), board)) wrong.push(`${name} is off the board`);
  }
  for (const pile of document.querySelectorAll(".board [data-place^=t]")) {
    const tops = [...pile.querySelectorAll(".item:not(.base)")].map((item) => box(item).top);
    const isHidden = (top, index) => index > 0 && top - tops[index - 1] < 3;
    if (tops.some(isHidden)) wrong.push(`${pile.dataset.place} hides a card`);
  }
  for (const tool of document.querySelectorAll(".toolbar .main")) {
    const { width, height } = box(tool);
    if (!isIn(box(tool), screen)) wrong.push(`${tool.dataset.action} is off the screen`);
    if (Math.min(width, height) < 40) wrong.push(`${tool.dataset.action} is small`);
  }
  return wrong;
}"""


def check(page: Page, size: tuple[int, int], name: str) -> None:
    """Check the game on a screen of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(_LAID_OUT)
    wrong = page.evaluate(_WRONG)
    assert not wrong, f"{name} at {size}: {wrong}"


def test_every_game_fits_every_screen(fresh_visitor: Visitor) -> None:
    mouse = Mouse(fresh_visitor.page())
    for slug in GAMES:
        mouse.start_game(slug, deal_number=1)
        for size in SIZES:
            check(mouse.page, size, slug)

    mouse.start_game("freecell", board=LONGEST, autoplay="off")
    assert len(mouse.piles["t1"]) == 20
    for size in SIZES:
        check(mouse.page, size, "a long column")
    mouse.page.evaluate(_CHOOSE, {"hand": "left", "index": "large"})
    for size in SIZES:
        check(mouse.page, size, "a long column of large cards, for the left hand")
    # Each of them can be pressed on the smallest phone.
    mouse.page.set_viewport_size({"width": 360, "height": 640})
    mouse.page.evaluate(_LAID_OUT)
    for count in range(1, 21):
        mouse.point("t1", count)
