"""Processes on this machine: one that dies costs its shard and nothing else."""

import errno
import os
import signal
import subprocess
import time
from contextlib import suppress
from multiprocessing import active_children
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from child_processes import COMMAND
from study_runs import Function, Listening, Wrapped, request, run, without_times

from winnable.study import DealRange, StudyError, load
from winnable.study.engine import Engine
from winnable.study.local_engine import local_engine
from winnable.study.runner import Stop
from winnable.study.shard import ShardTask, SolvedShard, solve_shard

ASKED = request("freecell,golf", DealRange(1, 400), shard_deals=50)


def kill_itself_once(task: ShardTask, marker: str) -> SolvedShard:
    """Die in the second shard, the first time."""
    if task.key.number == 2 and not os.path.exists(marker):
        Path(marker).write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
    return solve_shard(task)


def kill_itself(task: ShardTask, marker: str) -> SolvedShard:
    """Die in the second shard of FreeCell, always."""
    if (task.key.slug, task.key.number) == ("freecell", 2):
        os.kill(os.getpid(), signal.SIGKILL)
    return solve_shard(task)


class Instead:
    """Submits another function, with a file for its use."""

    def __init__(self, function: Function, marker: Path) -> None:
        self._function, self._marker = function, str(marker)

    def __call__(self, _: Function) -> Function:
        from functools import partial

        return partial(self._function, marker=self._marker)


def wrapped(engine: Engine, function: Function, marker: Path) -> Engine:
    executor = Wrapped(engine.executor, Instead(function, marker))
    return Engine(executor, engine.workers, engine.description, engine.worker_died)


def test_processes_find_what_threads_find(tmp_path: Path) -> None:
    here, _, _ = run(tmp_path / "here", ASKED)
    with local_engine(2) as engine:
        there, _, listener = run(tmp_path / "there", ASKED, engine=engine)
    assert without_times(load(there.path)).equals(without_times(load(here.path)))
    assert len(listener.shards) == 16


def test_a_process_that_is_killed_costs_one_shard_which_is_solved_again(tmp_path: Path) -> None:
    here, _, _ = run(tmp_path / "here", ASKED)
    with local_engine(2) as engine:
        killing = wrapped(engine, kill_itself_once, tmp_path / "killed")
        study, outcome, listener = run(tmp_path / "there", ASKED, engine=killing)
    assert (tmp_path / "killed").exists()
    assert outcome.set_aside == []
    assert len(listener.shards) == 16
    assert without_times(load(study.path)).equals(without_times(load(here.path)))


def test_a_shard_that_kills_its_process_twice_is_set_aside(tmp_path: Path) -> None:
    with local_engine(2) as engine:
        killing = wrapped(engine, kill_itself, tmp_path / "unused")
        study, outcome, listener = run(tmp_path / "there", ASKED, engine=killing)
    assert [(key.slug, key.number) for key in outcome.set_aside] == [("freecell", 2)]
    assert len(listener.shards) == 15
    assert load(study.path).num_rows == 800


