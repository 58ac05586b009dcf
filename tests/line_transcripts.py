"""Transcripts of line mode: where they are, and how one is played.

Run as a program, this fills in the output of transcripts:

    python tests/line_transcripts.py FILES

Write a file's first line and input, run this, then READ the output before committing it: a
transcript is a promise about the command, and this script only writes down what happens.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path.insert(0, str(TESTS / "assignments"))

from child_processes import COMMAND  # noqa: E402 - after the path is known
from programs import TRANSCRIPTS, Transcript  # noqa: E402

ALL = sorted((TRANSCRIPTS / "line").glob("*.txt"))


def language_of(file: Path) -> str:
    """The language of a transcript: German in ``freecell-de.txt``."""
    return "de" if file.stem.endswith("-de") else "en"


def played(
    transcript: Transcript, folder: Path, language: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a folder, with what the transcript plays and types."""
    database = f"sqlite:///{folder / 'games.db'}"
    return subprocess.run(
        [*COMMAND, "play", *transcript.deal.removeprefix("play:").split()],
        input=transcript.typed.encode(),
        capture_output=True,
        timeout=60,
        check=False,
        cwd=folder,
        env=os.environ
        | {"PYTHONUTF8": "1", "WINNABLE_DATABASE": database, "WINNABLE_LANGUAGE": language},
    )


def fill_in(file: Path) -> None:
    """Write what the command shows today into a transcript."""
    transcript = Transcript.read(file)
    with tempfile.TemporaryDirectory() as folder:
        result = played(transcript, Path(folder), language_of(file))
    if result.returncode or result.stderr:
        sys.exit(f"{file}: status {result.returncode}\n{result.stderr.decode()}")
    text = f"{transcript.deal}\n--- input\n{transcript.typed}--- output\n{result.stdout.decode()}"
    file.write_text(text, encoding="utf-8", newline="")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        fill_in(Path(name).resolve())
