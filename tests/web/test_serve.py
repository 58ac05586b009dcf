"""Starting and stopping a server."""

import gc
import signal
import socket
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from web_servers import Server, children, get, is_alive

from winnable.web import serve as serving
from winnable.web.serve import ServerStartError, can_open_browser, find_port, serve
from winnable.web.settings import Settings


def test_a_given_port() -> None:
    with find_port("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(ServerStartError, match=f"port {port} of 127.0.0.1"):
            find_port("127.0.0.1", port)


def test_the_usual_port_or_any_free_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with find_port("127.0.0.1", 0) as taken:
        monkeypatch.setattr(serving, "PORT", taken.getsockname()[1])
        with find_port("127.0.0.1", None) as other:
            assert other.getsockname()[1] != taken.getsockname()[1]
    with find_port("127.0.0.1", None) as usual:
        assert usual.getsockname()[1] == serving.PORT


@pytest.mark.parametrize("host", ["no such host.invalid", "256.1.1.1", "x" * 300, "\0", "é" * 80])
def test_bad_addresses(host: str) -> None:
    with pytest.raises(ServerStartError, match=r"address of this computer: [^\n]*$"):
        find_port(host, 0)


def test_ipv6() -> None:
    if not socket.has_ipv6:
        pytest.skip("there is no IPv6 here")
    try:
        with find_port("::1", 0) as found:
            assert found.family is socket.AF_INET6
    except ServerStartError:
        pytest.skip("there is no IPv6 here")


@pytest.mark.parametrize(
    ("platform", "screen", "can"),
    [("linux", None, False), ("linux", ":0", True), ("darwin", None, True), ("win32", None, True)],
)
def test_whether_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, platform: str, screen: str | None, can: bool
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    if screen is not None:
        monkeypatch.setenv("DISPLAY", screen)
    assert can_open_browser() == can


@pytest.fixture
def _as_before() -> Iterator[None]:
    """Restore the settings of the garbage collector, which a server changes."""
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


@pytest.mark.usefixtures("_as_before")
def test_the_browser_is_opened_once_the_server_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, has_opened = list[tuple[str, int]](), Event()

    def open_browser(address: str) -> bool:
        opened.append((address, get(f"{address}health").status_code))
        has_opened.set()
        signal.raise_signal(signal.SIGINT)  # as Ctrl-C would
        return True

    monkeypatch.setattr(webbrowser, "open", open_browser)
    echoed: list[str] = []
    listening = find_port("127.0.0.1", 0)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'games.db'}", workers=1, log_requests=False
    )
    before = signal.getsignal(signal.SIGTERM)
    serve(settings, listening, address, echo=echoed.append, open_browser=True)
    assert has_opened.is_set()
    assert opened == [(address, 200)]
    [line] = echoed
    assert address in line
    assert listening.fileno() == -1
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_exits_with_status_0_and_stops_its_workers(tmp_path: Path, sign: signal.Signals) -> None:
    server = Server(f"sqlite:///{tmp_path / 'games.db'}", "--workers", "2")
    try:
        server.start()
        workers = children(server.pid)
        assert len(workers) == 2
        assert server.end(sign) == 0
        assert not any(map(is_alive, workers))
        assert "Traceback" not in server.log()
    finally:
        server.close()
