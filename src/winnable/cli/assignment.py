"""Running the programs of the five course handouts, which live outside the package."""

from __future__ import annotations

import runpy
import site
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from winnable.errors import FileError
from winnable.rules import Game

__all__ = ["PROGRAMS", "run"]

PROGRAMS = {
    "aces-up": "aces_up/proj10.py",
    "easthaven": "easthaven/proj09.py",
    "bakers-game": "bakers_game/proj10.py",
    "golf-relaxed": "golf_relaxed/proj09.py",
    "freecell": "freecell/freecell.py",
}


def run(game: Game) -> None:
    """Run a handout's program as if it had been started by itself."""
    wanted = PROGRAMS.get(game.slug, "")
    program = next((path for path in _places(wanted) if path.is_file()), None)
    if program is None:
        raise FileError(f"there is no handout program of {game.name} here")
    sys.path.insert(0, str(program.parent))  # where its `import cards` looks first
    sys.argv = [str(program)]
    runpy.run_path(str(program), run_name="__main__")


def _places(wanted: str) -> Iterator[Path]:
    """Beside the source in a clone; in the data folder of an installation."""
    yield Path(__file__).parents[3] / "assignments" / wanted
    for prefix in (sysconfig.get_path("data"), site.getuserbase()):
        yield Path(prefix) / "share" / "winnable" / "assignments" / wanted
