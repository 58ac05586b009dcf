"""Writes the `cards` module of its year beside every program.

python -m winnable.course             in a clone, below its folder `assignments`
python -m winnable.course FOLDER      below another folder
"""

import sys
from pathlib import Path

from winnable.course.programs import PROGRAM_YEARS, PROGRAMS
from winnable.course.source import cards_source


def write_cards(assignments: Path) -> None:
    """Write the five modules, each into the folder of its program."""
    for slug, year in PROGRAM_YEARS.items():
        file = assignments / Path(PROGRAMS[slug]).with_name("cards.py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(cards_source(year), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    beside_the_source = Path(__file__).parents[3] / "assignments"
    write_cards(Path(sys.argv[1]) if len(sys.argv) > 1 else beside_the_source)
