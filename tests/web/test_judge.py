"""Checking students' programs: what is answered, to whom, within which limits, and what is left."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import jsonschema_rs
import pytest
from api_client import JSON, Json, deal, json_body, refused
from web_servers import Server, children, get, is_alive, sqlite_server, wait_until

from winnable.judge.runs import MOST_BYTES
from winnable.web.app import make_app
from winnable.web.settings import Settings
from winnable.web.settings_file import file_settings

PROGRAMS = Path(__file__).parents[2] / "assignments"
RIGHT = (PROGRAMS / "golf_relaxed" / "proj09.py").read_text("utf-8")
SECRET = "xyzzy_of_the_student"
HANGING = f"import time\n{SECRET} = 1\ntime.sleep(1000)\ndef play():\n    pass\n"
"""It hangs again each time it is loaded, so that checking it takes long."""
HANDOUT = "golf-relaxed-2008"


@contextmanager
def sign_in(server: Server) -> Iterator[httpx.Client]:
    """The user of this computer."""
    with server.client() as client:
        assert client.post("/player/local", json={"token": server.local_token}).status_code == 200
        yield client


@pytest.fixture(scope="module")
def local_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with sqlite_server(tmp_path_factory.mktemp("judge")) as running:
        yield running


@pytest.fixture(scope="module")
def user(local_server: Server) -> Iterator[httpx.Client]:
    with sign_in(local_server) as client:
        yield client


def program(source: str, **fields: object) -> Json:
    return {"file": "proj09.py", "source": source, **fields}


def judge(client: httpx.Client, source: str, **fields: object) -> list[Json]:
    """All messages about a program."""
    response = client.post("/judge", json=program(source, **fields))
    assert response.status_code == 200, response.text
    return [json.loads(line) for line in response.text.splitlines() if line]


def processes_below(pid: int) -> list[int]:
    """The processes that a process has started, theirs, and so on."""
    found: list[int] = []
    for child in children(pid):
        found += [child, *processes_below(child)]
    return found


def judge_workers(server: Server) -> list[int]:
    return [
        pid
        for pid in children(server.pid)
        if b"judge_worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


@contextmanager
def hanging(client: httpx.Client, server: Server) -> Iterator[list[int]]:
    """A client that waits for the report on a program that hangs; the processes of its sandbox."""

    def sandbox() -> list[int]:
        return [pid for worker in judge_workers(server) for pid in processes_below(worker)]

    body = program(HANGING, handout=HANDOUT)
    with client.stream("POST", "/judge", json=body) as response:
        assert response.status_code == 200
        wait_until(lambda: any(map(is_asleep, sandbox())))
        yield sandbox()


def is_asleep(pid: int) -> bool:
    """Whether a process is the student's, confined as no other is, and has hung for a while."""
    for _ in range(20):
        try:
            status = Path(f"/proc/{pid}/status").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return False
        if "\nSeccomp:\t2" not in status or "\nState:\tS" not in status:
            return False
        time.sleep(0.02)
    return True


# -- reports ---------------------------------------------------------------------------------------


def test_a_right_program(user: httpx.Client, local_server: Server) -> None:
    messages = judge(user, RIGHT)
    assert messages[0] == {"kind": "queued", "ahead": 0}
    progress = messages[1:-1]
    assert progress
    assert {message["kind"] for message in progress} == {"checks"}
    assert all(0 < message["done"] <= message["total"] for message in progress)
    report = messages[-1]
    assert (report["kind"], report["final"], report["program"]) == ("report", True, "proj09.py")
    assert (report["handout"], report["unscored"]) == (HANDOUT, "")
    assert report["points"] == report["max_points"] == 50
    assert all(verdict["passed"] == verdict["total"] for verdict in report["verdicts"])
    assert {check["status"] for check in report["checks"]} == {"passed"}
    assert "resource limits" in report["layers"]
    description = get(f"{local_server.url}/api/v1/openapi.json").json()
    content = description["paths"]["/api/v1/judge"]["post"]["responses"]["200"]["content"]
    schema = content["application/x-ndjson"]["schema"] | {"components": description["components"]}
    for message in messages:
        jsonschema_rs.validate(schema, message)


def test_a_wrong_program(user: httpx.Client) -> None:
    wrong = RIGHT.replace("input(", "oops(")
    assert wrong != RIGHT
    report = judge(user, wrong, file="my golf.py", handout=HANDOUT)[-1]
    assert report["points"] < report["max_points"]
    failed = [check for check in report["checks"] if check["status"] == "failed"]
    first = failed[0]
    assert first["command"] == f"winnable judge 'my golf.py' --handout {HANDOUT} --case " + str(
        first["number"]
    )
    crash = first["finding"]["crash"]
    assert crash["error"].startswith("NameError")
    assert "oops(" in crash["source"]
    assert wrong.splitlines()[crash["line"] - 1].strip() == crash["source"].strip()
    skipped = [check for check in report["checks"] if check["status"] == "skipped"]
    assert skipped
    assert all(check["reason"] for check in skipped)


