"""The files of the database are deleted or overwritten under a running server."""

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from api_client import deal, look, make
from web_servers import sqlite_server, wait_until


def copy_of(file: Path, copy: Path) -> bytes:
    """Make a copy as SQLite does it; its contents."""
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy.read_bytes()


def log_of(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def test_a_deleted_log_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with sqlite_server(tmp_path) as server, server.client() as client:
        state = make(client, deal(client, "freecell", deal_number=1), "t3c1")
        log_of(file).unlink()
        state = make(client, state, "t3c2")
        assert log_of(file).exists()
        log_of(file).unlink()
        wait_until(log_of(file).exists)  # without any request
        server.kill()
        server.start()
        assert look(client, state)["moves_made"] == 2


def test_an_overwritten_database(tmp_path: Path) -> None:
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    with sqlite_server(tmp_path) as server, server.client() as client:
        state = make(client, deal(client, "freecell", deal_number=1), "t3c1")
        contents = copy_of(file, copy)
        state = make(client, state, "t3c2")
        shutil.copyfile(copy, file)
        for response in (
            client.post(f"/games/{state['key']}/move", json={"version": 3, "move": "t7c3"}),
            client.get("/history"),
            client.post("/games", json={"game": "freecell", "deal_number": 2}),
        ):
            assert response.status_code == 503
        assert server.stop() == 0
        assert file.read_bytes() == contents
        assert f"{file} was changed by another program while it was open" in server.log()
        assert "Traceback" not in server.log()
        for end in ("-wal", "-shm", "-overwritten"):
            (tmp_path / f"games.db{end}").unlink()
        server.start()
        assert look(client, state)["moves_made"] == 1


def test_a_backup_that_is_restored_under_the_server(tmp_path: Path) -> None:
    """A game that is gone is gone, and its number may be another game's: nothing is mixed up."""
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    with sqlite_server(tmp_path) as server, server.client() as client:
        kept = make(client, deal(client, "freecell", deal_number=1), "t3c1")
        copy_of(file, copy)
        gone = deal(client, "freecell", deal_number=2)
        copy_of(copy, file)  # as sqlite3's .restore does it
        new = deal(client, "freecell", deal_number=3)
        body = {"version": gone["version"], "move": gone["legal_moves"][0]}
        assert client.post(f"/games/{gone['key']}/move", json=body).status_code == 404
        assert client.get(f"/games/{gone['key']}").status_code == 404
        server.kill()
        server.start()
        assert (look(client, new)["deal_number"], look(client, new)["moves_made"]) == (3, 0)
        assert look(client, kept)["moves_made"] == 1


def test_an_idle_server_notices(tmp_path: Path) -> None:
    file, copy = tmp_path / "games.db", tmp_path / "copy.db"
    with sqlite_server(tmp_path) as server, server.client() as client:
        state = make(client, deal(client, "freecell", deal_number=1), "t3c1")
        copy_of(file, copy)
        make(client, state, "t3c2")
        time.sleep(0.1)
        shutil.copyfile(copy, file)
        wait_until((tmp_path / "games.db-overwritten").exists)
