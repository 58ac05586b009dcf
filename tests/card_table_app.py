"""A felt in an app of its own, for the tests: it writes down what it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import Static

from winnable import Place, Session
from winnable.tui.felt import Felt
from winnable.tui.layout import Spot
from winnable.view import View


def at(text: str) -> Place:
    return Place.parse(text)


class SavedGame(App[None]):
    """A table with a line above and below it, which remembers what it was told."""

    BINDINGS = [Binding("escape", "note_escape")]  # noqa: RUF012 - as Textual has it

    def __init__(self, shown: View | None = None) -> None:
        super().__init__()
        self.felt = Felt(shown or Session.new("freecell", 1).view)
        self.told: list[str] = []

    def compose(self) -> ComposeResult:
        yield Static("above", id="above")
        yield self.felt
        yield Static("below", id="below")

    def action_note_escape(self) -> None:
        self.told.append("escape")

    def on_felt_pressed(self, event: Felt.Pressed) -> None:
        self.told.append(f"pressed {name(event.spot)}")

    def on_felt_double_clicked(self, event: Felt.DoubleClicked) -> None:
        self.told.append(f"double {name(event.spot)}")

    def on_felt_drag_started(self, event: Felt.DragStarted) -> None:
        self.told.append(f"started {name(event.spot)}")

    def on_felt_dragged(self, event: Felt.Dragged) -> None:
        self.told.append(f"dragged {name(event.start)} to {name(event.end)}")

    def on_click(self, event: events.Click) -> None:
        self.told.append(f"click {event.button}")


def name(spot: Spot | None) -> str:
    """``t1.6``: the card at index 6 of the first column."""
    return f"{spot.place or 'stock'}.{spot.index}" if spot else "nowhere"


Play = Callable[[SavedGame, Pilot[None]], Awaitable[None]]


def run(play: Play, shown: View | None = None, size: tuple[int, int] = (80, 22)) -> list[str]:
    """Play at a table, and hear what it was told."""

    async def session() -> list[str]:
        table = SavedGame(shown)
        async with table.run_test(size=size) as pilot:
            await pilot.pause()
            await play(table, pilot)
            await pilot.pause()
        return table.told

    return asyncio.run(session())


def where(felt: Felt, place: str, index: int = -1) -> tuple[int, int]:
    """A cell of a card, from the corner of the felt."""
    spot = felt.plan.spot(None if place == "stock" else at(place), index)
    return spot.x + 2, spot.y


def lines(felt: Felt) -> list[str]:
    return [felt.render_line(y).text for y in range(felt.size.height)]
