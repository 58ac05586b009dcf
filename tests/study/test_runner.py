"""Running a study: every deal once, whatever happens on the way."""

import errno
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from requires_kernels import need_kernels
from study_runs import Function, Listening, request, run, threads, without_times

from winnable import GAMES, numbered_deck
from winnable.solver import Limit, Verdict, solve
from winnable.study import (
    DealRange,
    DealSample,
    Part,
    Study,
    StudyError,
    StudyRequest,
    StudyResults,
    load,
)
from winnable.study.begin import begin_or_continue
from winnable.study.engine import WorkerDiedError
from winnable.study.runner import Stop, run_study
from winnable.study.shard import SCHEMA, ShardTask, SolvedShard, solve_shard
from winnable.study.shard_key import ShardKey

LITTLE = 500
"""A limit of positions that leaves some deals of FreeCell unsettled."""


def shard_files(study: Study) -> dict[str, bytes]:
    return {
        str(file.relative_to(study.path)): file.read_bytes()
        for file in sorted(study.path.glob("shards/**/*"))
        if file.is_file()
    }


def test_it_says_of_every_deal_what_the_solver_says(tmp_path: Path) -> None:
    study, outcome, _ = run(tmp_path / "new", request("freecell,golf,bakers:cells=1"))
    assert outcome.stopped is Stop.NOT
    assert outcome.set_aside == []
    table = load(study.path)
    assert table.schema.equals(SCHEMA)
    rows = table.to_pylist()
    assert [(row["game"], row["deal"]) for row in rows] == [
        (game.slug, deal) for game in study.manifest.games for deal in range(1, 41)
    ]
    for row in rows:
        game = study.manifest.game(row["game"]).game
        result = solve(game, game.deal(numbered_deck(row["deal"])))
        assert row["verdict"] == result.verdict.value
        assert row["states"] == result.states
        assert row["memory"] == result.memory
        assert row["moves"] == (result.length if result.verdict is Verdict.WINNABLE else None)
        assert row["milliseconds"] >= 0


def test_a_sample_is_solved_in_its_own_order(tmp_path: Path) -> None:
    deals = DealSample(25, seed=7)
    study, _, _ = run(tmp_path / "new", request("freecell", deals))
    assert load(study.path)["deal"].to_pylist() == deals.numbers(0, 25)


def test_a_finished_study_is_not_solved_again(tmp_path: Path) -> None:
    study, _, _ = run(tmp_path / "new", request())
    before = shard_files(study)
    _, outcome, listener = run(study.path)
    assert (outcome.solved_deals, listener.shards) == (0, [])
    assert shard_files(study) == before
    assert {slug: counts.total() for slug, counts in listener.done.items()} == {
        "freecell": 40,
        "golf-relaxed": 40,
    }


@pytest.mark.parametrize("stop", [Stop.FINISH, Stop.DROP])
def test_it_can_be_stopped_and_continued(tmp_path: Path, stop: Stop) -> None:
    whole, _, _ = run(tmp_path / "whole", request())
    study, outcome, _ = run(tmp_path / "parts", request(), Listening(stop, after=1))
    assert outcome.stopped is stop
    assert 0 < outcome.solved_deals < 80
    stored = shard_files(study)
    run(study.path)
    assert stored.items() <= shard_files(study).items()
    assert without_times(load(study.path)).equals(without_times(load(whole.path)))


def test_parts_make_the_whole(tmp_path: Path) -> None:
    whole, _, _ = run(tmp_path / "whole", request())
    for index in (2, 3, 1):
        study, _, _ = run(tmp_path / "parts", request(), part=Part(index, 3))
    assert without_times(load(study.path)).equals(without_times(load(whole.path)))


def test_a_part_solves_nothing_else(tmp_path: Path) -> None:
    study, outcome, _ = run(tmp_path / "new", request(), part=Part(2, 4))
    assert outcome.solved_deals == 20
    assert [key.number for key in study.manifest.shard_keys() if study.folder.summary(key)] == [
        2,
        2,
    ]
    assert StudyResults(study).missing_deals("freecell") == 30


# -- more memory for what is unsettled ------------------------------------------------------------


def memory_of(slug: str, deals: range) -> list[int]:
    game = GAMES[slug]
    return [solve(game, game.deal(numbered_deck(deal))).memory for deal in deals]


