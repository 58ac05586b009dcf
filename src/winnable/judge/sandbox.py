"""Runs programs that nobody has read: a child process with few rights, and a pipe to it.

The outer layer is bubblewrap, where it is installed and works: an own view of the file system, no
network, no other processes. Inside it, or without it, the child gives up rights by itself before
the program starts (`child/confine.py`). How much it prints and how long it takes is bounded here.
"""

from __future__ import annotations

import json
import os
import selectors
import shutil
import signal
import site
import socket
import struct
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from winnable.errors import WinnableError

__all__ = ["Child", "ChildError", "Ending", "Limits", "Reply", "Sandbox", "SandboxError"]

CHILD_FOLDER = Path(__file__).with_name("child")
_FLAGS = ("-s", "-S", "-B", "-X", "utf8")
_REQUEST, _ANSWER = struct.Struct("=ci"), struct.Struct("=i")
_SERVER_SECONDS = 20.0
"""The fork server answers at once; longer than this it has been stopped."""
_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"}


class SandboxError(WinnableError):
    """A system that cannot run programs apart from ours."""


@dataclass(frozen=True)
class Limits:
    """What a child may use. The wall time is for one step: up to its next message."""

    cpu_seconds: int = 2
    wall_seconds: float = 5.0
    memory_megabytes: int = 512
    output_bytes: int = 500_000


class Ending(Enum):
    """Why a child ended before it had answered."""

    TIME = "it did not finish in time"
    OUTPUT = "it printed without end"
    PROMPTS = "it kept asking for input after the end of the input"
    EXIT = "it ended its own process"
    KILLED = "its process was killed"


class ChildError(Exception):
    """A child that gives no answer any more."""

    def __init__(self, ending: Ending, output: str = "") -> None:
        super().__init__(ending.value)
        self.ending, self.output = ending, output


@dataclass(frozen=True)
class Reply:
    """A message of the child, and what it printed before it."""

    message: dict[str, Any]
    output: str = field(repr=False)


class Sandbox:
    """Where programs run: a fork server with few rights, and a process for each run.

    It starts when it is first needed and must be closed. One thread uses it at a time.
    """

    def __init__(self, *, use_bubblewrap: bool = True) -> None:
        if os.name != "posix":
            raise SandboxError("programs can be judged on Linux and macOS only")
        self.uses_bubblewrap = use_bubblewrap and has_bubblewrap()
        self._server: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="winnable-judge-")
        self._layers: tuple[str, ...] = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def run(self, job: dict[str, Any], limits: Limits) -> Child:
        """Start a process for a job."""
        return Child(self, job, limits)

    @property
    def layers(self) -> tuple[str, ...]:
        """What keeps programs apart from the rest of the system."""
        if not self._layers:
            job = {"mode": "inspect", "source": "", "file": "empty.py"}
            with self.run(job, Limits()) as child:
                outer = ("bubblewrap",) if self.uses_bubblewrap else ()
                self._layers = (*outer, *child.layers)
        return self._layers

    def request(self, operation: bytes, process: int = 0, handles: Sequence[int] = ()) -> int:
        """Ask the fork server; ChildError if it is gone. The next request starts another one."""
        control = self._start()
        try:
            socket.send_fds(control, [_REQUEST.pack(operation, process)], handles)
            data = control.recv(_ANSWER.size)
        except OSError:
            data = b""
        if len(data) < _ANSWER.size:
            self._stop()
            raise ChildError(Ending.KILLED)
        answer: int = _ANSWER.unpack(data)[0]
        return answer

    def _start(self) -> socket.socket:
        if self._control is not None:
            return self._control
        ours, theirs = socket.socketpair()
        script = str(CHILD_FOLDER / "fork_server.py")
        command = [_python(), *_FLAGS, script, str(theirs.fileno())]
        try:
            self._server = subprocess.Popen(  # noqa: S603  running it is the point
                [*_bubblewrap(), *command] if self.uses_bubblewrap else command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                cwd=self._folder.name,
                env=_ENVIRONMENT,
                start_new_session=True,
            )
        finally:
            theirs.close()
        ours.settimeout(_SERVER_SECONDS)
        self._control = ours
        return ours

    def _stop(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._server is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._server.pid, signal.SIGKILL)
            self._server.wait()
            self._server = None

    def close(self) -> None:
        """End the server and all that runs."""
        self._stop()
        self._folder.cleanup()


