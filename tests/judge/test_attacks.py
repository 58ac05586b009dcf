"""Hostile programs: none reads, changes or leaves anything outside, and none earns points by it.

Each attack is small and bounded, should it succeed: these tests run as root on somebody's machine.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import judge_layers
import pytest
from judge_layers import ATTEMPT, LAYERS, make_sandbox, output, play

from winnable.course.programs import find_program
from winnable.judge import judge_program, judging, load_profile
from winnable.judge.formats.options import FormatOptions
from winnable.judge.formats.text import report_text
from winnable.judge.report import Report
from winnable.judge.runs import FunctionRunner, Program, reference_part
from winnable.judge.sandbox import Sandbox

REFUSING = ("everything", "Landlock and seccomp", "seccomp and audit hook", "audit hook alone")
READING = ("everything", "bubblewrap alone", "Landlock and seccomp", "audit hook alone")


@pytest.fixture(scope="module", params=LAYERS)
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with make_sandbox(request.param) as made:
        made.name = request.param  # type: ignore[attr-defined]
        yield made


def _layers(sandbox: Sandbox) -> str:
    return str(sandbox.name)  # type: ignore[attr-defined]


def _attempts(sandbox: Sandbox, source: str) -> str:
    """What a program that only makes attempts prints."""
    transcript = play(sandbox, ATTEMPT + source)
    assert transcript.crash is None, transcript
    return output(transcript)


# -- what is outside ------------------------------------------------------------------------------

_READ = """
import os
for path in PATHS:
    attempt("open " + path, lambda: open(path).read(100))
    def listed():
        if os.path.basename(path) not in os.listdir(os.path.dirname(path)):
            raise FileNotFoundError
    attempt("list " + path, listed)
    root = os.path.dirname(os.__file__) + 12 * "/.."
    attempt("climb " + path, lambda: open(root + path).read())
    attempt("io " + path, lambda: os.read(os.open(path, os.O_RDONLY), 10))
    attempt("bytes " + path, lambda: open(path.encode()).read())
    class Path(str):
        def startswith(self, other): return True
        def __contains__(self, other): return False
    attempt("own text " + path, lambda: open(Path(path)).read())
    attempt("code " + path, lambda: __import__("_io").open_code(path).read())
