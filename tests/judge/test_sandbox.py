"""The sandbox itself: limits, endings, and that nothing is left behind whatever happens."""

import ast
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import child_processes
import confine
import pytest
from judge_layers import LAYERS, PROFILE, make_sandbox, output, play

from winnable.errors import FileError
from winnable.judge import bubblewrap
from winnable.judge.bubblewrap import CHILD_FOLDER, has_bubblewrap
from winnable.judge.runs import FunctionRunner, Patience, Program
from winnable.judge.sandbox import (
    Child,
    ChildError,
    Ending,
    Limits,
    Sandbox,
    SandboxError,
)

SYSTEM = sys.platform == "linux"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as made:
        yield made


@pytest.fixture(scope="module", params=[name for name in LAYERS if "alone" not in name])
def layered(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with make_sandbox(request.param) as made:
        yield made


def _job(source: str) -> dict[str, Any]:
    return Program("program.py", source).job(PROFILE, "session", orders=[])


def _ending(sandbox: Sandbox, source: str, limits: Limits) -> ChildError:
    with pytest.raises(ChildError) as raised, sandbox.run(_job(source), limits) as child:
        child.listen()
    return raised.value


# -- limits and endings ---------------------------------------------------------------------------

SHORT = Limits(cpu_seconds=1, wall_seconds=0.4, total_seconds=0.8)
ENDINGS = {
    "while True: pass": Ending.TIME,
    "import time\ntime.sleep(10**6)": Ending.TIME,
    "import signal\nsignal.pause()": Ending.TIME,
    "while True: print('x' * 10_000)": Ending.OUTPUT,
    "import os\nos._exit(5)": Ending.EXIT,
    "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.01)\nsignal.pause()": Ending.KILLED,
    "import os\nfor n in range(3, 64):\n    try: os.write(n, b'x\\n')\n    except OSError: 0\n"
    "input()": Ending.DISTURBED,
}


@pytest.mark.parametrize("source", ENDINGS)
def test_why_a_program_ended(sandbox: Sandbox, source: str) -> None:
    assert _ending(sandbox, source, SHORT).ending is ENDINGS[source]


def test_processor_time_is_limited(sandbox: Sandbox) -> None:
    limits = Limits(cpu_seconds=1, wall_seconds=20, total_seconds=20)
    start = time.monotonic()
    assert _ending(sandbox, "while True: pass", limits).ending is Ending.TIME
    assert time.monotonic() - start < 15


def test_memory_is_limited(sandbox: Sandbox) -> None:
    transcript = play(sandbox, "try: bytes(10**10)\nexcept MemoryError: print('no')")
    assert output(transcript) == "no\n"


def test_what_was_printed_before_the_end_is_kept(sandbox: Sandbox) -> None:
    error = _ending(sandbox, "import os\nos.write(1, b'last words')\nos._exit(1)", SHORT)
    assert error.output == "last words"


def test_many_short_steps_are_limited_together(sandbox: Sandbox) -> None:
    source = "import time\ntime.sleep(100)\n"  # what it may sleep for nothing is used up
    source += "while True:\n    time.sleep(0.3)\n    input('? ')"
    with sandbox.run(_job(source), SHORT) as child:
        child.listen()
        child.ask({"line": ""})
        with pytest.raises(ChildError, match=Ending.TIME.value):
            child.ask({"line": ""})


def test_sleeping_for_the_look_of_it_takes_no_time(sandbox: Sandbox) -> None:
    transcript = play(sandbox, "import time\nfor _ in range(9): time.sleep(10)\nprint('awake')")
    assert output(transcript) == "awake\n"


def test_patience_ends() -> None:
    asked: list[Limits] = []

    class Refusing(Sandbox):
        def run(self, job: dict[str, Any], limits: Limits) -> Child:
            asked.append(limits)
            raise ChildError(Ending.TIME)

    patience, refusing = Patience(), Refusing()
    for _ in range(Patience.MOST_HANGS + 5):
        try:
            patience.start(refusing, {})
        except ChildError as error:
            patience.note(error.ending)
    assert len(asked) == Patience.MOST_HANGS
    assert sum(each.wall_seconds for each in asked) <= 20


def test_hanging_in_one_function_leaves_time_for_another(sandbox: Sandbox) -> None:
    source = "def hangs():\n    while True: pass\ndef works():\n    return 1\n"
    program = Program("program.py", source)
    for _ in range(Patience.MOST_HANGS_AT_EASE):
        program.patience.note(Ending.TIME)
    for _ in range(3):
        runner = FunctionRunner(sandbox, program, PROFILE)
        assert runner.call("hangs", []).crash is not None
        runner.close()
    runner = FunctionRunner(sandbox, program, PROFILE)
    assert runner.call("works", []).returned == 1
    runner.close()


def test_the_layers_are_named(layered: Sandbox) -> None:
    assert layered.layers[0] == ("bubblewrap" if layered.uses_bubblewrap else "resource limits")
    assert "resource limits" in layered.layers


# -- nothing is left behind -----------------------------------------------------------------------


def _open_files() -> int:
    return len(os.listdir("/proc/self/fd" if SYSTEM else "/dev/fd"))


def _check_for_leaks(runs: int) -> None:
    handles = _open_files()
    with Sandbox() as sandbox:
        for number in range(runs):
            ends = number % 3 == 0
            source = "import os\nos._exit(1)" if ends else "input('? ')\ninput('? ')"
            transcript = play(sandbox, source, ["x"])
            assert transcript.ended == ends
        assert _open_files() < handles + 8
    assert _open_files() == handles


def test_runs_leak_nothing() -> None:
    _check_for_leaks(100)


@pytest.mark.heavy
def test_a_thousand_runs_leak_nothing() -> None:
    _check_for_leaks(1000)


def test_there_are_no_zombies(layered: Sandbox) -> None:
    # A process that has ended but was not waited for still has its number, from the server's side.
    numbers = []
    for _ in range(5):
        with layered.run(_job("input('? ')"), Limits()) as child:
            child.listen()
            numbers.append(child._process)
    assert [layered.request(b"w", number) for number in numbers] == [0] * 5


def test_the_server_signals_nobody_else() -> None:
    with (
        make_sandbox("Landlock and seccomp") as sandbox,
        subprocess.Popen(["sleep", "60"], start_new_session=True) as other,
    ):
        try:
            sandbox.request(b"k", other.pid)
            assert other.poll() is None
        finally:
            other.kill()


def test_a_killed_server_is_replaced_and_old_numbers_mean_nothing(layered: Sandbox) -> None:
    old = layered.run(_job("input('? ')"), Limits())
    old.listen()
    assert layered._server
    os.killpg(layered._server.pid, signal.SIGKILL)
    layered._server.wait()

    def is_gone() -> bool:
        try:
            layered.request(b"w", 1)
        except ChildError:
            return True
        return False

    assert _wait_until(is_gone)
    with layered.run(_job("input('? ')"), Limits()) as new:
        new.listen()
        old.close()
        assert new.ask({"line": "x"}).message["ended"]


JUDGING = """
import sys
from pathlib import Path
from winnable.judge import judge_program
judge_program(Path(sys.argv[1]), use_bubblewrap=sys.argv[2] == "True")
"""


def _start_judge(program: Path, use_bubblewrap: bool, **more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", JUDGING, str(program), str(use_bubblewrap)],
        preexec_fn=child_processes.restore_sigint,
        stderr=subprocess.PIPE,
        env={**os.environ, **more},
    )


def _processes() -> dict[int, int]:
    """All that run, with their parents; what only waits for its parent to notice does not run."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = status.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            parents[int(status.parent.name)] = int(parent)
    return parents


def _below(process: int) -> set[int]:
    """All processes that descend from one."""
    parents, below = _processes(), {process}
    while more := {child for child, parent in parents.items() if parent in below} - below:
        below |= more
    return below - {process}


def _wait_until(condition: Any, seconds: float = 15) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


@pytest.mark.skipif(not SYSTEM, reason="looks into /proc")
@pytest.mark.parametrize("use_bubblewrap", [True, False])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_judge_leaves_nothing(
    number: signal.Signals, use_bubblewrap: bool, tmp_path: Path
) -> None:
    program = tmp_path / "proj10.py"
    # Its name has the words of a handout; it waits for ever without using the processor.
    program.write_text("DFTRHQ = 'Aces High Card Game'\nimport signal\nsignal.pause()\n")
    with _start_judge(program, use_bubblewrap, TMPDIR=str(tmp_path)) as judge:
        # Two processes are bubblewrap's, one is the server, one is the program, which waits.
        assert _wait_until(lambda: len(_below(judge.pid)) >= (4 if use_bubblewrap else 2))
        started = _below(judge.pid)
        judge.send_signal(number)
        judge.communicate(timeout=20)
    assert _wait_until(lambda: not started & set(_processes()))
    assert list(tmp_path.iterdir()) == [program]


def test_two_judges_at_once() -> None:
    with (
        Sandbox() as one,
        Sandbox() as other,
        one.run(_job("print(1)\ninput()"), Limits()) as first,
        other.run(_job("print(2)\ninput()"), Limits()) as second,
    ):
        assert first.listen().output == "1\n"
        assert second.listen().output == "2\n"


def test_no_room_for_a_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    with Sandbox(use_bubblewrap=False) as sandbox:
        with pytest.raises(SandboxError, match="cannot start a process") as raised:
            _ = sandbox.layers
        assert "\n" not in str(raised.value)


def test_a_python_that_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "_python", lambda: "/bin/false")
    with Sandbox(use_bubblewrap=False) as sandbox, pytest.raises(SandboxError, match="not let"):
        _ = sandbox.layers


# -- files ----------------------------------------------------------------------------------------


def test_a_program_that_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "real.py").write_text("")
    (tmp_path / "link.py").symlink_to(tmp_path / "real.py")
    (tmp_path / "large.py").write_bytes(b"#" * 1_000_000)
    with socket.socket(socket.AF_UNIX) as unix:
        unix.bind(str(tmp_path / "socket.py"))
        for path, reason in {
            tmp_path / "pipe.py": "not a file",
            tmp_path / "link.py": "symbolic link",
            tmp_path / "large.py": "too large",
            tmp_path / "socket.py": "cannot read",
            tmp_path / "none.py": "No such file",
            tmp_path: "cannot read",
            Path("/dev/zero"): "not a file",
        }.items():
            with pytest.raises(FileError, match=reason) as raised:
                Program.read(path)
            assert "\n" not in str(raised.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_program_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("")
    path.chmod(0)
    with pytest.raises(FileError, match="Permission denied"):
        Program.read(path)


ENCODED = {
    "plain": ("x = 'é'\n".encode(), "x = 'é'\n"),
    "byte order mark": (b"\xef\xbb\xbfx = 1\n", "x = 1\n"),
    "Windows": (b"x = 1\r\ny = 2\r\n", "x = 1\ny = 2\n"),
    "old Macintosh": (b"x = 1\ry = 2\r", "x = 1\ny = 2\n"),
    "latin-1": (b"# -*- coding: latin-1 -*-\nx = '\xe9'\n", "# -*- coding: latin-1 -*-\nx = 'é'\n"),
    "in the second line": (b"#!/usr/bin/python\n# coding: cp1252\nx = '\x80'\n", None),
}


@pytest.mark.parametrize("name", ENCODED)
def test_a_text_is_read_as_python_reads_it(name: str, tmp_path: Path) -> None:
    data, text = ENCODED[name]
    path = tmp_path / "program.py"
    path.write_bytes(data)
    program = Program.read(path)
    assert program.unreadable == ""
    assert program.source == text if text else "€" in program.source


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"x = 1\ny = '\xe9'\n", "line 2 has a byte that is not UTF-8"),
        (b"# coding: klingon\n", "unknown encoding: klingon"),
        (b"\xef\xbb\xbf# coding: latin-1\n", "encoding problem"),
        (b"x = 1\0\n", "null byte"),
        (b"(" * 1000 + b")" * 1000, "parenthes|nested|stack"),
        (b"x = " + b"-" * 100_000 + b"1", ""),
        (b"x = " + b"[" * 90 + b"]" * 90 + b"\nx" + b".a" * 50_000, ""),
    ],
)
def test_what_python_cannot_read_is_said(
    data: bytes, reason: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    path = tmp_path / "program.py"
    path.write_bytes(data)
    facts = Program.read(path).facts(sandbox)
    assert re.search(reason, facts["syntax_error"] or "")
    assert not facts["is_python_2"]


# -- Python ---------------------------------------------------------------------------------------


def test_what_runs_inside_imports_only_the_standard_library() -> None:
    own = {path.stem for path in CHILD_FOLDER.glob("*.py")}
    assert {"confine", "fork_server", "guard", "harness", "source_facts"} <= own
    for path in CHILD_FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0
                names = [node.module or ""]
            tops = {name.partition(".")[0] for name in names}
            assert tops <= own | sys.stdlib_module_names, path


@pytest.mark.skipif(not SYSTEM, reason="numbers of Linux")
@pytest.mark.parametrize(
    ("place", "header"),
    [
        (0, "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
        (1, "/usr/include/asm-generic/unistd.h"),
    ],
)
def test_the_numbers_of_system_calls_are_right(place: int, header: str) -> None:
    if not Path(header).exists():
        pytest.skip(f"there is no {header}: Debian has it in linux-libc-dev")
    pattern = r"#define __NR(?:3264)?_(\w+)\s+(\d+)"
    known = {name: int(number) for name, number in re.findall(pattern, Path(header).read_text())}
    tables = {**confine.REFUSED, **confine.UNKNOWN}
    tables |= {name: numbers for name, (numbers, _) in confine.OPENING.items()}
    assert len(tables) > 70
    for name, numbers in tables.items():
        if numbers[place] is None:
            assert name not in known or header.endswith("generic/unistd.h")
        elif name in known:
            assert known[name] == numbers[place], name


OTHER = """
import sys
from winnable.judge.bubblewrap import _python
from winnable.judge.sandbox import Sandbox
from winnable.judge.runs import Program
print(_python())
for use_bubblewrap in (True, False):
    with Sandbox(use_bubblewrap=use_bubblewrap) as sandbox:
        print(sandbox.layers)
        print(Program("x.py", "def f(): pass").facts(sandbox)["functions"])
"""


def _ask_other(python: Path, source: Path) -> list[str]:
    answer = subprocess.run(
        [str(python), "-c", OTHER],
        env={"PYTHONPATH": str(source), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.splitlines()


def test_a_virtual_environment_in_a_folder_with_a_space(tmp_path: Path) -> None:
    home = tmp_path / "my own python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    source = tmp_path / "my own source"
    shutil.copytree(CHILD_FOLDER.parents[1], source / "winnable")
    lines = _ask_other(home / "bin" / "python", source)
    assert lines[0] == str(Path(sys._base_executable).resolve())  # type: ignore[attr-defined]
    assert lines[2] == lines[4] == "{'f': []}"


@pytest.mark.skipif(not Path("/usr/bin/python3").exists(), reason="there is no system Python")
def test_the_python_of_the_system() -> None:
    version = subprocess.run(
        ["/usr/bin/python3", "-c", "import sys; print(sys.version_info >= (3, 11))"],
        capture_output=True,
        text=True,
        check=True,
    )
    if version.stdout.strip() != "True":
        pytest.skip("the system's Python is too old")
    lines = _ask_other(Path("/usr/bin/python3"), CHILD_FOLDER.parents[2])
    assert lines[2] == lines[4] == "{'f': []}"
    if has_bubblewrap():
        assert "bubblewrap" in lines[1]
