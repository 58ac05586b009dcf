"""Every table fits every screen: all cards are in sight, none is out of reach, nothing scrolls."""

from __future__ import annotations

from browsers import DESKTOP, PHONE, Visitor
from page.hands import Mouse
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
"""A board of FreeCell with a column of twenty cards, as long as they come."""

_LAID_OUT = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

_CHOOSE = """(wanted) => import("/static/js/settings.js").then((settings) =>
  Object.entries(wanted).forEach(([name, value]) => settings.set(name, value)))"""

# A card that others lie on is in sight as long as something of its upper edge is.
_WRONG = """() => {
  const wrong = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) wrong.push("the page scrolls");
  const box = (node) => node.getBoundingClientRect();
  const isIn = (one, room) =>
    one.left >= room.left - 0.5 && one.right <= room.right + 0.5 &&
    one.top >= room.top - 0.5 && one.bottom <= room.bottom + 0.5;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const felt = box(document.querySelector(".board-root"));
  for (const slot of document.querySelectorAll(".board .item")) {
    const name = `${slot.parentElement.dataset.place} ${slot.dataset.card ?? "itself"}`;
    if (!isIn(box(slot), screen)) wrong.push(`${name} is off the screen`);
    if (!isIn(box(slot), felt)) wrong.push(`${name} is off the felt`);
  }
  for (const pile of document.querySelectorAll(".board [data-place^=t]")) {
    const tops = [...pile.querySelectorAll(".item:not(.base)")].map((slot) => box(slot).top);
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
    """Look at a table on a screen of a size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(_LAID_OUT)
    wrong = page.evaluate(_WRONG)
    assert not wrong, f"{name} at {size}: {wrong}"


def test_every_game_on_every_screen(visitor: Visitor) -> None:
    mouse = Mouse(visitor.page())
    for slug in GAMES:
        mouse.sit_down(slug, deal=1)
        for size in SIZES:
            check(mouse.page, size, slug)

    mouse.sit_down("freecell", board=LONGEST, autoplay="off")
    assert len(mouse.piles["t1"]) == 20
    for size in SIZES:
        check(mouse.page, size, "a long column")
    mouse.page.evaluate(_CHOOSE, {"hand": "left", "index": "large"})
    for size in SIZES:
        check(mouse.page, size, "a long column of large cards, for the left hand")
    # Each of them can be pointed at on the smallest of the phones.
    mouse.page.set_viewport_size({"width": 360, "height": 640})
    mouse.page.evaluate(_LAID_OUT)
    for count in range(1, 21):
        mouse.point("t1", count)
