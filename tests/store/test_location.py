"""Where the database is: URLs, the environment variable and the player's own file."""

import os
import stat
from pathlib import Path

import pytest

from winnable import StoreError
from winnable.store import Store
from winnable.store.location import URL_FORMATS, find_location


def test_the_players_own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for value in ("", None):
        if value is None:
            monkeypatch.delenv("WINNABLE_DATABASE")
        else:
            monkeypatch.setenv("WINNABLE_DATABASE", value)
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "50% ?#&" / "data"))
        location = find_location()
        assert location.path
        assert (location.path.name, location.path.parent.name) == ("games.db", "winnable")
        with Store.open() as store:
            assert store.name == str(location.path)
        assert location.path.exists()
        assert stat.S_IMODE(location.path.parent.stat().st_mode) == 0o700


def test_the_environment_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINNABLE_DATABASE", f"sqlite:///{tmp_path / 'mine.db'}")
    Store.open().close()
    assert (tmp_path / "mine.db").exists()
    monkeypatch.setenv("WINNABLE_DATABASE", "my.db")
    with pytest.raises(StoreError, match=f"WINNABLE_DATABASE is not a database URL: {URL_FORMATS}"):
        Store.open()


def test_paths_are_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert find_location("sqlite:///games.db").path == tmp_path / "games.db"
    assert find_location("sqlite:///~/games.db").path == tmp_path / "home" / "games.db"
    assert find_location("sqlite:///~nobody-of-that-name/games.db").path == (
        tmp_path / "~nobody-of-that-name" / "games.db"
    )
    with Store.open("sqlite:///games.db") as store:
        os.chdir("/")
        store.settings.set("a", "b")
    assert [file.name for file in tmp_path.iterdir()] == ["games.db"]


def test_the_name_of_a_server_has_no_password() -> None:
    location = find_location("postgresql://ada:sEcret@example.org:5433/games?password=sEcret")
    assert location.name == "postgresql://ada@example.org:5433/games"
    assert location.url.drivername == "postgresql+psycopg"
    assert find_location("postgres://ada@/games").url.drivername == "postgresql+psycopg"
    assert find_location("postgresql+psycopg2://ada@/games").url.drivername == "postgresql+psycopg2"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nonsense",
        "/home/ada/games.db",
        "C:\\games.db",
        "postgresql:ada:sEcret@example.org",
        "postgresql://ada:sEcret@example.org:sEcret/games",
        "://ada:sEcret@example.org",
        "\x00",
        "\n",
    ],
)
def test_what_is_not_a_url(url: str) -> None:
    with pytest.raises(StoreError) as error:
        Store.open(url)
    assert str(error.value) == f"this is not a database URL: {URL_FORMATS}"


def test_an_at_sign_in_a_password() -> None:
    with pytest.raises(StoreError) as error:
        Store.open("postgresql://ada:s@Ecret@example.org/games")
    assert str(error.value) == "an @ in the password of a URL must be written %40"


def test_a_file_with_two_slashes() -> None:
    with pytest.raises(StoreError, match="three slashes, or four"):
        Store.open("sqlite://games.db")


def test_a_name_is_printable(tmp_path: Path) -> None:
    location = find_location(f"sqlite:///{tmp_path}/a\nb\x1b.db")
    assert location.name.isprintable()
