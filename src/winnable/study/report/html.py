"""A report as one HTML page that needs nothing else: no scripts, no other files."""

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
from winnable.study.report.drawing import COLOURS

__all__ = ["render_html"]

_DARK = {
    "ink": "#e6edf3",
    "muted": "#9ea7b3",
    "line": "#3d444d",
    "winnable": "#56b4e9",
    "lost": "#e8892b",
    "unsettled": "#b9a3cf",
}


def _variables(colours: dict[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


_STYLE = f"""
:root {{ color-scheme: light dark; --page: #ffffff; --panel: #f6f8fa; --link: #0a58b5;
  {_variables(COLOURS)} }}
@media (prefers-color-scheme: dark) {{
  :root {{ --page: #14181d; --panel: #1d232a; --link: #79b8ff; {_variables(_DARK)} }}
}}
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }}
main {{ max-width: 54rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }}
h1 {{ font-size: 1.9rem; line-height: 1.2; margin: 0.5rem 0 1rem; text-wrap: balance; }}
h2 {{ font-size: 1.45rem; margin: 3rem 0 0.75rem; padding-top: 1rem;
  border-top: 1px solid var(--line); }}
h3 {{ font-size: 1.1rem; margin: 2rem 0 0.5rem; }}
p, ul {{ margin: 0 0 0.9rem; max-width: 44rem; }}
ul {{ padding-left: 1.2rem; }}
li {{ margin-bottom: 0.35rem; }}
a {{ color: var(--link); }}
nav ul {{ display: flex; flex-wrap: wrap; gap: 0.25rem 1.1rem; padding: 0; list-style: none; }}
.note {{ padding: 0.6rem 0.9rem; border-left: 4px solid var(--lost); background: var(--panel); }}
.scroll {{ overflow-x: auto; margin: 0 0 1.4rem; }}
table {{ border-collapse: collapse; font-size: 0.92rem; font-variant-numeric: tabular-nums;
  overflow-wrap: normal; }}
caption {{ text-align: left; color: var(--muted); padding-bottom: 0.3rem; }}
caption span {{ display: block; position: sticky; left: 0; max-width: calc(100vw - 2rem); }}
th, td {{ padding: 0.3rem 0.8rem 0.3rem 0; text-align: right; vertical-align: top;
  border-bottom: 1px solid var(--line); }}
td, tbody th {{ white-space: nowrap; }}
thead th {{ font-weight: 600; vertical-align: bottom; }}
tbody th {{ font-weight: 400; }}
th:first-child, .words {{ text-align: left; }}
td.words {{ white-space: normal; min-width: 6rem; }}
figure {{ margin: 0 0 1.4rem; max-width: 34rem; }}
figure svg {{ display: block; width: 100%; height: auto; }}
@media (max-width: 40rem) {{ tbody th {{ white-space: normal; min-width: 5.5rem; }} }}
@media print {{ main {{ max-width: none; }} h2 {{ break-after: avoid; }} }}
"""


def render_html(document: Document) -> str:
    """The whole page."""
    return "".join(f"{line}\n" for line in _lines(document))


def _lines(document: Document) -> Iterator[str]:
    title = escape(document.title)
    yield "<!DOCTYPE html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield (
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    )
    yield f"<title>{title}</title>"
    yield f"<style>{_STYLE}</style>"
    yield "</head>"
    yield "<body>"
    yield "<main>"
    yield f"<h1>{title}</h1>"
    for block in document.blocks:
        yield from _block(block)
    names = [_anchor(number) for number in range(1, len(document.sections) + 1)]
    yield '<nav aria-label="Sections">'
    yield "<ul>"
    for name, section in zip(names, document.sections, strict=True):
        yield f'<li><a href="#{name}">{escape(section.title)}</a></li>'
    yield "</ul>"
    yield "</nav>"
    for name, section in zip(names, document.sections, strict=True):
        yield from _section(section, 2, name)
    yield "</main>"
    yield "</body>"
    yield "</html>"


def _anchor(number: int) -> str:
    return f"section-{number}"


def _section(section: Section, level: int, name: str = "") -> Iterator[str]:
    anchor = f' id="{name}"' if name else ""
    yield f"<h{level}{anchor}>{escape(section.title)}</h{level}>"
    for block in section.blocks:
        yield from _block(block)
    for inner in section.sections:
        yield from _section(inner, level + 1)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield f"<p>{escape(text)}</p>"
        case Note(text):
            yield f'<p class="note">{escape(text)}</p>'
        case Bullets(items):
            yield "<ul>"
            yield from (f"<li>{escape(item)}</li>" for item in items)
            yield "</ul>"
        case Table():
            yield from _table(block)
        case Picture():
            yield f"<figure>{_inline(block)}</figure>"


def _table(table: Table) -> Iterator[str]:
    # A keyboard has to be able to scroll a table that is wider than the page.
    label = escape(table.caption, quote=True)
    yield f'<div class="scroll" role="group" aria-label="{label}" tabindex="0">'
    yield "<table>"
    yield f"<caption><span>{escape(table.caption)}</span></caption>"
    yield "<thead>"
    cells = [
        f'<th scope="col"{_words(table, column)}>{escape(heading)}</th>'
        for column, heading in enumerate(table.headings)
    ]
    yield f"<tr>{''.join(cells)}</tr>"
    yield "</thead>"
    yield "<tbody>"
    for first, *others in table.rows:
        cells = [f'<th scope="row">{_cell(first)}</th>']
        cells += [
            f"<td{_words(table, column)}>{_cell(cell)}</td>"
            for column, cell in enumerate(others, 1)
        ]
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody>"
    yield "</table>"
    yield "</div>"


def _words(table: Table, column: int) -> str:
    return ' class="words"' if column in table.words else ""


def _cell(cell: Cell) -> str:
    if isinstance(cell, Link):
        return f'<a href="{escape(cell.url, quote=True)}">{escape(cell.text)}</a>'
    return escape(cell)


def _inline(picture: Picture) -> str:
    """The picture's SVG for the page: with the page's colours, and names that no other has."""
    name = re.sub(r"[^A-Za-z0-9-]", "-", picture.name)
    svg = picture.svg.strip()
    for colour, value in COLOURS.items():
        svg = svg.replace(value, f"var(--{colour})")
    svg = re.sub(r'( id="|url\(#|href="#)', rf"\g<1>{name}-", svg)
    head = (
        f'<svg role="img" aria-labelledby="{name}-title {name}-description"'
        f"{svg.removeprefix('<svg').partition('>')[0]}>"
        f'<title id="{name}-title">{escape(picture.title)}</title>'
        f'<desc id="{name}-description">{escape(picture.description)}</desc>'
    )
    return head + svg.partition(">")[2]