def test_the_command_killed_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    reference, _, _ = run(tmp_path / "here", ASKED)
    words = ["--games", "freecell,golf", "--deals", "1-400", "--shard-deals", "50", "--jobs", "2"]
    path = tmp_path / "killed"
    command = [*COMMAND, "study", "run", str(path), *words]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        while not list(path.glob("shards/*/*.parquet")) and process.poll() is None:
            time.sleep(0.01)
        workers = children_of(process.pid)
        process.kill()
    assert len(workers) >= 2
    assert all(ended(worker) for worker in workers)
    stored = {file: file.read_bytes() for file in path.glob("shards/*/*.parquet")}
    assert stored
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert all(file.read_bytes() == data for file, data in stored.items())
    assert without_times(load(path)).equals(without_times(load(reference.path)))


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, in any of its threads."""
    children: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # the thread has ended meanwhile
            children += map(int, file.read_text().split())
    return children


def ended(pid: int) -> bool:
    """Whether a process ends, or has ended, within a minute; how long it takes does not matter."""
    for _ in range(600):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def take_long(task: ShardTask, marker: str) -> SolvedShard:
    """Be still busy when the run is stopped, after the first shard."""
    if task.key.number > 1:
        time.sleep(20)
        Path(marker).write_text("")
    return solve_shard(task)


def test_a_run_that_is_stopped_kills_its_processes(tmp_path: Path) -> None:
    with local_engine(2) as engine:
        slow = wrapped(engine, take_long, tmp_path / "not killed")
        _, outcome, _ = run(tmp_path / "new", ASKED, Listening(Stop.DROP, after=1), engine=slow)
    assert outcome.stopped is Stop.DROP
    assert active_children() == []
    assert not (tmp_path / "not killed").exists()
    assert load(tmp_path / "new").num_rows < 800


@pytest.mark.parametrize(
    ("numbers", "shards"),
    [
        pytest.param([signal.SIGINT], 2, id="once, and the shard in hand is finished"),
        pytest.param([signal.SIGINT, signal.SIGINT], 1, id="twice, and it is dropped"),
        pytest.param([signal.SIGTERM], 1, id="terminated", marks=pytest.mark.heavy),
    ],
)
def test_ctrl_c_ends_the_command_and_the_next_one_goes_on(
    tmp_path: Path, numbers: list[signal.Signals], shards: int
) -> None:
    """Also when the workers get the signal, as they do from a terminal or a job system."""
    path = tmp_path / "new"
    words = ["--games", "freecell", "--deals", "1-30000", "--shard-deals", "10000"]
    command = [*COMMAND, "study", "run", str(path), "--jobs", "1", *words]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        while not list(path.glob("shards/*/*.parquet")) and process.poll() is None:
            time.sleep(0.01)
        for number in numbers:
            os.killpg(process.pid, number)
            time.sleep(0.05)
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert "set aside" not in errors
    assert load(path).num_rows == 10_000 * shards
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert load(path)["deal"].to_pylist() == list(range(1, 30_001))


def test_workers_that_die_before_their_first_shard_are_replaced(tmp_path: Path) -> None:
    """As when a machine has no memory left for a moment."""
    with local_engine(1) as engine:
        engine.executor.submit(os.getpid)
        while not active_children():
            time.sleep(0.001)
        for child in active_children():
            child.kill()
            child.join()
        study, outcome, _ = run(tmp_path / "new", ASKED, engine=engine)
    assert outcome.set_aside == []
    assert load(study.path).num_rows == 800


@pytest.mark.parametrize("delay", [0.1, 0.5])
def test_ctrl_c_while_workers_start_is_quiet(tmp_path: Path, delay: float) -> None:
    words = ["--games", "freecell", "--deals", "1-400000", "--shard-deals", "1000", "--jobs", "2"]
    command = [*COMMAND, "study", "run", str(tmp_path / "new"), *words]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        while not (tmp_path / "new" / ".lock").exists() and process.poll() is None:
            time.sleep(0.01)
        while not children_of(process.pid) and process.poll() is None:
            time.sleep(0.01)
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert "failed" not in errors


def die_half_way(pipe: Connection, data: memoryview) -> None:
    os.write(pipe.fileno(), data[: len(data) // 2])
    os.kill(os.getpid(), signal.SIGKILL)


def half_a_result(task: ShardTask, marker: str) -> SolvedShard:
    """Die with the result half sent, the first time."""
    if not Path(marker).exists():
        Path(marker).write_text("")
        Connection._send = die_half_way  # type: ignore[attr-defined]
    return solve_shard(task)


def cannot_be_sent(task: ShardTask, marker: str) -> SolvedShard:
    raise UnpicklableError(lambda: task)


class UnpicklableError(Exception):
    pass


def test_a_process_that_dies_while_it_sends_its_result(tmp_path: Path) -> None:
    """Nobody waits for the rest, and the others' results arrive."""
    with local_engine(2) as engine:
        killing = wrapped(engine, half_a_result, tmp_path / "killed")
        study, outcome, listener = run(tmp_path / "new", ASKED, engine=killing)
    assert (tmp_path / "killed").exists()
    assert any("killed by signal 9" in note for note in listener.notes), listener.notes
    assert outcome.set_aside == []
    assert load(study.path).num_rows == 800


def test_what_a_shard_raises_is_told_even_if_it_cannot_be_pickled(tmp_path: Path) -> None:
    with local_engine(1) as engine, pytest.raises(StudyError, match="UnpicklableError"):
        run(tmp_path / "new", ASKED, engine=wrapped(engine, cannot_be_sent, tmp_path / "unused"))


@pytest.mark.parametrize("files", [24, pytest.param(48, marks=pytest.mark.heavy)])
def test_where_the_system_gives_fewer_processes(tmp_path: Path, files: int) -> None:
    """The study is solved by those that there are, and no shard is set aside."""
    words = ["--games", "freecell", "--deals", "1-4000", "--shard-deals", "100", "--jobs", "16"]
    limited = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *COMMAND]
    done = subprocess.run(
        [*limited, "study", "run", str(tmp_path / "new"), *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert load(tmp_path / "new").num_rows == 4000


class CannotStart:
    """Processes that cannot be started."""

    def __call__(self, *_: object, **__: object) -> None:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def test_where_no_process_can_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No shard is to blame; the same after a worker has died."""
    with local_engine(1) as engine:
        killing = wrapped(engine, kill_itself_once, tmp_path / "killed")
        assert engine.executor.submit(os.getpid).result() in pids(active_children())
        monkeypatch.setattr(BaseProcess, "start", CannotStart())
        with pytest.raises(StudyError, match="cannot start a process"):
            run(tmp_path / "new", ASKED, engine=killing)
        assert list((tmp_path / "new").glob("**/*aside*")) == []
        monkeypatch.undo()
        _, outcome, _ = run(tmp_path / "new", ASKED, engine=killing)
    assert outcome.set_aside == []


def pids(processes: list[BaseProcess]) -> set[int | None]:
    return {process.pid for process in processes}
