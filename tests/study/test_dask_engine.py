"""Studies on a Dask cluster of real processes, of which any may die."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pyarrow as pa
import pytest
from child_processes import COMMAND
from dask_cluster import Cluster, solve_or_die, wait_for
from line_driver import Capture, refused
from requires_kernels import need_kernels
from study_runs import Function, Wrapped, request, run, without_times

import winnable
from winnable.study import DealRange, StudyError, load
from winnable.study.dask_engine import dask_engine
from winnable.study.engine import Engine
from winnable.study.shard_key import ShardKey

ASKED = request("freecell", DealRange(1, 24_000), shard_deals=2000)
"""Shards that take some tenths of a second: long enough to be interrupted in the middle."""
WORDS = ("--games", "freecell", "--deals", "1-24000", "--shard-deals", "2000")
FEW = request("freecell,golf", DealRange(1, 400), shard_deals=50)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> pa.Table:
    """What a run without Dask finds."""
    need_kernels()
    study, _, _ = run(tmp_path_factory.mktemp("expected") / "study", ASKED)
    return without_times(load(study.path))


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    need_kernels()
    with Cluster(tmp_path / "cluster", workers=2) as cluster:
        yield cluster


def start(path: Path, address: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, "study", "run", str(path), "--dask", address, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # so that Ctrl-C can be sent to it and its processes
    )


def end(process: subprocess.Popen[str], status: int) -> str:
    """Wait until a command ends; what it said on standard error."""
    _, errors = process.communicate(timeout=300)
    assert process.returncode == status, errors
    assert "Traceback" not in errors
    assert " - distributed" not in errors, "Dask's log is on the terminal"
    assert "Warning" not in errors
    return errors


def read_until(process: subprocess.Popen[str], word: str) -> str:
    """What a command says on standard error, up to a line with a word."""
    assert process.stderr is not None
    said = ""
    while word not in said:
        line = process.stderr.readline()
        assert line, f"it ended: {said}"
        said += line
    return said


def other_winnable(folder: Path, *, whole: bool) -> dict[str, str]:
    """An environment in which another version of Winnable is imported, or half of one."""
    package = folder / "winnable"
    package.mkdir(parents=True)
    ours = os.path.dirname(winnable.__file__)
    text = f"__path__ = [{ours!r}]\nexec(open({ours + '/__init__.py'!r}).read())\n" if whole else ""
    (package / "__init__.py").write_text(text + '__version__ = "9.9"\n')
    return {"PYTHONPATH": str(folder)}


def results(path: Path) -> pa.Table:
    return without_times(load(path))


def shard_files(path: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in path.glob("shards/*/*.parquet")}


def has_shards(path: Path) -> bool:
    return any(path.glob("shards/*/*.parquet"))


# -- what goes well --------------------------------------------------------------------------------


def test_workers_that_come_later_find_what_threads_find(tmp_path: Path, expected: pa.Table) -> None:
    """And the scheduler needs nothing of Winnable."""
    nothing = other_winnable(tmp_path / "nothing", whole=False)
    with (
        Cluster(tmp_path / "cluster", workers=0, dashboard=True, scheduler=nothing) as cluster,
        cluster.observed() as observer,
    ):
        process = start(tmp_path / "new", cluster.address, *WORDS)
        said = read_until(process, "waiting")
        assert "http://127.0.0.1:" in said, "the dashboard's address"
        cluster.start_worker()
        cluster.start_worker()
        end(process, 0)
        assert observer.stored() == set()
    assert results(tmp_path / "new").equals(expected)


def test_processes_on_this_machine_find_what_threads_find(
    tmp_path: Path, expected: pa.Table
) -> None:
    said = end(start(tmp_path / "new", "local:2", *WORDS), 0)
    assert "http://127.0.0.1:" in said
    assert results(tmp_path / "new").equals(expected)


# -- what dies -------------------------------------------------------------------------------------


def test_a_worker_killed_in_the_middle_of_a_shard(
    tmp_path: Path, cluster: Cluster, expected: pa.Table
) -> None:
    with cluster.observed() as observer:
        process = start(tmp_path / "new", cluster.address, *WORDS)
        killed = observer.stop_in_the_middle("worker-0")
        cluster.workers["worker-0"].kill()
        end(process, 0)
        assert (killed, 2) in observer.begun(), "another worker began it again"
    assert results(tmp_path / "new").equals(expected)


def start_and_stop_a_worker(path: Path, cluster: Cluster) -> subprocess.Popen[str]:
    """Start the command, which cannot end: some shards are stored, and one is kept back."""
    with cluster.observed() as observer:
        process = start(path, cluster.address, *WORDS)
        observer.stop_in_the_middle("worker-0")
        wait_for(lambda: has_shards(path), "the first shard")
    return process


@pytest.mark.heavy
def test_the_command_killed_and_started_again(
    tmp_path: Path, cluster: Cluster, expected: pa.Table
) -> None:
    path = tmp_path / "new"
    process = start_and_stop_a_worker(path, cluster)
    process.kill()
    process.communicate()
    cluster.resume_worker("worker-0")
    stored = shard_files(path)
    assert 0 < len(stored) < 12
    end(start(path, cluster.address), 0)
    assert stored.items() <= shard_files(path).items()
    assert results(path).equals(expected)


@pytest.mark.heavy
def test_the_scheduler_killed_and_started_again(
    tmp_path: Path, cluster: Cluster, expected: pa.Table
) -> None:
    path = tmp_path / "new"
    process = start_and_stop_a_worker(path, cluster)
    cluster.scheduler.kill()
    said = end(process, 2)
    assert said.splitlines()[-1].startswith("winnable: the connection to the Dask cluster")
    stored = shard_files(path)
    assert 0 < len(stored) < 12

    cluster.scheduler.wait()
    cluster.start_scheduler()
    cluster.start_worker()
    end(start(path, cluster.address), 0)
    assert stored.items() <= shard_files(path).items()
    assert results(path).equals(expected)


class Instead:
    """Submits another function."""

    def __init__(self, function: Function) -> None:
        self._function = function

    def __call__(self, _: Function) -> Function:
        return self._function


def dying_of(engine: Engine, key: ShardKey, deaths: Path) -> Engine:
    """An engine whose workers die of one shard."""
    deaths.mkdir()
    function = partial(solve_or_die, slug=key.slug, number=key.number, deaths=str(deaths))
    return replace(engine, executor=Wrapped(engine.executor, Instead(function)))


def test_a_shard_that_kills_its_worker_twice_is_set_aside_and_the_study_goes_on(
    tmp_path: Path,
) -> None:
    """The scheduler by itself would try four times."""
    key = ShardKey("freecell", 2)
    reference, _, _ = run(tmp_path / "here", FEW)
    with (
        Cluster(tmp_path / "cluster", workers=3) as cluster,
        cluster.observed() as observer,
    ):
        observer.wait_for_workers(3)
        with dask_engine(cluster.address) as engine:
            killing = dying_of(engine, key, tmp_path / "deaths")
            study, outcome, listener = run(tmp_path / "there", FEW, engine=killing)
            assert wait_for(lambda: not observer.stored(), "results to be forgotten")
            assert wait_for(lambda: engine.workers() == 1, "dead workers to be noticed")
    assert outcome.set_aside == [key]
    assert len(list((tmp_path / "deaths").iterdir())) == 2
    assert len(listener.shards) == 15
    rows, theirs = results(study.path).to_pylist(), results(reference.path).to_pylist()
    assert len(rows) == 800
    assert [row["deal"] for row in rows if row["verdict"] == "unsettled"] == list(range(51, 101))
    assert all(row["verdict"] == "unsettled" or row in theirs for row in rows)


@pytest.mark.heavy
def test_it_is_the_same_on_processes_of_this_machine(tmp_path: Path) -> None:
    key = ShardKey("freecell", 2)
    with dask_engine("local:2") as engine:
        killing = dying_of(engine, key, tmp_path / "deaths")
        study, outcome, _ = run(tmp_path / "there", FEW, engine=killing)
    assert outcome.set_aside == [key]
    assert len(list((tmp_path / "deaths").iterdir())) == 2
    assert load(study.path).num_rows == 800


# -- Ctrl-C ----------------------------------------------------------------------------------------


def test_ctrl_c_finishes_the_shards_that_are_being_solved(
    tmp_path: Path, cluster: Cluster, expected: pa.Table
) -> None:
    path = tmp_path / "new"
    with cluster.observed() as observer:
        process = start(path, cluster.address, *WORDS)
        solving = {observer.stop_in_the_middle(name) for name in cluster.workers}
        begun = {key for key, _ in observer.begun()}
        os.killpg(process.pid, signal.SIGINT)
        wait_for(lambda: observer.known() == solving, "the others to be called off")
        for name in cluster.workers:
            cluster.resume_worker(name)
        end(process, 130)
        assert {key for key, _ in observer.begun()} == begun
    assert len(shard_files(path)) == len(begun) < 12
    end(start(path, cluster.address), 0)
    assert results(path).equals(expected)


@pytest.mark.heavy
def test_ctrl_c_twice_drops_them(tmp_path: Path, cluster: Cluster, expected: pa.Table) -> None:
    path = tmp_path / "new"
    process = start_and_stop_a_worker(path, cluster)
    os.killpg(process.pid, signal.SIGINT)
    read_until(process, "again")
    os.killpg(process.pid, signal.SIGINT)
    end(process, 130)
    cluster.resume_worker("worker-0")
    with cluster.observed() as observer:
        wait_for(lambda: not observer.known(), "all to be called off")
    assert 0 < len(shard_files(path)) < 12
    end(start(path, cluster.address), 0)
    assert results(path).equals(expected)


@pytest.mark.heavy
@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_does_not_reach_the_processes_on_this_machine(tmp_path: Path, times: int) -> None:
    """A terminal sends it to them, too; they would end with tracebacks."""
    need_kernels()
    path = tmp_path / "new"
    words = ("--games", "freecell", "--deals", "1-60000", "--shard-deals", "2000")
    process = start(path, "local:2", *words)
    wait_for(lambda: has_shards(path), "the first shard")
    os.killpg(process.pid, signal.SIGINT)
    if times == 2:
        read_until(process, "again")
        os.killpg(process.pid, signal.SIGINT)
    end(process, 130)
    stored = shard_files(path)
    assert 0 < len(stored) < 30
    end(start(path, "local:2"), 0)
    assert stored.items() <= shard_files(path).items()
    assert load(path)["deal"].to_pylist() == list(range(1, 60_001))


# -- what does not fit, or is not there ------------------------------------------------------------


HALF_OR_WHOLE = pytest.mark.parametrize(
    "whole", [False, pytest.param(True, marks=pytest.mark.heavy)]
)


@HALF_OR_WHOLE
def test_a_worker_with_another_winnable_is_named(tmp_path: Path, whole: bool) -> None:
    with Cluster(tmp_path / "cluster", workers=0) as cluster, cluster.observed() as observer:
        cluster.start_worker(environment=other_winnable(tmp_path / "other", whole=whole))
        observer.wait_for_workers(1)
        with (
            pytest.raises(StudyError, match=r"the worker tcp://.*install the same version"),
            dask_engine(cluster.address),
        ):
            pass


@HALF_OR_WHOLE
def test_so_is_one_that_comes_later(tmp_path: Path, whole: bool) -> None:
    with Cluster(tmp_path / "cluster", workers=0) as cluster:
        process = start(tmp_path / "new", cluster.address, *WORDS)
        read_until(process, "waiting")
        cluster.start_worker(environment=other_winnable(tmp_path / "other", whole=whole))
        said = end(process, 2)
    assert said.splitlines()[-1].startswith("winnable: a worker ")
    assert not has_shards(tmp_path / "new")


def test_nobody_at_the_address(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("winnable.study.dask_engine._CONNECT_SECONDS", 0.5)
    words = ("study", "run", str(tmp_path / "new"), "--dask", "tcp://127.0.0.1:1", *WORDS)
    assert "no Dask scheduler answers at tcp://127.0.0.1:1 (" in refused(capsys, *words)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "address",
    ["", "here", "local:0", "local:", "local:-1", "tcp://host", "tcp://host:0", "tcp://host:99999",
     "http://host:8786", "tcp://:8786", "tcp://a b:8786", "tcp://host:8786/x\n"],
)  # fmt: skip
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(StudyError, match="tcp://HOST:8786"), dask_engine(address):
        pass


def test_a_scheduler_without_its_certificate(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="tls://127"), dask_engine("tls://127.0.0.1:1"):
        pass


def test_dask_is_not_installed(tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError")
    done = subprocess.run(
        [*COMMAND, "study", "run", str(tmp_path / "new"), "--dask", "local:2", *WORDS],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == (
        "winnable: Dask is not installed: install it with pip install 'winnable[dask]'\n"
    )


def test_nothing_of_ours_needs_dask_before_it_is_asked_for() -> None:
    check = "import sys, winnable.study.dask_engine; sys.exit('distributed' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
