"""Metrics for Prometheus."""

import asyncio
import time

import httpx
from api_client import deal, refused
from prometheus_client.parser import text_string_to_metric_families
from web_servers import Server, get, post

from winnable.web.metrics import Metrics, MetricsMiddleware


def counted(server: Server) -> dict[tuple[str, str, str], float]:
    text = get(f"{server.url}/metrics").text
    return {
        (sample.labels["method"], sample.labels["route"], sample.labels["status"]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == "winnable_requests_total"
    }


def test_requests_are_counted_by_route(client: httpx.Client, server: Server) -> None:
    before = counted(server)
    state = deal(client)
    for _ in range(3):
        client.get(f"/games/{state['key']}")
    refused(client.get("/games/nothere"), 404)
    client.get("/history")
    get(f"{server.url}/history")
    get(f"{server.url}/whatever/{state['key']}")
    get(f"{server.url}/static/js/main.js")
    post(f"{server.url}/api/v1/games", headers={"origin": "http://evil.example"})
    expected = {
        ("POST", "/api/v1/games", "201"): 1,
        ("GET", "/api/v1/games/{key}", "200"): 3,
        ("GET", "/api/v1/games/{key}", "404"): 1,
        ("GET", "/api/v1/history", "200"): 1,
        ("GET", "/history", "200"): 1,
        ("GET", "other", "404"): 1,
        ("GET", "other", "200"): 1,
        ("POST", "other", "403"): 1,
    }
    end = time.monotonic() + 10
    while True:  # a request is counted once its response has been sent
        after = counted(server)
        more = {which: after.get(which, 0) - before.get(which, 0) for which in expected}
        if more == expected or time.monotonic() > end:
            break
        time.sleep(0.05)
    assert more == expected
    assert state["key"] not in get(f"{server.url}/metrics").text


def test_the_text_format(server: Server) -> None:
    response = get(f"{server.url}/metrics")
    assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = {family.name: family for family in text_string_to_metric_families(response.text)}
    for name in ("open_games", "coach_workers", "coach_waiting", "coach_running", "coach_jobs"):
        [sample] = families[f"winnable_{name}"].samples
        assert sample.value >= 0
        assert families[f"winnable_{name}"].type == ("counter" if name == "coach_jobs" else "gauge")
    assert "winnable_request_seconds" in families


def test_counts_add_up() -> None:
    metrics = Metrics(lambda: {"open_games": 3})
    for _ in range(2):
        metrics.count_request("GET", "/x", 200, 0.5)
    text = metrics.text().decode()
    assert 'winnable_requests_total{method="GET",route="/x",status="200"} 2.0' in text
    assert "winnable_open_games 3.0" in text


def test_unknown_methods_share_one_label() -> None:
    """Clients can make methods up, and must not be able to create labels."""
    metrics = Metrics(dict)

    async def no_response(*_: object) -> None:
        pass

    middleware = MetricsMiddleware(no_response, metrics, log_requests=False)
    for method in ("BREW", "WHEN"):
        scope = {"type": "http", "method": method, "path": "/"}
        asyncio.run(middleware(scope, no_response, no_response))  # type: ignore[arg-type]
    text = metrics.text().decode()
    assert 'winnable_requests_total{method="other",route="other",status="500"} 2.0' in text