class Child:
    """A process with a student's program in it."""

    def __init__(self, sandbox: Sandbox, job: dict[str, Any], limits: Limits) -> None:
        self._sandbox, self._limits = sandbox, limits
        self._output, self._printed, self._rest = b"", 0, b""
        self._hearing, child_writing = os.pipe()
        child_reading, self._writing = os.pipe()
        self._screen, child_screen = os.pipe()
        self._selector = selectors.DefaultSelector()
        self._process = 0
        handles = (child_reading, child_writing, child_screen)
        try:
            self._process = sandbox.request(b"s", handles=handles)
        finally:
            for handle in handles:
                os.close(handle)
            if not self._process:
                self._close_pipes()
        for handle in (self._hearing, self._screen):
            os.set_blocking(handle, False)
            self._selector.register(handle, selectors.EVENT_READ)
        os.set_blocking(self._writing, False)
        limited = {"cpu_seconds": limits.cpu_seconds, "memory_megabytes": limits.memory_megabytes}
        try:
            job = {**job, **limited, "readable": _readable_paths()}
            self.layers = tuple(self.ask(job).message["layers"])
            self._send(b"{}\n", time.monotonic() + limits.wall_seconds)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def ask(self, message: dict[str, Any]) -> Reply:
        """Send a message and wait for the answer; ChildError if there is none."""
        deadline = time.monotonic() + self._limits.wall_seconds
        self._send(json.dumps(message).encode() + b"\n", deadline)
        return self.listen(deadline)

    def listen(self, deadline: float | None = None) -> Reply:
        """Wait for a message of the child, and what it printed up to then."""
        if deadline is None:
            deadline = time.monotonic() + self._limits.wall_seconds
        while b"\n" not in self._rest:
            self._read(deadline)
        # What was printed before the message was sent is in the pipe by now.
        while self._read_screen():
            pass
        line, _, self._rest = self._rest.partition(b"\n")
        output, self._output = self._output, b""
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):  # the program has written into our pipe
            raise ChildError(Ending.EXIT, _text(output))
        return Reply(answer, _text(output))

    def _send(self, data: bytes, deadline: float) -> None:
        while data:
            try:
                data = data[os.write(self._writing, data) :]
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise ChildError(Ending.TIME, self._take_output()) from None
                time.sleep(0.001)
            except BrokenPipeError:
                raise ChildError(self._ending(), self._take_output()) from None

    def _read(self, deadline: float) -> None:
        ready = self._selector.select(max(deadline - time.monotonic(), 0))
        if not ready:
            raise ChildError(Ending.TIME, self._take_output())
        for key, _ in ready:
            if key.fd == self._screen:
                if not self._read_screen():
                    self._selector.unregister(self._screen)
            else:
                data = os.read(self._hearing, 65536)
                self._rest += data
                if not data or len(self._rest) > 4 * self._limits.output_bytes:
                    while self._read_screen():
                        pass
                    raise ChildError(self._ending(), self._take_output())

    def _read_screen(self) -> bool:
        """Read what is in the pipe of standard output; whether there was anything."""
        try:
            data = os.read(self._screen, 65536)
        except BlockingIOError:
            return False
        self._output += data
        self._printed += len(data)
        if self._printed > self._limits.output_bytes:
            raise ChildError(Ending.OUTPUT, self._take_output())
        return bool(data)

    def _take_output(self) -> str:
        output, self._output = self._output, b""
        return _text(output)

    def _ending(self) -> Ending:
        """Why a child that has closed its pipe is gone."""
        try:
            status = self._sandbox.request(b"w", self._process)
        except ChildError as error:
            return error.ending
        if -status == signal.SIGXCPU:
            return Ending.TIME
        if status == 3:
            return Ending.PROMPTS
        return Ending.KILLED if status < 0 else Ending.EXIT

    def close(self) -> None:
        """End the process and all it started."""
        with suppress(ChildError):
            self._sandbox.request(b"k", self._process)
        self._close_pipes()

    def _close_pipes(self) -> None:
        self._selector.close()
        for handle in (self._hearing, self._screen, self._writing):
            os.close(handle)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")


# -- where Python is ------------------------------------------------------------------------------


@cache
def _python() -> str:
    """The interpreter itself, not the link to it in a virtual environment."""
    base = getattr(sys, "_base_executable", None) or sys.executable
    return str(Path(base).resolve())


@cache
def _site_packages() -> tuple[str, ...]:
    """Folders of installed packages, ours among them, which a student's program need not see."""
    prefixes = {sys.prefix, sys.base_prefix}
    folders = {*site.getsitepackages(list(prefixes)), sysconfig.get_path("purelib")}
    folders |= {sysconfig.get_path("purelib", vars={"base": sys.base_prefix})}
    return tuple(sorted(folder for folder in folders if Path(folder).is_dir()))


@cache
def _readable_paths() -> tuple[str, ...]:
    """What a child may read: the standard library without installed packages, and our files."""
    library = Path(sysconfig.get_path("stdlib"))
    hidden = {"site-packages", "dist-packages"}
    modules = [str(path) for path in library.iterdir() if path.name not in hidden]
    system = ["/lib", "/lib64", "/usr/lib", "/etc/ld.so.cache", "/dev/null", "/dev/urandom"]
    return (*modules, *system, str(CHILD_FOLDER), _python())


def _bubblewrap() -> list[str]:
    """The start of a command that runs the rest of it in a world of its own."""
    binds = [path for path in ("/usr", "/lib", "/lib64", "/etc/ld.so.cache") if Path(path).exists()]
    binds += [sys.base_prefix] if not sys.base_prefix.startswith("/usr") else []
    binds += [str(CHILD_FOLDER)]
    command = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    for path in binds:
        command += ["--ro-bind", path, path]
    for folder in _site_packages():
        if any(Path(folder).is_relative_to(path) for path in binds):
            command += ["--tmpfs", folder, "--remount-ro", folder]
    return [*command, "--dev", "/dev", "--dir", "/empty", "--chdir", "/empty", "--"]


@cache
def has_bubblewrap() -> bool:
    """Whether bubblewrap is installed and the system lets it work."""
    if sys.platform != "linux" or shutil.which("bwrap") is None:
        return False
    trial = [*_bubblewrap(), _python(), *_FLAGS, "-c", "import json"]
    try:
        tried = subprocess.run(  # noqa: S603
            trial, capture_output=True, timeout=20, check=False, env=_ENVIRONMENT
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0
