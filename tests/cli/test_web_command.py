"""The command `winnable web`."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from line_driver import refused, run
from web_servers import Server, get, server, sqlite_server

from winnable import Session
from winnable.cli import main
from winnable.store import SavedGame, Store
from winnable.web.settings import Settings


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the command would serve, without serving it."""
    caught: dict[str, Any] = {}

    def serve(settings: Settings, listening: Any, address: str, **more: Any) -> None:
        listening.close()
        caught.update(settings=settings, address=address, **more)

    monkeypatch.setattr("winnable.web.serve.serve", serve)
    monkeypatch.setattr("winnable.web.serve.can_open_browser", lambda: True)
    return caught


def test_the_defaults_are_for_ones_own_computer(served: dict[str, Any]) -> None:
    assert main(["web", "--port", "0"]) == 0
    settings: Settings = served["settings"]
    assert settings.database is None
    assert settings.hosts == ("localhost", "127.0.0.1", "::1", "127.0.0.1")
    assert (settings.is_secure, settings.log_requests) == (False, False)
    assert settings.local_token
    assert served["address"].startswith("http://127.0.0.1:")
    assert served["address"].endswith(f"/#token={settings.local_token}")
    assert served["open_browser"]


def test_without_a_browser(served: dict[str, Any]) -> None:
    assert main(["web", "--port", "0", "--no-browser", "--workers", "3"]) == 0
    assert not served["open_browser"]
    assert served["settings"].workers == 3


def test_serving_others(served: dict[str, Any]) -> None:
    assert main(["web", "--host", "0.0.0.0", "--port", "0", "--database", "sqlite:///x.db"]) == 0
    settings: Settings = served["settings"]
    assert (settings.hosts, settings.local_token, settings.log_requests) == ((), None, True)
    assert settings.database == "sqlite:///x.db"
    assert not served["open_browser"]
    assert "#" not in served["address"]


@pytest.mark.parametrize(
    ("origins", "is_secure"),
    [
        (["https://Cards.Example/"], True),
        (["https://a.example", "https://b.example:444"], True),
        (["http://cards.example"], False),
        (["https://a.example", "http://b.example"], False),
    ],
)
def test_behind_a_proxy(served: dict[str, Any], origins: list[str], is_secure: bool) -> None:
    options = [part for origin in origins for part in ("--origin", origin)]
    assert main(["web", "--port", "0", *options]) == 0
    settings: Settings = served["settings"]
    assert settings.origins == tuple(origin.lower().rstrip("/") for origin in origins)
    assert settings.is_secure == is_secure
    assert settings.local_token is None
    assert settings.hosts[0] == origins[0].lower().split("/")[2].partition(":")[0]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--port", "65536"], "port"),
        (["--port", "http"], "port"),
        (["--workers", "0"], "number of workers"),
        (["--origin", "cards.example"], "--origin is written https://cards.example"),
        (["--origin", "ftp://cards.example"], "--origin is written"),
        (["--origin", "https://cards.example/games"], "--origin is written"),
        (["--origin", "https://"], "--origin is written"),
        (["--origin", "https://["], "--origin is written"),
        (["--origin", "https://me@cards.example"], "--origin is written"),
        (["--origin", "https://cards.example?x"], "--origin is written"),
        (["--origin", "https://cards.example:port"], "--origin is written"),
        (["--host", "no such host.invalid"], "address of this computer"),
        (["more"], "more"),
    ],
    ids=str,
)
def test_wrong_use(
    served: dict[str, Any], capsys: pytest.CaptureFixture[str], options: list[str], complaint: str
) -> None:
    assert complaint in refused(capsys, "web", "--port", "0", "--no-browser", *options)
    assert not served


@pytest.mark.parametrize("folder", ["", "no\0folder/games.db"])
def test_a_database_that_cannot_be_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], folder: str
) -> None:
    url = f"sqlite:///{tmp_path / folder}"
    refused(capsys, "web", "--port", "0", "--no-browser", "--database", url)


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite_server(tmp_path) as running:
        complaint = refused(capsys, "web", "--port", str(running.port))
        assert f"port {running.port} of 127.0.0.1" in complaint


def test_when_the_server_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "winnable.cli.web_command.find_spec", lambda name: None if name == "fastapi" else find(name)
    )
    assert "pip install 'winnable[web]'" in refused(capsys, "web")


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "web", "--help")
    assert "winnable web --host 0.0.0.0" in text
    assert "--no-browser" in text


def test_the_local_player_has_the_terminals_games(tmp_path: Path) -> None:
    """The browser that the command opens and the terminal are the same player."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Store.open(url) as store:
        SavedGame(Session.new("golf", 7), store.games).make("deal")
    with server(url) as running, running.client() as client:
        client.post("/player/local", json={"token": running.local_token}).raise_for_status()
        [saved] = client.get("/games").json()["games"]
        assert (saved["game"], saved["deal_number"]) == ("golf-relaxed", 7)
        state = client.get(f"/games/{saved['key']}").json()
        body = {"version": state["version"], "move": "deal"}
        client.post(f"/games/{saved['key']}/move", json=body).raise_for_status()
    with Store.open(url) as store:
        [found] = store.games.unfinished()
        assert found.moves == 2


def test_it_can_listen_on_all_addresses(tmp_path: Path) -> None:
    running = Server(f"sqlite:///{tmp_path / 'games.db'}", "--host", "0.0.0.0")
    try:
        running.start()
        answer = get(f"http://127.0.0.1:{running.port}/health", headers={"host": "any.example"})
        assert answer.status_code == 200
        assert running.local_token == ""
    finally:
        running.close()


# -- a settings file -------------------------------------------------------------------------------


def test_a_settings_file(served: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "winnable.toml"
    file.write_text('database = "sqlite:///x.db"\nworkers = 5\nqueue_size = 7\nlog_requests = true')
    assert main(["web", "--port", "0", "--settings", str(file)]) == 0
    settings: Settings = served["settings"]
    assert (settings.database, settings.workers, settings.queue_size) == ("sqlite:///x.db", 5, 7)
    assert settings.log_requests
    assert settings.local_token, "it is still a server for oneself"


def test_options_win_over_the_settings_file(served: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "winnable.toml"
    file.write_text('database = "sqlite:///x.db"\nworkers = 5\norigins = ["https://a.example"]')
    options = ["--database", "sqlite:///y.db", "--workers", "2", "--origin", "http://b.example"]
    assert main(["web", "--port", "0", "--settings", str(file), *options]) == 0
    settings: Settings = served["settings"]
    assert (settings.database, settings.workers) == ("sqlite:///y.db", 2)
    assert (settings.origins, settings.is_secure) == (("http://b.example",), False)


def test_origins_of_a_settings_file(served: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "winnable.toml"
    file.write_text('origins = ["https://Cards.example/"]')
    assert main(["web", "--port", "0", "--settings", str(file)]) == 0
    settings: Settings = served["settings"]
    assert (settings.origins, settings.is_secure) == (("https://cards.example",), True)
    assert settings.hosts[0] == "cards.example"
    assert settings.local_token is None


@pytest.mark.parametrize(
    "text", ["open_game = 1", "queue_size = 0", "nonsense", 'origins = ["cards.example"]']
)
def test_a_wrong_settings_file(
    served: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    file = tmp_path / "winnable.toml"
    file.write_text(text)
    message = refused(capsys, "web", "--port", "0", "--settings", str(file))
    assert "winnable.toml" in message
    assert str(tmp_path) not in message
    refused(capsys, "web", "--port", "0", "--settings", str(tmp_path / "nothing.toml"))
    assert not served
