"""What the card table draws, and its cursor."""

from __future__ import annotations

from card_table_app import CardTableApp, at, lines, run, where
from card_table_drawings import SCENES
from textual.geometry import Region
from textual.pilot import Pilot

from winnable import Session
from winnable.tui.drawing.painter import MoveMark
from winnable.tui.drawing.palette import PALETTES
from winnable.tui.options import Options
from winnable.tui.widgets.card_table import CardTable

# -- drawing --------------------------------------------------------------------------------------


def test_it_draws_what_is_assigned() -> None:
    position, marks = SCENES["freecell"]

    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        table = app.table
        table.view = position.view
        table.selection, table.targets, table.cursor = marks.selection, marks.targets, marks.cursor
        table.palette = PALETTES["no-colour"]
        await pilot.pause()
        assert any("►╭7♠──●╮◄" in line for line in lines(table))
        table.hint = MoveMark(at("t1"), 5, at("t3"))
        await pilot.pause()
        assert any("╭2♥──↑╮" in line for line in lines(table))

    run(script)


def test_only_the_lines_that_change_are_redrawn() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        table = app.table
        table.cursor = (at("t1"), 6)
        await pilot.pause()
        redrawn: list[Region] = []
        refresh = table.refresh

        def spy(*regions: Region, **how: bool) -> CardTable:
            redrawn.extend(regions or [Region(0, 0, *table.size)])
            return refresh(*regions, **how)

        table.refresh = spy  # type: ignore[method-assign]
        table.cursor = (at("t1"), 2)
        await pilot.pause()
        spots = [table.table_layout.spot(at("t1"), index) for index in (2, 6)]
        rows = {spot.y + down for spot in spots for down in range(spot.height)}
        assert {region.y for region in redrawn} == rows
        assert {region.height for region in redrawn} == {1}

    run(script)


def test_what_is_on_the_screen_is_what_is_drawn() -> None:
    """Through the compositor, line by line, after many small changes."""

    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        table = app.table
        table.focus()
        for step in ((0, -1), (1, 0), (1, 0), (0, -1), (-1, 0), (0, 1)) * 3:
            table.move_cursor(*step)
            table.targets = frozenset({at(f"t{abs(step[0]) + 2}")})
            await pilot.pause()
        screen = [strip.text for strip in app.screen._compositor.render_strips()]
        assert screen[table.region.y : table.region.bottom] == lines(table)

    run(script)


def test_a_resize_changes_the_layout() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        table = app.table
        assert (table.table_layout.card_width, table.table_layout.card_height) == (7, 3)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert (table.table_layout.card_width, table.table_layout.card_height) == (11, 7)
        assert all(len(line) == 120 for line in lines(table))
        await pilot.click(table, offset=where(table, "t8"))
        await pilot.resize_terminal(20, 6)
        await pilot.pause()
        assert all(len(line) == 20 for line in lines(table))

    assert run(script) == ["clicked t8.5"]


def test_it_follows_the_options() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        table = app.table
        assert table.palette.name == "green"
        table.apply_options(Options(four_colour=True, left_handed=True))
        await pilot.pause()
        assert table.palette.name == "four-colour"
        assert table.table_layout.last(at("f1")).x < table.table_layout.last(at("c1")).x
        table.apply_options(Options(colour=False, ascii=True))
        await pilot.pause()
        assert all(line.isascii() for line in lines(table))
        styles = [segment.style for y in range(20) for segment in table.render_line(y)]
        assert None not in styles
        assert {(style.color, style.bgcolor) for style in styles if style} <= {(None, None)}

    run(script)


def test_a_table_without_a_view_is_empty() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        app.table.view = None
        await pilot.pause()
        assert not "".join(lines(app.table)).strip()
        app.table.move_cursor(1, 0)
        assert app.table.cursor is None

    run(script)


# -- the cursor -----------------------------------------------------------------------------------


def test_the_first_step_shows_the_cursor() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        table = app.table
        table.move_cursor(1, 0)
        assert table.cursor == (at("t1"), 6)
        table.move_cursor(1, 0)
        assert table.cursor == (at("t2"), 6)
        table.move_cursor_to(at("c2"))
        assert table.cursor == (at("c2"), -1)
        table.move_cursor_to(at("t9"))
        assert table.cursor == (at("c2"), -1)

    run(script)


def test_the_cursor_stays_on_the_table() -> None:
    async def script(app: CardTableApp, pilot: Pilot[None]) -> None:
        table = app.table
        session = Session.new("freecell", 1)
        session.make("t3c1")
        table.cursor = (at("t3"), 6)
        table.view = session.view
        await pilot.pause()
        assert table.cursor == (at("t3"), 5)
        table.view = Session.new("aces-up", 1).view
        table.cursor = (at("t8"), 3)
        await pilot.pause()
        assert table.marks.cursor == (at("t1"), 0)

    run(script)
