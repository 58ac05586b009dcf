"""Sentences in pages that fit the message bar.

>>> pages(["One is short.", "Two is longer than that.", "Three."], width=20, rows=2, more="(more)")
['One is short. (more)', 'Two is longer than that. Three. (more)']
>>> pages(["One.", "Two."], width=20, rows=2, more="(more)")
['One. Two.']
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from winnable.tui.widgets.bars import MessageBar

__all__ = ["PagedMessage", "pages"]


class PagedMessage:
    """Sentences that a message bar shows, page after page where they are long."""

    def __init__(self, bar: MessageBar, rows: int, key: str) -> None:
        """`rows`: those of the bar; `key`: what shows the next page."""
        self.sentences: list[str] = []
        self._bar, self._rows, self._more = bar, rows, f"({key}: more)"

    @property
    def shown(self) -> int | None:
        """Which page the bar shows, if any."""
        found = self._pages()
        return found.index(self._bar.text) if self._bar.text in found else None

    def show_next(self) -> None:
        """Show the first page, or the one after that which is shown."""
        found, shown = self._pages(), self.shown
        self._bar.show(found[0 if shown is None else (shown + 1) % len(found)])

    def _pages(self) -> list[str]:
        sentences = [self._bar.options.encode(sentence) for sentence in self.sentences]
        width = self._bar.content_size.width or 78
        return pages(sentences, width, self._rows, self._more)


def pages(sentences: Sequence[str], width: int, rows: int, more: str) -> list[str]:
    """As few pages as possible, each with as many sentences as fit; `more` ends each of several.

    A sentence that does not fit has a page of its own.
    """
    whole = " ".join(sentences)
    if len(wrap(whole, max(width, 1))) <= rows:
        return [whole]
    found = list[str]()
    for sentence in sentences:
        longer = f"{found[-1]} {sentence}" if found else sentence
        if found and len(wrap(f"{longer} {more}", max(width, 1))) <= rows:
            found[-1] = longer
        else:
            found.append(sentence)
    return [f"{page} {more}" for page in found]