"""


@pytest.mark.parametrize("sandbox", READING, indirect=True)
def test_nothing_of_the_judge_can_be_read(sandbox: Sandbox, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    reference = find_program("golf-relaxed")
    paths = [secret, reference, Path(judging.__file__), Path("/etc/passwd"), Path("/etc/shadow")]
    paths += [Path(f"/proc/{os.getpid()}/environ"), Path("/proc/self/maps")]
    printed = _attempts(sandbox, f"PATHS = {list(map(str, paths))}\n{_READ}")
    assert "SUCCEEDED" not in printed
    assert printed.count("refused") == 7 * len(paths)


@pytest.mark.parametrize("sandbox", READING, indirect=True)
def test_our_package_and_installed_ones_cannot_be_imported(sandbox: Sandbox) -> None:
    folders = [str(Path(judging.__file__).parents[2]), str(Path(pytest.__file__).parents[1])]
    source = f"import sys\nsys.path[:0] = {folders}\n"
    for name in ("winnable", "winnable.judge", "pytest", "click"):
        source += f"attempt('{name}', lambda: __import__('{name}'))\n"
    assert "SUCCEEDED" not in _attempts(sandbox, source)


def test_the_environment_is_clean(sandbox: Sandbox) -> None:
    printed = output(play(sandbox, "import os\nprint(sorted(os.environ))"))
    names = set(eval(printed))
    assert names <= {"LANG", "LC_CTYPE", "PATH", "PYTHONHASHSEED", "PWD"}


def test_the_standard_library_is_there(sandbox: Sandbox) -> None:
    modules = "abc asyncio bisect collections copy csv dataclasses datetime decimal enum fractions"
    modules += " functools heapq itertools json logging math operator os pathlib pprint queue"
    modules += " random re shutil statistics string subprocess sys tempfile textwrap threading time"
    modules += " typing unittest zlib"
    source = f"for name in {modules.split()}: __import__(name)\nprint('all', 1 + 1)"
    assert output(play(sandbox, source)) == "all 2\n"


_CHANGE = """
import os, shutil
attempt("append", lambda: open(VICTIM, "a").write("changed"))
attempt("write", lambda: open(VICTIM, "w").write("changed"))
attempt("update", lambda: open(VICTIM, "r+").write("changed"))
attempt("create", lambda: open(FOLDER + "/new", "x"))
attempt("os.open", lambda: os.open(FOLDER + "/new", os.O_CREAT | os.O_WRONLY))
attempt("mkdir", lambda: os.mkdir(FOLDER + "/new"))
attempt("mkfifo", lambda: os.mkfifo(FOLDER + "/new"))
attempt("mknod", lambda: os.mknod(FOLDER + "/new"))
attempt("symlink", lambda: os.symlink("/", FOLDER + "/new"))
attempt("link", lambda: os.link(VICTIM, FOLDER + "/new"))
attempt("rename", lambda: os.rename(VICTIM, FOLDER + "/new"))
attempt("replace", lambda: os.replace(VICTIM, FOLDER + "/new"))
attempt("remove", lambda: os.remove(VICTIM))
attempt("rmtree", lambda: shutil.rmtree(FOLDER))
attempt("truncate", lambda: os.truncate(VICTIM, 0))
attempt("chmod", lambda: os.chmod(VICTIM, 0o777))
attempt("chown", lambda: os.chown(VICTIM, os.getuid(), os.getgid()))
attempt("utime", lambda: os.utime(VICTIM, (1, 1)))
attempt("setxattr", lambda: os.setxattr(VICTIM, "user.a", b"b"))
attempt("here", lambda: open("file.txt", "w"))
attempt("tmp", lambda: open("/tmp/left-behind-by-an-attack", "w"))
attempt("shm", lambda: open("/dev/shm/left-behind-by-an-attack", "w"))
for number in range(300):
    try: os.mkdir(f"many{number}")
    except Exception: pass
    else: print("SUCCEEDED")
try:
    import tempfile
    tempfile.mkdtemp()
except BaseException as error:
    print("refused:", type(error).__name__)
"""


def _seen(folder: Path) -> list[object]:
    seen: list[object] = []
    for path in sorted(folder.rglob("*")):
        status = path.stat()
        seen += [path, path.read_text(), status.st_mode, status.st_uid, status.st_mtime_ns]
    return seen


@pytest.mark.parametrize("sandbox", READING, indirect=True)
def test_nothing_outside_is_changed_or_left_behind(sandbox: Sandbox, tmp_path: Path) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_text("as it was")
    before = _seen(tmp_path)
    source = f"VICTIM, FOLDER = {str(victim)!r}, {str(tmp_path)!r}\n{_CHANGE}"
    printed = _attempts(sandbox, source)
    assert "SUCCEEDED" not in printed
    assert printed.count("refused") == 23
    assert _seen(tmp_path) == before
    assert not Path("/tmp/left-behind-by-an-attack").exists()
    assert not Path("/dev/shm/left-behind-by-an-attack").exists()


def test_a_file_is_never_large(sandbox: Sandbox, tmp_path: Path) -> None:
    # In the layers that allow a file at all, as where there are only limits, it stays empty.
    file = tmp_path / "large"
    source = f"file = open({str(file)!r}, 'wb')\nwhile True: file.write(bytes(1 << 20))"
    assert play(sandbox, source).crash is not None
    assert not file.exists() or file.stat().st_size == 0


_PROCESSES = """
import os, signal, subprocess, sys, threading
def fork():
    process = os.fork()
    if process == 0: os._exit(0)
    return process
