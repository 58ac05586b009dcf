"""Targets for what programs keep: results of `solve`, places in a history, recovery codes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from fuzz.properties import accepted, split_choice, text_of
from winnable.cli.results_file import ResultsFile, StoredResult
from winnable.rules import GAMES, Game
from winnable.store.game_row import HistoryCursor
from winnable.store.recovery_codes import hash_recovery_code, normalize_recovery_code
from winnable.store.url_keys import is_key


def history_cursors(data: bytes) -> None:
    """A place in the history is refused, or is the same when written and read."""
    cursor = accepted(HistoryCursor.parse, text_of(data))
    assert cursor is None or HistoryCursor.parse(str(cursor)) == cursor


def recovery_codes(data: bytes) -> None:
    """A code is refused, or is one of 25 characters, and stays what it is when it is read again."""
    text = text_of(data)
    code = normalize_recovery_code(text)
    assert (accepted(hash_recovery_code, text) is None) == (code is None)
    assert code is None or normalize_recovery_code(code.lower()) == code
    assert not is_key(text) or text.isascii()


def results_files(data: bytes) -> None:
    """A file of results is refused and left as it is, or loses at most an incomplete last line."""
    game, data = split_choice(data, list(GAMES.values()))
    handle, name = tempfile.mkstemp(prefix="winnable-fuzz-")
    file = Path(name)
    try:
        os.write(handle, data)
        os.close(handle)
        results = accepted(_read_results, name, game)
        left = file.read_bytes()
        if results is None:
            assert left == data
            return
        assert data.startswith(left)
        assert b"\n" not in data[len(left) :]
        again = _read_results(name, game)
        assert [(one.deal, one.states) for one in again] == [
            (one.deal, one.states) for one in results
        ]
    finally:
        file.unlink()


def _read_results(name: str, game: Game) -> list[StoredResult]:
    with ResultsFile(name, game) as results:
        return list(results.read_and_repair())
