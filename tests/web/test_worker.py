"""A worker: lines in, lines out, one question at a time, and what becomes of it in the end."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event, Thread, Timer
from typing import Any

import pytest
from fake_workers import WAIT, crew, in_time, last
from requires_kernels import need_kernels

from winnable import Record, Session
from winnable.errors import LimitError
from winnable.web.answers import LONGEST
from winnable.web.pool import WORKER
from winnable.web.questions import Question
from winnable.web.worker import Worker

Told = dict[str, Any]
Tell = Callable[[Told], None]


class Obedient:
    """A desk that does what a question says."""

    def __init__(self) -> None:
        self.now = 0.0
        self.called_off = Event()

    def answer(self, question: Question, cancel: Event, tell: Tell) -> Told:
        match question["ask"]:
            case "tell":
                for self.now in question["at"]:
                    tell({"kind": "hint", "at": self.now})
            case "wait":
                tell({"kind": "hint"})
                assert cancel.wait(WAIT)
                tell({"kind": "hint", "late": True})
            case "refuse":
                raise LimitError("there is\nno memory left")
            case "fail":
                raise RuntimeError("a kernel broke")
            case "fail in silence":
                raise RuntimeError
            case "talk":
                return {"kind": "hint", "words": "♥" * LONGEST}
            case "talk on the way":
                tell({"kind": "hint", "words": "♥" * LONGEST})
        return {"kind": "hint", "words": "♥"}


class Talk:
    """A worker on a thread of this process, and a pipe each way."""

    def __init__(self) -> None:
        self.desk, self.left = Obedient(), Event()
        heard, mouth = os.pipe()
        ear, said = os.pipe()
        self._lines, self._out = os.fdopen(heard, "rb"), os.fdopen(said, "wb")
        self._mouth, self._ear = os.fdopen(mouth, "wb"), os.fdopen(ear, "rb")
        self._told: SimpleQueue[bytes] = SimpleQueue()
        worker = Worker(
            self._lines, self._out, self.desk, clock=lambda: self.desk.now, leave=self.left.set
        )
        self._threads = [Thread(target=worker.run), Thread(target=self._listen)]
        for thread in self._threads:
            thread.start()
        assert self.hear() == {"id": None, "kind": "ready"}

    def _listen(self) -> None:
        for line in self._ear:
            self._told.put(line)

    def say(self, line: bytes) -> None:
        self._mouth.write(line + b"\n")
        self._mouth.flush()

    def ask(self, number: int, what: str, **more: object) -> None:
        self.say(json.dumps({"id": number, "ask": what, **more}).encode())

    def call_off(self, number: int) -> None:
        self.say(json.dumps({"id": number, "cancel": True}).encode())

    def hear(self) -> Told:
        told: Told = json.loads(self._told.get(timeout=WAIT))
        return told

    def close(self) -> None:
        self._mouth.close()
        assert self.left.wait(WAIT)
        self._threads[0].join(WAIT)
        self._out.close()
        self._threads[1].join(WAIT)
        self._lines.close()
        self._ear.close()


@pytest.fixture
def talk() -> Iterator[Talk]:
    it = Talk()
    yield it
    it.close()


ANSWER = {"kind": "hint", "words": "♥", "final": True}


def test_questions_are_answered_in_their_order(talk: Talk) -> None:
    for number in (3, 1, 2):
        talk.ask(number, "hint")
    assert [talk.hear() for _ in range(3)] == [{"id": number, **ANSWER} for number in (3, 1, 2)]


def test_progress_is_told_ten_times_a_second_at_most(talk: Talk) -> None:
    talk.ask(1, "tell", at=[5.0, 5.01, 5.09, 5.125, 5.15, 5.25, 9.0, 9.0])
    told = [talk.hear() for _ in range(5)]
    assert [line.get("at") for line in told] == [5.0, 5.125, 5.25, 9.0, None]
    assert [line["final"] for line in told] == [False] * 4 + [True]


def test_a_question_that_is_called_off_ends_and_says_no_more(talk: Talk) -> None:
    talk.ask(1, "wait")
    assert talk.hear() == {"id": 1, "kind": "hint", "final": False}
    talk.desk.now = 99
    talk.call_off(1)
    assert talk.hear() == {"id": 1, **ANSWER}


def test_one_that_was_not_begun_is_stopped(talk: Talk) -> None:
    talk.ask(1, "wait")
    assert talk.hear()["final"] is False
    talk.ask(2, "fail")
    talk.call_off(2)
    talk.call_off(1)
    assert talk.hear() == {"id": 1, **ANSWER}
    assert talk.hear() == {"id": 2, "kind": "stopped", "words": "The question was called off."}


def test_to_call_off_what_is_over_does_nothing(talk: Talk) -> None:
    talk.ask(1, "hint")
    talk.hear()
    talk.call_off(1)
    talk.call_off(77)
    talk.ask(1, "hint")
    assert talk.hear() == {"id": 1, **ANSWER}


def test_trouble_has_one_line_and_is_soon_forgotten(
    talk: Talk, capsys: pytest.CaptureFixture[str]
) -> None:
    talk.ask(1, "refuse")
    assert talk.hear() == {"id": 1, "kind": "trouble", "words": "There is no memory left."}
    assert capsys.readouterr() == ("", "")  # no fault of ours
    talk.ask(2, "fail")
    assert talk.hear()["words"] == "The coach gave up: a kernel broke."
    talk.ask(3, "fail in silence")
    assert talk.hear()["words"] == "The coach gave up: RuntimeError."
    assert "RuntimeError: a kernel broke" in capsys.readouterr().err
    talk.ask(4, "hint")
    assert talk.hear() == {"id": 4, **ANSWER}


@pytest.mark.parametrize("line", [b"", b"{", b"7", b'{"ask":"hint"}', b"[" * 100_000, b"\xff"])
def test_what_is_no_question_is_told_so(talk: Talk, line: bytes) -> None:
    talk.say(line)
    assert talk.hear() == {
        "id": None,
        "kind": "trouble",
        "words": "That is no question: write a line of JSON with an id.",
    }
    talk.ask(1, "hint")
    assert talk.hear() == {"id": 1, **ANSWER}


def test_long_lines_are_not_read(talk: Talk) -> None:
    talk.ask(1, "hint", record="x" * (3 * LONGEST))
    assert talk.hear() == {
        "id": None,
        "kind": "trouble",
        "words": f"The question is longer than {LONGEST} bytes.",
    }
    talk.ask(2, "hint")
    assert talk.hear() == {"id": 2, **ANSWER}


def test_nor_written(talk: Talk) -> None:
    talk.ask(1, "talk")
    assert talk.hear()["words"] == f"The answer is longer than {LONGEST} bytes."
    talk.ask(2, "talk on the way")
    assert talk.hear() == {"id": 2, **ANSWER}


def test_where_nobody_listens_it_leaves() -> None:
    class Closed(io.RawIOBase):
        def writable(self) -> bool:
            return True

        def write(self, _: object) -> int:
            raise BrokenPipeError

    left = Event()
    Worker(io.BytesIO(), Closed(), Obedient(), leave=left.set).run()  # type: ignore[arg-type]
    assert left.is_set()


# -- real processes -------------------------------------------------------------------------------


@contextmanager
def worker(*program: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A worker in a process of its own, and a watch that ends it should it never answer."""
    with subprocess.Popen(
        program or WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        watch = Timer(WAIT, process.kill)
        watch.start()
        try:
            assert process.stdout is not None
            assert json.loads(process.stdout.readline()) == {"id": None, "kind": "ready"}
            yield process
        finally:
            watch.cancel()
            process.kill()


def asked(process: "subprocess.Popen[bytes]", question: Question) -> Told:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(question).encode() + b"\n")
    process.stdin.flush()
    told: Told = json.loads(process.stdout.readline())
    return told


