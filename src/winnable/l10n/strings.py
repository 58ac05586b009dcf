"""The strings of one language, from its file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache

from winnable.l10n.plurals import plural_category

__all__ = ["FOLDER", "Strings", "languages", "strings_of"]
FOLDER = os.path.join(os.path.dirname(__file__), "languages")

_VALUE = re.compile(r"{{(\w+)}}")


class Strings:
    """The texts of a language by their keys: ``rules.cards_one``."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts
        self._separators = str.maketrans(
            {",": texts["format.thousands"], ".": texts["format.decimal"]}
        )

    @classmethod
    def read(cls, language: str) -> Strings:
        """The strings of a language, from its file."""
        import json  # with pathlib, it would take a tenth of the time to import winnable

        with open(os.path.join(FOLDER, f"{language}.json"), encoding="utf-8") as file:
            return cls(language, dict(_flat(json.load(file), "")))

    @property
    def name(self) -> str:
        """The language's own name for itself."""
        return self.texts["format.language"]

    def text(self, key: str, values: Mapping[str, object]) -> str:
        """A text with its values filled in. KeyError if there is no such text or value."""
        count = values.get("count")
        template = self.texts.get(key)
        if template is None:
            if not isinstance(count, int | float):
                raise KeyError(key)
            template = self.texts[f"{key}_{plural_category(self.language, count)}"]
        return _VALUE.sub(lambda name: self._value(values[name[1]]), template)

    def _value(self, value: object) -> str:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return self.number(value) if is_number else str(value)  # type: ignore[arg-type]

    def number(self, number: float) -> str:
        """A number, in groups of three digits, with three decimals at most, as browsers do it."""
        if isinstance(number, int):
            return self.localized(f"{number:,}")
        return self.localized(f"{number:,.3f}".rstrip("0").rstrip("."))

    def localized(self, written: str) -> str:
        """A number that is written in English."""
        return written.translate(self._separators)


def _flat(tree: Mapping[str, object], prefix: str) -> Iterator[tuple[str, str]]:
    for name, branch in tree.items():
        if isinstance(branch, dict):
            yield from _flat(branch, f"{prefix}{name}.")
        else:
            yield prefix + name, str(branch)


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages that have a file."""
    names = map(os.path.splitext, os.listdir(FOLDER))
    return tuple(sorted(name for name, ending in names if ending == ".json"))


@cache
def strings_of(language: str) -> Strings:
    """The strings of a language. LookupError if it has no file."""
    if language not in languages():
        raise LookupError(f"there is no language {language!r}: {', '.join(languages())}")
    return Strings.read(language)
