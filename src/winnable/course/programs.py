"""The programs of the five course handouts: of which year they are, and where they are.

They are not part of the package: they are beside the source in a clone, and in the data folder of
an installation.
"""

from __future__ import annotations

import site
import sysconfig
from collections.abc import Iterator
from pathlib import Path

__all__ = ["PROGRAMS", "PROGRAM_YEARS", "find_program"]

PROGRAMS = {
    "aces-up": "aces_up/proj10.py",
    "easthaven": "easthaven/proj09.py",
    "bakers-game": "bakers_game/proj10.py",
    "golf-relaxed": "golf_relaxed/proj09.py",
    "freecell": "freecell/freecell.py",
}
"""The program of a game, below the folder `assignments`."""

PROGRAM_YEARS = {
    "aces-up": "2023",
    "easthaven": "2009",
    "bakers-game": "2017",
    "golf-relaxed": "2008",
    "freecell": "cs162",
}
"""The year of a game's program, which is the year of the `cards` module beside it."""


def find_program(slug: str) -> Path | None:
    """Where the program of a game is; None if there is none, or if it is not installed."""
    if slug not in PROGRAMS:
        return None
    files = (folder / PROGRAMS[slug] for folder in _folders())
    return next((file for file in files if file.is_file()), None)


def _folders() -> Iterator[Path]:
    yield Path(__file__).parents[3] / "assignments"
    for prefix in (sysconfig.get_path("data"), site.getuserbase()):
        yield Path(prefix) / "share" / "winnable" / "assignments"
