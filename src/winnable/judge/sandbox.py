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
import socket
import struct
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from winnable.errors import WinnableError
from winnable.judge.messages import ForgedMessageError, clean_text, parse_message

__all__ = ["Child", "ChildError", "Ending", "Limits", "Reply", "Sandbox", "SandboxError"]

CHILD_FOLDER = Path(__file__).with_name("child")
_FLAGS = ("-s", "-S", "-B", "-X", "utf8")
_REQUEST, _ANSWER = struct.Struct("=ci"), struct.Struct("=i")
_SERVER_SECONDS = 10.0
"""The fork server answers at once; longer than this it has been stopped."""
_CLOSING_SECONDS = 2.0
_NOT_YET, _PROMPTS = 1000, 3
"""What the server says of a process that still runs; a status that the harness ends with."""
_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"}


class SandboxError(WinnableError):
    """A system that cannot run programs apart from ours."""


@dataclass(frozen=True)
class Limits:
    """What a child may use."""

    cpu_seconds: int = 2
    wall_seconds: float = 5.0
    """For one step: up to its next message."""
    total_seconds: float = 10.0
    """For all steps together. What passes while the judge thinks does not count."""
    memory_megabytes: int = 256
    output_bytes: int = 500_000


class Ending(Enum):
    """Why a child ended before it had answered."""

    TIME = "it did not finish in time"
    OUTPUT = "it printed without end"
    PROMPTS = "it kept asking for input after the end of the input"
    EXIT = "it ended its own process"
    KILLED = "its process was killed"
    DISTURBED = "it interfered with the judge"


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

    It starts when it is first needed and must be closed. One thread uses it at a time. `without`
    names layers that are left out, so that tests can look at the others.
    """

    def __init__(self, *, use_bubblewrap: bool = True, without: Collection[str] = ()) -> None:
        if os.name != "posix":
            raise SandboxError("programs can be judged on Linux and macOS only")
        self.uses_bubblewrap = use_bubblewrap and has_bubblewrap()
        self.servers = 0
        """How many fork servers there have been: a program may have ended some of them."""
        self._without = tuple(without)
        self._server: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
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
            try:
                with self.run(job, Limits()) as child:
                    outer = ("bubblewrap",) if self.uses_bubblewrap else ()
                    self._layers = (*outer, *child.layers)
            except ChildError:
                raise SandboxError("this system does not let the judge run programs") from None
        return self._layers

    def request(self, operation: bytes, process: int = 0, handles: Sequence[int] = ()) -> int:
        """Ask the fork server; ChildError if it is gone. The next request starts another one."""
        control = self._start()
        try:
            socket.send_fds(control, [_REQUEST.pack(operation, process)], handles)
            data = control.recv(_ANSWER.size)
        except OSError:
            data = b""
        except BaseException:  # Ctrl-C: the answer must not be taken for that to another request
            self.close()
            raise
        if len(data) < _ANSWER.size:
            self.close()
            raise ChildError(Ending.KILLED)
        answer: int = _ANSWER.unpack(data)[0]
        return answer

    def _start(self) -> socket.socket:
        if self._control is not None:
            return self._control
        ours, theirs = socket.socketpair()
        ours.settimeout(_SERVER_SECONDS)
        options = [str(theirs.fileno()), *self._without]
        try:
            if not self.uses_bubblewrap:  # there it is in memory
                self._folder = tempfile.TemporaryDirectory(
                    prefix="winnable-judge-", ignore_cleanup_errors=True
                )
            self._server = subprocess.Popen(  # noqa: S603  running it is the point
                [*_server_command(self.uses_bubblewrap), *options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                cwd=self._folder.name if self._folder else "/",
                env=_ENVIRONMENT,
                start_new_session=True,
            )
        except OSError as error:
            ours.close()
            reason = error.strerror or error
            raise SandboxError(f"cannot start a process to run programs in: {reason}") from None
        finally:
            theirs.close()
        self._control = ours
        self.servers += 1
        return ours

    def close(self) -> None:
        """End the server and all that runs."""
        if self._control is not None:
            self._control.close()  # which the server takes as the end
            self._control = None
        if self._server is not None:
            try:
                self._server.wait(_CLOSING_SECONDS)
            except subprocess.TimeoutExpired:
                pass
            finally:
                if self._server.poll() is None:
                    with suppress(ProcessLookupError, PermissionError):
                        os.killpg(self._server.pid, signal.SIGKILL)
                self._server.wait()
                self._server = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


class Child:
    """A process with a student's program in it."""

    def __init__(self, sandbox: Sandbox, job: dict[str, Any], limits: Limits) -> None:
        self._sandbox, self._limits = sandbox, limits
        self._output, self._printed, self._rest = b"", 0, b""
        self.seconds = 0.0
        """How long the judge has waited for it."""
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
        self._server = sandbox.servers
        for handle in (self._hearing, self._screen):
            os.set_blocking(handle, False)
            self._selector.register(handle, selectors.EVENT_READ)
        os.set_blocking(self._writing, False)
        limited = {"cpu_seconds": limits.cpu_seconds, "memory_megabytes": limits.memory_megabytes}
        try:
            self.layers = tuple(self.ask({**job, **limited}).message["layers"])
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
        self._send(json.dumps(message).encode() + b"\n", time.monotonic() + self._patience())
        return self.listen()

    def listen(self) -> Reply:
        """Wait for a message of the child, and what it printed up to then."""
        start = time.monotonic()
        deadline = start + self._patience()
        try:
            while b"\n" not in self._rest:
                self._read(deadline)
        finally:
            self.seconds += time.monotonic() - start
        # What was printed before the message was sent is in the pipe by now.
        while self._read_screen():
            pass
        line, _, self._rest = self._rest.partition(b"\n")
        output = self._take_output()
        try:
            return Reply(parse_message(line), output)
        except ForgedMessageError:
            raise ChildError(Ending.DISTURBED, output) from None

    def _patience(self) -> float:
        return min(self._limits.wall_seconds, self._limits.total_seconds - self.seconds)

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
                if len(self._rest) > 4 * self._limits.output_bytes:
                    raise ChildError(Ending.DISTURBED, self._take_output())
                if not data:
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
            status = self._request(b"w")
        except ChildError as error:
            return error.ending
        if -status == signal.SIGXCPU:
            return Ending.TIME
        if status == _NOT_YET:
            return Ending.DISTURBED
        if status == _PROMPTS:
            return Ending.PROMPTS
        return Ending.KILLED if status < 0 else Ending.EXIT

    def _request(self, operation: bytes) -> int:
        if self._server != self._sandbox.servers:  # numbers of processes begin anew
            raise ChildError(Ending.KILLED)
        return self._sandbox.request(operation, self._process)

    def close(self) -> None:
        """End the process and all it started."""
        try:
            with suppress(ChildError):
                self._request(b"k")
        finally:
            self._close_pipes()

    def _close_pipes(self) -> None:
        self._selector.close()
        for handle in (self._hearing, self._screen, self._writing):
            os.close(handle)


def _text(data: bytes) -> str:
    return clean_text(data.decode("utf-8", "backslashreplace"))


# -- where Python is ------------------------------------------------------------------------------


@cache
def _python() -> str:
    """The interpreter itself, not the link to it in a virtual environment."""
    base = getattr(sys, "_base_executable", None) or sys.executable
    return str(Path(base).resolve())


def _server_command(in_bubblewrap: bool) -> list[str]:
    if not in_bubblewrap:
        return [_python(), *_FLAGS, str(CHILD_FOLDER / "fork_server.py")]
    return [*_bubblewrap(), _python(), *_FLAGS, f"{_INSIDE}/fork_server.py"]


_INSIDE = "/judge"
"""Where our files are in bubblewrap: the folders around them are not there."""


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


_SYSTEM_FOLDERS = tuple(map(Path, ("/usr/lib", "/usr/lib64", "/lib", "/lib64")))


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
            _server_command(True), capture_output=True, timeout=20, check=False, env=_ENVIRONMENT
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0
