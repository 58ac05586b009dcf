"""The tool that writes the verdicts which ship with the package never writes a wrong one."""

from pathlib import Path

import pytest
from study_runs import request, run

from benchmarks.known_verdicts import write_tables
from winnable.coach.known_verdicts import read_tables
from winnable.study import DealRange, StudyError, load
from winnable.study.shard_key import ShardKey


def test_what_is_written_is_what_the_study_found(tmp_path: Path) -> None:
    study, _, _ = run(tmp_path / "new", request("bakers-game", DealRange(1, 60)))
    write_tables([study], tmp_path, {"bakers-game": 50})
    (table,) = read_tables(tmp_path).values()
    found = [verdict.value for deal in table.deals if (verdict := table.verdict(deal))]
    assert table.deals == range(1, 51)
    assert found == load(study.path)["verdict"].to_pylist()[:50]
    assert {"winnable", "lost"} == set(found)


def test_gaps_and_unsettled_deals_are_refused(tmp_path: Path) -> None:
    study, _, _ = run(tmp_path / "new", request("bakers-game", DealRange(1, 60)))
    study.folder.file(ShardKey("bakers-game", 2)).unlink()
    with pytest.raises(StudyError, match="not solved"):
        write_tables([study], tmp_path, {"bakers-game": 50})
    unsettled, _, _ = run(tmp_path / "few", request("bakers-game", states=50))
    with pytest.raises(StudyError, match="unsettled"):
        write_tables([unsettled], tmp_path, {"bakers-game": 40})
    late, _, _ = run(tmp_path / "late", request("bakers-game", DealRange(2, 60)))
    for studies in ([late], []):
        with pytest.raises(StudyError, match="none"):
            write_tables(studies, tmp_path, {"bakers-game": 40})
