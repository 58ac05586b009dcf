"""The name of the program on eight cards."""

import pytest
from tui_driver import QUIET, Hand, drive

from winnable.tui.app import WinnableApp
from winnable.tui.banner import Banner
from winnable.tui.options import Options


def lines(options: Options, width: int = 80) -> list[str]:
    found: list[str] = []

    async def script(pilot: Hand) -> None:
        banner = pilot.app.screen.query_one(Banner)
        found.extend(banner.render_line(y).text for y in range(5))

    drive(WinnableApp(None, options), script, (width, 24))
    return found


@pytest.mark.parametrize("options", [QUIET, Options(ascii=True), Options(night=True, colour=False)])
def test_it_spells_the_name(options: Options) -> None:
    rows = lines(options)
    assert "".join(sign for sign in rows[2] if sign.isalpha()) == "WINNABLE"
    assert {len(row) for row in rows} == {80}
    assert not (rows[0] + rows[4]).strip()
    assert not options.ascii or all(row.isascii() for row in rows)


def test_without_colour_cards_have_borders() -> None:
    assert "╭♠──╮" in lines(Options(colour=False))[1]
    assert "+--S+" in lines(Options(colour=False, ascii=True))[3]


def test_where_it_has_no_room_it_is_left_out() -> None:
    assert not "".join(lines(QUIET, 40)).strip()