def test_it_loads_the_coach_and_nothing_of_the_server() -> None:
    code = """
import sys
before = set(sys.modules)
from threading import Event
from winnable.web.worker import Desk
Desk().answer({"ask": "daily", "game": "aces-up", "date": "2027-01-01"}, Event(), print)
print(*sorted(set(sys.modules) - before))
"""
    words = [sys.executable, "-I", "-W", "error", "-c", code]
    loaded = set(subprocess.run(words, capture_output=True, check=True, text=True).stdout.split())
    packages = {name.partition(".")[0] for name in loaded}
    assert packages - sys.stdlib_module_names == {"winnable"}
    assert not packages & {"asyncio", "sqlite3", "http"}
    assert not loaded & {"winnable.store", "winnable.cli", "winnable.tui", "winnable.web.pool"}
    assert "winnable.coach.coach" in loaded


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="there are no priorities")
def test_it_stands_back() -> None:
    with worker() as process:
        usual = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, usual + 10)


def test_a_real_worker_answers() -> None:
    record = str(Record.of(Session.new("aces-up", 1)))
    with worker() as process:
        told = asked(process, {"id": 5, "ask": "review", "table": "t", "record": record[:-2]})
        assert told["id"] == 5
        assert told["words"] == "The record breaks off: it has to end with *."
        told = asked(process, {"id": 6, "ask": "daily", "game": "aces-up", "date": "2027-01-01"})
        assert told == {"id": 6, "kind": "deal", "number": 191330, "final": True}


