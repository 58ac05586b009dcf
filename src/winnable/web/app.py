"""The FastAPI application: routes, error handlers, middleware, and its lifespan."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from winnable import __version__
from winnable.web.app_state import AppState
from winnable.web.error_handlers import add_error_handlers
from winnable.web.language import LanguageMiddleware
from winnable.web.metrics import MetricsMiddleware
from winnable.web.response_models.player import Health, Ready
from winnable.web.routes import (
    analysis,
    catalog,
    coach,
    deals,
    games,
    history,
    judge,
    pages,
    player,
    sharing,
)
from winnable.web.routes.openapi import ERRORS
from winnable.web.security_middleware import SecurityMiddleware
from winnable.web.settings import API, Settings

__all__ = ["make_app"]

_DESCRIPTION = """Five patience games: deal, move, ask the coach, look back.

Every response about a game has its view (what the player may see), every legal move, and a version
number to send with the next change. No response contains a hidden card. A browser that deals its
first game gets a cookie, and that alone identifies its player."""


def make_app(settings: Settings | None = None) -> FastAPI:
    """The application; StoreError if its database cannot be opened."""
    state = AppState(settings or Settings())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await state.start()
        yield
        await state.close()

    app = FastAPI(
        title="Winnable",
        version=__version__,
        description=_DESCRIPTION,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,  # its page would load scripts from another site
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.state.winnable = state
    for module in (
        games,
        coach,
        catalog,
        deals,
        history,
        player,
        sharing,
        analysis,
    ):  # the busiest first
        app.include_router(module.router, prefix=API)
    if state.settings.can_judge:
        app.include_router(judge.router, prefix=API)
        app.include_router(pages.judge_router)
    app.add_api_route(f"{API}/health", pages.health, response_model=Health)
    app.add_api_route(f"{API}/ready", pages.ready, response_model=Ready, responses=ERRORS)
    app.include_router(pages.router)
    app.mount("/static", pages.PageFiles(directory=pages.STATIC), name="static")
    add_error_handlers(app)
    app.add_middleware(SecurityMiddleware, settings=state.settings)
    app.add_middleware(
        MetricsMiddleware, metrics=state.metrics, log_requests=state.settings.log_requests
    )
    app.add_middleware(LanguageMiddleware)
    return app
