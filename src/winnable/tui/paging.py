"""Sentences in pages that fit the message bar.

>>> pages(["One is short.", "Two is longer than that.", "Three."], width=20, rows=2, more="(more)")
['One is short. (more)', 'Two is longer than that. Three. (more)']
>>> pages(["One.", "Two."], width=20, rows=2, more="(more)")
['One. Two.']
>>> pages(["One sentence that does not fit is broken."], width=20, rows=2, more="(more)")
['One sentence that does not fit (more)', 'is broken. (more)']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap

from winnable.l10n import t
from winnable.tui.widgets.bars import MessageBar

__all__ = ["PagedMessage", "pages"]


class PagedMessage:
    """Sentences that a message bar shows, page after page where they are long."""

    def __init__(self, bar: MessageBar, key: str) -> None:
        """`key`: what shows the next page."""
        self.sentences: list[str] = []
        self._bar, self._key = bar, key
        self._written = ""
        """The page that was shown last; the bar may show something else since."""
        bar.on_resized = self._fit

    @property
    def has_more(self) -> bool:
        """Whether there is more than one page."""
        return len(self._pages()) > 1

    @property
    def shown(self) -> int | None:
        """Which page the bar shows, if any."""
        found = self._pages()
        return found.index(self._bar.text) if self._bar.text in found else None

    def show(self, message: str) -> None:
        """Show a message.

        One that begins like the last one, such as a hint of which more is known by now, is shown on
        the same page.
        """
        sentences = re.split(r"(?<=[.?!]) +", message)
        page = (self.shown or 0) if sentences[0] == "".join(self.sentences[:1]) else 0
        self.sentences = sentences
        self.show_page(page)

    def show_page(self, number: int) -> None:
        """Show a page, or the last one if there are fewer."""
        found = self._pages()
        self._write(found[min(number, len(found) - 1)])

    def show_next(self) -> None:
        """Show the first page, or the one after that which is shown."""
        found, shown = self._pages(), self.shown
        self._write(found[0 if shown is None else (shown + 1) % len(found)])

    def _write(self, page: str) -> None:
        self._bar.show(page)
        self._written = self._bar.text

    def _fit(self) -> None:
        """Break the pages anew for another size of the bar, if it shows one of them."""
        if self._written and self._bar.text == self._written:
            self.show_page(0)

    def _pages(self) -> list[str]:
        sentences = [self._bar.options.encode(sentence) for sentence in self.sentences]
        width = self._bar.content_size.width or 78
        rows = self._bar.content_size.height or 2
        return pages(sentences, width, rows, t("app.read_on", key=self._key))


def pages(sentences: Sequence[str], width: int, rows: int, more: str) -> list[str]:
    """As few pages as possible, each with as many sentences as fit; `more` ends each of several.

    A sentence that does not fit is broken between words.
    """
    width = max(width, 1)
    whole = " ".join(sentences)
    if len(wrap(whole, width)) <= rows:
        return [whole]
    found = list[str]()
    for part in _parts(sentences, width, rows, more):
        longer = f"{found[-1]} {part}" if found else part
        if found and len(wrap(f"{longer} {more}", width)) <= rows:
            found[-1] = longer
        else:
            found.append(part)
    return [f"{page} {more}" for page in found]


def _parts(sentences: Sequence[str], width: int, rows: int, more: str) -> Iterator[str]:
    """The sentences; one that does not fit a page in pieces that do."""
    for sentence in sentences:
        part = ""
        for word in sentence.split():
            longer = f"{part} {word}".lstrip()
            if part and len(wrap(f"{longer} {more}", width)) > rows:
                yield part
                longer = word
            part = longer
        yield part
