"""The programs with the course's own cards beside them, odd terminals and broken pipes."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from child_processes import restore_sigint
from programs import COURSE_CARDS, FILES, TRANSCRIPTS, Transcript, program_file, run, run_unread

PROMPTS = {
    "aces_up": b"Input an option (DFTRHQ): ",
    "bakers_game": b"prompt :> ",
    "easthaven": b"Command (type 'h' for help): ",
    "freecell": b"Command (type 'h' for help): ",
    "golf_relaxed": b"Command: ",
}
# The stand-in for the cards module of each program's year.
CARDS = {
    "aces_up": "cards2023.py",
    "bakers_game": "cards2023.py",
    "easthaven": "cards2009.py",
    "freecell": "cards162.py",
    "golf_relaxed": "cards2009.py",
}
every_program = pytest.mark.parametrize("program", PROMPTS)


def finished(
    program: str, typed: bytes, *options: str, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a program to its end as its player does; it must not print an error."""
    result = subprocess.run(
        [sys.executable, *options, str(program_file(program))],
        input=typed,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )
    assert result.stderr == b""
    assert result.returncode == 0
    return result


@pytest.mark.parametrize(
    "file",
    [file for program in PROMPTS for file in sorted((TRANSCRIPTS / program).glob("*.txt"))],
    ids=lambda file: f"{file.parent.name}/{file.stem}",
)
def test_runs_beside_the_cards_of_its_year(file: Path, tmp_path: Path) -> None:
    program = file.parent.name
    copy = tmp_path / FILES[program]
    shutil.copy(program_file(program), copy)
    shutil.copy(COURSE_CARDS / CARDS[program], tmp_path / "cards.py")
    transcript = Transcript.read(file)
    shown = transcript.shown
    if CARDS[program] != "cards2023.py":  # the other stand-ins write suits as letters
        shown = shown.translate(str.maketrans("♣♦♥♠", "CDHS"))
    result = run(copy, transcript.deal, transcript.typed.encode())
    assert result.stderr == b""
    assert result.stdout.decode() == shown
    assert result.returncode == 0


@every_program
def test_runs_without_an_installation(program: str) -> None:
    result = finished(program, b"h\nq\n", "-S", "-X", "utf8")
    assert any(sign in result.stdout.decode() for sign in "♣♦♥♠")


@every_program
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_suit_signs(program: str, encoding: str) -> None:
    result = finished(program, "h\nf ♣\nq\n".encode(), PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert "\\u26" in result.stdout.decode(encoding)  # as in \\u2660, the code of a spade


@every_program
@pytest.mark.parametrize("utf8", ["0", "1"])
def test_bytes_that_are_not_text(program: str, utf8: str) -> None:
    finished(program, b"\xff\xfe 1\n\x00\nh \x80\n\xc3(\n", PYTHONUTF8=utf8)


@every_program
def test_a_last_line_without_a_line_end(program: str) -> None:
    result = finished(program, b"q")
    assert result.stdout.count(PROMPTS[program]) == 1


@every_program
@pytest.mark.parametrize("typed", [b"", b"h\nq\n", b"h\n" * 2000])
def test_output_that_nobody_reads(program: str, typed: bytes) -> None:
    result = run_unread([sys.executable, str(program_file(program))], typed)
    assert result.stderr == b""
    assert result.returncode == 0


@every_program
@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_streams(program: str, closed: str) -> None:
    command = f'"{sys.executable}" "{program_file(program)}" {closed}'
    result = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, timeout=60, check=False)
    assert result.stderr == b""
    assert result.returncode == 0


@every_program
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent as a signal here")
def test_ctrl_c(program: str) -> None:
    with subprocess.Popen(
        [sys.executable, str(program_file(program))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=restore_sigint,
    ) as game:
        assert game.stdout is not None
        shown = b""
        while not shown.endswith(PROMPTS[program]):
            character = game.stdout.read(1)
            assert character, "the game ended before its first prompt"
            shown += character
        game.send_signal(signal.SIGINT)
        rest, complaint = game.communicate(timeout=60)
    assert complaint == b""
    assert game.returncode == 0
    assert rest.endswith(b"\n")