attempt("fork", fork)
attempt("fork server", lambda: os.forkpty())
attempt("subprocess", lambda: subprocess.run([sys.executable, "-c", ""]))
attempt("shell", lambda: subprocess.run("true", shell=True, check=True))
attempt("spawn", lambda: os.posix_spawn(sys.executable, ["python", "-c", ""], {}))
attempt("exec", lambda: os.execv(sys.executable, ["python", "-c", "print('SUCCEEDED')"]))
if THREADS: attempt("thread", lambda: threading.Thread(target=print).start())
attempt("multiprocessing", lambda: __import__("multiprocessing").Process(target=print).start())
attempt("parent", lambda: os.kill(os.getppid(), 0))
attempt("group", lambda: os.killpg(VICTIM, 0))
attempt("everyone", lambda: os.kill(-1, 0))
attempt("victim", lambda: os.kill(VICTIM, signal.SIGKILL))
attempt("raise limits", lambda: __import__("resource").setrlimit(7, (64, 64)))
"""


@pytest.mark.parametrize("sandbox", REFUSING, indirect=True)
def test_no_process_is_started_or_signalled(sandbox: Sandbox) -> None:
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as victim:
        try:
            # Python asks no hook about threads before 3.12; they end with their process.
            threads = _layers(sandbox) != "audit hook alone"
            names = f"VICTIM, THREADS = {victim.pid}, {threads}\n"
            printed = _attempts(sandbox, names + _PROCESSES)
            assert "SUCCEEDED" not in printed
            assert printed.count("refused") == 12 + threads
            assert victim.poll() is None
        finally:
            victim.kill()


_NETWORK = """
import socket
attempt("connect", lambda: socket.create_connection(("127.0.0.1", PORT), 1))
try: socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", PORT))
except OSError: pass  # in a network of its own it goes nowhere
attempt("unix", lambda: socket.socket(socket.AF_UNIX).connect(UNIX))
"""


@pytest.mark.parametrize("sandbox", READING, indirect=True)
def test_no_connection_to_anybody(sandbox: Sandbox, tmp_path: Path) -> None:
    with (
        socket.socket() as listener,
        socket.socket(type=socket.SOCK_DGRAM) as datagrams,
        socket.socket(socket.AF_UNIX) as unix,
    ):
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        datagrams.bind(listener.getsockname())
        for each in (listener, datagrams):
            each.setblocking(False)
        unix.bind(str(tmp_path / "socket"))
        unix.listen()
        port = listener.getsockname()[1]
        source = f"PORT, UNIX = {port}, {str(tmp_path / 'socket')!r}\n{_NETWORK}"
        printed = _attempts(sandbox, source)
        assert "SUCCEEDED" not in printed
        with pytest.raises(BlockingIOError):
            listener.accept()
        with pytest.raises(BlockingIOError):
            datagrams.recv(1)


_SYSTEM_CALLS = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    if libc.syscall(number, *arguments) == -1:
        raise OSError(ctypes.get_errno(), "")
    return "done"
attempt("kill", lambda: call(62, VICTIM, 9))
attempt("fork", lambda: call(57))
attempt("clone", lambda: call(56, 17, 0, 0, 0, 0))
attempt("clone3", lambda: call(435, 0, 0))
attempt("socket", lambda: call(41, 2, 1, 0))
attempt("chmod", lambda: call(90, PATH, 0))
attempt("fchmodat2", lambda: call(452, -100, PATH, 0, 0))
attempt("openat2", lambda: call(437, -100, PATH, b"\\x01" + bytes(23), 24))
attempt("open to write", lambda: call(2, PATH, 1))
attempt("openat to write", lambda: call(257, -100, PATH, 0o101, 0o600))
attempt("x32 kill", lambda: call(0x40000000 + 62, VICTIM, 9))
attempt("shared memory", lambda: call(29, 0, 4096, 0o1600))
attempt("limits", lambda: call(160, 0, bytes(b"\\xff" * 16)))
attempt("die later", lambda: call(157, 1, 0, 0, 0, 0))
attempt("io_uring", lambda: call(425, 1, bytes(120)))
attempt("trace", lambda: call(101, 16, VICTIM, 0, 0))
attempt("memory of others", lambda: call(310, VICTIM, 0, 0, 0, 0, 0))
attempt("reboot", lambda: call(169, 0xfee1dead, 672274793, 0, 0))
attempt("host name", lambda: call(170, b"attacked", 8))
attempt("mount", lambda: call(165, b"none", b"/tmp", b"tmpfs", 0, 0))
"""


