"""Every transcript under tests/transcripts/line, typed again and compared byte for byte.

A transcript's first line says what is played, `play: freecell --deal 617`; then follow the input
and the output, as in the transcripts of the handout programs. `line_transcripts.py` fills in the
output.
"""

from pathlib import Path

import pytest
from line_transcripts import ALL, language_of, played
from programs import Transcript

from winnable import GAMES


@pytest.mark.parametrize("file", ALL, ids=lambda file: str(file.stem))
def test_transcript(file: Path, tmp_path: Path) -> None:
    transcript = Transcript.read(file)
    result = played(transcript, tmp_path, language_of(file))
    assert result.stderr.decode() == ""
    assert result.stdout.decode() == transcript.shown
    assert result.returncode == 0


@pytest.mark.parametrize("slug", GAMES)
def test_each_game_has_a_transcript(slug: str) -> None:
    assert any(Transcript.read(file).deal.startswith(f"play: {slug} ") for file in ALL)
