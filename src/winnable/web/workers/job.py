"""A job for a worker, and its messages as they come.

A client may read slowly or not at all: of the progress only the latest message is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass

from winnable.l10n import current_language
from winnable.web.coach_messages import Message

__all__ = ["Job", "JobMessages", "Owner"]


@dataclass(frozen=True)
class Owner:
    """Whose job it is."""

    player: int | str
    """A player's number, or some name for a browser that has none yet."""
    address: str = ""
    """Where the player is: jobs from one address share its turns."""
    is_established: bool = False
    """Whether the player has been here for a while."""


class Job:
    """A task, its owner, and the messages about it that have not been read yet."""

    def __init__(
        self, number: int, owner: Owner, game_key: str | None, task: Message, ahead: int = 0
    ) -> None:
        self.number, self.owner, self.game_key = number, owner, game_key
        self.language = current_language()
        self.task = {**task, "id": number, "language": self.language}
        self.ahead = ahead
        """How many jobs were to run first when it was submitted."""
        self.is_overdue = False
        """Whether it has run for so long that it has to end as soon as others wait."""
        self._timer: asyncio.TimerHandle | None = None
        self._progress: Message | None = None
        self._result: Message | None = None
        self._has_news = asyncio.Event()

    @property
    def kind(self) -> object:
        return self.task.get("task")

    @property
    def is_finished(self) -> bool:
        """Whether its last message is known; a worker may still be busy with it."""
        return self._result is not None

    def progress(self, message: Message) -> None:
        """Take a message that is not the last; it replaces one that has not been read."""
        if not self.is_finished:
            self._progress = message
            self._has_news.set()

    def finish(self, message: Message) -> None:
        """Take the last message; later ones are ignored."""
        if not self.is_finished:
            self._result = message
            self._has_news.set()
        self.set_timer(None)

    def set_timer(self, timer: asyncio.TimerHandle | None) -> None:
        """Replace the timer that limits it."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = timer

    async def next_message(self) -> tuple[Message, bool]:
        """The next unread message, and whether it is the last."""
        await self._has_news.wait()
        self._has_news.clear()
        if self._result is not None:
            return self._result, True
        assert self._progress is not None  # noqa: S101 - nothing else sets the event
        message, self._progress = self._progress, None
        return message, False


class JobMessages(AsyncIterator[Message]):
    """The messages of a job: `queued`, progress, and the last one.

    Leaving before the end (`aclose`, a cancelled task, a dropped iterator) cancels the job.
    """

    def __init__(self, job: Job, cancel: Callable[[Job], None]) -> None:
        self._job, self._cancel = job, cancel
        self._loop = asyncio.get_running_loop()
        self._has_begun = self._has_ended = False

    def __aiter__(self) -> JobMessages:
        return self

    async def __anext__(self) -> Message:
        if self._has_ended:
            raise StopAsyncIteration
        if not self._has_begun:
            self._has_begun = True
            return {"kind": "queued", "ahead": self._job.ahead}
        try:
            message, self._has_ended = await self._job.next_message()
        except asyncio.CancelledError:
            await self.aclose()
            raise
        return message

    async def aclose(self) -> None:
        """Stop reading, and cancel the job if it is not finished."""
        self._has_ended = True
        self._cancel(self._job)

    def __del__(self) -> None:
        # A connection may be lost before the first message is read, and then nobody closes this.
        if not self._job.is_finished:
            with suppress(RuntimeError):  # the loop is closed, and the pool with it
                self._loop.call_soon_threadsafe(self._cancel, self._job)
