"""`winnable assignment`: runs the programs of the five course handouts.

They are not part of the package: they lie beside the source in a clone, and in the data folder of
an installation.
"""

from __future__ import annotations

import runpy
import site
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import click

from winnable.cli.options import read_game
from winnable.errors import FileError
from winnable.rules import Game

__all__ = ["assignment"]

_PROGRAMS = {
    "aces-up": "aces_up/proj10.py",
    "easthaven": "easthaven/proj09.py",
    "bakers-game": "bakers_game/proj10.py",
    "golf-relaxed": "golf_relaxed/proj09.py",
    "freecell": "freecell/freecell.py",
}


@click.command(short_help="Run the program of a course handout.")
@click.argument("game", metavar="NAME", callback=read_game)
def assignment(game: Game) -> None:
    """Run the program of a course handout: Aces Up, Easthaven, Baker's Game, Golf or FreeCell.

    \b
    Examples:
      winnable assignment aces-up
      winnable assignment golf
    """
    program = next((path for path in _candidates(game) if path.is_file()), None)
    if program is None:
        raise FileError(f"the handout program of {game.name} is not installed")
    sys.path.insert(0, str(program.parent))  # where its `import cards` looks first
    sys.argv = [str(program)]
    runpy.run_path(str(program), run_name="__main__")


def _candidates(game: Game) -> Iterator[Path]:
    program = _PROGRAMS.get(game.slug, "")
    yield Path(__file__).parents[3] / "assignments" / program
    for prefix in (sysconfig.get_path("data"), site.getuserbase()):
        yield Path(prefix) / "share" / "winnable" / "assignments" / program