def test_a_program_for_python_2(user: httpx.Client) -> None:
    report = judge(user, "print 'Golf'\nraw_input()\n", handout=HANDOUT)[-1]
    assert "Python 2" in report["unscored"]
    assert report["checks"] == []


def test_a_program_that_python_cannot_read(user: httpx.Client) -> None:
    report = judge(user, "def play(:\n    pass\n", handout=HANDOUT)[-1]
    assert (report["points"], report["max_points"]) == (0, 50)
    [crash] = {json.dumps(check["finding"]["crash"]) for check in report["checks"]}
    assert json.loads(crash)["line"] == 1


@pytest.mark.parametrize("source", ["x = 1", "\ud800", "ÿþ" * 100, "'''" * 10_001])
def test_a_program_of_no_known_handout(user: httpx.Client, source: str) -> None:
    body = json.dumps(program(source))
    response = user.post("/judge", content=body, headers=JSON)
    last = json.loads(response.text.splitlines()[-1])
    assert last["kind"] == "error"
    assert last["text"].startswith("It is not clear which handout")


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "status", "reason"),
    [
        ({"source": ""}, 422, "the file is empty"),
        ({"source": " \n\n"}, 422, "the file is empty"),
        ({"source": "\x7fELF\0\1"}, 422, "this is not a Python program: it is not a text"),
        ({"source": "#" * 200_001}, 413, "the program is too large"),
        ({"source": "é" * 100_001}, 413, "the program is too large"),
        ({"source": "\n" * 220_000}, 413, "the body is too large"),
        ({"handout": "whist"}, 422, "there is no such handout"),
        ({"handout": "../profiles/golf-relaxed-2008"}, 422, "there is no such handout"),
        ({"file": "../proj09.py"}, 422, "file: give the name of the file, without its folder"),
        ({"file": "proj\n09.py"}, 422, "file: give the name of the file, without its folder"),
        ({"file": ""}, 422, "file: "),
        ({"case": 3}, 422, "there is an unknown field"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_junk(user: httpx.Client, fields: Json, status: int, reason: str) -> None:
    response = user.post("/judge", json=program("x = 1") | fields)
    assert refused(response, status).startswith(reason)


def test_other_bodies_stay_as_small_as_they_were(user: httpx.Client) -> None:
    assert "131,072" in refused(user.post("/games", json={"pasted": "x" * 200_000}), 413)


@pytest.mark.parametrize("who", ["a stranger", "another player"])
def test_only_the_user_of_this_computer(local_server: Server, who: str) -> None:
    with local_server.client() as client:
        if who == "another player":
            deal(client)
        info = json_body(client.get("/judge"))
        assert "open the address that it printed" in info["problem"]
        assert refused(client.post("/judge", json=program(RIGHT)), 403) == info["problem"]


def test_the_user_is_told_the_handouts(user: httpx.Client) -> None:
    info = json_body(user.get("/judge"))
    assert (info["problem"], info["max_bytes"]) == (None, MOST_BYTES)
    titles = {handout["name"]: handout["title"] for handout in info["handouts"]}
    assert titles[HANDOUT].startswith("Golf Relaxed")
    assert len(titles) >= 6


def test_a_system_without_a_sandbox(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("winnable.web.routes.judge._HAS_SANDBOX", False)
    app = make_app(Settings(database=f"sqlite:///{tmp_path}/games.db", local_token="token"))

    async def ask() -> tuple[Json, httpx.Response]:
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            info = await client.get("/api/v1/judge")
            return json_body(info), await client.post("/api/v1/judge", json=program(RIGHT))

    info, response = asyncio.run(ask())
    assert info["problem"].startswith("programs can be checked on Linux and macOS only")
    assert refused(response, 403) == info["problem"]
    app.state.winnable.close_store()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"host": "evil.example"}, 421),
        ({"content-type": "text/plain"}, 422),
        ({"x-forwarded-for": "192.0.2.7"}, 404),
        ({"forwarded": "for=192.0.2.7"}, 404),
        ({"x-real-ip": "192.0.2.7"}, 404),
        ({"via": "1.1 proxy"}, 404),
    ],
    ids=str,
)
def test_pages_of_others_and_proxies_cannot_have_a_program_run(
    user: httpx.Client, local_server: Server, headers: dict[str, str], status: int
) -> None:
    workers = judge_workers(local_server)
    body = json.dumps(program(RIGHT))
    refused(user.post("/judge", content=body, headers=JSON | headers), status)
    if status == 404:
        assert user.get("/judge", headers=headers).status_code == 404
        page = get(f"{local_server.url}/check", headers=headers)
        assert page.status_code == 404
        assert 'href="/check"' not in page.text
    assert judge_workers(local_server) == workers


# -- where there is no such thing ------------------------------------------------------------------


def absent(server: Server) -> None:
    """There is no page, no link, no route, and no description of one."""
    for path in ("/", "/check", "/statistics"):
        page = get(server.url + path, headers={"accept": "text/html"})
        assert page.status_code == (404 if path == "/check" else 200)
        assert 'href="/player"' in page.text
        assert 'href="/check"' not in page.text
    with server.client() as client:
        if server.local_token:
            client.post("/player/local", json={"token": server.local_token})
        assert refused(client.get("/judge"), 404) == "there is nothing at this address"
        refused(client.post("/judge", json=program(RIGHT)), 404)
        assert "131,072" in refused(client.post("/judge", json=program("#" * 200_000)), 413)
        assert "/api/v1/judge" not in get(f"{server.url}/api/v1/openapi.json").json()["paths"]
    assert not judge_workers(server)


