"""Running a program in the sandbox: its functions one by one, or a session from end to end."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from winnable.cards import Card
from winnable.course import cards_source
from winnable.course.programs import find_program
from winnable.deals import numbered_deck
from winnable.errors import FileError
from winnable.judge.profile import Profile
from winnable.judge.report import Crash
from winnable.judge.sandbox import Child, ChildError, Ending, Limits, Sandbox

__all__ = ["Answer", "FunctionRunner", "Program", "Step", "Transcript", "reference_source"]

MOST_BYTES = 1_000_000
"""A program is not larger."""
FIRST_ORDER = numbered_deck(1)
"""The deck that a shuffle gives where nothing else is asked for."""


@dataclass(frozen=True)
class Program:
    """A program to be judged: its text, and the functions of ours that stand in for some of its."""

    file: str
    source: str = field(repr=False)
    stand_ins: frozenset[str] = frozenset()
    lays_at_construction: bool = False
    """Whether the deck is laid when it is made, for programs that never shuffle."""

    @classmethod
    def read(cls, path: Path) -> Program:
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as error:
            raise FileError(f"cannot read {path}: {error.strerror or error}") from None
        if len(data) > MOST_BYTES:
            raise FileError(f"{path} is too large: a program may have {MOST_BYTES:,} bytes")
        text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
        return cls(path.name, text)

    def job(self, profile: Profile, mode: str, **others: Any) -> dict[str, Any]:
        needed = {
            function.name: {
                "reference": function.reference,
                "parameters": function.parameters,
                "first_column": profile.first_column,
            }
            for function in profile.functions
            if function.name in self.stand_ins
        }
        return {
            "mode": mode,
            "file": self.file,
            "source": self.source,
            "module": Path(self.file).stem,
            "entry": profile.entry,
            "cards_source": cards_source(profile.cards),
            "cards_names": profile.cards_names,
            "captured": [profile.display] if profile.display else [],
            "stand_ins": needed,
            "reference_source": reference_source(profile.slug) if needed else "",
            "constants": dict(profile.constants) if needed else {},
            "lays_at_construction": self.lays_at_construction,
            **others,
        }

    def facts(self, sandbox: Sandbox) -> dict[str, Any]:
        """What the text alone tells; see `child/source_facts.py`."""
        job = {"mode": "inspect", "file": self.file, "source": self.source}
        try:
            with sandbox.run(job, Limits()) as child:
                return child.listen().message
        except ChildError:
            message = "Python cannot read it"
            return {"syntax_error": message, "line": 0, "text": "", "is_python_2": False}


@cache
def reference_source(slug: str) -> str:
    """The text of our own program for a handout."""
    path = find_program(slug)
    if path is None:
        raise FileError(f"our own program for {slug} is not installed")
    return path.read_text("utf-8")


def reference_program(profile: Profile) -> Program:
    """Our own program for a handout."""
    return Program(profile.file, reference_source(profile.slug))


# -- functions ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What a call of a function came to."""

    returned: Any = None
    arguments: tuple[Any, ...] = ()
    printed: str = ""
    prompts: tuple[str, ...] = ()
    shuffles: int = 0
    crash: Crash | None = None
    raised: tuple[str, ...] = ()
    """The exception's class and its base classes, by name."""
    message: str = ""
    """The exception's message."""


class FunctionRunner:
    """Calls functions of a program in a process of its own."""

    def __init__(self, sandbox: Sandbox, program: Program, profile: Profile) -> None:
        job = program.job(profile, "functions", orders=[[str(card) for card in FIRST_ORDER]])
        self._gone: Crash | None = None
        self.load_error: Crash | None = None
        self.names: frozenset[str] = frozenset()
        self.plays_at_import = False
        self._child: Child | None = None
        try:
            self._child = sandbox.run(job, Limits())
            greeting = self._child.listen().message
        except ChildError as error:
            self.load_error = self._gone = Crash(error.ending.value)
            return
        self.names = frozenset(greeting.get("functions", ()))
        self.plays_at_import = bool(greeting.get("plays_at_import"))
        if "raised" in greeting:
            self.load_error = _crash(greeting["raised"])

    @property
    def is_gone(self) -> bool:
        return self._gone is not None

    def call(
        self,
        name: str,
        arguments: Sequence[Any],
        typed: Sequence[str] = (),
        same: Sequence[tuple[int, int]] = (),
    ) -> Answer:
        if self._gone is not None or self._child is None:
            return Answer(crash=self._gone)
        request = {"function": name, "arguments": arguments, "typed": typed, "same": same}
        try:
            reply = self._child.ask(request).message
            return _answer(reply)
        except ChildError as error:
            self._gone = Crash(error.ending.value)
        except (KeyError, TypeError, ValueError):  # a forged message
            self._gone = Crash(Ending.EXIT.value)
        return Answer(crash=self._gone)

    def close(self) -> None:
        if self._child is not None:
            self._child.close()


