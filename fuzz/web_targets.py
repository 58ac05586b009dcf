"""Targets for what comes over the network, and between a server and its workers."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Coroutine
from threading import Event
from typing import Any

from pydantic import BaseModel, ValidationError
from starlette.types import Message, Receive, Scope, Send

from fuzz.play_targets import POSITIONS
from fuzz.properties import accepted, check_message, split_choice
from winnable.play import Session
from winnable.web import request_models
from winnable.web.coach_messages import MAX_LINE
from winnable.web.new_game import new_session
from winnable.web.request_models import MakeMove, NewGame
from winnable.web.routes.games import read_requested_move
from winnable.web.security_middleware import SecurityMiddleware
from winnable.web.settings import Settings
from winnable.web.workers.job import Job, Owner
from winnable.web.workers.process import WorkerProcess
from winnable.web.workers.tasks import Report, Task, TaskResult, TaskRunner
from winnable.web.workers.worker import Worker

_MODELS: list[type[BaseModel]] = [
    model
    for name in request_models.__all__
    if isinstance(model := getattr(request_models, name), type) and issubclass(model, BaseModel)
]
_LIMITS = Settings(database="sqlite://", max_moves=100)


def request_bodies(data: bytes) -> None:
    """A body is refused by its model, or with one line, or makes a session or a move."""
    model, data = split_choice(data, _MODELS)
    try:
        body = model.model_validate(json.loads(data))
    except (ValidationError, ValueError, RecursionError):  # as FastAPI answers with 422
        return
    if isinstance(body, NewGame):
        made = accepted(new_session, body, 1, _LIMITS)
        assert made is None or len(made[0].moves) <= _LIMITS.max_moves
    elif isinstance(body, MakeMove):
        for game, position in POSITIONS:
            move = accepted(read_requested_move, Session(game, position), body)
            if move is not None:
                accepted(game.apply, position, move)


# -- headers --------------------------------------------------------------------------------------

_SETTINGS = Settings(
    database="sqlite://",
    hosts=("127.0.0.1", "localhost", "::1"),
    origins=("https://cards.example",),
    log_requests=False,
)
_OWN_HOST = re.compile(rb"(127\.0\.0\.1|localhost|\[::1\])(:[0-9]{0,5})?", re.IGNORECASE)
_REFUSALS = (400, 403, 413, 421, 501)


async def _app(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


_MIDDLEWARE = SecurityMiddleware(_app, _SETTINGS)


def request_headers(data: bytes) -> None:
    """Whatever the headers are, there is one response, and never a failure.

    A request gets through only if it names one of our hosts, once, and no long body; a change only
    from our own page or a program. The input is a method and headers, one a line.
    """
    method, *lines = data.split(b"\n")
    pairs = [line.partition(b":") for line in lines]
    headers = [(name.strip().lower(), value.strip()) for name, _, value in pairs if name.strip()]
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope: Scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method.decode("latin-1") or "GET",
        "path": "/api/v1/games",
        "headers": headers,
    }
    _run(_MIDDLEWARE(scope, receive, send))
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    status = sent[0]["status"]
    if status != 200:
        assert status in _REFUSALS, status
        check_message(json.loads(sent[1]["body"])["error"])
        return
    hosts = [value for name, value in headers if name == b"host"]
    assert len(hosts) == 1, hosts
    assert _OWN_HOST.fullmatch(hosts[0]), hosts
    for length in (value for name, value in headers if name == b"content-length"):
        assert int(length) <= _SETTINGS.max_body_size
    origins = [value.decode("latin-1") for name, value in headers if name == b"origin"]
    if origins and scope["method"] not in ("GET", "HEAD", "OPTIONS"):
        host = hosts[0].decode("latin-1")
        own = (*_SETTINGS.origins, f"http://{host}", f"https://{host}")
        assert set(origins) <= set(own), origins


def _run(call: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine that waits for nothing."""
    try:
        call.send(None)
    except StopIteration:
        return
    raise AssertionError("it waits")


# -- workers --------------------------------------------------------------------------------------


class _CancelledRunner(TaskRunner):
    """Every task is cancelled from the start, so that none takes long."""

    def run(self, task: Task, cancel: Event, report: Report) -> TaskResult:
        cancel.set()
        return super().run(task, cancel, report)


def worker_tasks(data: bytes) -> None:
    """Whatever is on its input, a worker answers with lines of JSON, one last line a task."""
    output = io.BytesIO()
    Worker(io.BytesIO(data), output, _CancelledRunner(), leave=lambda: None).run()
    lines = output.getvalue().split(b"\n")
    assert lines.pop() == b""
    messages = [json.loads(line) for line in lines]
    assert all(len(line) <= MAX_LINE for line in lines)
    assert [one for one in messages if one["kind"] == "ready"] == [{"id": None, "kind": "ready"}]
    for message in messages:
        if message["kind"] == "error":
            check_message(message["text"])


def worker_messages(data: bytes) -> None:
    """Whatever a worker writes, in whatever pieces, the server survives it and passes on objects.

    Once a line breaks the protocol, nothing that follows counts.
    """
    with asyncio.Runner() as runner:
        runner.run(_read_messages(data))


async def _read_messages(data: bytes) -> None:
    passed: list[tuple[Message, bool]] = []
    size = 1 + (data[0] if data else 0)
    process = WorkerProcess(
        lambda _process, message, is_last: passed.append((dict(message), is_last)), lambda: None
    )
    process.job = Job(7, Owner(1), None, {"task": "hint"})
    for start in range(1, len(data), size):
        process.pipe_data_received(1, data[start : start + size])
    for message, is_last in passed:
        assert isinstance(message, dict)
        assert "id" not in message
        if is_last:
            process.job.finish(message)
        else:
            process.job.progress(message)
