"""Processes on this machine: one that dies costs its shard and nothing else."""

import os
import signal
import subprocess
import time
from multiprocessing import active_children
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from child_processes import COMMAND
from study_runs import Function, Listening, Wrapped, request, run, without_times

from winnable.study import DealRange, Study, StudyError, load
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
    assert all(ended(worker) for worker in workers)
    stored = {file: file.read_bytes() for file in path.glob("shards/*/*.parquet")}
    assert stored
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert all(file.read_bytes() == data for file, data in stored.items())
    assert without_times(load(path)).equals(without_times(load(reference.path)))


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, as far as the system tells."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    try:
        return [int(word) for word in children.read_text().split()]
    except OSError:
        return []


def ended(pid: int) -> bool:
    """Whether a process ends, or has ended, within a minute; how long it takes does not matter."""
    for _ in range(600):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_a_run_that_is_stopped_leaves_no_processes(tmp_path: Path) -> None:
    with local_engine(2) as engine:
        _, outcome, _ = run(tmp_path / "new", ASKED, Listening(Stop.DROP, after=1), engine=engine)
    assert outcome.stopped is Stop.DROP
    assert active_children() == []
    assert load(tmp_path / "new").num_rows < 800


@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_ends_the_command_and_the_next_one_goes_on(tmp_path: Path, times: int) -> None:
    path = tmp_path / "new"
    words = ["--games", "freecell", "--deals", "1-60000", "--shard-deals", "1000"]
    command = [*COMMAND, "study", "run", str(path), "--jobs", "1", *words]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        while not list(path.glob("shards/*/*.parquet")) and process.poll() is None:
            time.sleep(0.01)
        for _ in range(times):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.05)
        _, errors = process.communicate(timeout=120)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    solved = load(path).num_rows
    assert 0 < solved < len(Study.open(path).manifest.deals)
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert load(path)["deal"].to_pylist() == list(range(1, 60_001))


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
