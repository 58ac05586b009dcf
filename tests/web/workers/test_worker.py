"""The worker program: tasks in, messages out, one task at a time, and how it ends."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event, Thread, Timer

import pytest
from fake_workers import TIMEOUT, last, run_async, running_pool
from requires_kernels import need_kernels

from winnable import Record, Session
from winnable.errors import LimitError
from winnable.web.coach_messages import MAX_LINE, DealMessage, Message, ProgressMessage
from winnable.web.workers.job import Owner
from winnable.web.workers.pool import WORKER
from winnable.web.workers.tasks import Report, Task, TaskResult
from winnable.web.workers.worker import Worker


class ObedientRunner:
    """Does what a task says."""

    def __init__(self) -> None:
        self.now = 0.0

    def run(self, task: Task, cancel: Event, report: Report) -> TaskResult:
        match task["task"]:
            case "report":
                for number, self.now in enumerate(task["at"]):
                    report(ProgressMessage(passed_over=number))
            case "wait":
                report(ProgressMessage(passed_over=1))
                assert cancel.wait(TIMEOUT)
                report(ProgressMessage(passed_over=2))
            case "refuse":
                raise LimitError("there is\nno memory left")
            case "fail":
                raise RuntimeError("a kernel broke")
            case "fail silently":
                raise RuntimeError
            case "answer too long":
                return TaskResult(DealMessage(deal_number=10**4_000), {"moves": "♥" * MAX_LINE})
            case "report too long":
                report(ProgressMessage(passed_over="♥" * MAX_LINE))  # type: ignore[arg-type]
        return TaskResult(DealMessage(deal_number=7))


class Conversation:
    """A worker on a thread of this process, with a pipe in each direction."""

    def __init__(self) -> None:
        self.runner, self.has_left = ObedientRunner(), Event()
        task_end, self_end = os.pipe()
        ear, message_end = os.pipe()
        self._tasks, self._messages = os.fdopen(task_end, "rb"), os.fdopen(message_end, "wb")
        self._out, self._in = os.fdopen(self_end, "wb"), os.fdopen(ear, "rb")
        self._received: SimpleQueue[bytes] = SimpleQueue()
        worker = Worker(
            self._tasks,
            self._messages,
            self.runner,
            clock=lambda: self.runner.now,
            leave=self.has_left.set,
        )
        self._threads = [Thread(target=worker.run), Thread(target=self._receive)]
        for thread in self._threads:
            thread.start()
        assert self.read() == {"id": None, "kind": "ready"}

    def _receive(self) -> None:
        for line in self._in:
            self._received.put(line)

    def write(self, line: bytes) -> None:
        self._out.write(line + b"\n")
        self._out.flush()

    def submit(self, number: int, task: str, **fields: object) -> None:
        self.write(json.dumps({"id": number, "task": task, **fields}).encode())

    def cancel(self, number: int) -> None:
        self.write(json.dumps({"id": number, "cancel": True}).encode())

    def read(self) -> Message:
        message: Message = json.loads(self._received.get(timeout=TIMEOUT))
        return message

    def close(self) -> None:
        self._out.close()
        assert self.has_left.wait(TIMEOUT)
        self._threads[0].join(TIMEOUT)
        self._messages.close()
        self._threads[1].join(TIMEOUT)
        self._tasks.close()
        self._in.close()


@pytest.fixture
def worker() -> Iterator[Conversation]:
    conversation = Conversation()
    yield conversation
    conversation.close()


def answer(number: int) -> Message:
    return {"id": number, "kind": "deal", "final": True, "deal_number": 7, "known_win": None}


def progress(number: int, passed_over: int) -> Message:
    return {"id": number, "kind": "progress", "final": False, "passed_over": passed_over}


def test_tasks_are_run_in_their_order(worker: Conversation) -> None:
    for number in (3, 1, 2):
        worker.submit(number, "nothing")
    assert [worker.read() for _ in range(3)] == [answer(number) for number in (3, 1, 2)]


def test_progress_is_written_ten_times_a_second_at_most(worker: Conversation) -> None:
    worker.submit(1, "report", at=[5.0, 5.01, 5.09, 5.125, 5.15, 5.25, 9.0, 9.0])
    messages = [worker.read() for _ in range(5)]
    assert messages == [*(progress(1, number) for number in (0, 3, 5, 6)), answer(1)]


def test_a_cancelled_task_reports_no_more_progress(worker: Conversation) -> None:
    worker.submit(1, "wait")
    assert worker.read() == progress(1, 1)
    worker.runner.now = 99
    worker.cancel(1)
    assert worker.read() == answer(1)


def test_a_task_that_is_cancelled_before_it_starts_is_stopped(worker: Conversation) -> None:
    worker.submit(1, "wait")
    assert worker.read()["final"] is False
    worker.submit(2, "fail")
    worker.cancel(2)
    worker.cancel(1)
    assert worker.read() == answer(1)
    stopped = worker.read()
    assert (stopped["id"], stopped["kind"]) == (2, "stopped")


def test_cancelling_a_finished_task_does_nothing(worker: Conversation) -> None:
    worker.submit(1, "nothing")
    worker.read()
    worker.cancel(1)
    worker.cancel(77)
    worker.submit(1, "nothing")
    assert worker.read() == answer(1)


def test_an_error_is_one_line_and_the_next_task_is_run(
    worker: Conversation, capsys: pytest.CaptureFixture[str]
) -> None:
    worker.submit(1, "refuse")
    assert worker.read() == {"id": 1, "kind": "error", "text": "There is no memory left."}
    assert capsys.readouterr() == ("", "")  # an expected error has no traceback
    worker.submit(2, "fail")
    assert "a kernel broke" in worker.read()["text"]
    worker.submit(3, "fail silently")
    assert "RuntimeError" in worker.read()["text"]
    assert "RuntimeError: a kernel broke" in capsys.readouterr().err
    worker.submit(4, "nothing")
    assert worker.read() == answer(4)


def test_what_it_says_itself_is_in_the_language_of_the_task(worker: Conversation) -> None:
    worker.submit(1, "fail", language="de")
    assert worker.read()["text"] == "Beim Trainer ist etwas schiefgegangen: a kernel broke."
    worker.submit(2, "fail", language="xx")
    assert "the coach failed" in worker.read()["text"].lower()


@pytest.mark.parametrize("line", [b"", b"{", b"7", b'{"task":"hint"}', b"[" * 100_000, b"\xff"])
def test_a_line_that_is_no_task_is_an_error(worker: Conversation, line: bytes) -> None:
    worker.write(line)
    error = worker.read()
    assert (error["id"], error["kind"]) == (None, "error")
    worker.submit(1, "nothing")
    assert worker.read() == answer(1)


def test_long_lines_are_not_read(worker: Conversation) -> None:
    worker.submit(1, "nothing", record="x" * (3 * MAX_LINE))
    error = worker.read()
    assert (error["id"], error["kind"]) == (None, "error")
    worker.submit(2, "nothing")
    assert worker.read() == answer(2)


def test_long_lines_are_not_written(worker: Conversation) -> None:
    worker.submit(1, "answer too long")
    error = worker.read()
    assert (error["id"], error["kind"]) == (1, "error")
    worker.submit(2, "report too long")
    assert worker.read() == answer(2)


def test_it_leaves_when_its_output_is_closed() -> None:
    class Closed(io.RawIOBase):
        def writable(self) -> bool:
            return True

        def write(self, _: object) -> int:
            raise BrokenPipeError

    has_left = Event()
    Worker(io.BytesIO(), Closed(), ObedientRunner(), leave=has_left.set).run()  # type: ignore[arg-type]
    assert has_left.is_set()


# -- real processes --------------------------------------------------------------------------------


@contextmanager
def worker_process(*program: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A worker in a process of its own, which is killed if it never answers."""
    with subprocess.Popen(
        program or WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        watchdog = Timer(TIMEOUT, process.kill)
        watchdog.start()
        try:
            assert process.stdout is not None
            assert json.loads(process.stdout.readline()) == {"id": None, "kind": "ready"}
            yield process
        finally:
            watchdog.cancel()
            process.kill()


def first_message(process: "subprocess.Popen[bytes]", task: Task) -> Message:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(task).encode() + b"\n")
    process.stdin.flush()
    message: Message = json.loads(process.stdout.readline())
    return message


