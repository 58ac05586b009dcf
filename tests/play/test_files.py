"""Files: what is read is bounded, and what is saved is whole or was not touched."""

import errno
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from winnable import Record, Session, Variation, parse_record
from winnable.errors import FileError
from winnable.play.files import RecordSaver, read_text, save_record

OLD = str(Record.of(Session.new("golf-relaxed", 1)))
NEW = str(Record.of(Session.new("golf-relaxed", 2)))


def test_windows_files_are_read(tmp_path: Path) -> None:
    file = tmp_path / "windows.txt"
    file.write_bytes(b"\xef\xbb\xbf" + OLD.replace("\n", "\r\n").encode())
    assert parse_record(read_text(str(file))) == parse_record(OLD)


def test_a_file_is_made_with_the_usual_permissions(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        path = save_record(str(tmp_path / "a game.txt"), OLD)
    finally:
        os.umask(mask)
    assert path.read_text() == OLD
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["a game.txt"]


def test_a_saved_game_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(OLD)
    file.chmod(0o600)
    save_record(str(file), NEW)
    assert file.read_text() == NEW
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    file, link = tmp_path / "game.txt", tmp_path / "folder" / "link.txt"
    link.parent.mkdir()
    link.symlink_to("../game.txt")
    for text in (OLD, NEW):
        save_record(str(link), text)
        assert link.is_symlink()
        assert file.read_text() == text


def test_the_home_folder_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    save_record("~/game.txt", OLD)
    assert read_text("~/game.txt") == OLD


def test_an_empty_file_or_a_broken_record_may_be_replaced(tmp_path: Path) -> None:
    for start in ("", "\n", OLD[:20]):
        file = tmp_path / "game.txt"
        file.write_text(start)
        assert save_record(str(file), NEW).read_text() == NEW


@pytest.mark.parametrize("content", [b"Dear diary", b"[section]\nkey=1\n", b"[1, 2]", b"\x7fELF"])
def test_a_file_that_is_not_a_record_is_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(FileError, match="exists and is not a saved game; choose another name"):
        save_record(str(file), NEW)
    assert file.read_bytes() == content


def test_what_is_not_a_file_is_left_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        with pytest.raises(FileError, match="exists and is not a saved game"):
            save_record(str(tmp_path / name), NEW)
    with pytest.raises(FileError, match="exists and is not a saved game"):
        save_record(os.devnull, NEW)


def test_a_read_only_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(OLD)
    file.chmod(0o444)
    with pytest.raises(FileError, match="is read-only; choose another name"):
        save_record(str(file), NEW)
    assert file.read_text() == OLD


# -- whole or not at all --------------------------------------------------------------------------


@pytest.mark.parametrize("call", ["fsync", "chmod", "replace", "fdopen"])
@pytest.mark.parametrize("exists", [True, False])
def test_a_full_disk_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, exists: bool
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file = tmp_path / "game.txt"
    if exists:
        file.write_text(OLD)
    monkeypatch.setattr(f"winnable.play.files.os.{call}", full)
    with pytest.raises(FileError, match=r"cannot save '.*': no space left on device$"):
        save_record(str(file), NEW)
    assert os.listdir(tmp_path) == (["game.txt"] if exists else [])
    assert not exists or file.read_text() == OLD


SAVE_FOR_EVER = """
import itertools, sys
from winnable.play.files import save_record
name, *texts = sys.argv[1:]
for text in itertools.cycle(texts):
    save_record(name, text)
"""


def test_a_file_that_may_not_grow_is_never_half_written(tmp_path: Path) -> None:
    """The system itself refuses to write more than a few bytes: a real failure in mid-write."""
    file = tmp_path / "game.txt"
    file.write_text(OLD)
    program = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40))" + SAVE_FOR_EVER
    result = subprocess.run(
        [sys.executable, "-c", program, str(file), NEW],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert b"FileError: cannot save" in result.stderr
    assert file.read_text() == OLD
    assert os.listdir(tmp_path) == ["game.txt"]


def test_a_kill_in_the_middle_leaves_a_whole_file(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    texts = [str(commented(word * 10_000)) for word in ("one ", "another ")]
    for turn in range(20):
        before = file.stat().st_mtime_ns if file.exists() else 0
        process = subprocess.Popen([sys.executable, "-c", SAVE_FOR_EVER, str(file), *texts])
        try:
            deadline = time.monotonic() + 30
            while not file.exists() or file.stat().st_mtime_ns == before:
                assert process.poll() is None
                assert time.monotonic() < deadline
            time.sleep(turn / 5000)
        finally:
            process.kill()
            process.wait()
        assert file.read_text() in texts


def commented(comment: str) -> Record:
    """A record as long as one likes."""
    record = Record.of(Session.new("golf-relaxed", 1))
    return Record(record.tags, Variation((), comment))


def test_two_programs_saving_at_once_leave_one_whole_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    program = SAVE_FOR_EVER.replace("itertools.cycle(texts)", "texts * 200")
    both = [
        subprocess.Popen([sys.executable, "-c", program, str(file), text]) for text in (OLD, NEW)
    ]
    while any(process.poll() is None for process in both):
        if file.exists():
            assert file.read_text() in (OLD, NEW)
    assert [process.returncode for process in both] == [0, 0]
    assert file.read_text() in (OLD, NEW)
    assert os.listdir(tmp_path) == ["game.txt"]


# -- saving twice to replace ----------------------------------------------------------------------


def test_a_new_file_is_saved_at_once(tmp_path: Path) -> None:
    file, record = tmp_path / "game.txt", Record.of(Session.new("golf", 1))
    RecordSaver().save(str(file), record)
    assert file.read_text() == str(record)


def test_another_game_is_replaced_only_by_saving_twice(tmp_path: Path) -> None:
    file, other = tmp_path / "game.txt", Record.of(Session.new("golf", 1))
    save_record(str(file), str(other))
    record, saver = Record.of(Session.new("golf", 2)), RecordSaver()
    with pytest.raises(FileError, match=r"save again to replace it, or choose another name$"):
        saver.save(str(file), record)
    assert file.read_text() == str(other)
    saver.save(str(file), record)
    assert file.read_text() == str(record)
    with pytest.raises(FileError):  # the warning was for one file, and one time
        saver.save(str(file), other)


def test_a_warning_is_about_one_name(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("one.txt", "two.txt")]
    for file in files:
        save_record(file, str(Record.of(Session.new("golf", 1))))
    saver = RecordSaver()
    for file in files:
        with pytest.raises(FileError):
            saver.save(file, Record.of(Session.new("golf", 2)))


def test_a_warning_can_be_forgotten(tmp_path: Path) -> None:
    file, record = str(tmp_path / "game.txt"), Record.of(Session.new("golf", 2))
    save_record(file, str(Record.of(Session.new("golf", 1))))
    saver = RecordSaver()
    for _ in range(2):
        with pytest.raises(FileError):
            saver.save(file, record)
        saver.forget()
