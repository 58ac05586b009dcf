"""The command in a process of its own, with streams that are closed, full, broken or strange."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from child_processes import COMMAND
from line_driver import GOLDEN_GAMES, Capture
from programs import run_unread

from winnable import GAMES
from winnable.cli import main
from winnable.store import Store

SHELL = "/bin/sh"
WON = next(str(file) for file in GOLDEN_GAMES if file.stem == "freecell-617-safe")

needs_shell = pytest.mark.skipif(not Path(SHELL).exists(), reason="there is no Unix shell here")
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")


def shell(line: str, typed: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of shell, in which "$@" is the command."""
    return subprocess.run(
        [SHELL, "-c", line, "sh", *COMMAND],
        input=typed,
        capture_output=True,
        timeout=60,
        check=False,
        env=os.environ | environment,
    )


@needs_shell
@pytest.mark.parametrize(
    ("line", "status"),
    [
        ('"$@" play freecell --deal 617 <&-', 0),
        ('"$@" play freecell --deal 617 >&-', 0),
        ('"$@" play freecell --deal 617 <&- >&- 2>&-', 0),
        ('"$@" <&-', 0),
        ('"$@" >&-', 0),
        ('"$@" --help >&-', 0),
        ('"$@" assignment golf <&-', 0),
        ('"$@" assignment golf >&-', 0),
        ('"$@" play chess 2>&-', 2),
        ('"$@" play chess <&- >&- 2>&-', 2),
    ],
)
def test_closed_streams(line: str, status: int) -> None:
    result = shell(line)
    assert result.returncode == status
    assert result.stderr == b""
    if status:
        assert result.stdout == b""


@needs_shell
def test_nothing_can_be_read_from_a_closed_stream() -> None:
    result = shell('"$@" replay - <&-')
    assert result.returncode == 2
    assert result.stderr.startswith(b"winnable: ")
    assert result.stderr.count(b"\n") == 1


@needs_shell
@needs_full
@pytest.mark.parametrize(
    "words",
    [
        *("--help", "--version", "show golf --deal 1 --format svg", "play golf", "rules golf"),
        *("stats", "history", "export --format csv"),
    ],
)
def test_a_full_disk_is_reported_in_one_line(words: str) -> None:
    Store.open().close()  # so that there is something to say of it
    result = shell(f'"$@" {words} >/dev/full')
    assert result.stderr == b"winnable: system error: No space left on device\n"
    assert result.returncode == 2


@needs_shell
@needs_full
def test_an_error_that_cannot_be_printed_still_has_its_status() -> None:
    assert shell('"$@" play chess 2>/dev/full').returncode == 2


@pytest.mark.parametrize(
    "words",
    [["play", "freecell"], ["show", "golf", "--deal", "1", "--format", "svg"], ["rules", "golf"]],
)
def test_a_reader_that_leaves_early(words: list[str]) -> None:
    result = run_unread([*COMMAND, *words], b"moves\n" * 1000)
    assert result.stderr == b""
    assert result.returncode == 0


@needs_shell
@pytest.mark.parametrize("coding", ["ascii", "latin-1", "cp437", "utf-8", "utf-16"])
def test_any_encoding_works(coding: str) -> None:
    typed = "moves\nt1t2\nread\nhelp\nrules\nt♥\nsave\n".encode()
    result = shell('"$@" play freecell --deal 617', typed, PYTHONIOENCODING=coding)
    assert result.stderr == b""
    assert result.returncode == 0
    out = result.stdout.decode(coding)
    assert out.endswith("Goodbye.\n")
    assert "K♠" in out if coding.startswith("utf") else "KS" in out


@needs_shell
@pytest.mark.parametrize("coding", ["ascii", "latin-1", "utf-8"])
def test_a_record_is_written_in_utf_8_whatever_the_encoding(coding: str, tmp_path: Path) -> None:
    said = "Zoë ♠ \N{CJK UNIFIED IDEOGRAPH-6F22}"
    text = f'[Winnable "1"] [Game "golf-relaxed"] [Deal "617"] [Player "{said}"] {{{said}}} *'
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    shell(f'"$@" play --resume "{tmp_path}/game.txt"', b"1\n", PYTHONIOENCODING=coding)
    for words in ("export", "export 1", f'convert "{tmp_path}/game.txt" --to record'):
        written = shell(f'"$@" {words}', PYTHONIOENCODING=coding).stdout.decode()
        assert written.count(said) == 2


def test_bytes_that_are_not_text_do_not_end_the_game(tmp_path: Path) -> None:
    typed = b"\xff\xfe\nt8c1\0\nt8c1\r\nsave \xff.txt\n\x1b[2J\nquit\n"
    result = subprocess.run(
        [*COMMAND, "play", "freecell", "--deal", "617"],
        input=typed,
        capture_output=True,
        cwd=tmp_path,
        check=False,
        timeout=60,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert result.returncode == 0
    assert result.stderr == b""
    assert b"t8c1: QH to cell 1.\n" in result.stdout
    assert b"\nSaved to '\\udcff.txt'.\n" in result.stdout
    assert all(32 <= byte < 127 or byte == 10 for byte in result.stdout)
    assert os.listdir(os.fsencode(tmp_path)) == [b"\xff.txt"]


@pytest.mark.parametrize("slug", GAMES)
def test_the_handout_programs_run(slug: str) -> None:
    result = subprocess.run(
        [*COMMAND, "assignment", slug],
        input=b"h\nq\n",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert result.returncode == 0
    assert result.stderr == b""
    assert result.stdout.count(b"\n") > 10


@needs_shell
def test_no_colour_outside_a_terminal() -> None:
    result = shell(f'"$@" replay "{WON}" --to 3', TERM="xterm-256color")
    assert b"\x1b" not in result.stdout
    assert "♥".encode() in result.stdout


def test_an_interrupt_outside_a_game_ends_with_status_130(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(io.StringIO):
        @property
        def buffer(self) -> io.BytesIO:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupted())
    assert main(["replay", "-"]) == 130
    assert capsys.readouterr() == ("", "")


def test_the_installed_command_is_the_same() -> None:
    script = Path(sys.executable).with_name("winnable")
    if not script.exists():
        pytest.skip("the command is not installed beside this Python")
    result = subprocess.run([script, "--version"], capture_output=True, check=True, timeout=60)
    assert result.stdout.startswith(b"winnable ")
