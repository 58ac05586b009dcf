"""Starting the terminal app, or saying why it cannot be."""

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
    """Say why the app cannot be shown, if so: AppUnavailableError."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise AppUnavailableError(
            "the app needs a terminal: winnable play GAME plays a line at a time"
        )
    if os.environ.get("TERM") == "dumb":
        raise AppUnavailableError(
            "this terminal shows only lines: winnable play GAME plays a line at a time"
        )
    if find_spec("textual") is None:
        raise AppUnavailableError("the app is not installed: pip install 'winnable[tui]'")


def can_show_app() -> bool:
    """Whether the app can be shown."""
    try:
        check_app()
    except AppUnavailableError:
        return False
    return True


def run_app(
    store: Store | None,
    trouble: str,
    opening: SavedGame | None = None,
    *,
    replay: bool = False,
    ascii_only: bool = False,
    four_colour: bool = False,
) -> None:
    """Run the app until the player leaves it."""
    check_app()

    from winnable.tui.app import WinnableApp
    from winnable.tui.options import Options

    options = Options.of(store, four_colour=four_colour, ascii_only=ascii_only)
    WinnableApp(store, options, store_error=trouble, opening=opening, replay=replay).run()
