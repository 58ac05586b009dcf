"""What is seen while it runs: tables that grow on a terminal, plain lines elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from benchmarks.section import Section
from winnable import GAMES

__all__ = ["Show"]


class Show:
    """Progress and results of a run on the terminal."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console()
        self._live: Live | None = None
        self._table: Table | None = None
        self._section: Section | None = None

    @contextmanager
    def section(self, section: Section) -> Iterator[None]:
        """While a section is measured."""
        self._section = section
        if not self._console.is_terminal:
            self.line(f"== {section.title} ==")
            yield
            return
        self._table = Table(title=section.title, title_justify="left")
        for heading in ("game", *section.head):
            self._table.add_column(heading.replace("**", ""))
        with Live(self._table, console=self._console) as self._live:
            yield
            self._live.update(self._table)
        self._live = self._table = None

    def doing(self, slug: str, what: str) -> None:
        """What is being measured just now; worth showing only where it can be taken back."""
        if self._live and self._table:
            self._live.update(Group(self._table, Text(f"{GAMES[slug].name}: {what}", "dim")))

    def row(self, slug: str, cells: tuple[str, ...]) -> None:
        """A row is known."""
        plain = [cell.replace("**", "") for cell in cells]
        if self._table:
            self._table.add_row(GAMES[slug].name, *plain)
        elif self._section:
            heads = (heading.replace("**", "") for heading in self._section.head)
            parts = [f"{head}: {cell}" for head, cell in zip(heads, plain, strict=True) if cell]
            self.line(f"{GAMES[slug].name}: " + "; ".join(parts))

    def line(self, text: str) -> None:
        """A line of its own."""
        self._console.print(text, highlight=False, markup=False, soft_wrap=True)
