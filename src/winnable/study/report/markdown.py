"""A report as Markdown, with its pictures as SVG files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from winnable.study.report.charts import Picture
from winnable.study.report.document import (
    Block,
    Bullets,
    Cell,
    Document,
    Link,
    Note,
    Paragraph,
    Section,
    Table,
)

__all__ = ["picture_file", "render_markdown", "standalone_svg"]

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~$])")


def render_markdown(document: Document) -> str:
    """The whole text."""
    return "\n".join(_lines(document)) + "\n"


def picture_file(picture: Picture) -> str:
    """The name of a picture's file."""
    return f"{picture.name}.svg"


def standalone_svg(picture: Picture) -> str:
    """A picture as a file: on white, because nobody knows on what it will be shown."""
    start, _, rest = picture.svg.partition(">")
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n{start} width="544" role="img">'
        f"<title>{escape(picture.title)}</title><desc>{escape(picture.description)}</desc>"
        f'<rect width="100%" height="100%" fill="#ffffff"/>{rest}'
    )


def _lines(document: Document) -> Iterator[str]:
    yield f"# {_text(document.title)}"
    for block in document.blocks:
        yield ""
        yield from _block(block)
    for section in document.sections:
        yield from _section(section, 2)


def _section(section: Section, level: int) -> Iterator[str]:
    yield ""
    yield f"{'#' * level} {_text(section.title)}"
    for block in section.blocks:
        yield ""
        yield from _block(block)
    for inner in section.sections:
        yield from _section(inner, level + 1)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield _text(text)
        case Note(text):
            yield f"> **{_text(text)}**"
        case Bullets(items):
            yield from (f"- {_text(item)}" for item in items)
        case Table():
            yield from _table(block)
        case Picture():
            yield f"![{_text(block.title)}. {_text(block.description)}]({picture_file(block)})"


def _table(table: Table) -> Iterator[str]:
    yield f"{_text(table.caption)}:"
    yield ""
    yield _row(table.headings)
    words = {0, *table.words}
    yield _row(
        ["---" if column in words else "--:" for column in range(len(table.headings))], raw=True
    )
    for row in table.rows:
        yield _row(row)


def _row(cells: tuple[Cell, ...] | list[str], *, raw: bool = False) -> str:
    return f"| {' | '.join(str(cell) if raw else _cell(cell) for cell in cells)} |"


def _cell(cell: Cell) -> str:
    if isinstance(cell, Link):
        return f"[{_text(cell.text)}](<{cell.url}>)"
    return _text(cell)


def _text(text: str) -> str:
    """Text in which nothing has a meaning for Markdown."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
