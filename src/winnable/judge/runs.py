"""Running a program in the sandbox: its functions one by one, or a session from end to end."""

from __future__ import annotations

import ast
import errno
import io
import os
import stat
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from winnable.cards import Card
from winnable.course import cards_source
from winnable.course.programs import find_program
from winnable.deals import numbered_deck
from winnable.errors import FileError
from winnable.judge.messages import ForgedMessageError, clean_text, read_raised, read_value
from winnable.judge.profile import Profile
from winnable.judge.report import Crash
from winnable.judge.sandbox import Child, ChildError, Ending, Limits, Reply, Sandbox

__all__ = ["Answer", "FunctionRunner", "Program", "Step", "Transcript", "reference_source"]

MOST_BYTES = 200_000
"""A program is not larger."""
FIRST_ORDER = numbered_deck(1)
"""The deck that a shuffle gives where nothing else is asked for."""
MOST_ENDS = 40
"""How often a program is told that there is no more input."""


class Patience:
    """How long the runs of a program may take: less when it has hung, in the end not at all.

    What counts is how often it hung, so that reports do not depend on how fast the machine is; the
    time in all is only for programs that keep just below the limits.
    """

    MOST_HANGS_AT_EASE = 2
    MOST_HANGS = 12
    MOST_SECONDS = 90.0

    def __init__(self) -> None:
        self._hangs, self._seconds = 0, 0.0

    @contextmanager
    def run(self, sandbox: Sandbox, job: dict[str, Any]) -> Iterator[Child]:
        """A process for a job; ChildError at once if the program has hung too often."""
        child = self.start(sandbox, job)
        try:
            yield child
        except ChildError as error:
            self.note(error.ending)
            raise
        finally:
            self.close(child)

    def start(self, sandbox: Sandbox, job: dict[str, Any]) -> Child:
        if self._hangs >= self.MOST_HANGS or self._seconds > self.MOST_SECONDS:
            raise ChildError(Ending.TIME)
        if self._hangs < self.MOST_HANGS_AT_EASE:
            return sandbox.run(job, Limits())
        return sandbox.run(job, Limits(cpu_seconds=1, wall_seconds=1.0, total_seconds=3.0))

    def note(self, ending: Ending) -> None:
        self._hangs += ending in (Ending.TIME, Ending.DISTURBED)

    def close(self, child: Child) -> None:
        self._seconds += child.seconds
        child.close()


@dataclass(frozen=True)
class Program:
    """A program to be judged: its text, and the functions of ours that stand in for some of its."""

    file: str
    source: str = field(repr=False)
    stand_ins: frozenset[str] = frozenset()
    lays_at_construction: bool = False
    """Whether the deck is laid when it is made, for programs that never shuffle."""

    unreadable: str = ""
    """Why Python cannot read the file at all; empty if it can."""
    patience: Patience = field(default_factory=Patience, compare=False, repr=False)

    @classmethod
    def read(cls, path: Path) -> Program:
        return cls.from_bytes(path.name, _read_bytes(path))

    @classmethod
    def from_bytes(cls, file: str, data: bytes) -> Program:
        if len(data) > MOST_BYTES:
            raise FileError(f"{file} is too large: a program may have {MOST_BYTES:,} bytes")
        source, unreadable = _decode(data)
        return cls(file, source, unreadable=unreadable)

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
            "reference_source": reference_part(
                profile.slug, frozenset(each["reference"] for each in needed.values())
            ),
            "constants": dict(profile.constants) if needed else {},
            "lays_at_construction": self.lays_at_construction,
            **others,
        }

    def facts(self, sandbox: Sandbox) -> dict[str, Any]:
        """What the text alone tells; see `child/source_facts.py`."""
        job = {"mode": "inspect", "file": self.file, "source": self.source}
        facts: dict[str, Any] = {"line": 0, "text": "", "is_python_2": False}
        facts["syntax_error"] = "it is nested too deeply"
        for _ in range(2):  # once more, in case that the system was to blame
            with suppress(ChildError), sandbox.run(job, Limits()) as child:
                facts = child.listen().message
                break
        if self.unreadable:
            facts = {"line": 0, "text": "", **facts, "syntax_error": self.unreadable}
        return facts


