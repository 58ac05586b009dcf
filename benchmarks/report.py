"""RESULTS.md, from the results that are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from benchmarks.peers import QUOTED
from benchmarks.section import Section
from benchmarks.sections import SECTIONS
from benchmarks.store import Kept, Store
from benchmarks.versus import Versus
from winnable import GAMES

__all__ = ["report", "table"]


def report(store: Store, command: str) -> str:
    """The whole report."""
    parts = [
        "# What was measured",
        "Written by the program in this folder; [README.md](README.md) says what the words mean. "
        "Times depend on the machine and on who else uses it: the ratios, measured in one run with "
        "both sides in turn, are what to go by. To repeat it:",
        f"```sh\n{command}\n```",
    ]
    for section in SECTIONS.values():
        rows = store.rows(section)
        if rows:
            parts += _section(section, rows)
    parts += _quoted()
    return "\n\n".join(parts) + "\n"


def _section(section: Section, rows: dict[str, Kept]) -> Iterator[str]:
    yield f"## {section.title}"
    yield section.about
    slugs = [slug for slug in section.slugs if slug in rows]
    shown = [(GAMES[slug].name, *rows[slug].entry.cells()) for slug in slugs]
    yield table(("game", *section.head), shown)
    missing = [line for slug in slugs for line in _missing(slug, rows[slug])]
    if missing:
        yield "**Missing peers.** " + " ".join(missing)
    yield _measured({slug: rows[slug].stamp for slug in slugs})


def _missing(slug: str, row: Kept) -> Iterator[str]:
    if isinstance(row.entry, Versus) and row.entry.missing:
        yield f"{GAMES[slug].name} was measured without {row.entry.peer}: {row.entry.missing}."


def _measured(stamps: dict[str, str]) -> str:
    """When and where the rows come from, game by game unless they all come from one run."""
    if len(set(stamps.values())) == 1:
        return f"Measured: {next(iter(stamps.values()))}."
    return "\n".join(f"- {GAMES[slug].name}: {stamp}." for slug, stamp in stamps.items())


def _quoted() -> Iterator[str]:
    yield "## Figures of others, not measured here"
    yield (
        "Quoted for comparison from where the aims of this project were set; peers from source and "
        "from Debian. This program did not measure them."
    )
    yield table(("game", "peer", "figures"), QUOTED)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""A table in Markdown.

    >>> print(table(("a", "b"), [("1", "2|3")]))
    | a | b |
    |---|---|
    | 1 | 2\|3 |
    """
    lines = [head, *rows]
    shown = ["| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines]
    shown.insert(1, "|" + "---|" * len(head))
    return "\n".join(shown)
