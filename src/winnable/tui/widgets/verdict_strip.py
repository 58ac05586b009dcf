"""The verdicts along a game as a strip: where it was winnable, where lost, and where we are."""

from __future__ import annotations

from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from winnable.coach import Review
from winnable.coach.descriptions import strip
from winnable.tui.options import Options
from winnable.tui.themes import STRIP_LOST, STRIP_UNSETTLED, STRIP_WINNABLE

__all__ = ["VerdictStrip"]

_MAX_CELL_WIDTH = 4
_COLOURS = {"█": STRIP_WINNABLE, "▒": STRIP_UNSETTLED, "░": STRIP_LOST}
_MEANINGS = (("█", "+", "winnable"), ("▒", "?", "unsettled"), ("░", "-", "lost"))
_HERE, _MISTAKE = ("◆", "*"), ("×", "!")


class _Shown(NamedTuple):
    review: Review
    move_number: int
    options: Options


class VerdictStrip(Static):
    """A sign for each position; clicking one goes there."""

    class PositionClicked(Message):
        def __init__(self, move_number: int) -> None:
            super().__init__()
            self.move_number = move_number

    def __init__(self) -> None:
        super().__init__("", id="strip", markup=False)
        self._shown: _Shown | None = None

    def show(self, review: Review, move_number: int, options: Options) -> None:
        """Show the verdicts, and mark the current position and the mistake."""
        self._shown = _Shown(review, move_number, options)
        self._write()

    def on_resize(self) -> None:
        self._write()

    @property
    def cell_width(self) -> int:
        """The number of columns for each position."""
        length = len(self._shown.review.verdicts) if self._shown else 1
        return min(max(self.content_size.width // length, 1), _MAX_CELL_WIDTH)

    def _write(self) -> None:
        if self._shown is None or not self.content_size.width:
            return
        review, move_number, options = self._shown
        signs = strip(review, unicode=not options.ascii)
        marks = {review.mistake: _MISTAKE[options.ascii], move_number: _HERE[options.ascii]}
        cells = [
            self._cell(sign, marks.get(at, ""), options.colour) for at, sign in enumerate(signs)
        ]
        per_row = self.content_size.width // self.cell_width
        rows = [Content("").join(cells[at : at + per_row]) for at in range(0, len(cells), per_row)]
        rows.append(_legend(signs, review.mistake is not None, options.ascii))
        self.styles.height = len(rows)
        self.update(Content("\n").join(rows))

    def _cell(self, sign: str, mark: str, colour: bool) -> Content:
        style = _COLOURS.get(sign, "") if colour else ""
        if not mark:
            return Content.styled(sign * self.cell_width, style)
        # The mark is in the first column, so that it is clear which position it belongs to.
        rest = Content.styled(sign * (self.cell_width - 1), style)
        return Content.styled(mark, "bold reverse" if mark in _HERE else "bold") + rest

    def on_click(self, event: events.Click) -> None:
        if self._shown is None:
            return
        x, y = event.x - self.gutter.left, event.y - self.gutter.top
        per_row = self.content_size.width // self.cell_width
        move_number = y * per_row + x // self.cell_width
        if x >= 0 and move_number < len(self._shown.review.verdicts):
            self.post_message(self.PositionClicked(move_number))


def _legend(signs: str, has_mistake: bool, ascii_only: bool) -> Content:
    """The meaning of the signs that occur."""
    known = [(pair[ascii_only], meaning) for *pair, meaning in _MEANINGS]
    entries = [f"{sign} {meaning}" for sign, meaning in known if sign in signs]
    entries.append(f"{_HERE[ascii_only]} here")
    if has_mistake:
        entries.append(f"{_MISTAKE[ascii_only]} mistake")
    return Content.styled("  ".join(entries), "dim")