def _answer(reply: Mapping[str, Any]) -> Answer:
    raised = reply.get("raised")
    crash = (
        Crash(Ending.OUTPUT.value) if reply.get("endless") else _crash(raised) if raised else None
    )
    return Answer(
        returned=reply.get("returned"),
        arguments=tuple(reply["arguments"]),
        printed=str(reply["printed"]),
        prompts=tuple(reply["prompts"]),
        shuffles=int(reply["shuffles"]),
        crash=crash,
        raised=tuple(raised["types"]) if raised else (),
        message=str(raised["message"]) if raised else "",
    )


def _crash(raised: Mapping[str, Any]) -> Crash:
    # Addresses differ from run to run, and the report must not.
    message = re.sub(r"0x[0-9a-f]+", "0x…", str(raised["message"]))
    error = f"{raised['types'][0]}: {message}" if message else str(raised["types"][0])
    return Crash(error, int(raised["line"]), str(raised["text"]))


# -- sessions -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """What the program did up to a prompt, or up to its end."""

    output: str
    tables: tuple[Any, ...] = ()
    """The arguments of each call of the display function."""
    prompt: str = ""


@dataclass(frozen=True)
class Transcript:
    """A session: the step before each line that was typed, and the last one."""

    steps: tuple[Step, ...]
    typed: tuple[str, ...]
    ended: bool
    """Whether the program ended by itself; otherwise it was asking for more."""
    crash: Crash | None
    shuffles: int
    hung: bool = False

    def after(self, index: int) -> Step | None:
        """What the program did after a line was typed; None if that line was never read."""
        return self.steps[index + 1] if index + 1 < len(self.steps) else None


def run_session(
    sandbox: Sandbox,
    program: Program,
    profile: Profile,
    orders: Sequence[Sequence[Card]],
    lines: Sequence[str],
    *,
    then_end: bool = False,
    constants: Mapping[str, str] | None = None,
) -> Transcript:
    """Type lines into a program; after the last one it is stopped, or sees the end of the input."""
    texts = [[str(card) for card in order] for order in orders]
    job = program.job(profile, "session", orders=texts)
    if constants:
        job["source_constants"] = dict(constants)
    steps: list[Step] = []
    shuffles = 0
    crash, ended, hung = None, False, False
    waiting: list[str | None] = [*lines, *([None] * 40 if then_end else [])]
    try:
        with sandbox.run(job, Limits()) as child:
            reply = child.listen()
            while True:
                message = reply.message
                tables = tuple(message.get("tables", ()))
                steps.append(Step(reply.output, tables, str(message.get("prompt", ""))))
                shuffles = int(message.get("shuffles", 0))
                if "ended" in message:
                    ended = True
                    raised = message.get("raised")
                    if raised and raised["types"][0] != "SystemExit":
                        crash = _crash(raised)
                    break
                if len(steps) > len(waiting):
                    break
                reply = child.ask({"line": waiting[len(steps) - 1]})
    except ChildError as error:
        steps.append(Step(error.output))
        ended, crash = True, Crash(error.ending.value)
        hung = error.ending in (Ending.TIME, Ending.OUTPUT)
    except (KeyError, TypeError, ValueError, AttributeError):  # a forged message
        ended, crash = True, Crash(Ending.EXIT.value)
    return Transcript(tuple(steps), tuple(lines), ended, crash, shuffles, hung)
