"""Runs programs that nobody has read: a child process with few rights, and a pipe to it.

The outer layer is bubblewrap, where it is installed and works: an own view of the file system, no
network, no other processes. Inside it, or without it, the child gives up rights by itself before
the program starts (`child/confine.py`). How much it prints and how long it takes is bounded here.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from types import TracebackType
from typing import Any, Self

from winnable.errors import WinnableError
from winnable.judge.bubblewrap import ENVIRONMENT, has_bubblewrap, server_command
from winnable.judge.messages import ForgedMessageError, clean_text, parse_message

__all__ = ["Child", "ChildError", "Ending", "Limits", "Reply", "Sandbox", "SandboxError"]

_REQUEST, _ANSWER = struct.Struct("=ci"), struct.Struct("=i")
_SERVER_SECONDS = 10.0
"""The fork server answers at once; longer than this it has been stopped."""
_CLOSING_SECONDS = 2.0
_NOT_YET, _PROMPTS = 1000, 3
"""What the server says of a process that still runs; a status that the harness ends with."""


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
        self.servers_ended = 0
        """How many fork servers there have been before this one; a program may have ended them."""
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
                [*server_command(self.uses_bubblewrap), *options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                cwd=self._folder.name if self._folder else "/",
                env=ENVIRONMENT,
                start_new_session=True,
            )
        except OSError as error:
            ours.close()
            reason = error.strerror or error
            raise SandboxError(f"cannot start a process to run programs in: {reason}") from None
        finally:
            theirs.close()
        self._control = ours
        return ours

    def close(self) -> None:
        """End the server and all that runs."""
        if self._control is not None:
            self._control.close()  # which the server takes as the end
            self._control = None
            self.servers_ended += 1
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
        self._output, self._printed, self._rest, self._heard = b"", 0, b"", 0
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
        self._servers_before = sandbox.servers_ended
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
        self._heard += 1
        try:
            return Reply(parse_message(line, self._heard), output)
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
        if -status in (signal.SIGXCPU, signal.SIGKILL):  # the second if it ignores the first
            return Ending.TIME
        if status == _NOT_YET:
            return Ending.DISTURBED
        if status == _PROMPTS:
            return Ending.PROMPTS
        return Ending.KILLED if status < 0 else Ending.EXIT

    def _request(self, operation: bytes) -> int:
        if self._servers_before != self._sandbox.servers_ended:  # numbers of processes begin anew
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