@pytest.mark.skipif(sys.platform != "linux" or os.uname().machine != "x86_64", reason="numbers")
@pytest.mark.parametrize("sandbox", ["Landlock and seccomp"], indirect=True)
def test_system_calls_by_number_are_refused(sandbox: Sandbox, tmp_path: Path) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_text("as it was")
    with subprocess.Popen(["sleep", "60"]) as process:
        try:
            names = f"VICTIM, PATH = {process.pid}, {bytes(victim)!r}\n"
            printed = _attempts(sandbox, names + _SYSTEM_CALLS)
            assert "SUCCEEDED" not in printed
            assert printed.count("refused") == 20
            assert process.poll() is None
        finally:
            process.kill()
    assert victim.read_text() == "as it was"
    assert victim.stat().st_mode & 0o777


_HOOK = """
import sys, gc, os
attempt("ctypes", lambda: __import__("ctypes"))
attempt("_ctypes", lambda: __import__("_ctypes"))
attempt("fork_exec", lambda: __import__("_posixsubprocess").fork_exec())
attempt("objects", lambda: gc.get_objects())
attempt("referrers", lambda: gc.get_referrers(print))
def through_the_frame():
    import builtins
    try:
        open("/etc/passwd")
    except OSError as error:
        frames, trace = [], error.__traceback__
        while trace:
            frames.append(trace.tb_frame)
            trace = trace.tb_next
    for frame in frames[1:]:
        for space in (frame.f_locals, frame.f_globals):
            for name in list(space):
                if name in ("refused", "reading", "modules", "_REFUSED", "_READING"):
                    space[name] = ()
                if name in ("kind", "text", "error", "type", "str"):
                    space[name] = lambda *arguments: None
    kept = dict(vars(builtins))
    builtins.type = builtins.str = builtins.PermissionError = lambda *arguments: None
    sys.settrace(lambda *arguments: None)
    try:
        return open("/etc/passwd").read(10)
    finally:
        sys.settrace(None)
        vars(builtins).update(kept)
attempt("frames", through_the_frame)
"""


@pytest.mark.parametrize("sandbox", ["audit hook alone", "seccomp and audit hook"], indirect=True)
def test_the_hook_cannot_be_taken_away(sandbox: Sandbox) -> None:
    printed = _attempts(sandbox, _HOOK)
    assert "SUCCEEDED" not in printed
    assert printed.count("refused") == 6


_FRESH_COPIES = """
import os, sys
def start():
    del sys.modules["_posixsubprocess"]
    import _posixsubprocess
    return _posixsubprocess.fork_exec
def pipe():
    del sys.modules["posix"]
    import posix
    return posix.mkfifo
library = os.path.dirname(os.__file__)
attempt("fork_exec", start)
attempt("mkfifo", pipe)
attempt("chdir", lambda: os.chdir(library))
attempt("open a folder", lambda: os.open("site-packages", os.O_RDONLY, dir_fd=os.open(library, 0)))
"""


@pytest.mark.parametrize("sandbox", ["everything", "audit hook alone"], indirect=True)
def test_what_was_taken_away_does_not_come_back(sandbox: Sandbox) -> None:
    printed = _attempts(sandbox, _FRESH_COPIES)
    assert "SUCCEEDED" not in printed
    assert printed.count("refused") == 4


# -- what is inside -------------------------------------------------------------------------------

KILLING = ["os.kill(-1, 9)", "os.kill(os.getppid(), 9)", "os.killpg(0, 9)"]


@pytest.mark.parametrize("sandbox", ["everything", "bubblewrap alone"], indirect=True)
@pytest.mark.parametrize("attack", KILLING)
def test_who_kills_all_it_can_see_harms_only_itself(sandbox: Sandbox, attack: str) -> None:
    transcript = play(sandbox, f"import os\ntry: {attack}\nexcept OSError: pass\ninput('still? ')")
    assert transcript.crash is not None or output(transcript) == "still? "
    assert output(play(sandbox, "print('next')")) == "next\n"


@pytest.mark.heavy
@pytest.mark.parametrize("sandbox", ["bubblewrap alone"], indirect=True)
def test_a_stopped_fork_server_is_replaced(sandbox: Sandbox) -> None:
    attack = "import os, time\nos.kill(os.getppid(), 19)\ntime.sleep(1e9)"
    assert play(sandbox, attack).crash is not None
    assert output(play(sandbox, "print('next')")) == "next\n"


