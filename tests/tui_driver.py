"""Driving the app as a player would: with keys and a mouse, in a terminal of a given size.

Keys and mouse events go in where those of a real terminal do, at the driver. Textual's own pilot
sleeps after each of them until the processor is idle; here we wait until every widget has done what
there was to do, which is quicker, and also works while a solver thinks.
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
from winnable.tui.table import TableScreen

Hand = Pilot[None]
Script = Callable[[Hand], Awaitable[None]]

QUIET = Options(lamp=False)
"""Without the lamp, so that nothing changes but by what a test does."""


def drive(
    app: WinnableApp,
    script: Script,
    size: tuple[int, int] = (80, 24),
    *,
    animated: bool = False,
) -> None:
    """Run the app, and do what the script says; nothing glides or flies unless it is to."""
    app.animation_level = "full" if animated else "none"

    async def run() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            await settle(pilot)
            await script(pilot)

    asyncio.run(run())


def table_app(
    session: Session, store: Store | None = None, options: Options = QUIET
) -> WinnableApp:
    """The app, opened at a table."""
    options = Options(**{**vars(options), "autoplay": session.autoplay.value})
    return WinnableApp(store, options, opening=SavedGame(session, store.games if store else None))


LIT = Options()
"""With the lamp."""


def table_screen(pilot: Hand) -> TableScreen:
    """The table that lies on the screen."""
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen), screen
    return screen


def said(pilot: Hand) -> str:
    """What is said below the table."""
    return table_screen(pilot).message.said


async def settle(pilot: Hand) -> None:
    """Wait until what was done has had its effect, as far as that takes no other thread."""
    for _ in range(3):  # a widget tells its screen, and that another one
        await pilot._wait_for_screen()
        while pilot.app.is_running and not pilot.app.screen.is_mounted:
            await asyncio.sleep(0)


async def until(pilot: Hand, is_so: Callable[[], bool], what: str = "it") -> None:
    """Wait for something that another thread, or a timer, brings about."""
    for _ in range(6000):
        if is_so():
            await settle(pilot)
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{what} did not come about: {picture(pilot)}")


def light(pilot: Hand) -> str:
    """What the lamp says."""
    return table_screen(pilot).counsel.light.long


def picture(pilot: Hand) -> str:
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


async def press(pilot: Hand, *keys: str) -> None:
    """Press keys, one after the other; signs and Textual's names of keys will both do."""
    assert pilot.app._driver is not None
    for name in keys:
        pilot.app._driver.process_message(_key(name))
        await settle(pilot)


async def press_at_once(pilot: Hand, *keys: str) -> None:
    """Press keys faster than the app can answer."""
    assert pilot.app._driver is not None
    for name in keys:
        pilot.app._driver.process_message(_key(name))
    await settle(pilot)


def place_keys(place: Place) -> list[str]:
    """The keys that type a place; a column's number will do."""
    return list(str(place)) if place.area.value != "t" else [str(place.slot + 1)]


async def key_move(pilot: Hand, move: Move) -> None:
    """Make a move by typing its places."""
    if isinstance(move, Deal):
        await press(pilot, "d")
        return
    await press(pilot, *place_keys(move.source))
    if _is_picked_up(pilot):
        await press(pilot, *place_keys(move.target))


def _is_picked_up(pilot: Hand) -> bool:
    """Whether cards are picked up; in Golf they have gone home at once."""
    screen = pilot.app.screen
    return isinstance(screen, TableScreen) and screen.picked is not None


# -- by mouse -------------------------------------------------------------------------------------


async def mouse(pilot: Hand, kind: type[events.MouseEvent], x: int, y: int, button: int) -> None:
    """Something is done with the mouse, at a point of the terminal."""
    assert pilot.app._driver is not None
    pilot.app._driver.process_message(kind(None, x, y, 0, 0, button, False, False, False))
    await settle(pilot)


async def click(pilot: Hand, x: int, y: int, times: int = 1) -> None:
    """Click at a point of the terminal."""
    for _ in range(times):
        await mouse(pilot, events.MouseDown, x, y, 1)
        await mouse(pilot, events.MouseUp, x, y, 1)


async def click_text(pilot: Hand, text: str) -> None:
    """Click a word that the screen shows."""
    for y, line in enumerate(picture(pilot).splitlines()):
        if text in line:
            await click(pilot, line.index(text), y)
            return
    raise AssertionError(f"there is no {text!r}: {picture(pilot)}")


def point_of(pilot: Hand, place: Place | None, index: int = -1) -> tuple[int, int]:
    """Where a card or an empty place can be clicked."""
    felt = table_screen(pilot).felt
    spot = felt.plan.last(place) if index < 0 else felt.plan.spot(place, index)
    corner = felt.region.offset
    return corner.x + spot.x + spot.width // 2, corner.y + spot.y


async def click_at(pilot: Hand, place: Place | None, index: int = -1, times: int = 1) -> None:
    """Click a card or a place."""
    await click(pilot, *point_of(pilot, place, index), times)


async def click_move(pilot: Hand, move: Move) -> None:
    """Make a move with two clicks; in Golf one is enough."""
    if isinstance(move, Deal):
        await click_at(pilot, None)
        return
    pile = table_screen(pilot).session.position.pile(move.source)
    await click_at(pilot, move.source, len(pile) - move.count)
    if _is_picked_up(pilot):
        await click_at(pilot, move.target)


async def drag(pilot: Hand, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Drag from one point to another."""
    await mouse(pilot, events.MouseDown, *start, 1)
    await mouse(pilot, events.MouseMove, (start[0] + end[0]) // 2, (start[1] + end[1]) // 2, 1)
    await mouse(pilot, events.MouseMove, *end, 1)
    await mouse(pilot, events.MouseUp, *end, 1)


async def drag_move(pilot: Hand, move: Transfer) -> None:
    """Make a move by dragging cards."""
    pile = table_screen(pilot).session.position.pile(move.source)
    start = point_of(pilot, move.source, len(pile) - move.count)
    await drag(pilot, start, point_of(pilot, move.target))
