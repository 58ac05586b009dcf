"""The sections of the report, in their order."""

from __future__ import annotations

from benchmarks import breadth, hints, memory, midgame, short, threads, versus
from benchmarks.section import Section

__all__ = ["SECTIONS"]

SECTIONS: dict[str, Section] = {
    module.SECTION.name: module.SECTION
    for module in (versus, short, breadth, midgame, threads, memory, hints)
}
