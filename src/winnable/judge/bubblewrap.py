"""How the fork server is started: with which Python, and which files it sees in bubblewrap."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path

__all__ = ["CHILD_FOLDER", "ENVIRONMENT", "has_bubblewrap", "server_command"]

CHILD_FOLDER = Path(__file__).with_name("child")
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"}
_FLAGS = ("-s", "-S", "-B", "-X", "utf8")
_INSIDE = "/judge"
"""Where our files are in bubblewrap: the folders around them are not there."""
_SYSTEM_FOLDERS = tuple(map(Path, ("/usr/lib", "/usr/lib64", "/lib", "/lib64")))


@cache
def _python() -> str:
    """The interpreter itself, not the link to it in a virtual environment."""
    base = getattr(sys, "_base_executable", None) or sys.executable
    return str(Path(base).resolve())


def server_command(in_bubblewrap: bool) -> list[str]:
    """The command that starts the fork server; arguments may follow."""
    if not in_bubblewrap:
        return [_python(), *_FLAGS, str(CHILD_FOLDER / "fork_server.py")]
    return [*_bubblewrap(), _python(), *_FLAGS, f"{_INSIDE}/fork_server.py"]


@cache
def _bubblewrap() -> tuple[str, ...]:
    """The start of a command that runs the rest of it in a world of its own.

    In it there are the standard library, what its compiled modules are linked to, and our files;
    installed packages, ours among them, are not.
    """
    program = shutil.which("bwrap") or "bwrap"
    command = [program, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    folders = []
    for place in (*_SYSTEM_FOLDERS, *_python_folders()):
        if place.is_symlink() and place in _SYSTEM_FOLDERS:  # as /lib, where it is part of /usr
            command += ["--symlink", str(place.readlink()), str(place)]
        elif place.is_dir():
            folders.append(place)
    for path in (*folders, Path("/etc/ld.so.cache"), Path(_python())):
        if path.exists():
            command += ["--ro-bind", str(path), str(path)]
    for folder in folders:
        for packages in sorted({*folder.glob("python*/*-packages"), *folder.glob("*-packages")}):
            command += ["--tmpfs", str(packages), "--remount-ro", str(packages)]
    command += ["--ro-bind", str(CHILD_FOLDER), _INSIDE, "--dev", "/dev"]
    command += ["--dir", "/empty", "--chdir", "/empty", "--remount-ro", "/dev"]
    return (*command, "--remount-ro", "/", "--")


def _python_folders() -> list[Path]:
    """Where the standard library is, and the libraries that came with the interpreter."""
    found = {Path(_python()).parents[1] / "lib", Path(sysconfig.get_path("stdlib")).parent}
    return sorted(found - set(_SYSTEM_FOLDERS))


@cache
def has_bubblewrap() -> bool:
    """Whether bubblewrap is installed and the system lets it work."""
    if sys.platform != "linux" or shutil.which("bwrap") is None:
        return False
    try:
        tried = subprocess.run(  # noqa: S603
            server_command(True), capture_output=True, timeout=20, check=False, env=ENVIRONMENT
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0
