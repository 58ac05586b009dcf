"""The verdict along a game as a strip: where it was winnable, where lost, and where we are."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from winnable.coach import Review
from winnable.coach.descriptions import strip

__all__ = ["Strip"]

_WIDEST = 4
"""Columns for a position, where there is room."""
_COLOURS = {"█": "#4fbf77", "▒": "#e0c050", "░": "#d0665c"}
_MEANINGS = (("█", "+", "winnable"), ("▒", "?", "not settled"), ("░", "-", "lost"))
_HERE, _MISTAKE = ("◆", "*"), ("×", "!")


class Strip(Static):
    """A sign for each position; a click goes there."""

    class Chosen(Message):
        """A position was clicked."""

        def __init__(self, made: int) -> None:
            super().__init__()
            self.made = made

    def __init__(self) -> None:
        super().__init__("", id="strip", markup=False)
        self._shown: tuple[Review, int, bool, bool] | None = None

    def show(self, review: Review, made: int, *, colour: bool, ascii_only: bool) -> None:
        """Show the strip, with a mark where the game stands and one at the mistake."""
        self._shown = (review, made, colour, ascii_only)
        self._write()

    def on_resize(self) -> None:
        """There may be more room, or less."""
        self._write()

    @property
    def wide(self) -> int:
        """How many columns there are for each position."""
        length = len(self._shown[0].verdicts) if self._shown else 1
        return min(max(self.content_size.width // length, 1), _WIDEST)

    def _write(self) -> None:
        if self._shown is None or not self.content_size.width:
            return
        review, made, colour, ascii_only = self._shown
        signs = strip(review, unicode=not ascii_only)
        marks = {review.mistake: _MISTAKE[ascii_only], made: _HERE[ascii_only]}
        cells = [self._cell(sign, marks.get(at, ""), colour) for at, sign in enumerate(signs)]
        a_row = self.content_size.width // self.wide
        rows = [Content("").join(cells[at : at + a_row]) for at in range(0, len(cells), a_row)]
        rows.append(_legend(signs, review.mistake is not None, ascii_only))
        self.styles.height = len(rows)
        self.update(Content("\n").join(rows))

    def _cell(self, sign: str, mark: str, colour: bool) -> Content:
        style = _COLOURS.get(sign, "") if colour else ""
        if not mark:
            return Content.styled(sign * self.wide, style)
        # The mark stands in the first column, so that it can be told which position it means.
        rest = Content.styled(sign * (self.wide - 1), style)
        return Content.styled(mark, "bold reverse" if mark in _HERE else "bold") + rest

    def on_click(self, event: events.Click) -> None:
        """Go to the position that was clicked."""
        if self._shown is None:
            return
        x, y = event.x - self.gutter.left, event.y - self.gutter.top
        made = y * (self.content_size.width // self.wide) + x // self.wide
        if x >= 0 and made < len(self._shown[0].verdicts):
            self.post_message(self.Chosen(made))


def _legend(signs: str, has_mistake: bool, ascii_only: bool) -> Content:
    """What the signs mean: those that are there."""
    known = [(pair[ascii_only], meaning) for *pair, meaning in _MEANINGS]
    words = [f"{sign} {meaning}" for sign, meaning in known if sign in signs]
    words.append(f"{_HERE[ascii_only]} here")
    if has_mistake:
        words.append(f"{_MISTAKE[ascii_only]} the mistake")
    return Content.styled("  ".join(words), "dim")