PRINTS = """
from winnable.web import questions, worker
def answer(*_):
    print("a stray word")
    raise RuntimeError("it broke")
questions.Desk.answer = answer
worker.main()
"""


def test_whatever_is_printed_is_no_answer() -> None:
    with worker(sys.executable, "-c", PRINTS) as process:
        told = asked(process, {"id": 1})
        assert told == {"id": 1, "kind": "trouble", "words": "The coach gave up: it broke."}
        out, err = process.communicate(timeout=WAIT)
    assert out == b""
    assert b"it broke" in err


THINKS = """
from threading import Event
from winnable.web import questions, worker
def answer(self, question, cancel, tell):
    tell({"kind": "hint"})
    Event().wait()
questions.Desk.answer = answer
worker.main()
"""


def test_the_end_of_the_input_is_the_end_whatever_it_is_doing() -> None:
    with worker(sys.executable, "-c", THINKS) as process:
        assert asked(process, {"id": 1})["final"] is False
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(WAIT) == 0


SERVER = f"""
import asyncio
from winnable.web.pool import Pool

async def main():
    pool = Pool(2, program=[{sys.executable!r}, "-c", {THINKS!r}])
    await pool.start()
    asked = [pool.ask("ann", table, {{"ask": "hint"}}) for table in ("t", "u")]
    for answers in asked:
        await anext(answers)
        await anext(answers)
    print("thinking", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing is killed here")
def test_nobody_is_left_when_the_server_is_killed() -> None:
    """The workers have the server's standard error: it ends when the last of them is gone."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"thinking\n"
        server.send_signal(signal.SIGKILL)
        _, err = server.communicate(timeout=WAIT)
    assert server.returncode == -signal.SIGKILL
    assert err == b""


def test_a_real_search_is_called_off_and_the_worker_goes_on() -> None:
    """Early in Aces Up a standing takes seconds."""
    need_kernels()
    question = {"ask": "standing", "table": "t", "record": str(Record.of(Session.new("aces-up")))}

    async def test() -> None:
        async with crew(1, program=WORKER) as pool:
            answers = pool.ask("ann", "t", question)
            assert [(await anext(answers))["kind"] for _ in range(2)] == ["queued", "standing"]
            pool.call_off("t")
            told = await last(pool.ask("ann", "t", {"ask": "hint", "table": "t"}))
            assert told == {"kind": "trouble", "words": "The question has no text for record."}
            assert pool.figures()["died"] == 0

    in_time(test)
