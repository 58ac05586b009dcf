"""The measurement of the web server's memory, as far as it needs no server."""

from pathlib import Path

import pytest

from benchmarks.web_memory import measure_games


def test_open_games_are_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    measure_games(tmp_path, 2)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert "1,000 moves" in lines[4]