def test_what_is_unsettled_is_tried_again_with_more_memory(tmp_path: Path) -> None:
    """Golf needs very different amounts; the middle one of three leaves some for the last."""
    need_kernels()
    needed = sorted(memory_of("golf-relaxed", range(1, 41)))
    memory = (needed[10] + 1, needed[30] + 1, 2**30)
    study, _, listener = run(tmp_path / "new", request("golf", memory=memory))
    reference, _, _ = run(tmp_path / "whole", request("golf"))
    table = load(study.path)
    assert table["verdict"].to_pylist() == load(reference.path)["verdict"].to_pylist()
    assert table["deal"].to_pylist() == list(range(1, 41))
    attempts = {shard.key.attempt for shard in listener.shards}
    assert attempts == {0, 1, 2}
    for shard in listener.shards:
        assert shard.summary["limits"]["memory"] == memory[shard.key.attempt]
    assert study.verdicts("golf-relaxed").total() == 40
    assert study.verdicts("golf-relaxed")[Verdict.UNSETTLED] == 0


def test_attempts_with_more_memory_come_last_and_one_at_a_time(tmp_path: Path) -> None:
    need_kernels()
    needed = sorted(memory_of("golf-relaxed", range(1, 41)))
    in_hand, most = 0, dict.fromkeys((0, 1), 0)
    order: list[int] = []

    def count(function: Function) -> Function:
        def counted(task: ShardTask) -> Any:
            nonlocal in_hand
            in_hand += 1
            order.append(task.key.attempt)
            most[task.key.attempt] = max(most[task.key.attempt], in_hand)
            try:
                return function(task)
            finally:
                in_hand -= 1

        return counted

    memory = (needed[20] + 1, 2**30)
    with threads(2, count) as engine:
        run(tmp_path / "new", request("golf", memory=memory, shard_deals=2), engine=engine)
    assert order == sorted(order)
    assert set(order) == {0, 1}
    assert most[1] == 1


def test_what_stays_unsettled_is_never_dropped(tmp_path: Path) -> None:
    study, _, _ = run(tmp_path / "new", request("freecell", states=LITTLE))
    table = load(study.path)
    counts = study.verdicts("freecell")
    assert table.num_rows == counts.total() == 40
    assert 0 < counts[Verdict.UNSETTLED] < 40
    unsettled = [row for row in table.to_pylist() if row["verdict"] == "unsettled"]
    assert len(unsettled) == counts[Verdict.UNSETTLED]
    assert all(row["moves"] is None and row["states"] for row in unsettled)


def test_a_limit_of_positions_holds_for_more_memory_too(tmp_path: Path) -> None:
    asked = request("freecell", states=LITTLE, memory=(2**20, 2**30))
    study, _, _ = run(tmp_path / "new", asked)
    once, _, _ = run(tmp_path / "once", request("freecell", states=LITTLE))
    assert load(study.path)["verdict"].equals(load(once.path)["verdict"])


# -- workers that fail ----------------------------------------------------------------------------


class DeathError(Exception):
    """Stands for the death of a worker."""


def failing(keys: set[ShardKey], times: int, error: type[Exception]) -> Callable[..., Function]:
    """Make some shards fail the first few times."""
    left = dict.fromkeys(keys, times)

    def wrap(function: Function) -> Function:
        def solve_or_fail(task: ShardTask) -> Any:
            if left.get(task.key, 0):
                left[task.key] -= 1
                raise error("no more")
            return function(task)

        return solve_or_fail

    return wrap


@pytest.mark.parametrize("error", [DeathError, MemoryError, ZeroDivisionError])
def test_a_shard_that_fails_once_is_solved_by_another_worker(
    tmp_path: Path, error: type[Exception]
) -> None:
    whole, _, _ = run(tmp_path / "whole", request())
    wrap = failing({ShardKey("freecell", 2)}, 1, error)
    with threads(2, wrap, worker_died=(DeathError,)) as engine:
        study, outcome, _ = run(tmp_path / "new", request(), engine=engine)
    assert outcome.set_aside == []
    assert without_times(load(study.path)).equals(without_times(load(whole.path)))


