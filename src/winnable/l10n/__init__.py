"""What people read, in their language: one file of strings for each language.

The files have i18next's JSON format (version 4), which the page reads as well: nested keys,
``{{name}}`` for a value, and for numbers of things a form for each plural category (``_one``,
``_other``), chosen by the value ``count``. Numbers are written as the language writes them; a
number that is a name, like a deal's, is given as text.

>>> t("rules.cards", count=1), t("rules.cards", count=1234)
('1 card', '1,234 cards')
>>> with use_language("de"):
...     t("rules.cards", count=1), t("rules.cards", count=1234)
('1 Karte', '1.234 Karten')
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from winnable.l10n.plurals import plural_category
from winnable.l10n.strings import Strings, languages, strings_of

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGE_VARIABLE",
    "Strings",
    "current_language",
    "decimal_text",
    "join",
    "known_language",
    "languages",
    "negotiate",
    "number_text",
    "plural_category",
    "set_default_language",
    "strings_of",
    "system_language",
    "t",
    "use_language",
]

DEFAULT_LANGUAGE = "en"
LANGUAGE_VARIABLE = "WINNABLE_LANGUAGE"
_FROM_SYSTEM = (LANGUAGE_VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")

_of_process = DEFAULT_LANGUAGE
_of_context: ContextVar[str | None] = ContextVar("winnable_language", default=None)


def current_language() -> str:
    """The language of this request or thread, else of the process: its code, such as ``de``."""
    return _of_context.get() or _of_process


def known_language(language: object) -> str:
    """The language itself, if it is the code of one that has a file, else English."""
    return str(language) if language in languages() else DEFAULT_LANGUAGE


def set_default_language(language: str) -> None:
    """Set the language of the process, as a command does at its start."""
    global _of_process
    _of_process = strings_of(language).language


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """A language for everything in the block, as for one request of a server."""
    token = _of_context.set(strings_of(language).language)
    try:
        yield
    finally:
        _of_context.reset(token)


def t(key: str, /, **values: object) -> str:
    """The text with a key, in the current language, or in English where it is not translated.

    KeyError if there is none.
    """
    language = current_language()
    try:
        return strings_of(language).text(key, values)
    except KeyError:
        if language == DEFAULT_LANGUAGE:
            raise
        return strings_of(DEFAULT_LANGUAGE).text(key, values)


def number_text(number: float) -> str:
    """A number as the current language writes it: ``1,234``, in German ``1.234``."""
    return strings_of(current_language()).number(number)


def decimal_text(written: str) -> str:
    """A number that is written in English already, as the current language writes it.

    >>> with use_language("de"):
    ...     decimal_text(f"{4567.89:,.1f}")
    '4.567,9'
    """
    return strings_of(current_language()).localized(written)


def join(texts: Iterable[str]) -> str:
    """Several things in a row: ``2♥, 3♥ and 4♥``."""
    *most, last = texts
    return t("list.and", most=", ".join(most), last=last) if most else last


def negotiate(accepted: str) -> str:
    """The language that serves best whoever sends this ``Accept-Language`` header.

    >>> negotiate("fr-CH, de;q=0.8, en;q=0.7"), negotiate("fr"), negotiate("nonsense;q=x")
    ('de', 'en', 'en')
    """
    ranked = []
    for order, part in enumerate(accepted.split(",")):
        tag, _, quality = part.partition(";")
        code = tag.strip().lower().partition("-")[0]
        weight = _quality(quality)
        if code in languages() and weight > 0:
            ranked.append((-weight, order, code))
    return min(ranked)[2] if ranked else DEFAULT_LANGUAGE


def _quality(text: str) -> float:
    name, _, number = text.strip().partition("=")
    try:
        return float(number) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the user's system is set to, or English.

    >>> system_language({"LANG": "de_AT.UTF-8"}), system_language({"LC_ALL": "C", "LANG": "de_AT"})
    ('de', 'en')
    """
    setting = next((environment[name] for name in _FROM_SYSTEM if environment.get(name)), "")
    code = setting.replace("-", "_").partition(".")[0].partition("_")[0].lower()
    return code if code in languages() else DEFAULT_LANGUAGE
