"""What the server counts, for Prometheus: requests and their times, open tables, the coach."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from winnable.web.logs import write_line
from winnable.web.settings import API

__all__ = ["Meter", "Metrics"]


_NOW = ("open_tables", "coach_workers", "coach_running", "coach_waiting")
"""What goes up and down; the other figures only ever grow."""


class _Figures(Collector):
    """Figures that are asked for when somebody looks: how it stands, and counts since the start."""

    def __init__(self, look: Callable[[], Mapping[str, float]]) -> None:
        self._look = look

    def collect(self) -> Iterator[Metric]:
        for name, value in self._look().items():
            kind = GaugeMetricFamily if name in _NOW else CounterMetricFamily
            family = kind(f"winnable_{name}", name.replace("_", " "))
            family.add_metric([], value)
            yield family


class Metrics:
    """The figures of one server."""

    def __init__(self, look: Callable[[], Mapping[str, float]]) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_Figures(look))
        self._requests = Counter(
            "winnable_requests", "requests", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "winnable_request_seconds", "until the answer", ["route"], registry=self._registry
        )

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """All of it as Prometheus reads it."""
        return generate_latest(self._registry)


class Meter:
    """An ASGI application around another one: counts what passes, and logs a line for it."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, is_logging: bool) -> None:
        self._app, self._metrics, self._is_logging = app, metrics, is_logging

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through and look at the clock."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status, seconds = time.perf_counter(), 500, 0.0

        async def send_counted(message: Message) -> None:
            nonlocal status, seconds
            if message["type"] == "http.response.start":
                # Until the answer begins: a stream may go on for as long as the coach thinks.
                status, seconds = message["status"], time.perf_counter() - began
            await send(message)

        try:
            await self._app(scope, receive, send_counted)
        finally:
            route = _route(scope)
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self._metrics.count(method, route, status, seconds)
            if self._is_logging:
                milliseconds = round(seconds * 1000, 1)
                write_line("request", method=method, route=route, status=status, ms=milliseconds)


def _route(scope: Scope) -> str:
    """The pattern of an address, without what somebody wrote into its places.

    FastAPI tells it without the prefix that all of the API has; the page has a /history, too.
    """
    route = getattr(scope.get("route"), "path", None)
    if route is None:
        return "other"
    is_short = scope["path"].startswith(f"{API}/") and not route.startswith(API)
    return f"{API}{route}" if is_short else str(route)


_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
"""Others are anybody's words, and each would become a line of figures of its own."""
