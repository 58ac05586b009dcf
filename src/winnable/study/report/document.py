"""A report as data: sections of paragraphs, lists, tables and pictures.

There is one document and two renderings of it, as HTML and as Markdown, so that both say the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from winnable.study.report.charts import Picture

__all__ = [
    "Block",
    "Bullets",
    "Cell",
    "Document",
    "Link",
    "Note",
    "Paragraph",
    "Section",
    "Table",
]


@dataclass(frozen=True)
class Link:
    """Text that leads to a page elsewhere."""

    text: str
    url: str


Cell = str | Link


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Note:
    """A paragraph that nobody should miss."""

    text: str


@dataclass(frozen=True)
class Bullets:
    items: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Rows below headings. The first cell of a row is its heading."""

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    words: tuple[int, ...] = ()
    """The columns that hold words; all but these and the first hold numbers."""


Block = Paragraph | Note | Bullets | Table | Picture


@dataclass(frozen=True)
class Section:
    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True)
class Document:
    title: str
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...]

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """All of them, in order."""
        found = [block for block in self.blocks if isinstance(block, Picture)]
        for section in self.sections:
            found += _pictures(section)
        return tuple(found)


def _pictures(section: Section) -> list[Picture]:
    found = [block for block in section.blocks if isinstance(block, Picture)]
    for inner in section.sections:
        found += _pictures(inner)
    return found