def test_a_shard_that_fails_twice_is_set_aside_and_the_study_goes_on(tmp_path: Path) -> None:
    key = ShardKey("freecell", 2)
    with threads(2, failing({key}, 2, DeathError), worker_died=(DeathError,)) as engine:
        study, outcome, listener = run(tmp_path / "new", request(), engine=engine)
    assert outcome.set_aside == [key]
    assert any("set aside" in note for note in listener.notes)
    assert study.verdicts("golf-relaxed").total() == 40
    assert study.verdicts("freecell")[Verdict.UNSETTLED] == 10
    rows = load(study.path).slice(10, 10).to_pylist()
    assert [row["deal"] for row in rows] == list(range(11, 21))
    assert all(row["verdict"] == "unsettled" and row["states"] is None for row in rows)

    # It stays aside until somebody asks for it, and is then like any other.
    _, outcome, _ = run(study.path)
    assert outcome.set_aside == [key]
    _, outcome, _ = run(study.path, retry_set_aside=True)
    assert outcome.set_aside == []
    assert study.verdicts("freecell")[Verdict.UNSETTLED] == 0
    assert load(study.path).num_rows == 80


def test_an_attempt_that_fails_twice_leaves_its_deals_unsettled(tmp_path: Path) -> None:
    need_kernels()
    needed = sorted(memory_of("golf-relaxed", range(1, 41)))
    asked = request("golf", memory=(needed[20] + 1, 2**30))
    wrap = failing({ShardKey("golf-relaxed", 1, 1)}, 2, DeathError)
    with threads(2, wrap, worker_died=(DeathError,)) as engine:
        study, outcome, _ = run(tmp_path / "new", asked, engine=engine)
    assert outcome.set_aside == [ShardKey("golf-relaxed", 1, 1)]
    unsettled = study.verdicts("golf-relaxed")[Verdict.UNSETTLED]
    assert unsettled == len(study.unsettled(ShardKey("golf-relaxed", 1))) > 0
    run(study.path, retry_set_aside=True)
    assert study.verdicts("golf-relaxed")[Verdict.UNSETTLED] == 0


def test_where_nothing_can_be_solved_the_study_is_not_set_aside_as_a_whole(tmp_path: Path) -> None:
    def wrap(function: Function) -> Function:
        def fail(task: ShardTask) -> Any:
            raise ZeroDivisionError("what\nelse")

        return fail

    with threads(2, wrap) as engine, pytest.raises(StudyError, match="what else"):
        run(tmp_path / "new", request(shard_deals=1), engine=engine)
    assert not list((tmp_path / "new").glob("set-aside/*/*"))
    _, outcome, _ = run(tmp_path / "new")
    assert outcome.set_aside == []
    assert load(tmp_path / "new").num_rows == 80


def test_a_worker_of_another_version_is_not_used(tmp_path: Path) -> None:
    def wrap(function: Function) -> Function:
        def other(task: ShardTask) -> Any:
            import dataclasses

            return function(dataclasses.replace(task, version="9.9"))

        return other

    with threads(2, wrap) as engine, pytest.raises(StudyError, match=r"9\.9"):
        run(tmp_path / "new", request(), engine=engine)


def test_an_engine_that_goes_away_loses_nothing(tmp_path: Path) -> None:
    key = ShardKey("golf-relaxed", 3)
    with (
        threads(1, failing({key}, 1, DeathError), engine_lost=(DeathError,)) as engine,
        pytest.raises(StudyError, match="again"),
    ):
        run(tmp_path / "new", request(), engine=engine)
    assert load(tmp_path / "new").num_rows == 60
    run(tmp_path / "new")
    assert load(tmp_path / "new").num_rows == 80


# -- files that are not as they should be ---------------------------------------------------------


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-20])


