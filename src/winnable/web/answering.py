"""Answers that take their time: long ones, and ones that somebody has to wait for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from fastapi import Request, Response

from winnable.web.errand import Answers, Told
from winnable.web.troubles import ApiError

__all__ = ["in_json", "told_in_lines", "while_there"]

_GLANCE = 0.5
"""Seconds between two looks whether somebody still waits."""
_SILENCE = 15.0
"""Seconds after which an empty line says that there will be more: proxies close what is silent."""


def in_json(body: Any) -> Response:
    """An answer that is ready to be sent: for threads, so that nobody waits while it is written."""
    return Response(json.dumps(body), media_type="application/json")


async def while_there(request: Request, answers: Answers) -> AsyncGenerator[Told, None]:
    """The coach's answers for as long as somebody waits for them; then the question is dropped."""
    async with aclosing(_or_nothing(answers, _GLANCE)) as coming:
        async for answer in coming:
            if answer is not None:
                yield answer
            elif await request.is_disconnected():
                raise ApiError(499, "nobody waits for the answer")


async def told_in_lines(answers: Answers, version: int) -> AsyncGenerator[str, None]:
    """The coach's answers as lines of JSON, and empty ones when nothing is said for long."""
    async with aclosing(_or_nothing(answers, _SILENCE)) as coming:
        async for answer in coming:
            if answer is not None and answer.get("kind") == "queued":
                answer["version"] = version
            yield "\n" if answer is None else json.dumps(answer) + "\n"


async def _or_nothing(answers: Answers, seconds: float) -> AsyncGenerator[Told | None, None]:
    """Answers as they come, and None whenever none has come for so long."""
    coming: asyncio.Future[Told] | None = None
    try:
        while True:
            coming = asyncio.ensure_future(anext(answers))
            while not (await asyncio.wait({coming}, timeout=seconds))[0]:
                yield None
            try:
                answer = coming.result()
            except StopAsyncIteration:
                return
            yield answer
    finally:
        if coming is not None:
            coming.cancel()
        await answers.aclose()