def test_it_loads_the_coach_and_nothing_of_the_server() -> None:
    code = """
import sys
before = set(sys.modules)
from threading import Event
from winnable.web.workers.worker import TaskRunner
TaskRunner().run({"task": "daily", "game": "aces-up", "date": "2027-01-01"}, Event(), print)
print(*sorted(set(sys.modules) - before))
"""
    command = [sys.executable, "-W", "error", "-c", code]
    loaded = set(subprocess.run(command, capture_output=True, check=True, text=True).stdout.split())
    packages = {name.partition(".")[0] for name in loaded}
    assert packages - sys.stdlib_module_names == {"winnable"}
    assert not packages & {"asyncio", "sqlite3", "http"}
    assert not loaded & {"winnable.store", "winnable.cli", "winnable.tui"}
    assert not loaded & {"winnable.web.app_state", "winnable.web.workers.pool"}
    assert "winnable.coach.coach" in loaded


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="there are no priorities")
def test_it_has_a_low_priority() -> None:
    with worker_process() as process:
        usual = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, usual + 10)


def test_a_real_worker_runs_tasks() -> None:
    record = str(Record.of(Session.new("aces-up", 1)))
    with worker_process() as process:
        broken = {"id": 5, "task": "review", "game_key": "key", "record": record[:-2]}
        error = first_message(process, broken)
        assert (error["id"], error["kind"]) == (5, "error")
        task = {"id": 6, "task": "daily", "game": "aces-up", "date": "2027-01-01"}
        assert first_message(process, task) == answer(6) | {"deal_number": 191330}