@pytest.mark.parametrize("sandbox", READING, indirect=True)
def test_one_run_leaves_nothing_for_the_next(sandbox: Sandbox) -> None:
    plant = "import os, random, builtins, sys\nrandom.planted = builtins.planted = 1\n"
    for folder in (".", "/dev/shm", "/tmp", "/empty", "/var/tmp"):
        plant += f"try: os.mkdir('{folder}/planted')\nexcept Exception: pass\n"
    play(sandbox, plant)
    look = "import os, random, builtins\n"
    look += "print(hasattr(random, 'planted'), hasattr(builtins, 'planted'))\n"
    look += "for folder in ('.', '/dev/shm', '/tmp', '/empty', '/var/tmp'):\n"
    look += "    print(os.path.exists(folder + '/planted'))\n"
    assert set(output(play(sandbox, look)).split()) == {"False"}
    assert not Path("/tmp/planted").exists()


def test_the_only_open_files_are_those_of_the_run(sandbox: Sandbox) -> None:
    source = "import os\nfor number in range(64):\n"
    source += "    try: print(number, oct(os.fstat(number).st_mode >> 12))\n"
    source += "    except OSError: pass\n"
    handles = dict(line.split() for line in output(play(sandbox, source)).splitlines())
    # /dev/null; the screen twice; the two pipes to the judge: no socket (0o14) among them.
    assert handles.pop("0") == "0o2"
    assert len(handles) == 4
    assert set(handles.values()) == {"0o1"}


# -- points ---------------------------------------------------------------------------------------

GOLF = find_program("golf-relaxed")
assert GOLF
HONEST = GOLF.read_text("utf-8")
BROKEN = HONEST.replace("in (1, RANKS - 1)", "in (1,)")
"""A program that loses points, and could win some by an attack."""

