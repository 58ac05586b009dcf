"""A worker of the coach as the server sees it: a process, the question it is at, and its lines."""

from __future__ import annotations

import asyncio
import json
import os
from asyncio.subprocess import PIPE
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, cast

from winnable.web.answers import LONGEST
from winnable.web.errand import Errand, Told

__all__ = ["Process"]

# Ctrl-C in a terminal is for the server, which then sees its workers off.
_OWN_GROUP: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}


_Hear = Callable[["Process", Told, bool], None]


class Process(asyncio.SubprocessProtocol):
    """One running program, that is asked one question at a time.

    `hear` gets each line about the question that the program is at, and whether it is the last;
    `be_ready` is called when the program says that it is.
    """

    def __init__(self, hear: _Hear, be_ready: Callable[[], None]) -> None:
        self.errand: Errand | None = None
        """The question it is at, even if nobody wants the answer any more."""
        self.is_ready = False
        """Whether it has said that it is ready for questions."""
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done once the process has ended and nothing of it is left."""
        self._hear, self._be_ready = hear, be_ready
        self._rest = bytearray()
        self._is_doomed = False
        """Whether nothing it says is heard any more."""
        self._transport: asyncio.SubprocessTransport | None = None

    @classmethod
    async def start(
        cls, program: Sequence[str], hear: _Hear, be_ready: Callable[[], None]
    ) -> Process:
        """Start the program; OSError if that does not work."""
        loop = asyncio.get_running_loop()
        _, process = await loop.subprocess_exec(
            lambda: cls(hear, be_ready),
            *program,
            stdin=PIPE,
            stdout=PIPE,
            stderr=None,
            **_OWN_GROUP,
        )
        return process

    @property
    def is_free(self) -> bool:
        """Whether it can be asked something."""
        return self.is_ready and self.errand is None and not self._is_doomed

    @property
    def pid(self) -> int:
        """The number that the system gave it."""
        return self._transport.get_pid() if self._transport else 0

    # -- asking -----------------------------------------------------------------------------------

    def ask(self, errand: Errand) -> None:
        """Give it a question; it must be free."""
        self.errand = errand
        self._write(errand.question)

    def call_off(self) -> None:
        """Tell it that nobody wants to wait for the answer."""
        if self.errand is not None:
            self._write({"id": self.errand.number, "cancel": True})

    def _write(self, words: Told) -> None:
        pipe = self._transport and self._transport.get_pipe_transport(0)
        if pipe is not None and not pipe.is_closing():
            cast(asyncio.WriteTransport, pipe).write(json.dumps(words).encode() + b"\n")

    # -- hearing ----------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It runs."""
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """It says something: perhaps a line, perhaps a piece of one."""
        if self._is_doomed:
            return
        self._rest += data
        *lines, rest = self._rest.split(b"\n")
        self._rest = rest
        for line in lines:
            self._hear_line(bytes(line))
        if len(self._rest) > LONGEST:
            self.kill()

    def _hear_line(self, line: bytes) -> None:
        if self._is_doomed:
            return
        try:
            answer = json.loads(line)
            number, kind = answer.pop("id"), answer["kind"]
        except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
            self.kill()  # it does not speak our language, so nothing it says can be trusted
            return
        if kind == "ready":
            self.is_ready = True
            self._be_ready()
        elif self.errand is not None and number == self.errand.number:
            is_last = answer.get("final") is True or kind in ("stopped", "trouble")
            self._hear(self, answer, is_last)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing of it is left."""
        self._is_doomed = True
        if self._transport is not None:
            self._transport.close()
        if not self.gone.done():
            self.gone.set_result(None)

    # -- the end ----------------------------------------------------------------------------------

    def kill(self) -> None:
        """End it at once."""
        self._is_doomed = True
        if self._transport is not None:
            with suppress(ProcessLookupError):
                self._transport.kill()

    async def see_off(self, patience: float) -> None:
        """Let it end by itself; then ask it to; then make it."""
        if self._transport is None:
            return
        pipe = self._transport.get_pipe_transport(0)
        if pipe is not None:
            pipe.close()
        for push in (self._transport.terminate, self._transport.kill):
            await asyncio.wait([self.gone], timeout=patience)
            if self.gone.done():
                break
            with suppress(ProcessLookupError):
                push()
        await self.gone
