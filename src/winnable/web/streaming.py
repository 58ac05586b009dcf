"""Messages of workers as they come: streamed to a browser, or awaited for a response."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from fastapi import Request
from fastapi.responses import StreamingResponse
from pydantic import TypeAdapter

from winnable.l10n import t
from winnable.web.coach_messages import ErrorMessage, Message, StoppedMessage
from winnable.web.http_errors import ApiError
from winnable.web.response_models.streams import CoachMessage, JudgeStream
from winnable.web.workers.job import JobMessages

__all__ = ["NdjsonResponse", "coach_messages", "stream_judgement", "stream_messages"]

_messages: TypeAdapter[CoachMessage] = TypeAdapter(CoachMessage)
_judge_messages: TypeAdapter[JudgeStream] = TypeAdapter(JudgeStream)

_DISCONNECT_INTERVAL = 0.5
"""Seconds between two checks whether the client is still connected."""
_KEEP_ALIVE = 15.0
"""Seconds after which an empty line is sent: proxies close connections that are silent."""


class NdjsonResponse(StreamingResponse):
    """A stream of JSON objects, one a line."""

    media_type = "application/x-ndjson"


def stream_messages(
    messages: JobMessages,
    version: int,
    at_end: Callable[[Message], Awaitable[None]] | None = None,
) -> NdjsonResponse:
    """A response of all messages; `queued` tells the game's version.

    `at_end` gets the final message before the client does, unless the job fails or is stopped.
    """

    def line(message: Message) -> bytes:
        if message["kind"] == "queued":
            message["version"] = version
        return _messages.dump_json(_messages.validate_python(message))

    return NdjsonResponse(_lines(messages, line, at_end))


def stream_judgement(messages: JobMessages) -> NdjsonResponse:
    """A response of all messages about a program that is being checked."""
    return NdjsonResponse(
        _lines(
            messages,
            lambda message: _judge_messages.dump_json(_judge_messages.validate_python(message)),
        )
    )


async def _lines(
    messages: JobMessages,
    line: Callable[[Message], bytes],
    at_end: Callable[[Message], Awaitable[None]] | None = None,
) -> AsyncGenerator[bytes, None]:
    async with aclosing(_with_pauses(messages, _KEEP_ALIVE)) as coming:
        async for message in coming:
            if at_end is not None and message is not None and message.get("final"):
                await at_end(message)
            yield b"\n" if message is None else line(message) + b"\n"


async def coach_messages(
    request: Request, messages: JobMessages, *, stopped_status: int = 409
) -> AsyncGenerator[CoachMessage, None]:
    """Messages for a response that waits for them; ApiError if the job fails or is stopped.

    The job is cancelled when the client disconnects.
    """
    async with aclosing(_with_pauses(messages, _DISCONNECT_INTERVAL)) as coming:
        async for message in coming:
            if message is None:
                if await request.is_disconnected():
                    raise ApiError(499, t("web.connection_closed"))
                continue
            if message["kind"] == "queued":
                continue
            parsed = _messages.validate_python(message)
            if isinstance(parsed, ErrorMessage):
                raise ApiError(503, parsed.text)
            if isinstance(parsed, StoppedMessage):
                raise ApiError(stopped_status, parsed.text)
            yield parsed


async def _with_pauses(
    messages: JobMessages, seconds: float
) -> AsyncGenerator[Message | None, None]:
    """Messages as they come, and None whenever none has come for so long."""
    coming: asyncio.Future[Message] | None = None
    try:
        while True:
            coming = asyncio.ensure_future(anext(messages))
            while not (await asyncio.wait({coming}, timeout=seconds))[0]:
                yield None
            try:
                message = coming.result()
            except StopAsyncIteration:
                return
            yield message
    finally:
        if coming is not None:
            coming.cancel()
        await messages.aclose()
