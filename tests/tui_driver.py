"""Drives the app as a player would: with keys and a mouse, in a terminal of a given size.

Keys and mouse events go in where those of a real terminal do, at the driver. Textual's own pilot
sleeps after each of them until the processor is idle; here we wait until every widget has handled
its messages, which is quicker and also works while a solver runs.
"""

import asyncio
from collections.abc import Awaitable, Callable

from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot

from winnable import Deal, Move, Place, Session, Transfer
from winnable.store import SavedGame, Store
from winnable.tui.app import WinnableApp
from winnable.tui.options import Options
from winnable.tui.screens.game import GameScreen
from winnable.tui.screens.table_screen import TableScreen

Driver = Pilot[None]
Script = Callable[[Driver], Awaitable[None]]

LAMP_OFF = Options(one_click=False)
"""Nothing changes but by what a test does."""
LAMP_ON = Options(lamp=True, one_click=False)


def drive(
    app: WinnableApp,
    script: Script,
    size: tuple[int, int] = (80, 24),
    *,
    animated: bool = False,
) -> None:
    """Run a script in the app, without animations unless asked for."""
    app.animation_level = "full" if animated else "none"

    async def run() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            await settle(pilot)
            await script(pilot)

    asyncio.run(run())


def game_app(
    session: Session, store: Store | None = None, options: Options = LAMP_OFF
) -> WinnableApp:
    """The app, opened with a game."""
    options = Options(**{**vars(options), "autoplay": session.autoplay.value})
    return WinnableApp(
        store, options, initial_game=SavedGame(session, store.games if store else None)
    )


def game_screen(pilot: Driver) -> GameScreen:
    screen = pilot.app.screen
    assert isinstance(screen, GameScreen), screen
    return screen


def table_screen(pilot: Driver) -> TableScreen:
    """A screen with cards to move: a game, or a branch of one."""
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen), screen
    return screen


def message(pilot: Driver) -> str:
    """The message below the table."""
    return game_screen(pilot).message.text


def moves_made(pilot: Driver) -> list[str]:
    return [str(step.move) for step in game_screen(pilot).session.steps]


async def settle(pilot: Driver) -> None:
    """Wait until every message has been handled; other threads may still be working."""
    for _ in range(3):  # a message may cause another one
        await pilot._wait_for_screen()
        while pilot.app.is_running and not pilot.app.screen.is_mounted:
            await asyncio.sleep(0)


async def until(pilot: Driver, is_so: Callable[[], bool], what: str = "it") -> None:
    """Wait for something that another thread or a timer does."""
    for _ in range(6000):
        if is_so():
            await settle(pilot)
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"waited in vain for {what}: {picture(pilot)}")


def lamp(pilot: Driver) -> str:
    """What the lamp shows."""
    return game_screen(pilot).coach.label.long


def picture(pilot: Driver) -> str:
    """The screen as text, without colours."""
    pilot.app.screen._on_timer_update()
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)


# -- by key ---------------------------------------------------------------------------------------


def _key(name: str) -> events.Key:
    if len(name) == 1:
        return events.Key(name if name.isalnum() else _character_to_key(name), name)
    signs = {"space": " ", "colon": ":", "question_mark": "?", "slash": "/", "number_sign": "#"}
    return events.Key(name, signs.get(name))


async def press(pilot: Driver, *keys: str) -> None:
    """Press keys one after the other, given as characters or by Textual's names."""
    assert pilot.app._driver is not None
    for name in keys:
        pilot.app._driver.process_message(_key(name))
        await settle(pilot)


async def press_at_once(pilot: Driver, *keys: str) -> None:
    """Press keys faster than the app can handle them."""
    assert pilot.app._driver is not None
    for name in keys:
        pilot.app._driver.process_message(_key(name))
    await settle(pilot)


def place_keys(place: Place) -> list[str]:
    """The keys that type a place; a column is just its number."""
    return list(str(place)) if place.area.value != "t" else [str(place.slot + 1)]


async def key_move(pilot: Driver, move: Move) -> None:
    """Make a move by typing its places."""
    if isinstance(move, Deal):
        await press(pilot, "d")
        return
    await press(pilot, *place_keys(move.source))
    if _is_selected(pilot):
        await press(pilot, *place_keys(move.target))


def _is_selected(pilot: Driver) -> bool:
    """Whether cards are selected; in Golf they have gone home at once."""
    screen = pilot.app.screen
    return isinstance(screen, TableScreen) and screen.controller.selection is not None


# -- by mouse -------------------------------------------------------------------------------------


async def mouse(pilot: Driver, kind: type[events.MouseEvent], x: int, y: int, button: int) -> None:
    """A mouse event at a point of the terminal."""
    assert pilot.app._driver is not None
    pilot.app._driver.process_message(kind(None, x, y, 0, 0, button, False, False, False))
    await settle(pilot)


async def click(pilot: Driver, x: int, y: int, times: int = 1) -> None:
    """Click at a point of the terminal."""
    for _ in range(times):
        await mouse(pilot, events.MouseDown, x, y, 1)
        await mouse(pilot, events.MouseUp, x, y, 1)


async def click_text(pilot: Driver, text: str) -> None:
    """Click a word that the screen shows."""
    for y, line in enumerate(picture(pilot).splitlines()):
        if text in line:
            await click(pilot, line.index(text), y)
            return
    raise AssertionError(f"no {text!r} on the screen: {picture(pilot)}")


def point_of(pilot: Driver, place: Place | None, index: int = -1) -> tuple[int, int]:
    """Where a card or an empty place can be clicked."""
    table = table_screen(pilot).card_table
    spot = table.table_layout.spot(place, index)
    corner = table.region.offset
    return corner.x + spot.x + spot.width // 2, corner.y + spot.y


async def click_at(pilot: Driver, place: Place | None, index: int = -1, times: int = 1) -> None:
    """Click a card or a place."""
    await click(pilot, *point_of(pilot, place, index), times)


async def click_move(pilot: Driver, move: Move) -> None:
    """Make a move with two clicks; in Golf one is enough."""
    if isinstance(move, Deal):
        await click_at(pilot, None)
        return
    pile = table_screen(pilot).session.position.pile(move.source)
    await click_at(pilot, move.source, len(pile) - move.count)
    if _is_selected(pilot):
        await click_at(pilot, move.target)


async def drag(pilot: Driver, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Drag from one point to another."""
    await mouse(pilot, events.MouseDown, *start, 1)
    await mouse(pilot, events.MouseMove, (start[0] + end[0]) // 2, (start[1] + end[1]) // 2, 1)
    await mouse(pilot, events.MouseMove, *end, 1)
    await mouse(pilot, events.MouseUp, *end, 1)


async def drag_move(pilot: Driver, move: Transfer) -> None:
    """Make a move by dragging cards."""
    pile = table_screen(pilot).session.position.pile(move.source)
    start = point_of(pilot, move.source, len(pile) - move.count)
    await drag(pilot, start, point_of(pilot, move.target))
