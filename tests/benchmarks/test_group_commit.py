"""The benchmark of group commit runs."""

from pathlib import Path

import pytest

from benchmarks.group_commit import moves_per_second
from winnable.store import Store


@pytest.mark.parametrize("group_commit", [False, True])
def test_moves_are_saved_and_counted(tmp_path: Path, group_commit: bool) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    assert moves_per_second(url, 3, 0.1, group_commit=group_commit) > 0
    with Store.open(url) as store:
        assert sorted(saved.deal or 0 for saved in store.games.history()) == [1, 2, 3]