def _read_bytes(path: Path) -> bytes:
    """What is in a file that somebody else has made: it may be a pipe, or lead to our files."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
        with open(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise FileError(f"cannot read {path}: it is not a file")
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        is_link = error.errno == errno.ELOOP
        reason = "it is a symbolic link" if is_link else error.strerror or error
        raise FileError(f"cannot read {path}: {reason}") from None


def _decode(data: bytes) -> tuple[str, str]:
    """The text as Python reads it (PEP 263), and why it cannot, if so."""
    unreadable = ""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(encoding)
    except SyntaxError as error:
        unreadable = error.msg
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        unreadable = f"line {line} has a byte that is not {encoding.upper()}"
    if unreadable:
        text = data.decode("utf-8-sig", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n"), unreadable


@cache
def reference_source(slug: str) -> str:
    """The text of our own program for a handout."""
    path = find_program(slug)
    if path is None:
        raise FileError(f"our own program for {slug} is not installed")
    return path.read_text("utf-8")


@cache
def reference_part(slug: str, functions: frozenset[str]) -> str:
    """These functions of our program with all they use, and nothing that a student could use."""
    if not functions:
        return ""
    defined: dict[str, ast.stmt] = {}
    for node in ast.parse(reference_source(slug)).body:
        defined.update(dict.fromkeys(_names_bound(node), node))
    needed, waiting = set(), [*functions]
    while waiting:
        found = defined.get(waiting.pop())
        if found is not None and found not in needed:
            needed.add(found)
            waiting += [each.id for each in ast.walk(found) if isinstance(each, ast.Name)]
    kept = sorted(needed, key=lambda node: node.lineno)
    return ast.unparse(ast.Module(list(kept), []))


def _names_bound(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [alias.asname or alias.name for alias in node.names]
    stored = (each for each in ast.walk(node) if isinstance(each, ast.Name))
    return [each.id for each in stored if isinstance(each.ctx, ast.Store)]


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
        self._patience = program.patience
        try:
            self._child = self._patience.start(sandbox, job)
            self._read_greeting(self._child.listen().message)
        except ChildError as error:
            self._end(error.ending)
        except ForgedMessageError:
            self._end(Ending.DISTURBED)
        if self._gone is not None:
            self.load_error = self._gone

    def _read_greeting(self, greeting: Mapping[str, Any]) -> None:
        names = greeting.get("functions")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ForgedMessageError
        self.names = frozenset(names)
        self.plays_at_import = bool(greeting.get("plays_at_import"))
        if "raised" in greeting:
            self.load_error = _crash(read_raised(greeting["raised"]))

    def _end(self, ending: Ending) -> None:
        self._patience.note(ending)
        self._gone = Crash(ending.value)

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
            return _answer(self._child.ask(request).message, len(arguments))
        except ChildError as error:
            self._end(error.ending)
        except ForgedMessageError:
            self._end(Ending.DISTURBED)
        return Answer(crash=self._gone)

    def close(self) -> None:
        if self._child is not None:
            self._patience.close(self._child)


def _answer(reply: Mapping[str, Any], size: int) -> Answer:
    raised = read_raised(reply["raised"]) if "raised" in reply else None
    endless = Crash(Ending.OUTPUT.value) if reply.get("endless") else None
    match reply:
        case {
            "arguments": list(arguments),
            "printed": str(printed),
            "prompts": list(prompts),
            "shuffles": int(shuffles),
        } if len(arguments) == size and all(isinstance(prompt, str) for prompt in prompts):
            return Answer(
                returned=read_value(reply.get("returned")),
                arguments=tuple(map(read_value, arguments)),
                printed=clean_text(printed),
                prompts=tuple(map(clean_text, prompts)),
                shuffles=shuffles,
                crash=endless or (_crash(raised) if raised else None),
                raised=tuple(raised["types"]) if raised else (),
                message=raised["message"] if raised else "",
            )
    raise ForgedMessageError


def _crash(raised: Mapping[str, Any]) -> Crash:
    name, message = raised["types"][0], raised["message"]
    return Crash(f"{name}: {message}" if message else name, raised["line"], raised["text"])


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
    waiting: list[str | None] = [*lines, *([None] * MOST_ENDS if then_end else [])]
    try:
        with program.patience.run(sandbox, job) as child:
            reply = child.listen()
            while True:
                step, shuffles = _step(reply)
                steps.append(step)
                if "ended" in reply.message:
                    ended, crash = True, _session_crash(reply.message)
                    break
                if len(steps) > len(waiting):
                    break
                reply = child.ask({"line": waiting[len(steps) - 1]})
    except ChildError as error:
        steps.append(Step(error.output))
        ended, crash = True, Crash(error.ending.value)
        hung = error.ending in (Ending.TIME, Ending.OUTPUT)
    return Transcript(tuple(steps), tuple(lines), ended, crash, shuffles, hung)


def _step(reply: Reply) -> tuple[Step, int]:
    """What a program did up to a message, and how often it has shuffled."""
    try:
        match reply.message:
            case {"tables": list(tables), "shuffles": int(shuffles)}:
                prompt = reply.message.get("prompt", "")
                if isinstance(prompt, str) and all(isinstance(table, list) for table in tables):
                    read = tuple(map(read_value, tables))
                    return Step(reply.output, read, clean_text(prompt)), shuffles
    except ForgedMessageError:
        pass
    raise ChildError(Ending.DISTURBED, reply.output)


def _session_crash(message: Mapping[str, Any]) -> Crash | None:
    if "raised" not in message:
        return None
    try:
        raised = read_raised(message["raised"])
    except ForgedMessageError:
        raise ChildError(Ending.DISTURBED) from None
    return None if raised["types"][0] == "SystemExit" else _crash(raised)
