"""The screens as they look, kept as text: at two sizes, without colour, in ASCII.

`WRITE_GOLDEN=1 pytest tests/tui/test_snapshots.py` writes them anew; look at what changed.
"""

import os
from pathlib import Path

import pytest
from pilots import QUIET, Hand, drive, picture, table_app

from winnable import GAMES, Session
from winnable.tui.app import WinnableApp
from winnable.tui.options import Options

GOLDEN = Path(__file__).parent.parent / "golden" / "tui"

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "40x20": (40, 20)}
LOOKS = {
    "colour": QUIET,
    "no-colour": Options(lamp=False, colour=False),
    "ascii": Options(lamp=False, colour=False, ascii=True),
}


def check(name: str, shown: str) -> None:
    """Compare a picture with the one that is kept."""
    file = GOLDEN / f"app-{name}.txt"
    if os.environ.get("WRITE_GOLDEN"):
        file.write_text(shown + "\n", encoding="utf-8")
    assert shown + "\n" == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("slug", GAMES)
def test_a_table(slug: str, look: str, size: str) -> None:
    async def script(pilot: Hand) -> None:
        await pilot.press("1") if slug != "golf-relaxed" else await pilot.press("j")
        await pilot.pause()
        shown = picture(pilot)
        assert len(shown.splitlines()) <= SIZES[size][1]
        assert look != "ascii" or shown.isascii(), [sign for sign in shown if not sign.isascii()]
        check(f"{slug}-{size}-{look}", shown)

    drive(table_app(Session.new(slug, 617), options=LOOKS[look]), script, SIZES[size])


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("size", SIZES)
def test_the_list_of_games(size: str, look: str) -> None:
    async def script(pilot: Hand) -> None:
        check(f"games-{size}-{look}", picture(pilot))

    drive(WinnableApp(None, LOOKS[look]), script, SIZES[size])


def test_nothing_has_a_colour_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Hand) -> None:
        await pilot.press("1")
        for strip in pilot.app.screen._compositor.render_strips():
            for segment in strip:
                style = segment.style
                assert style is None or all(
                    colour is None or colour.is_default or _is_grey(colour)
                    for colour in (style.color, style.bgcolor)
                ), segment

    drive(table_app(Session.new("freecell", 617), options=Options.of(None)), script)


def _is_grey(colour: object) -> bool:
    from rich.color import Color

    assert isinstance(colour, Color)
    red, green, blue = colour.get_truecolor()
    return max(red, green, blue) - min(red, green, blue) < 3
