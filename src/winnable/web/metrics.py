"""Metrics for Prometheus: requests and their times, games in memory, the worker pool."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from winnable.web.logs import log_request
from winnable.web.settings import API

__all__ = ["Metrics", "MetricsMiddleware"]

_GAUGES = ("open_games", "open_games_bytes", "coach_workers", "coach_running", "coach_waiting")
"""Values that go up and down; the others are counters."""


class _StateCollector(Collector):
    """Values that are read when Prometheus asks for them."""

    def __init__(self, read: Callable[[], Mapping[str, float]]) -> None:
        self._read = read

    def collect(self) -> Iterator[Metric]:
        for name, value in self._read().items():
            kind = GaugeMetricFamily if name in _GAUGES else CounterMetricFamily
            family = kind(f"winnable_{name}", name.replace("_", " "))
            family.add_metric([], value)
            yield family


class Metrics:
    """The metrics of one server."""

    def __init__(self, read_state: Callable[[], Mapping[str, float]]) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_StateCollector(read_state))
        self._requests = Counter(
            "winnable_requests", "requests", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "winnable_request_seconds",
            "seconds until the response starts",
            ["route"],
            registry=self._registry,
        )

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self._registry)


class MetricsMiddleware:
    """ASGI middleware that counts each request, and logs it."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, log_requests: bool) -> None:
        self._app, self._metrics, self._log_requests = app, metrics, log_requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status, seconds = time.perf_counter(), 500, 0.0

        async def send_and_measure(message: Message) -> None:
            nonlocal status, seconds
            if message["type"] == "http.response.start":
                # Not its end: a stream lasts as long as the coach thinks.
                status, seconds = message["status"], time.perf_counter() - began
            await send(message)

        try:
            await self._app(scope, receive, send_and_measure)
        finally:
            route = _route(scope)
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self._metrics.count_request(method, route, status, seconds)
            if self._log_requests:
                milliseconds = round(seconds * 1000, 1)
                log_request(method=method, route=route, status=status, ms=milliseconds)


_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
"""Clients can make others up, and each would become another label."""


def _route(scope: Scope) -> str:
    """The pattern of a path, such as ``/api/v1/games/{key}``; ``other`` where there is no route.

    FastAPI gives it without the prefix of the API's router; the page has a /history too.
    """
    route = getattr(scope.get("route"), "path", None)
    if route is None:
        return "other"
    is_short = scope["path"].startswith(f"{API}/") and not route.startswith(API)
    return f"{API}{route}" if is_short else str(route)
