"""Sign-ins: random tokens of which the database has the hash, that expire and can be revoked."""

import hashlib
import shutil
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from itsdangerous import URLSafeSerializer
from store.saved_games import execute, fetch
from store.test_migrate import GOLDEN, migrate_to

from winnable import StoreError
from winnable.store import LOCAL_PLAYER, SIGN_IN_LASTS, Store


class Clock:
    """A time that tests move forward."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 17, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def test_a_token_finds_its_player(store: Store) -> None:
    one, other = store.players.create(), store.players.create()
    tokens = [store.sign_ins.create(player, "Firefox on Linux") for player in (one, other, one)]
    assert len(set(tokens)) == 3
    found = [store.sign_ins.find(token) for token in tokens]
    assert [sign_in and sign_in.player for sign_in in found] == [one, other, one]
    assert {sign_in and sign_in.browser for sign_in in found} == {"Firefox on Linux"}
    for wrong in ("", "x", tokens[0][:-1], tokens[0] + "x", "\x00", "é", "\udce9"):
        assert store.sign_ins.find(wrong) is None


def test_only_the_hash_of_a_token_is_stored(store: Store, url: str) -> None:
    token = store.sign_ins.create(LOCAL_PLAYER)
    [row] = fetch(url, "SELECT * FROM sign_ins")
    assert hashlib.sha256(token.encode()).hexdigest() in row
    assert token not in str(row)
    assert len(token) >= 43


def test_nobody_can_sign_in_as_a_player_who_does_not_exist(store: Store) -> None:
    with pytest.raises(StoreError, match="no such player"):
        store.sign_ins.create(99)


def test_a_sign_in_expires_unless_it_is_used(url: str) -> None:
    clock = Clock()
    with Store.open(url, now=clock) as store:
        used, unused = (store.sign_ins.create(LOCAL_PLAYER) for _ in range(2))
        clock.now += SIGN_IN_LASTS - timedelta(seconds=1)
        sign_in = store.sign_ins.find(used)
        assert sign_in is not None
        assert store.sign_ins.find(unused) is not None
        store.sign_ins.renew(sign_in.number)
        assert store.sign_ins.delete_expired() == 0
        clock.now += timedelta(seconds=1)
        assert store.sign_ins.find(unused) is None
        assert [each.number for each in store.sign_ins.of_player(LOCAL_PLAYER)] == [sign_in.number]
        assert store.sign_ins.delete_expired() == 1
        assert store.sign_ins.find(used) is not None


def test_a_player_signs_browsers_out(store: Store) -> None:
    one, other = store.players.create(), store.players.create()
    here, there, elsewhere = (store.sign_ins.create(one) for _ in range(3))
    theirs = store.sign_ins.create(other)
    [gone, kept, stranger] = [store.sign_ins.find(token) for token in (there, here, theirs)]
    assert gone
    assert kept
    assert stranger
    assert not store.sign_ins.delete(one, stranger.number), "it is not theirs"
    assert store.sign_ins.delete(one, gone.number)
    assert not store.sign_ins.delete(one, gone.number), "it is out already"
    assert store.sign_ins.find(there) is None
    assert store.sign_ins.delete_others(one, keep=kept.number) == 1
    assert store.sign_ins.find(elsewhere) is None
    assert store.sign_ins.find(here) == kept
    assert store.sign_ins.find(theirs) == stranger


def test_the_sign_ins_of_a_player_are_bounded(url: str) -> None:
    clock = Clock()
    with Store.open(url, now=clock) as store:
        other = store.sign_ins.create(store.players.create())
        tokens = []
        for _ in range(60):
            clock.now += timedelta(minutes=1)
            tokens.append(store.sign_ins.create(LOCAL_PLAYER))
        valid = [token for token in tokens if store.sign_ins.find(token)]
        assert valid == tokens[-50:]
        assert store.sign_ins.find(other) is not None


def test_after_a_backup_is_restored_a_later_token_is_nobodys(tmp_path: Path) -> None:
    file, backup = tmp_path / "games.db", tmp_path / "backup.db"
    url = f"sqlite:///{file}"
    with Store.open(url) as store:
        early = store.sign_ins.create(store.players.create())
    shutil.copy(file, backup)
    with Store.open(url) as store:
        late = store.sign_ins.create(store.players.create())
    shutil.copy(backup, file)
    with Store.open(url) as store:
        for _ in range(3):
            store.sign_ins.create(store.players.create())
        assert store.sign_ins.find(early) is not None
        assert store.sign_ins.find(late) is None


# -- browsers that have a signed cookie of version 0.1 ---------------------------------------------


def signed_cookie(player: int, secret: str) -> str:
    return str(URLSafeSerializer(secret, salt="winnable player").dumps(player))


def test_browsers_with_a_signed_cookie_stay_signed_in(url: str) -> None:
    migrate_to(url, 3)
    players = [2, 3, 12, 345_678, 2**31 - 1]
    noon = "'2026-11-16 12:00:00.000000+00:00'"
    for player in players:
        execute(url, f"INSERT INTO players (number, made) VALUES ({player}, {noon})")
    execute(url, "INSERT INTO settings VALUES ('web secret', 'a ♠ secret')")
    with Store.open(url) as store:
        for player in (LOCAL_PLAYER, *players):
            sign_in = store.sign_ins.find(signed_cookie(player, "a ♠ secret"))
            assert sign_in is not None
            assert sign_in.player == player
        assert store.sign_ins.find(signed_cookie(4, "a ♠ secret")) is None
        digest = hashlib.sha256("a ♠ secret".encode()).hexdigest()[:8]
        assert store.settings.get("cookie name") == f"winnable-{digest}"


def test_what_could_sign_for_anybody_is_gone(tmp_path: Path) -> None:
    file = Path(shutil.copy(GOLDEN / "v3.db", tmp_path / "games.db"))
    connection = sqlite3.connect(file)
    [(secret,)] = connection.execute("SELECT value FROM settings WHERE name = 'web secret'")
    connection.close()
    with Store.open(f"sqlite:///{file}") as store:
        assert store.settings.get("web secret") is None
        assert store.sign_ins.find(signed_cookie(2, secret)) is not None
    assert secret.encode() not in file.read_bytes()


def test_a_database_without_a_secret_has_no_sign_ins(tmp_path: Path) -> None:
    file = shutil.copy(GOLDEN / "v2.db", tmp_path / "games.db")
    with Store.open(f"sqlite:///{file}") as store:
        assert store.sign_ins.of_player(LOCAL_PLAYER) == []
        assert store.settings.get("cookie name") is None
