"""Plural categories, by the rules of Unicode's CLDR, for whole numbers.

A browser knows the rules of every language (``Intl.PluralRules``); Python does not. A new language
whose rule is not here yet gets it here: https://cldr.unicode.org/index/cldr-spec/plural-rules
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["plural_category"]


def _one_or_other(number: float) -> str:
    return "one" if number == 1 else "other"


def _french(number: float) -> str:
    return "one" if abs(number) < 2 else "other"


def _polish(number: float) -> str:
    if number == 1:
        return "one"
    return "few" if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else "many"


_RULES: dict[str, Callable[[float], str]] = {"fr": _french, "pl": _polish}


def plural_category(language: str, number: float) -> str:
    """The category of a number: ``one``, ``few``, ``many`` or ``other``.

    >>> plural_category("en", 1), plural_category("en", 0), plural_category("fr", 0)
    ('one', 'other', 'one')
    """
    return _RULES.get(language, _one_or_other)(number)
