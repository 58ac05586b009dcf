"""Cards that leap off the foundations when a game is won, bounce, and leave a trail behind them.

`Flight` is where a card is at each beat; the widget draws what it passes over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from rich.segment import Segment
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from winnable.cards import Card
from winnable.position import Area
from winnable.tui.canvas import Row
from winnable.tui.faces import Dress, face
from winnable.tui.felt import Felt, ink_style
from winnable.tui.inks import Ink

__all__ = ["Cascade", "Flight"]

_BEATS = 12
"""In a second."""
_SECONDS = 9
_BETWEEN = 5
"""Beats from one card to the next."""
_TALLEST = 5


@dataclass
class Flight:
    """A card in the air: where it is, and how fast; rows count from the top."""

    card: Card
    x: float
    y: float
    dx: float
    dy: float = 0.0

    def beat(self, floor: int) -> None:
        """Fly on for a beat; the floor throws it back, a little less each time."""
        self.x += self.dx
        self.dy += 0.45
        self.y += self.dy
        if self.y >= floor:
            self.y, self.dy = float(floor), -0.8 * self.dy


def launches(felt: Felt, chance: Random) -> Iterator[Flight]:
    """The cards that are home, the highest of each foundation first, in turn."""
    view = felt.view
    if view is None:
        return
    piles = {
        place: list(view.foundations[place.slot])
        for place in felt.plan.piles
        if place is not None and place.area is Area.FOUNDATION
    }
    while any(piles.values()):
        for place, pile in piles.items():
            if pile:
                spot = felt.plan.last(place)
                speed = chance.choice((-1, -1, -1, 1)) * chance.uniform(0.8, 2.6)
                yield Flight(pile.pop(), spot.x, spot.y, speed, chance.uniform(-1.2, 0.0))


class Cascade(Widget):
    """A picture of the felt, over which cards fly for a few seconds."""

    DEFAULT_CSS = "Cascade { layer: below; position: absolute; }"

    def __init__(self, felt: Felt, seed: int = 0) -> None:
        super().__init__(id="cascade")
        self.felt = felt
        layout = felt.plan
        self._room = (layout.width, layout.height)
        self._card = (layout.card_width, min(layout.card_height, _TALLEST))
        self._cells = [list(_cells(row)) for row in felt.painted()]
        self._waiting = launches(felt, Random(seed))  # noqa: S311 - cards that fly
        self._flying: list[Flight] = []
        self._beat = 0
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """It lies just over the felt."""
        self.styles.width, self.styles.height = self._room
        self.styles.offset = self.felt.region.offset
        beats = _BEATS * _SECONDS
        self._timer = self.set_interval(1 / _BEATS, self.beat, repeat=beats)

    def stop(self) -> None:
        """No more."""
        if self._timer is not None:
            self._timer.stop()
        self.display = False

    def beat(self) -> None:
        """All cards fly on, and now and then another one starts."""
        if self._beat % _BETWEEN == 0 and (flight := next(self._waiting, None)):
            self._flying.append(flight)
        self._beat += 1
        width, height = self._card
        for flight in self._flying:
            flight.beat(self._room[1] - height)
            self._draw(flight)
        self._flying = [flight for flight in self._flying if -width < flight.x < self._room[0]]
        self.refresh()

    def _draw(self, flight: Flight) -> None:
        width, height = self._card
        skin = self.felt.skin
        dress = Dress(skin.unicode, boxed=True)  # or a trail would be all white
        rows = face(flight.card, width, height, dress)
        for down, row in enumerate(rows):
            y = round(flight.y) + down
            for across, cell in enumerate(_cells(row)):
                x = round(flight.x) + across
                if 0 <= y < len(self._cells) and 0 <= x < len(self._cells[y]):
                    self._cells[y][x] = cell

    def render_line(self, y: int) -> Strip:
        """A line of the picture."""
        skin = self.felt.skin.name
        cells: Iterable[tuple[str, Ink]] = self._cells[y] if y < len(self._cells) else ()
        return Strip(Segment(sign, ink_style(skin, ink)) for sign, ink in cells).simplify()


def _cells(row: Row) -> Iterator[tuple[str, Ink]]:
    return ((sign, ink) for text, ink in row for sign in text)