def empty(file: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.parametrize("damage", [cut_off, empty])
def test_a_truncated_shard_is_solved_again_and_kept(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    study, _, _ = run(tmp_path / "new", request())
    before = without_times(load(study.path))
    file = study.folder.file(ShardKey("freecell", 3))
    damage(file)
    damaged = file.read_bytes()
    _, outcome, listener = run(study.path)
    assert outcome.solved_deals == 10
    assert any(file.name in note for note in listener.notes)
    assert without_times(load(study.path)).equals(before)
    assert [kept.read_bytes() for kept in study.path.glob("damaged/*/*")] == [damaged]


def test_a_shard_with_wrong_bytes_inside_gives_no_wrong_results(tmp_path: Path) -> None:
    study, _, _ = run(tmp_path / "new", request("freecell", DealRange(1, 2000), shard_deals=2000))
    before = without_times(load(study.path))
    file = study.folder.file(ShardKey("freecell", 1))
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0xFF
    file.write_bytes(data)
    with pytest.raises(StudyError, match=file.name):
        load(study.path)
    run(study.path)  # which looks at the summary only
    with pytest.raises(StudyError, match="--check"):
        load(study.path)
    run(study.path, check=True)
    assert without_times(load(study.path)).equals(before)


def test_foreign_files_are_named_and_left_alone(tmp_path: Path) -> None:
    study, _, _ = run(tmp_path / "new", request())
    folder = study.path / "shards" / "freecell"
    names = [
        *("notes.txt", "000099.attempt-1.parquet", "000001.attempt-9.parquet"),
        *("000001.attempt-0.parquet", "1.attempt-1.parquet", "000001.parquet"),
    ]
    for name in names:
        (folder / name).write_text("mine")
    (study.path / "shards" / "chess").mkdir()
    before = load(study.path)
    _, _, listener = run(study.path)
    assert all(any(name in note for note in listener.notes) for name in [*names, "chess"])
    assert load(study.path).equals(before)
    assert all((folder / name).read_text() == "mine" for name in names)


@pytest.mark.parametrize(
    "theirs",
    [
        request("golf:wraps=no"),
        request("golf", DealRange(5, 44)),
        request("golf", DealSample(40, 1, 1, 40)),
        request("golf", states=10),
        request("golf", memory=(2**20,)),
    ],
)
def test_a_shard_of_another_study_is_refused(tmp_path: Path, theirs: StudyRequest) -> None:
    study, _, _ = run(tmp_path / "new", request("golf", memory=(2**30,)))
    other, _, _ = run(tmp_path / "other", theirs)
    assert theirs.games is not None
    file = study.folder.file(ShardKey("golf-relaxed", 2))
    data = other.folder.file(ShardKey(theirs.games[0].slug, 2)).read_bytes()
    file.write_bytes(data)
    for use in (run, load):
        with pytest.raises(StudyError, match=file.name):
            use(study.path)
    assert file.read_bytes() == data


def test_a_foreign_parquet_file_in_place_of_a_shard_is_not_used(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    study, _, _ = run(tmp_path / "new", request())
    before = without_times(load(study.path))
    pq.write_table(pa.table({"a": [1]}), study.folder.file(ShardKey("freecell", 1)))
    run(study.path)
    assert without_times(load(study.path)).equals(before)


def test_what_a_killed_run_had_begun_to_write_is_removed(tmp_path: Path) -> None:
    study, _, _ = run(tmp_path / "new", request())
    begun = study.path / "shards" / "freecell" / ".000002.attempt-1.parquet.123.tmp"
    begun.write_bytes(b"half")
    run(study.path)
    assert not begun.exists()


def test_a_full_disk_is_said_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = 0
    real = os.fsync

    def full(handle: int) -> None:
        nonlocal stored
        stored += 1
        if stored > 6:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StudyError, match="no space left"):
            run(tmp_path / "new", request())
    rows = load(tmp_path / "new").num_rows
    assert 0 < rows < 80
    assert not list((tmp_path / "new").glob("shards/*/.*"))
    run(tmp_path / "new")
    assert load(tmp_path / "new").num_rows == 80


def test_a_shard_that_is_there_is_never_replaced(tmp_path: Path) -> None:
    study, _, _ = run(tmp_path / "new", request())
    key = ShardKey("freecell", 1)
    before = study.folder.file(key).read_bytes()
    again = solve_shard(study.task(key))
    study.folder.store(SolvedShard(key, again.parquet + b" ", again.summary))
    assert study.folder.file(key).read_bytes() == before


def test_a_shard_that_is_solved_is_no_longer_set_aside(tmp_path: Path) -> None:
    study, _, _ = run(tmp_path / "new", request("freecell"), part=Part(1, 2))
    missing = ShardKey("freecell", 2)
    study.folder.set_aside(missing, "a reason")
    study.folder.store(solve_shard(study.task(missing)))
    _, outcome, _ = run(study.path)
    assert outcome.set_aside == []
    assert load(study.path)["verdict"].to_pylist().count("unsettled") == 0


def test_with_a_damaged_attempt_later_ones_are_solved_again(tmp_path: Path) -> None:
    need_kernels()
    needed = sorted(memory_of("golf-relaxed", range(1, 41)))
    asked = request("golf", memory=(needed[20] + 1, 2**30), shard_deals=40)
    study, _, _ = run(tmp_path / "new", asked)
    before = without_times(load(study.path))
    cut_off(study.folder.file(ShardKey("golf-relaxed", 1)))
    _, outcome, _ = run(study.path)
    assert outcome.solved_deals == 40
    assert without_times(load(study.path)).equals(before)
    assert len(list(study.path.glob("damaged/*/*"))) == 2


# -- what cannot be continued ---------------------------------------------------------------------


def test_two_runs_of_one_study_are_kept_apart(tmp_path: Path) -> None:
    asked = request()
    study, _, _ = run(tmp_path / "new", asked)

    def run_again(function: Function) -> Function:
        with pytest.raises(StudyError, match="another run"):
            run(study.path, part=None)
        return function

    shutil.rmtree(study.path / "shards")
    with threads(1, run_again) as engine:
        run(study.path, engine=engine)
    assert load(study.path).num_rows == 80


def test_runs_of_different_parts_are_not_kept_apart(tmp_path: Path) -> None:
    solved: list[int] = []

    def run_other(function: Function) -> Function:
        if not solved:
            solved.append(run(tmp_path / "new", part=Part(2, 2))[1].solved_deals)
            with pytest.raises(StudyError, match="another run"):
                run(tmp_path / "new", part=Part(1, 2))
            with pytest.raises(StudyError, match="another run"):
                run(tmp_path / "new")
        return function

    with threads(1, run_other) as engine:
        run(tmp_path / "new", request(), engine=engine, part=Part(1, 2))
    assert solved == [40]
    assert load(tmp_path / "new").num_rows == 80


def test_something_else_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    study, _, _ = run(tmp_path / "new", request())
    before = shard_files(study)
    with pytest.raises(StudyError, match="golf-relaxed, not freecell"):
        run(study.path, request("freecell"))
    assert shard_files(study) == before


def test_a_study_of_another_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    study, _, _ = run(tmp_path / "new", request(), Listening(Stop.FINISH, after=1))
    file = study.path / "manifest.json"
    stored = json.loads(file.read_text())
    stored["made_by"]["winnable"] = "0.0.1"
    file.write_text(json.dumps(stored))
    before = shard_files(study)
    with pytest.raises(StudyError, match=r"0\.0\.1"):
        run(study.path)
    assert shard_files(study) == before
    assert load(study.path).num_rows > 0  # it can still be read
    study = begin_or_continue(study.path, StudyRequest(), any_version=True)
    with threads() as engine:
        run_study(study, engine, Listening())
    assert load(study.path).num_rows == 80


def test_a_new_study_needs_games_and_deals(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="games and deals"):
        run(tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_folder_with_other_files_does_not_become_a_study(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_text("mine")
    with pytest.raises(StudyError, match="choose"):
        run(tmp_path, request())
    assert [file.name for file in tmp_path.iterdir()] == ["photo.jpg"]


def test_limits_are_those_of_the_manifest(tmp_path: Path) -> None:
    study, _, _ = run(tmp_path / "new", request("freecell", memory=(2**20, 2**21), states=50))
    assert study.manifest.limit(1) == Limit(states=50, memory=2**21)
    assert study.task(ShardKey("freecell", 1)).limit == Limit(states=50, memory=2**20)


def test_a_run_can_be_stopped_while_it_looks_through_the_shards(tmp_path: Path) -> None:
    run(tmp_path / "new", request())
    study = Study.open(tmp_path / "new")
    with threads() as engine:
        outcome = run_study(study, engine, listener := Listening(Stop.FINISH, after=0))
    assert outcome.stopped is Stop.FINISH
    assert (outcome.verdicts, listener.done, listener.shards) == ({}, {}, [])


def test_the_deaths_of_workers_that_a_stop_has_killed_are_not_held_against_shards(
    tmp_path: Path,
) -> None:
    """As when a job system sends its signal to every process."""
    listener = Listening(Stop.DROP, after=1)

    def die_when_stopped(_: Function) -> Function:
        def solve(task: ShardTask) -> SolvedShard:
            if listener.shards or task.key.number > 1:
                raise WorkerDiedError("killed by the stop", deaths=2)
            return solve_shard(task)

        return solve

    with threads(1, die_when_stopped) as engine:
        study = begin_or_continue(tmp_path / "new", request())
        outcome = run_study(study, engine, listener)
    assert outcome.stopped is Stop.DROP
    assert outcome.set_aside == []