ATTACKS = {
    "catches everything": "while True:\n    try: input('? ')\n    except BaseException: pass",
    "sleeps": "import time\nwhile True: time.sleep(1000)",
    "loops": "while True: pass",
    "loops and ignores signals": "import signal\nfor n in range(1, 64):\n"
    "    try: signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError): pass\nwhile 1: 0",
    "large bytes": "x = bytes(10**10)",
    "large number": "x = 10 ** 10 ** 8",
    "grows": "x = []\nwhile True: x.append(' ' * 100_000)",
    "prints": "while True: print('x' * 1000)",
    "prints below Python": "import os\nwhile True: os.write(1, b'x' * 1000)",
    "closes everything": "import os\nos.closerange(0, 64)\ninput()",
    "closes the screen": "import sys\nsys.stdout.close()\nsys.stderr.close()\ninput()",
    "exits": "import os\nos._exit(0)",
    "exits like the harness": "import os\nos._exit(3)",
    "aborts": "import os\nos.abort()",
    "segfaults": "import faulthandler\nfaulthandler._sigsegv()",
    "recurses": "def f(): f()\nf()",
    "recurses without limit": "import sys\nsys.setrecursionlimit(10**9)\ndef f(): f()\nf()",
    "huge message": "raise ValueError('x' * 10**7)",
    "message that raises": "class E(Exception):\n    def __str__(self): raise SystemExit\nraise E",
    "message that loops": "class E(Exception):\n    def __str__(self):\n        while 1: 0\n"
    "raise E",
    "class without a name": "class M(type):\n    __name__ = property(lambda c: 1 / 0)\n"
    "    __mro__ = property(lambda c: 1 / 0)\nclass E(Exception, metaclass=M): pass\nraise E",
    "hides its class": "class E(Exception):\n    __class__ = property(lambda s: 1 / 0)\nraise E",
    "surrogates": "raise ValueError('\\ud800 \\x1b[2J \\x07 \\u2028 \\x00')",
    "exception group": "raise BaseExceptionGroup('x', [KeyboardInterrupt(), SystemExit(1)])",
    "generator exit": "raise GeneratorExit",
    "at exit": "import atexit\natexit.register(lambda: [0 for _ in iter(int, 1)])\ninput('? ')",
    "alarm": "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)\ninput('? ')",
    "stops": "import signal\nsignal.raise_signal(signal.SIGSTOP)",
    "replaces builtins": "import builtins, os, json, sys\n"
    "for name in ('input', 'print', 'open', 'isinstance', 'len', 'str', 'sorted', 'type', 'map'):\n"
    "    setattr(builtins, name, lambda *a, **k: True)\n"
    "os._exit = os.write = os.read = json.dumps = json.loads = sys.exit = lambda *a: None",
    "replaces the modules": "import sys\nfor name in list(sys.modules): sys.modules[name] = None",
    "empties the harness": "import sys\nframe = sys._getframe()\nwhile frame:\n"
    "    names, frame = frame.f_globals, frame.f_back\n    names.clear()",
    "replaces the screen": "import sys\nsys.stdout = sys.stdin = sys.stderr = None\ninput('? ')",
    "traces": "import sys\ndef trace(frame, event, value):\n"
    "    frame.f_locals.clear()\n    return trace\nsys.settrace(trace)\n"
    "sys.setprofile(trace)\ninput()",
    "import hook": "import sys\nclass Hook:\n    def find_spec(*a): raise SystemExit\n"
    "sys.meta_path[:] = [Hook()]\nimport heapq",
    "deletes the cards": "import cards\nfor name in [*vars(cards)]: delattr(cards, name)\ninput()",
    "patches the cards": "import cards, sys\ncards.Card.__init__ = lambda *a: None\n"
    "cards.Deck.deal = cards.Deck.shuffle = cards.Card.get_rank = lambda *a: None\n"
    "sys.modules['cards'] = sys",
    "changes the results": "import sys\nframe = sys._getframe()\nwhile frame:\n"
    "    for value in [*frame.f_locals.values()]:\n        if hasattr(value, 'shuffles'):\n"
    "            value.shuffles, value.orders, value.tables = 9, [], [[1]]\n"
    "            value.take_tables = lambda: [[2]]\n            value.channel.send = print\n"
    "    frame = frame.f_back",
    "knows the next deck": "import sys\nframe = sys._getframe()\nwhile frame:\n"
    "    for value in [*frame.f_locals.values()]:\n"
    "        if hasattr(value, 'orders'): print(value.orders)\n    frame = frame.f_back",
    "hostile prompt": "class P:\n    def __str__(self): raise KeyboardInterrupt\ninput(P())",
    "prompt of another kind": "class P(str):\n    def __len__(self): return -1\ninput(P('x'))",
    "huge prompt": "input('x' * 10**7)",
    "null byte": "print('a\\0b')\ninput('\\0')",
    "forks": "import os\nfor _ in range(20):\n    try: os.fork()\n    except OSError: break",
    "watch": "__judge_watch__ = None\ndef display(): pass\ninput('? ')",
    "name": "__name__ = '__main__'\ndel __file__, __builtins__\nprint(len('x'))",
}

FORGED = (
    b"[" * 100_000,
    b"null",
    b"{}",
    b'{"ended": true}',
    b'{"ended": true, "tables": [], "shuffles": 1, "raised": 5}',
    b'{"tables": 3, "shuffles": 1}',
    b'{"tables": [[{"card": 5}]], "shuffles": 1, "prompt": "x"}',
    b'{"tables": [], "shuffles": 1e999, "prompt": "x"}',
    b'{"tables": [], "shuffles": NaN, "prompt": ["x"]}',
    b'{"tables": [], "shuffles": 1, "prompt": "\\ud800\\u001b[2J"}',
    b'{"functions": 5}',
    b'{"functions": ["setup"], "raised": {"types": []}}',
    b'{"syntax_error": null}',
    b'{"tables": [], "shuffles": ' + b"1" * 5000 + b"}",
    b"\xff\xfe\x00",
    b'{"number": 2, "functions": 5, "raised": 5}',
    b'{"number": 2, "functions": ["play"], "raised": {"types": []}}',
    b'{"number": 2, "ended": true, "tables": [], "shuffles": 1, "raised": 5}',
    b'{"number": 2, "ended": true, "tables": [], "shuffles": 1}',
    b'{"number": 2, "tables": [[{"card": 5}]], "shuffles": 1, "prompt": "x"}',
    b'{"number": 2, "tables": [5], "shuffles": 1, "prompt": "x"}',
    b'{"number": 2, "tables": [], "shuffles": 1, "prompt": "\\ud800\\u001b[2J"}',
)
for number, message in enumerate(FORGED):
    ATTACKS[f"forged message {number}"] = (
        f"import os\nfor handle in range(3, 64):\n"
        f"    try: os.write(handle, {message!r} + b'\\n')\n    except OSError: pass\ninput('? ')"
    )
