"""Runs a handout program as its player would, but with a known deal.

    python fixed_deal.py "unshuffled" PROGRAM
    python fixed_deal.py "seed 7" PROGRAM

The program is the main program, and what lies beside it is what it imports; so its `cards` may be
ours or a course's. All of them shuffle with `random.shuffle`, which is where the deal is fixed.
"""

import random
import runpy
import sys
from collections.abc import MutableSequence
from pathlib import Path
from typing import Any


def leave_unshuffled(x: MutableSequence[Any]) -> None:
    """A shuffle that moves no card."""


def fix(deal: str) -> None:
    """Make the next shuffles those of the deal, named as a transcript's first line names it."""
    match deal.split():
        case ["unshuffled"]:
            random.shuffle = leave_unshuffled
        case ["seed", number]:
            random.seed(int(number))
        case _:
            raise ValueError(f"a deal is 'unshuffled' or 'seed N', not {deal!r}")


if __name__ == "__main__":
    deal, program = sys.argv[1:]
    fix(deal)
    sys.argv = [program]
    sys.path[0] = str(Path(program).resolve().parent)
    runpy.run_path(program, run_name="__main__")
