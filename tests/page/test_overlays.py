"""What lies over the table covers no card that can be played."""

from __future__ import annotations

import pytest
from page.browser_players import BOARD, Mouse
from page.conftest import NewVisitor
from playwright.sync_api import Page, expect
from web_servers import Server

from winnable.l10n import languages

SIZES = ((1440, 900), (1366, 650), (820, 1180), (390, 844), (844, 390))
MESSAGE = "[data-field=message]"

# Nine, four and no other cards on the foundations; one column has 14 cards, the others are short.
LONG_COLUMN = """\
Foundations: C-0 D-0 H-0 S-0
Freecells: 2C 3C 4C 5C
: KD 2D 5D 8D JD AD 4D KS QH JS TH 9S 8H 7S 6H 5S 4H 3S
: KC 6C 7C 8C 9C TC JC
: QC AC 3D 6D 7D
: 9D TD QD KH JH
: AH 2H 3H 5H
: 7H 9H
: 2S 4S 6S 8S AS
: TS QS
"""

# The last cards, the empty places and the stock that the overlays cover.
_COVERED = f"""() => {{
  const overlays = [...document.querySelectorAll(".overlays > *")].filter((one) => !one.hidden);
  const boxes = overlays.map((one) => one.getBoundingClientRect());
  const last = [...document.querySelectorAll("{BOARD} [data-place]")].map((pile) => pile.lastChild);
  const overlap = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return last.filter((item) => boxes.some((box) => overlap(box, item.getBoundingClientRect())))
    .map((item) => item.parentElement.dataset.place);
}}"""


def expect_nothing_covered(page: Page, name: str) -> None:
    page.wait_for_timeout(100)
    for _ in range(20):
        covered = page.evaluate(_COVERED)
        if not covered:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{name}: {covered}")


@pytest.mark.parametrize(
    "language",
    [
        # German is the longer one.
        pytest.param(language, marks=[pytest.mark.heavy] * (language != "de"))
        for language in languages()
    ],
)
@pytest.mark.parametrize("touch", [False, True], ids=["desk", "hand"])
def test_messages_cover_no_card(
    new_visitor: NewVisitor, server: Server, language: str, touch: bool
) -> None:
    visitor = new_visitor(server, touch=touch, settings={"lamp": False})
    visitor.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    mouse = Mouse(visitor.page("/"))
    page = mouse.page
    mouse.start_game("freecell", board=LONG_COLUMN, autoplay="off")
    for keys, what in (("", "an offer"), ("m", "the moves"), ("/", "the move field")):
        if keys == "":
            page.evaluate("localStorage.setItem('winnable.settings', '{}')")
            page.reload()
            mouse.wait_until_shown()
        else:
            page.keyboard.press(keys)
        shown = page.locator(".overlays > :visible")
        expect(shown.first).to_be_visible()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            expect_nothing_covered(page, f"{what} at {width} by {height}")


def test_a_message_moves_no_card_where_it_covers_none(
    new_visitor: NewVisitor, server: Server
) -> None:
    mouse = Mouse(new_visitor(server, settings={"lamp": False}).page("/"))
    mouse.start_game("freecell", deal_number=1)
    where = [mouse.location(f"t{slot}") for slot in range(1, 9)]
    mouse.page.keyboard.press("m")
    expect(mouse.page.locator(MESSAGE)).to_be_visible()
    assert [mouse.location(f"t{slot}") for slot in range(1, 9)] == where
