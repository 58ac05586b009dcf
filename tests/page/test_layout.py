"""Every game fits every screen: all cards are visible and can be reached, nothing scrolls."""

from __future__ import annotations

from api_client import nearly_won
from browsers import DESKTOP, PHONE, Visitor
from page.browser_players import Mouse
from playwright.sync_api import Page

from winnable import GAMES

SIZES = (DESKTOP, (1366, 650), (1280, 720), (360, 640), PHONE, (820, 1180), (844, 390))

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

# Where rank and suit are on a card of the sheet in use, as parts of its size.
_CORNERS = """() => {
  const corners = {};
  for (const symbol of document.querySelectorAll("#deck symbol")) {
    if (symbol.id.startsWith("back")) continue;
    const card = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    for (const [name, value] of Object.entries({ width: 100, height: 140, viewBox: "0 0 100 140" }))
      card.setAttribute(name, value);
    card.append(...symbol.cloneNode(true).children);
    document.body.append(card);
    const uses = [...card.querySelectorAll("use")];
    const parts = [/-r[0-9AJQK]$/, /-[CDHS]$/].map((name) =>
      uses.find((use) => name.test(use.getAttribute("href"))).getBoundingClientRect());
    const { left, top } = card.getBoundingClientRect();
    corners[symbol.id] = {
      right: Math.max(...parts.map((part) => part.right - left)) / 100,
      bottom: Math.max(...parts.map((part) => part.bottom - top)) / 140,
      rank: parts[0].height / 140,
    };
    card.remove();
  }
  return corners;
}"""

# Cards of which others cover the rank or the suit; a foundation shows its last cards only.
_CLIPPED = """(corners) => {
  const clipped = [];
  for (const pile of document.querySelectorAll(".board [data-place]")) {
    if (pile.dataset.place === "stock") continue;
    const items = [...pile.querySelectorAll(".item:not(.base):not([aria-hidden])")];
    items.slice(0, -1).forEach((item, index) => {
      const box = item.getBoundingClientRect();
      const next = items[index + 1].getBoundingClientRect();
      const corner = corners[item.dataset.card];
      if (!corner) return;
      const isBelow = next.top - box.top >= corner.bottom * box.height - 0.5;
      const isBeside = next.left - box.left >= corner.right * box.width - 0.5;
      if (!isBelow && !isBeside) clipped.push(`${pile.dataset.place} ${item.dataset.card}`);
    });
  }
  return clipped;
}"""

_DECK_IN_USE = """(index) => (index === "large") ===
  /large/.test(document.querySelector("#deck")?.dataset.style)
  && (parseFloat(getComputedStyle(document.querySelector(".board .card")).width) < 78) ===
  /small/.test(document.querySelector("#deck").dataset.style)"""


Corners = dict[str, dict[str, float]]
_measured: dict[str, Corners] = {}


def corners(page: Page, index: str) -> Corners:
    """Where rank and suit are on the cards that are shown now."""
    page.wait_for_function(_DECK_IN_USE, arg=index)
    style = page.locator("#deck").get_attribute("data-style") or ""
    if style not in _measured:
        _measured[style] = page.evaluate(_CORNERS)
    assert len(_measured[style]) == 52
    return _measured[style]


def card_size(page: Page) -> tuple[float, float]:
    box = page.locator(".board .card").first.bounding_box()
    assert box
    return box["width"], box["height"]


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


def test_ranks_and_suits_are_never_covered(fresh_visitor: Visitor) -> None:
    """In a column about as long as any, and in the fan of Golf's foundation."""
    mouse = Mouse(fresh_visitor.page())
    record, _ = nearly_won("golf-relaxed-16")
    for start in ({"record": record}, {"game": "freecell", "board": LONGEST, "autoplay": "off"}):
        mouse.start_game(**start)
        for index in ("large", "usual"):
            mouse.page.evaluate(_CHOOSE, {"index": index})
            for width, height in SIZES:
                mouse.page.set_viewport_size({"width": width, "height": height})
                mouse.page.evaluate(_LAID_OUT)
                clipped = mouse.page.evaluate(_CLIPPED, corners(mouse.page, index))
                assert not clipped, (index, width, height)


def test_a_large_index_enlarges_and_nothing_shrinks(fresh_visitor: Visitor) -> None:
    mouse = Mouse(fresh_visitor.page())
    for slug in GAMES:
        mouse.start_game(slug, deal_number=1)
        for width, height in SIZES:
            mouse.page.set_viewport_size({"width": width, "height": height})
            seen = {}
            for index in ("usual", "large"):
                mouse.page.evaluate(_CHOOSE, {"index": index})
                mouse.page.evaluate(_LAID_OUT)
                rank = corners(mouse.page, index)["7H"]["rank"]
                seen[index] = card_size(mouse.page), rank
            (usual_size, usual_rank), (large_size, large_rank) = seen["usual"], seen["large"]
            assert large_size == usual_size, (slug, width, height)
            assert large_rank >= 1.3 * usual_rank


def test_wide_cards_have_pips(fresh_visitor: Visitor) -> None:
    """Seven signs for a seven and two corners, from about 80 px; one large one below that."""
    mouse = Mouse(fresh_visitor.page())
    mouse.start_game("freecell", deal_number=1)
    signs = """() => document.querySelectorAll("#deck [id='7H'] use[href$='-H']").length"""
    for size, is_small in (((1366, 650), False), ((820, 1180), False), (PHONE, True)):
        mouse.page.set_viewport_size({"width": size[0], "height": size[1]})
        mouse.page.evaluate(_LAID_OUT)
        corners(mouse.page, "usual")
        width, _ = card_size(mouse.page)
        assert (width < 78) == is_small
        assert (mouse.page.evaluate(signs) > 2) != is_small


def test_stock_and_foundation_stand_apart_from_the_columns(fresh_visitor: Visitor) -> None:
    """Of a game on its side the gap is wider than between two columns."""
    mouse = Mouse(fresh_visitor.page())
    mouse.start_game("golf-relaxed", deal_number=1)
    mouse.page.set_viewport_size({"width": 844, "height": 390})
    mouse.page.evaluate(_LAID_OUT)
    left = {
        place: mouse.page.locator(f".board [data-place={place}] .base").bounding_box()["x"]  # type: ignore[index]
        for place in ("stock", "t1", "t2", "t7", "f1")
    }
    usual = left["t2"] - left["t1"]
    width, _ = card_size(mouse.page)
    assert left["t1"] - left["stock"] >= usual + 0.2 * width
    assert left["f1"] - left["t7"] >= usual + 0.2 * width
