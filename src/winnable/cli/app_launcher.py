"""Starting the terminal app, where it can be shown."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from winnable.errors import WinnableError

if TYPE_CHECKING:
    from winnable.store import SavedGame, Store

__all__ = ["AppUnavailableError", "can_show_app", "check_app", "run_app"]


class AppUnavailableError(WinnableError):
    """The terminal app cannot be shown here."""


def check_app() -> None:
    """Raise AppUnavailableError where the app cannot be shown."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise AppUnavailableError("the app needs a terminal: winnable play GAME works without one")
    if os.environ.get("TERM") == "dumb":
        raise AppUnavailableError(
            "this terminal (TERM=dumb) cannot show the app: winnable play GAME works here"
        )
    if find_spec("textual") is None:
        raise AppUnavailableError("the app is not installed: pip install 'winnable[tui]'")


def can_show_app() -> bool:
    try:
        check_app()
    except AppUnavailableError:
        return False
    return True


def run_app(
    store: Store | None,
    store_error: str,
    initial_game: SavedGame | None = None,
    *,
    replay: bool = False,
    ascii_only: bool = False,
    four_colour: bool = False,
) -> None:
    """Run the app until the player quits."""
    check_app()

    from winnable.tui.app import WinnableApp
    from winnable.tui.options import Options

    options = Options.of(store, four_colour=four_colour, ascii_only=ascii_only)
    WinnableApp(
        store, options, store_error=store_error, initial_game=initial_game, replay=replay
    ).run()
