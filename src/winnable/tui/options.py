"""The player's options, and what the terminal can show."""

from __future__ import annotations

import codecs
import locale
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from winnable import text
from winnable.errors import StoreError
from winnable.l10n import languages, set_default_language, strings_of, system_language, t
from winnable.play import Autoplay
from winnable.store import Store
from winnable.store.settings import WINNABLE_DEALS
from winnable.tui.drawing.palette import Palette, find_palette

__all__ = ["CHOICES", "SETTING_NAMES", "SWITCHES", "Options", "next_autoplay"]

SWITCHES = ("winnable", "lamp", "one_click", "four_colour", "dark", "left_handed")
"""The options that are on or off."""
CHOICES = ("autoplay", "language")
"""Those with more than two values."""

SETTING_NAMES = {name: f"tui.{name}" for name in (*SWITCHES, *CHOICES)} | {
    "winnable": WINNABLE_DEALS,
    "dark": "tui.night",
}
"""The options that are saved, with their names in the store; "night" is what databases have.

The other options describe the terminal, not the player's choice.
"""


@dataclass(frozen=True)
class Options:
    """How the app looks, and what it does automatically."""

    four_colour: bool = False
    dark: bool = False
    lamp: bool = False
    """Whether the verdict or the odds are shown after every move."""
    autoplay: str = Autoplay.SAFE.value
    winnable: bool = True
    """Whether new deals are proved winnable."""
    one_click: bool = True
    """Whether a click on a card moves it to its best place."""
    left_handed: bool = False
    language: str = ""
    """A language's code; empty: that of the system."""
    colour: bool = True
    ascii: bool = False

    @classmethod
    def of(
        cls, store: Store | None, *, four_colour: bool = False, ascii_only: bool = False
    ) -> Options:
        """The saved options, at the terminal as it is now."""
        options = cls(
            colour=not os.environ.get("NO_COLOR"), ascii=ascii_only or not _terminal_has_unicode()
        )
        if store is not None:
            with suppress(StoreError):  # play with the defaults
                for name, setting in SETTING_NAMES.items():
                    if (value := store.settings.get(setting)) is not None:
                        options = options._with_saved(name, value)
        return replace(options, four_colour=True) if four_colour else options

    def _with_saved(self, name: str, value: str) -> Options:
        """With one option as the store has it; an unknown value changes nothing."""
        change: dict[str, Any] = {}
        if name in SWITCHES and value in ("yes", "no"):
            change = {name: value == "yes"}
        elif name in CHOICES and value in _values(name):
            change = {name: value}
        return replace(self, **change)

    def switched(self, name: str) -> Options:
        """With a switch flipped, or the next of several values."""
        value = getattr(self, name)
        if name in CHOICES:
            values = _values(name)
            value = values[(values.index(value) + 1) % len(values)]
        change: dict[str, Any] = {name: value if name in CHOICES else not value}
        return replace(self, **change)

    def label(self, name: str) -> str:
        """An option with what it is now, for people."""
        value = getattr(self, name)
        if name in SWITCHES:
            return f"{'[x]' if value else '[ ]'} {t(f'app.options.{name}')}"
        if name == "language":
            value = strings_of(value).name if value else t("app.options.language_system")
        else:
            value = t(f"app.options.autoplay_{value}")
        return f"    {t(f'app.options.{name}', value=value)}"

    def set_language(self) -> None:
        """Let the whole program speak the language that is chosen, or the system's."""
        set_default_language(self.language or system_language())

    def save(self, store: Store | None, before: Options) -> None:
        """Save what differs from the options before.

        The rest may come from the command line or from another program, and is left alone.
        """
        if store is None:
            return
        for name, setting in SETTING_NAMES.items():
            value = getattr(self, name)
            if value != getattr(before, name):
                saved = ("no", "yes")[value] if isinstance(value, bool) else value
                store.settings.set(setting, saved)

    @property
    def palette(self) -> Palette:
        return find_palette(
            colour=self.colour,
            four_colour=self.four_colour,
            dark=self.dark,
            unicode=not self.ascii,
        )

    def encode(self, words: str) -> str:
        """A text as the terminal can show it."""
        if not self.ascii:
            return words
        arrows = {"→": t("app.keys.right"), "←": t("app.keys.left")}
        for arrow, name in arrows.items():
            words = words.replace(arrow, name)
        return text.plain(words)


def _values(name: str) -> list[str]:
    """What an option with several values may be, in their order."""
    if name == "language":
        return ["", *languages()]
    return [choice.value for choice in Autoplay]


def next_autoplay(autoplay: Autoplay) -> Autoplay:
    choices = list(Autoplay)
    return choices[(choices.index(autoplay) + 1) % len(choices)]


def _terminal_has_unicode() -> bool:
    try:
        coding = sys.__stdout__.encoding if sys.__stdout__ else locale.getencoding()
        return codecs.lookup(coding).name.startswith("utf")
    except LookupError:
        return False