ATTACKS["flood of messages"] = (
    "import os\nos.closerange(0, 3)\nwhile True:\n    for handle in range(3, 64):\n"
    '        try: os.write(handle, b\'{"prompt": "x", "tables": [], "shuffles": 0}\\n\' * 100)\n'
    "        except OSError: pass"
)


@pytest.mark.parametrize("sandbox", ["everything"], indirect=True)
@pytest.mark.parametrize("attack", ATTACKS)
def test_after_a_session_with_an_attack_the_next_is_as_always(
    sandbox: Sandbox, attack: str
) -> None:
    assert len(play(sandbox, ATTACKS[attack], ["d"] * 5).steps) <= 7
    assert output(play(sandbox, "print('next')")) == "next\n"


@pytest.mark.heavy
@pytest.mark.parametrize("attack", ATTACKS)
def test_so_in_every_layer(sandbox: Sandbox, attack: str) -> None:
    test_after_a_session_with_an_attack_the_next_is_as_always(sandbox, attack)


def _judge(path: Path, source: str, layers: str, monkeypatch: pytest.MonkeyPatch) -> Report:
    path.write_text(source, "utf-8")
    make_sandbox(layers).close()  # or the test is skipped
    use_bubblewrap, without = LAYERS[layers]
    chosen = partial(Sandbox, without=without)
    monkeypatch.setattr(judging, "Sandbox", chosen)
    return judge_program(path, judge_layers.PROFILE, use_bubblewrap=use_bubblewrap)


def _hidden(attack: str) -> str:
    """An attack that does not count in what is judged of a text: its functions, its globals."""
    return f"exec({attack!r}, {{'__name__': 'attack'}})\n"


@pytest.fixture(scope="module")
def broken_points(tmp_path_factory: pytest.TempPathFactory) -> float:
    path = tmp_path_factory.mktemp("broken") / "proj09.py"
    path.write_text(BROKEN, "utf-8")
    report = judge_program(path, judge_layers.PROFILE)
    assert 0 < report.points < report.max_points
    return report.points


SOON = [
    "exits",
    "forged message 9",
    "forged message 19",
    "replaces builtins",
    "empties the harness",
]
BY_THE_CLOCK = {"alarm", "forged message 21", "grows", "large number", "recurses without limit"}
"""What these come to depends on how fast the machine is."""


