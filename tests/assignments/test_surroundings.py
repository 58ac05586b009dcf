"""The programs with the course's own cards beside them, odd terminals and broken pipes.

A program by itself deals with what a player can type. Where its streams are closed or broken or do
not know the suits, `winnable.course.runner` runs it.
"""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from child_processes import restore_sigint
from programs import (
    ASSIGNMENTS,
    COURSE_CARDS,
    FILES,
    TRANSCRIPTS,
    Transcript,
    program_file,
    run,
    run_unread,
)

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
    "bakers_game": "cards2017.py",
    "easthaven": "cards2009.py",
    "freecell": "cards162.py",
    "golf_relaxed": "cards2009.py",
}
every_program = pytest.mark.parametrize("program", PROMPTS)


RUNNER = ("-m", "winnable.course.runner")
# Without environment variables, the user's packages and those that are installed.
ALONE = ("-E", "-s", "-S", "-X", "utf8")


def finished(
    program: str | Path, typed: bytes, *options: str, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a program to its end as its player does; it must not print an error."""
    file = program if isinstance(program, Path) else program_file(program)
    result = subprocess.run(
        [sys.executable, *options, str(file)],
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
    if CARDS[program] in ("cards2009.py", "cards162.py"):  # they write suits as letters
        shown = shown.translate(str.maketrans("♣♦♥♠", "CDHS"))
    result = run(copy, transcript.deal, transcript.typed.encode())
    assert result.stderr == b""
    assert result.stdout.decode() == shown
    assert result.returncode == 0


def test_nothing_of_ours_can_be_imported_alone(tmp_path: Path) -> None:
    command = [sys.executable, *ALONE, "-c", "import winnable"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert b"No module named 'winnable'" in result.stderr


@every_program
def test_a_copy_of_the_folder_runs_alone(program: str, tmp_path: Path) -> None:
    copy = shutil.copytree(ASSIGNMENTS / program, tmp_path / "copy")
    result = finished(copy / FILES[program], b"h\nq\n", *ALONE)
    assert any(sign in result.stdout.decode() for sign in "♣♦♥♠")


@every_program
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_suit_signs(program: str, encoding: str) -> None:
    typed = "h\nf ♣\nq\n".encode()
    result = finished(program, typed, *RUNNER, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert "\\u26" in result.stdout.decode(encoding)  # as in \\u2660, the code of a spade


@every_program
@pytest.mark.parametrize("options", [(), RUNNER], ids=["by itself", "runner"])
@pytest.mark.parametrize("utf8", ["0", "1"])
def test_bytes_that_are_not_text(program: str, utf8: str, options: tuple[str, ...]) -> None:
    finished(program, b"\xff\xfe 1\n\x00\nh \x80\n\xc3(\n", *options, PYTHONUTF8=utf8)


@every_program
def test_bytes_that_the_strictest_terminal_cannot_decode(program: str) -> None:
    finished(program, b"\xff\xfe 1\n", PYTHONIOENCODING="utf-8:strict")


@every_program
def test_a_last_line_without_a_line_end(program: str) -> None:
    result = finished(program, b"q")
    assert result.stdout.count(PROMPTS[program]) == 1


@every_program
@pytest.mark.parametrize("typed", [b"", b"h\nq\n", b"h\n" * 2000])
def test_output_that_nobody_reads(program: str, typed: bytes) -> None:
    result = run_unread([sys.executable, *RUNNER, str(program_file(program))], typed)
    assert result.stderr == b""
    assert result.returncode == 0


@every_program
@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_streams(program: str, closed: str) -> None:
    command = f'"{sys.executable}" {" ".join(RUNNER)} "{program_file(program)}" {closed}'
    result = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, timeout=60, check=False)
    assert result.stderr == b""
    assert result.returncode == 0


@every_program
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent as a signal here")
@pytest.mark.parametrize("options", [(), RUNNER], ids=["by itself", "runner"])
def test_ctrl_c(program: str, options: tuple[str, ...]) -> None:
    with subprocess.Popen(
        [sys.executable, *options, str(program_file(program))],
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
