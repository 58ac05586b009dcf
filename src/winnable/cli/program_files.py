"""Where the handout programs are: beside the source in a clone, or in the data folder.

They are not part of the package.
"""

from __future__ import annotations

import site
import sysconfig
from collections.abc import Iterator
from pathlib import Path

__all__ = ["find_program"]

_PROGRAMS = {
    "aces-up": "aces_up/proj10.py",
    "easthaven": "easthaven/proj09.py",
    "bakers-game": "bakers_game/proj10.py",
    "golf-relaxed": "golf_relaxed/proj09.py",
    "freecell": "freecell/freecell.py",
}


def find_program(slug: str) -> Path | None:
    """The program of a game's handout; None if it is not installed."""
    return next((path for path in _candidates(slug) if path.is_file()), None)


def _candidates(slug: str) -> Iterator[Path]:
    program = _PROGRAMS.get(slug, "")
    yield Path(__file__).parents[3] / "assignments" / program
    for prefix in (sysconfig.get_path("data"), site.getuserbase()):
        yield Path(prefix) / "share" / "winnable" / "assignments" / program