@pytest.mark.parametrize("attack", SOON)
def test_an_attack_earns_nothing(
    attack: str, broken_points: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = _hidden(ATTACKS[attack]) + BROKEN
    report = _judge(tmp_path / "proj09.py", source, "everything", monkeypatch)
    assert report.points <= broken_points
    report_text(report, FormatOptions()).encode("utf-8")


@pytest.mark.heavy
@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("layers", ["everything", "Landlock and seccomp", "audit hook alone"])
def test_no_attack_earns_anything(
    layers: str,
    attack: str,
    broken_points: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "proj09.py"
    source = _hidden(ATTACKS[attack]) + BROKEN
    first = _judge(path, source, layers, monkeypatch)
    assert first.points <= broken_points
    if attack not in BY_THE_CLOCK and layers == "everything":
        times = 9 if attack in SOON else 1
        assert all(_judge(path, source, layers, monkeypatch) == first for _ in range(times))
    honest = _judge(path, HONEST, layers, monkeypatch)
    assert honest.has_full_points
    assert not [line for line in report_text(first, FormatOptions()).split("\n") if "\x1b" in line]


THIEF = """
import sys
import cards

def find(name):
    frame = sys._getframe()
    while frame:
        for value in list(frame.f_locals.values()):
            reference = getattr(value, "reference", None)
            if hasattr(reference, name):
                return getattr(reference, name)
        frame = frame.f_back
    return lambda *arguments: None

def deal_to_tableau(tableau, stock):
    pass
"""
NAMES = {
    "init_game": "",
    "validate_move_to_foundation": "tableau, from_col",
    "move_to_foundation": "tableau, foundation, from_col",
    "validate_move_within_tableau": "tableau, from_col, to_col",
    "move_within_tableau": "tableau, from_col, to_col",
    "check_for_win": "tableau, stock",
    "display": "stock, tableau, foundation",
    "get_option": "",
    "main": "",
}


def test_one_function_of_ours_does_not_give_the_others_away(tmp_path: Path) -> None:
    profile = load_profile("aces-up-2023")
    points = []
    for body in ("return find({name!r})({values})", "find; return None"):
        source = THIEF
        for name, values in NAMES.items():
            source += f"def {name}({values}):\n    {body.format(name=name, values=values)}\n"
        path = tmp_path / "proj10.py"
        path.write_text(source + "main()\n", "utf-8")
        points.append(judge_program(path, profile).points)
    assert points[0] == points[1]


@pytest.mark.parametrize("name", ["aces-up-2023", "aces-up-older", "bakers-game-2017"])
def test_what_stands_in_for_a_function_uses_only_those_judged_before(name: str) -> None:
    profile = load_profile(name)
    for index, function in enumerate(profile.functions):
        part = reference_part(profile.slug, frozenset([function.reference]))
        for later in profile.functions[index + 1 :]:
            assert f"def {later.reference}(" not in part
        assert f"def {profile.entry}(" not in part


# -- functions ------------------------------------------------------------------------------------

RETURNED = {
    "a list in itself": "x = []\n    x.extend([x] * 400)\n    return x",
    "lies about its class": "class X:\n        __class__ = property(lambda s: 1 / 0)\n"
    "    return X()",
    "equal to everything": "class X:\n        __eq__ = lambda s, o: True\n"
    "        __repr__ = lambda s: 1 / 0\n    return X()",
    "a hostile list": "class X(list):\n        __getitem__ = __len__ = lambda *a: 1 / 0\n"
    "    return X([1])",
    "a hostile number": "class X(int):\n        __abs__ = __lt__ = __index__ = lambda *a: 1 / 0\n"
    "    return X(1)",
    "a hostile text": "class X(str):\n        __getitem__ = __len__ = lambda *a: 1 / 0\n"
    "    return X('x')",
    "a hostile class": "class M(type):\n        __name__ = property(lambda c: 1 / 0)\n"
    "    class X(metaclass=M): pass\n    return X()",
    "a huge number": "return 10 ** 4000",
    "not a number": "return float('nan'), float('inf')",
    "everything": "return {1: 2}, {3}, b'x', print, ..., NotImplemented, 1j",
    "a strange card": "import cards\n    card = cards.Card(1, 1)\n    card._rank = []\n"
    "    return card",
    "a strange deck": "import cards\n    deck = cards.Deck()\n    deck._cards = 5\n    return deck",
    "surrogates": "return '\\ud800\\x1b'",
    "a change of the arguments": "first.append(object())\n    first.append(first)",
    "a huge text": "return 'x' * 10**7",
    "prints much": "for _ in range(10**6): print('x' * 100)",
    "prints hostile": "class X:\n        __str__ = lambda s: 1 / 0\n    print(X())",
}


@pytest.mark.parametrize("sandbox", ["everything"], indirect=True)
@pytest.mark.parametrize("name", RETURNED)
def test_whatever_a_function_returns_the_next_call_is_as_always(
    sandbox: Sandbox, name: str
) -> None:
    source = f"def hostile(first):\n    {RETURNED[name]}\ndef good(first):\n    return 7\n"
    runner = FunctionRunner(sandbox, Program("attack.py", source), judge_layers.PROFILE)
    try:
        answer = runner.call("hostile", [[]])
        assert not runner.is_gone, answer
        repr(answer).encode("utf-8")
        assert runner.call("good", [[]]).returned == 7
    finally:
        runner.close()
