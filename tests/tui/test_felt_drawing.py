"""What the felt draws, and where its cursor goes."""

from __future__ import annotations

from card_table_app import SavedGame, at, lines, run, where
from card_table_drawings import SCENES
from textual.geometry import Region
from textual.pilot import Pilot

from winnable import Session
from winnable.tui.felt import Felt
from winnable.tui.inks import THEMES
from winnable.tui.options import Options

# -- drawing --------------------------------------------------------------------------------------


def test_it_draws_what_is_assigned() -> None:
    position, marks = SCENES["freecell"]

    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        felt = table.felt
        felt.view = position.view
        felt.selection, felt.targets, felt.cursor = marks.selection, marks.targets, marks.cursor
        felt.skin = THEMES["no-colour"]
        await pilot.pause()
        assert any("►╭7♠──●╮◄" in line for line in lines(felt))
        felt.hint = (at("t1"), 5, at("t3"))
        await pilot.pause()
        assert any("╭2♥──↑╮" in line for line in lines(felt))

    run(play)


def test_only_the_lines_that_change_are_drawn_anew() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        felt = table.felt
        felt.cursor = (at("t1"), 6)
        await pilot.pause()
        redrawn: list[Region] = []
        refresh = felt.refresh

        def spy(*regions: Region, **how: bool) -> Felt:
            redrawn.extend(regions or [Region(0, 0, *felt.size)])
            return refresh(*regions, **how)

        felt.refresh = spy  # type: ignore[method-assign]
        felt.cursor = (at("t1"), 2)
        await pilot.pause()
        spots = [felt.plan.spot(at("t1"), index) for index in (2, 6)]
        rows = {spot.y + down for spot in spots for down in range(spot.height)}
        assert {region.y for region in redrawn} == rows
        assert {region.height for region in redrawn} == {1}

    run(play)


def test_what_is_on_the_screen_is_what_is_drawn() -> None:
    """Through the compositor, line by line, after many small changes."""

    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        felt = table.felt
        felt.focus()
        for step in ((0, -1), (1, 0), (1, 0), (0, -1), (-1, 0), (0, 1)) * 3:
            felt.move_cursor(*step)
            felt.targets = frozenset({at(f"t{abs(step[0]) + 2}")})
            await pilot.pause()
        screen = [strip.text for strip in table.screen._compositor.render_strips()]
        assert screen[felt.region.y : felt.region.bottom] == lines(felt)

    run(play)


def test_a_resize_lays_the_table_out_anew() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        felt = table.felt
        assert (felt.plan.card_width, felt.plan.card_height) == (7, 3)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert (felt.plan.card_width, felt.plan.card_height) == (11, 7)
        assert all(len(line) == 120 for line in lines(felt))
        await pilot.click(felt, offset=where(felt, "t8"))
        await pilot.resize_terminal(20, 6)
        await pilot.pause()
        assert all(len(line) == 20 for line in lines(felt))

    assert run(play) == ["pressed t8.5"]


def test_it_is_dressed_as_the_player_likes() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        felt = table.felt
        assert felt.skin.name == "green"
        felt.dress(Options(four_colour=True, left_handed=True))
        await pilot.pause()
        assert felt.skin.name == "four-colour"
        assert felt.plan.last(at("f1")).x < felt.plan.last(at("c1")).x
        felt.dress(Options(colour=False, ascii=True))
        await pilot.pause()
        assert all(line.isascii() for line in lines(felt))
        styles = [segment.style for y in range(20) for segment in felt.render_line(y)]
        assert None not in styles
        assert {(style.color, style.bgcolor) for style in styles if style} <= {(None, None)}

    run(play)


def test_a_felt_without_a_view_is_bare() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        table.felt.view = None
        await pilot.pause()
        assert not "".join(lines(table.felt)).strip()
        table.felt.move_cursor(1, 0)
        assert table.felt.cursor is None

    run(play)


# -- the cursor -----------------------------------------------------------------------------------


def test_the_first_step_shows_the_cursor() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        felt = table.felt
        felt.move_cursor(1, 0)
        assert felt.cursor == (at("t1"), 6)
        felt.move_cursor(1, 0)
        assert felt.cursor == (at("t2"), 6)
        felt.cursor_to(at("c2"))
        assert felt.cursor == (at("c2"), -1)
        felt.cursor_to(at("t9"))
        assert felt.cursor == (at("c2"), -1)

    run(play)


def test_the_cursor_stays_on_the_table() -> None:
    async def play(table: SavedGame, pilot: Pilot[None]) -> None:
        felt = table.felt
        session = Session.new("freecell", 1)
        session.make("t3c1")
        felt.cursor = (at("t3"), 6)
        felt.view = session.view
        await pilot.pause()
        assert felt.cursor == (at("t3"), 5)
        felt.view = Session.new("aces-up", 1).view
        felt.cursor = (at("t8"), 3)
        await pilot.pause()
        assert felt.marks.cursor == (at("t1"), 0)

    run(play)
