"""The verdicts along a game as a strip: where it was winnable, where lost, and where we are.

Below them stand the chances along the game, where a review has them: the higher the block (or the
digit, in ASCII), the higher the chance.
"""

from __future__ import annotations

from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from winnable.coach import Review
from winnable.coach.descriptions import strip
from winnable.coach.luck import LuckReview
from winnable.coach.luck_descriptions import chance_scale, chance_signs
from winnable.l10n import t
from winnable.solver import Verdict
from winnable.tui.options import Options
from winnable.tui.themes import STRIP_LOST, STRIP_UNSETTLED, STRIP_WINNABLE

__all__ = ["VerdictStrip"]

_MAX_CELL_WIDTH = 4
_COLOURS = {"█": STRIP_WINNABLE, "▒": STRIP_UNSETTLED, "░": STRIP_LOST}
_MEANINGS = (("█", "+", Verdict.WINNABLE), ("▒", "?", Verdict.UNSETTLED), ("░", "-", Verdict.LOST))
_HERE, _MISTAKE, _COSTLY = ("◆", "*"), ("×", "!"), ("▾", "v")
_MAX_LEGEND_ROWS = 2


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
        """Show the verdicts and chances, and mark the position, the mistake and costly moves."""
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
        chances = self._chance_cells(review.luck, options) if review.luck is not None else []
        per_row = self._per_row
        rows = [
            Content("").join(line[at : at + per_row])
            for at in range(0, len(cells), per_row)
            for line in (cells, chances)
            if line
        ]
        rows += _legend(signs, review, options.ascii, self.content_size.width)
        self.styles.height = len(rows)
        self.update(Content("\n").join(rows))

    @property
    def _per_row(self) -> int:
        """How many positions fit beside each other."""
        return self.content_size.width // self.cell_width

    def _chance_cells(self, luck: LuckReview, options: Options) -> list[Content]:
        """The chance in each position, with a mark where the move that led there was costly."""
        cells = list[Content]()
        for at, sign in enumerate(chance_signs(luck, unicode=not options.ascii)):
            is_costly = at > 0 and luck.steps[at - 1].is_noticeable
            mark = _COSTLY[options.ascii] if is_costly else sign
            style = STRIP_LOST if is_costly and options.colour else ""
            cells.append(Content.styled(mark, style) + Content(sign * (self.cell_width - 1)))
        return cells

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
        review, column = self._shown.review, x // self.cell_width
        row = y if review.luck is None else y // 2
        move_number = row * self._per_row + column
        if x >= 0 and column < self._per_row and move_number < len(review.verdicts):
            self.post_message(self.PositionClicked(move_number))


def _legend(signs: str, review: Review, ascii_only: bool, width: int) -> list[Content]:
    """The meaning of the signs that occur, in lines that are broken between two of them."""
    known = [((block, sign)[ascii_only], verdict) for block, sign, verdict in _MEANINGS]
    entries = [f"{sign} {t(f'app.lamp.{each.value}')}" for sign, each in known if sign in signs]
    entries.append(f"{_HERE[ascii_only]} {t('app.strip.here')}")
    if review.mistake is not None:
        entries.append(f"{_MISTAKE[ascii_only]} {t('app.strip.mistake')}")
    if review.luck is not None:
        scale = chance_scale(review.luck, not ascii_only)
        entries.append(t("app.strip.chance", scale=scale))
        if review.luck.costliest(1):
            entries.append(f"{_COSTLY[ascii_only]} {t('app.strip.costly')}")
    rows = [entries[0]]
    for entry in entries[1:]:
        longer = f"{rows[-1]}  {entry}"
        if len(longer) <= width:
            rows[-1] = longer
        else:
            rows.append(entry)
    return [Content.styled(row, "dim") for row in rows[:_MAX_LEGEND_ROWS]]
