"""A job: the latest progress, and one last message."""

import asyncio

from fake_workers import run_async

from winnable.l10n import use_language
from winnable.web.workers.job import Job, JobMessages, Owner


def new_job() -> Job:
    return Job(7, Owner("ann"), "key", {"task": "hint"}, ahead=2)


def test_the_task_carries_the_jobs_number_and_the_language_of_the_request() -> None:
    async def test() -> None:
        task = {"task": "hint"}
        with use_language("de"):
            job = Job(7, Owner("ann"), "key", task)
        assert job.task == {"task": "hint", "id": 7, "language": "de"}
        assert task == {"task": "hint"}
        assert job.kind == "hint"

    run_async(test)


def test_only_the_latest_progress_is_kept() -> None:
    async def test() -> None:
        job = new_job()
        for at in range(3):
            job.progress({"kind": "hint", "at": at})
        assert await job.next_message() == ({"kind": "hint", "at": 2}, False)
        job.progress({"kind": "hint", "at": 3})
        job.finish({"kind": "hint", "final": True})
        assert await job.next_message() == ({"kind": "hint", "final": True}, True)

    run_async(test)


def test_after_the_last_message_others_are_ignored() -> None:
    async def test() -> None:
        job = new_job()
        job.finish({"kind": "stopped"})
        job.progress({"kind": "hint"})
        job.finish({"kind": "error"})
        assert await job.next_message() == ({"kind": "stopped"}, True)

    run_async(test)


def test_the_last_message_cancels_the_timer() -> None:
    async def test() -> None:
        job, rung = new_job(), list[int]()
        loop = asyncio.get_running_loop()
        first = loop.call_later(1000, rung.append, 1)
        second = loop.call_later(1000, rung.append, 2)
        job.set_timer(first)
        job.set_timer(second)
        assert first.cancelled()
        assert not second.cancelled()
        job.finish({"kind": "stopped"})
        assert second.cancelled()

    run_async(test)


def test_messages_begin_with_how_many_jobs_are_ahead() -> None:
    async def test() -> None:
        job, cancelled = new_job(), list[Job]()
        messages = JobMessages(job, cancelled.append)
        job.finish({"kind": "hint", "final": True})
        assert [message async for message in messages] == [
            {"kind": "queued", "ahead": 2},
            {"kind": "hint", "final": True},
        ]
        del messages
        await asyncio.sleep(0)
        assert cancelled == []

    run_async(test)


def test_dropping_the_messages_cancels_the_job() -> None:
    async def test() -> None:
        job, cancelled = new_job(), list[Job]()
        messages = JobMessages(job, cancelled.append)
        del messages
        await asyncio.sleep(0)
        assert cancelled == [job]

    run_async(test)
