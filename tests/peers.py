"""Other people's programs that we hold ourselves to."""

import os
import shutil
import subprocess

import pytest

FC_SOLVE = "fc-solve"


def fc_solve(board: str, *options: str) -> str:
    """What fc-solve says of a board. Without it the test is skipped; in CI that is a failure."""
    program = shutil.which(FC_SOLVE)
    if program is None:
        if os.environ.get("CI"):
            pytest.fail("fc-solve is missing: Debian has it in freecell-solver-bin")
        pytest.skip("fc-solve is missing: Debian has it in freecell-solver-bin")
    answer = subprocess.run(
        [program, *options, "-"],
        input=board,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return answer.stdout