PRINTS = """
from winnable.web.workers import tasks, worker
def run(*_):
    print("a stray word")
    raise RuntimeError("it broke")
tasks.TaskRunner.run = run
worker.main()
"""


def test_what_is_printed_does_not_break_the_protocol() -> None:
    with worker_process(sys.executable, "-c", PRINTS) as process:
        error = first_message(process, {"id": 1})
        assert (error["id"], error["kind"]) == (1, "error")
        out, err = process.communicate(timeout=TIMEOUT)
    assert out == b""
    assert b"it broke" in err


HANGS = """
from threading import Event
from winnable.web.coach_messages import ProgressMessage
from winnable.web.workers import tasks, worker
def run(self, task, cancel, report):
    report(ProgressMessage(passed_over=1))
    Event().wait()
tasks.TaskRunner.run = run
worker.main()
"""


def test_it_exits_when_its_input_ends_whatever_it_is_doing() -> None:
    with worker_process(sys.executable, "-c", HANGS) as process:
        assert first_message(process, {"id": 1})["final"] is False
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(TIMEOUT) == 0


SERVER = f"""
import asyncio
from winnable.web.workers.job import Owner
from winnable.web.workers.pool import WorkerPool

async def main():
    pool = WorkerPool(2, program=[{sys.executable!r}, "-c", {HANGS!r}])
    await pool.start()
    jobs = [pool.submit(Owner("ann"), key, {{"task": "hint"}}) for key in ("a", "b")]
    for messages in jobs:
        await anext(messages)
        await anext(messages)
    print("running", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL")
def test_no_worker_outlives_a_killed_server() -> None:
    """Workers share the server's standard error: it ends when the last of them has exited."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"running\n"
        server.send_signal(signal.SIGKILL)
        _, err = server.communicate(timeout=TIMEOUT)
    assert server.returncode == -signal.SIGKILL
    assert err == b""


def test_a_real_search_is_cancelled_and_the_worker_goes_on() -> None:
    """Early in Aces Up an evaluation takes seconds."""
    need_kernels()
    record = str(Record.of(Session.new("aces-up")))
    task = {"task": "evaluation", "game_key": "key", "record": record}

    async def test() -> None:
        async with running_pool(1, program=WORKER) as pool:
            messages = pool.submit(Owner("ann"), "key", task)
            assert [(await anext(messages))["kind"] for _ in range(2)] == ["queued", "evaluation"]
            pool.cancel_game("key")
            without_record = {"task": "hint", "game_key": "key"}
            assert (await last(pool.submit(Owner("ann"), "key", without_record)))["kind"] == "error"
            assert pool.metrics()["workers_died"] == 0

    run_async(test)
