"""Child processes that solve: each is asked in one line of JSON and answers in one.

A child of its own for each measurement keeps memory apart, and one that stays for many questions
keeps the time that Python takes to start out of the figures: the child reads the clock itself.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any

__all__ = ["Answer", "Child", "ChildError", "forget_peak", "peak_memory", "serve"]

Answer = dict[str, Any]

ROOT = Path(__file__).parents[1]


class ChildError(RuntimeError):
    """A child process ended before it answered."""


class Child:
    """A child process that runs a module which calls `serve`."""

    def __init__(self, module: str) -> None:
        self.module = module
        self._process = subprocess.Popen(  # noqa: S603 - our own module, by our own Python
            [sys.executable, "-m", module],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._questions = _piped(self._process.stdin)
        self._answers = _piped(self._process.stdout)

    def __enter__(self) -> Child:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def ask(self, task: str, **details: object) -> Answer:
        """Have a task done; what the child has to say about it."""
        try:
            self._questions.write(json.dumps({"task": task, **details}) + "\n")
            self._questions.flush()
            line = self._answers.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            status = self._process.wait()
            raise ChildError(f"{self.module} ended with status {status} when asked to {task}")
        answer: Answer = json.loads(line)
        return answer

    def close(self) -> None:
        """Let the child go."""
        with suppress(BrokenPipeError):
            self._questions.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._answers.close()


def _piped(stream: IO[str] | None) -> IO[str]:
    if stream is None:
        raise ChildError("there is no pipe to a child process")
    return stream


def serve(tasks: Mapping[str, Callable[..., Answer]]) -> None:
    """Do what the parent asks for, line by line, until it has no more to ask."""
    for line in sys.stdin:
        details = json.loads(line)
        answer = tasks[details.pop("task")](**details)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def peak_memory(process: int | str = "self") -> int:
    """The most memory, in bytes, that a process has held since its program started.

    Linux counts in `ru_maxrss` what the parent held when it started the child, so that is asked
    only where there is no better source.
    """
    try:
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    if process != "self":
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def forget_peak() -> int:
    """Let the peak be what this process holds now, where Linux is at hand to do it; the peak."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
    return peak_memory()
