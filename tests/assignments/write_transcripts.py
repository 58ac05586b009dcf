"""Fills in the output of transcripts by running their programs.

    python tests/assignments/write_transcripts.py FILES

Write a file's deal and input, run this, then READ the output against the handout before keeping it:
a transcript is a promise about the program, and this script promises nothing.
"""

import dataclasses
import sys
from pathlib import Path

from programs import Transcript, program_file, run


def fill_in(file: Path) -> None:
    """Write what the program shows today into a transcript."""
    transcript = Transcript.read(file)
    result = run(program_file(file.parent.name), transcript.deal, transcript.typed.encode())
    if result.returncode or result.stderr:
        sys.exit(f"{file}: status {result.returncode}\n{result.stderr.decode()}")
    dataclasses.replace(transcript, shown=result.stdout.decode()).write(file)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        fill_in(Path(name).resolve())
