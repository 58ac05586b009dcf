"""What a player may choose about the app, and where it is kept."""

from __future__ import annotations

import codecs
import locale
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from winnable.errors import StoreError
from winnable.play import Autoplay
from winnable.store import Store

__all__ = ["SWITCHES", "Options"]

SWITCHES = {
    "four_colour": "Four colours (green clubs, blue diamonds)",
    "night": "Dark felt, for the night",
    "lamp": "The lamp (how the game stands after every move)",
    "left_handed": "Left-handed (stock and cells on the right)",
}
"""The options that are on or off, in words."""


_KEPT = ("four_colour", "night", "lamp", "autoplay", "left_handed")
"""What is kept from one time to the next; the rest is about the terminal of the moment."""


@dataclass(frozen=True)
class Options:
    """How the app looks, and what it does by itself."""

    four_colour: bool = False
    night: bool = False
    """Whether the felt is dark."""
    lamp: bool = True
    """Whether the verdict or the odds are shown after every move."""
    autoplay: str = Autoplay.SAFE.value
    left_handed: bool = False
    """Whether stock and cells lie on the right."""
    colour: bool = True
    ascii: bool = False

    @classmethod
    def of(
        cls, store: Store | None, *, four_colour: bool = False, ascii_only: bool = False
    ) -> Options:
        """The options as they were left, at a terminal as it is now."""
        options = cls(
            colour=not os.environ.get("NO_COLOR"), ascii=ascii_only or not _knows_unicode()
        )
        if store is not None:
            with suppress(StoreError):  # then the usual ones will do
                for name in _KEPT:
                    if (value := store.settings.get(f"tui.{name}")) is not None:
                        options = options.with_text(name, value)
        return replace(options, four_colour=True) if four_colour else options

    def with_text(self, name: str, value: str) -> Options:
        """With one option as it is kept; what makes no sense changes nothing."""
        change: dict[str, Any] = {name: value}
        if isinstance(getattr(self, name), bool):
            change = {name: value == "yes"} if value in ("yes", "no") else {}
        elif value not in {choice.value for choice in Autoplay}:
            change = {}
        return replace(self, **change)

    def switched(self, name: str) -> Options:
        """With one option turned on or off; of what goes home by itself, the next choice."""
        if name in SWITCHES:
            return self.with_text(name, "no" if getattr(self, name) else "yes")
        choices = [choice.value for choice in Autoplay]
        return replace(self, autoplay=choices[(choices.index(self.autoplay) + 1) % len(choices)])

    def keep(self, store: Store | None, before: Options) -> None:
        """Keep what was changed for the next time, if there is a place to keep it in.

        The rest is not the player's choice: it may be an option of the command, or another app's.
        """
        if store is None:
            return
        for name in _KEPT:
            value = getattr(self, name)
            if value != getattr(before, name):
                kept = ("no", "yes")[value] if isinstance(value, bool) else value
                store.settings.set(f"tui.{name}", kept)


def _knows_unicode() -> bool:
    """Whether the terminal's encoding has the signs of the suits."""
    try:
        coding = sys.__stdout__.encoding if sys.__stdout__ else locale.getencoding()
        return codecs.lookup(coding).name.startswith("utf")
    except LookupError:
        return False
