"""The innermost layer: Python itself asks before it opens, starts, sends or kills anything.

An audit hook (PEP 578) cannot be removed. It stands behind the layers of the system, and alone
where there are none. Code that breaks the interpreter gets past it, so `ctypes` is refused as well.

What it refuses raises PermissionError, whose traceback leads to the hook's frame: so the hook uses
no global name and no cell, which could be changed from there, but its own arguments only.
"""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

__all__ = ["install_guard"]

# fmt: off
_REFUSED = (
    "ctypes.", "fcntl.", "gc.get_", "os.chdir", "os.chflags", "os.chmod", "os.chown", "os.exec",
    "os.fork", "os.kill", "os.link", "os.lockf", "os.mkdir", "os.posix_spawn", "os.remove",
    "os.rename", "os.rmdir", "os.setxattr", "os.spawn", "os.startfile", "os.symlink", "os.system",
    "os.truncate", "os.utime", "pty.", "resource.", "shutil.", "signal.pthread_kill", "socket.",
    "sqlite3.connect", "subprocess.", "syslog.", "_thread.", "webbrowser.", "_posixsubprocess.",
    "_winapi.",
    "cpython.remote_debugger",
)
"""Events that begin like this are refused."""
_REFUSED_MODULES = frozenset({
    "_ctypes", "_ctypes_test", "_posixshmem", "_multiprocessing",
    "_interpreters", "_xxsubinterpreters", "_testcapi", "_testinternalcapi", "_testbuffer",
    "_remote_debugging",
})
# fmt: on
_KEPT_MODULES = frozenset({"posix", "_posixsubprocess"})
"""Modules that are there with less in them: a new copy would have it all again."""
_READING = frozenset({"open", "os.listdir", "os.scandir"})
_WITHOUT_EVENT = ("mkfifo", "mknod", "setsid", "setpgid", "setpriority")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def install_guard(readable: Iterable[str]) -> None:
    """Refuse what a card game has no use for, from now on."""
    for name in _WITHOUT_EVENT:
        for module in (os, sys.modules.get("posix")):
            if hasattr(module, name):
                delattr(module, name)
    for name in list(sys.modules):
        if name in _REFUSED_MODULES or name.partition(".")[0] == "ctypes":
            del sys.modules[name]
    # `import subprocess` is no crime: many modules do. What it calls in the end asks no hook.
    sys.modules["_posixsubprocess"] = types.ModuleType("_posixsubprocess")
    vars(sys.modules["_posixsubprocess"])["fork_exec"] = _refuse
    sys.addaudithook(_make_hook(tuple(readable)))


def _refuse(*arguments: object) -> NoReturn:
    raise PermissionError("starting a program is not allowed here")


def _make_hook(readable: tuple[str, ...]) -> Callable[[str, tuple[Any, ...]], None]:
    def hook(
        event: str,
        arguments: tuple[Any, ...],
        refused: tuple[str, ...] = _REFUSED,
        modules: frozenset[str] = _REFUSED_MODULES | _KEPT_MODULES,
        reading: frozenset[str] = _READING,
        files: frozenset[str] = frozenset((*readable, *sys.path)),
        folders: tuple[str, ...] = tuple(f"{path}/" for path in readable),
        writing: int = _WRITING,
        text: type = str,
        number: type = int,
        kind: type = type,
        error: type[OSError] = PermissionError,
        missing: type[ImportError] = ImportError,
    ) -> None:
        if event.startswith(refused):
            raise error(f"{event} is not allowed here")
        if event == "import":
            if kind(arguments[0]) is not text or arguments[0] in modules:
                raise missing("this module is not allowed here")
        elif event in reading:
            path = arguments[0]
            if kind(path) is number or path is None:
                return
            if event == "open" and kind(arguments[2]) is number and arguments[2] & writing:
                raise error("writing files is not allowed here")
            # A plain name is one in the current folder, which is empty.
            is_plain = kind(path) is text and "/" not in path and path != ".."
            if is_plain and event == "open" and arguments[1] is None:
                raise error("os.open is not allowed here")  # it may be a name in another folder
            if not is_plain and (
                kind(path) is not text
                or "/../" in f"{path}/"
                or (path not in files and not path.startswith(folders))
            ):
                raise error("reading files is not allowed here")

    return hook
