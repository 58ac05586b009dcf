"""Every transcript under tests/transcripts, played again byte for byte."""

from pathlib import Path

import pytest
from programs import FILES, TRANSCRIPTS, Transcript, program_file, run

ALL = sorted(file for file in TRANSCRIPTS.glob("*/*.txt") if file.parent.name in FILES)


@pytest.mark.parametrize("file", ALL, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_transcript(file: Path) -> None:
    transcript = Transcript.read(file)
    result = run(program_file(file.parent.name), transcript.deal, transcript.typed.encode())
    assert result.stderr.decode() == ""
    assert result.stdout.decode() == transcript.shown
    assert result.returncode == 0


@pytest.mark.parametrize("program", FILES)
def test_each_program_has_transcripts(program: str) -> None:
    assert any(file.parent.name == program for file in ALL)
