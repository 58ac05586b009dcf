"""A worker process as the server sees it: its job, and the lines it writes."""

from __future__ import annotations

import asyncio
import json
import os
from asyncio.subprocess import PIPE
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, cast

from winnable.web.coach_messages import MAX_LINE, Message
from winnable.web.workers.job import Job

__all__ = ["WorkerProcess"]

# Ctrl-C in a terminal is for the server, which then stops its workers.
_OWN_GROUP: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}

OnMessage = Callable[["WorkerProcess", Message, bool], None]


class WorkerProcess(asyncio.SubprocessProtocol):
    """A running worker, which has at most one job at a time.

    `on_message` gets each message about its job, and whether that is the last; `on_ready` is called
    once the worker is ready.
    """

    def __init__(
        self, on_message: OnMessage, on_ready: Callable[[], None], max_line: int = MAX_LINE
    ) -> None:
        self.job: Job | None = None
        """The job it is busy with, even one that was cancelled."""
        self._is_cancelled = False
        self.is_ready = False
        """Whether it has said that it is ready for jobs."""
        self.exited: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done once the process has ended and its pipes are closed."""
        self._on_message, self._on_ready, self._max_line = on_message, on_ready, max_line
        self._buffer = bytearray()
        self._is_ignored = False
        """Whether nothing it writes counts any more."""
        self._transport: asyncio.SubprocessTransport | None = None

    @classmethod
    async def start(
        cls,
        program: Sequence[str],
        on_message: OnMessage,
        on_ready: Callable[[], None],
        max_line: int = MAX_LINE,
    ) -> WorkerProcess:
        """Start the program; OSError if that fails."""
        loop = asyncio.get_running_loop()
        _, process = await loop.subprocess_exec(
            lambda: cls(on_message, on_ready, max_line),
            *program,
            stdin=PIPE,
            stdout=PIPE,
            stderr=None,
            **_OWN_GROUP,
        )
        return process

    @property
    def is_free(self) -> bool:
        return self.is_ready and self.job is None and not self._is_ignored

    @property
    def is_ending(self) -> bool:
        """Whether it was asked to finish its job soon."""
        return self.job is not None and self._is_cancelled

    @property
    def pid(self) -> int:
        return self._transport.get_pid() if self._transport else 0

    def run(self, job: Job) -> None:
        """Give it a job; it must be free."""
        self.job, self._is_cancelled = job, False
        self._write(job.task)

    def cancel_job(self) -> None:
        """Ask it to finish its job soon, with what it knows by then."""
        if self.job is not None:
            self._is_cancelled = True
            self._write({"id": self.job.number, "cancel": True})

    def _write(self, message: Message) -> None:
        pipe = self._transport and self._transport.get_pipe_transport(0)
        if pipe is not None and not pipe.is_closing():
            cast(asyncio.WriteTransport, pipe).write(json.dumps(message).encode() + b"\n")

    # -- called by asyncio ------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if self._is_ignored:
            return
        self._buffer += data
        *lines, rest = self._buffer.split(b"\n")
        self._buffer = rest
        for line in lines:
            self._read(bytes(line))
        if len(self._buffer) > self._max_line:
            self.kill()

    def _read(self, line: bytes) -> None:
        if self._is_ignored:
            return
        try:
            message = json.loads(line)
            number, kind = message.pop("id"), message["kind"]
        except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
            self.kill()  # it does not follow the protocol, so nothing it writes can be trusted
            return
        if kind == "ready":
            self.is_ready = True
            self._on_ready()
        elif self.job is not None and number == self.job.number:
            is_last = message.get("final") is True or kind in ("stopped", "error")
            self._on_message(self, message, is_last)

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_ignored = True
        if self._transport is not None:
            self._transport.close()
        if not self.exited.done():
            self.exited.set_result(None)

    # -- the end ----------------------------------------------------------------------------------

    def kill(self) -> None:
        self._is_ignored = True
        if self._transport is not None:
            with suppress(ProcessLookupError):
                self._transport.kill()

    async def stop(self, timeout: float) -> None:
        """Close its input, on which it exits; if it does not, terminate it, then kill it.

        `timeout` is the seconds until each of the two.
        """
        if self._transport is None:
            return
        pipe = self._transport.get_pipe_transport(0)
        if pipe is not None:
            pipe.close()
        for force in (self._transport.terminate, self._transport.kill):
            await asyncio.wait([self.exited], timeout=timeout)
            if self.exited.done():
                break
            with suppress(ProcessLookupError):
                force()
        await self.exited