@pytest.mark.parametrize(
    ("settings", "can_judge"),
    [
        (Settings(local_token="t"), True),
        (Settings(local_token="t", judge=False), False),
        (Settings(local_token="t", origins=("https://cards.example",)), False),
        (Settings(), False),
        (Settings(judge=True), False),
    ],
)
def test_which_servers_run_programs(settings: Settings, can_judge: bool) -> None:
    assert settings.can_judge is can_judge
    assert "local_token" not in file_settings()


def test_a_hosted_server_behind_a_proxy(proxied: Server) -> None:
    absent(proxied)


def test_a_server_that_others_can_reach(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("judge = true\n")
    with sqlite_server(tmp_path, "--host", "0.0.0.0", "--settings", str(file)) as running:
        absent(running)


@pytest.mark.heavy
def test_a_server_on_which_it_is_turned_off(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("judge = false\n")
    with sqlite_server(tmp_path, "--settings", str(file)) as running:
        assert running.local_token
        absent(running)


def test_the_page_and_its_link(local_server: Server) -> None:
    for path in ("/", "/check"):
        page = get(local_server.url + path)
        assert page.status_code == 200
        assert 'href="/check"' in page.text


# -- limits, and what is left ----------------------------------------------------------------------


def test_a_client_that_goes_away(user: httpx.Client, local_server: Server) -> None:
    judge(user, "x = 1", handout=HANDOUT)  # starts the worker
    [worker] = judge_workers(local_server)
    with sign_in(local_server) as leaving, hanging(leaving, local_server) as sandbox:
        assert sandbox
    wait_until(lambda: not any(map(is_alive, sandbox)))
    assert judge_workers(local_server) == [worker]
    assert judge(user, RIGHT)[-1]["points"] == 50
    assert SECRET not in local_server.log()


@pytest.fixture
def small_server(tmp_path: Path) -> Iterator[Server]:
    """One program may wait, and there are two seconds for each."""
    file = tmp_path / "settings.toml"
    file.write_text("judge_queue_size = 1\njudge_timeout = 2\n")
    with sqlite_server(tmp_path, "--settings", str(file)) as running:
        yield running


def test_the_queue_and_the_time_are_limited(small_server: Server) -> None:
    waiting = program("x", handout=HANDOUT)
    with (
        sign_in(small_server) as client,
        hanging(client, small_server) as sandbox,
        client.stream("POST", "/judge", json=waiting) as response,
    ):
        started = time.monotonic()
        lines = response.iter_lines()
        assert json.loads(next(lines))["kind"] == "queued"
        third = client.post("/judge", json=waiting)
        assert "the judge is busy" in refused(third, 503)
        assert int(third.headers["retry-after"]) > 0
        assert deal(client)["moves_made"] == 0  # games are played meanwhile
        assert json.loads([line for line in lines if line][-1])["kind"] == "report"
        assert time.monotonic() - started < 20
        wait_until(lambda: not any(map(is_alive, sandbox)))
    with sign_in(small_server) as client, hanging(client, small_server) as sandbox:
        assert small_server.stop() == 0  # while a program runs
        wait_until(lambda: not any(map(is_alive, sandbox)))


@pytest.mark.parametrize(
    ("sign", "has_bubblewrap"),
    [
        pytest.param(signal.SIGTERM, True, marks=pytest.mark.heavy),  # see the test before
        pytest.param(signal.SIGINT, True, marks=pytest.mark.heavy),
        pytest.param(signal.SIGKILL, True, marks=pytest.mark.heavy),
        pytest.param(signal.SIGTERM, False, marks=pytest.mark.heavy),
        (signal.SIGKILL, False),
    ],
    ids=str,
)
def test_nothing_outlives_the_server(
    tmp_path: Path, sign: signal.Signals, has_bubblewrap: bool
) -> None:
    """Nor its worker, where that is killed."""
    environment = {"PATH": os.environ["PATH"] if has_bubblewrap else str(tmp_path)}
    running = Server(f"sqlite:///{tmp_path}/games.db", "--no-browser", browser=environment)
    try:
        running.start()
        if sign is signal.SIGKILL:
            with sign_in(running) as client, hanging(client, running) as sandbox:
                os.kill(judge_workers(running)[0], sign)
                wait_until(lambda: not any(map(is_alive, sandbox)))
        with sign_in(running) as client, hanging(client, running) as sandbox:
            workers = children(running.pid)
            started = time.monotonic()
            status = running.end(sign)
            if sign is not signal.SIGKILL:
                assert status == 0
                assert time.monotonic() - started < 10
            wait_until(lambda: not any(map(is_alive, [*workers, *sandbox])))
            assert SECRET not in running.log()
    finally:
        running.close()
