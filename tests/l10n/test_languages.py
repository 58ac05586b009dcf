"""The files of texts: complete, the same in every language, and all of it used."""

from __future__ import annotations

import re

import pytest
from l10n.string_uses import calls, literals

from winnable.l10n import DEFAULT_LANGUAGE, languages, plural_category, strings_of

ENGLISH = strings_of(DEFAULT_LANGUAGE).texts
OTHERS = [language for language in languages() if language != DEFAULT_LANGUAGE]
_CATEGORY = re.compile(r"_(zero|one|two|few|many|other)$")
_VALUE = re.compile(r"{{(\w+)}}")
_NUMBERS = (*range(200), 1000, 1_000_000)

SAME_EVERYWHERE = {
    *("Winnable", "OK", "FreeCell", "Easthaven", "Golf Relaxed", "Aces Up", "Baker's Game"),
    *(
        "Start",
        "Version",
        "Text",
        "Code",
        "Export",
        "Status",
        "Name",
        "Motion",
        "System",
        "Position",
        "Esc",
    ),
}
"""Texts that may be the same in another language: names, and words that the languages share."""


def forms(texts: object) -> set[str]:
    """The keys, with only one for all plural forms."""
    return {_CATEGORY.sub("", key) if is_plural(key) else key for key in texts}  # type: ignore[attr-defined]


def is_plural(key: str) -> bool:
    """``cards_one`` and ``cards_other`` are forms of a text; ``list_one`` alone is a key."""
    return bool(_CATEGORY.search(key)) and f"{_CATEGORY.sub('', key)}_other" in ENGLISH


def values(text: str) -> set[str]:
    return set(_VALUE.findall(text))


def text_of(key: str) -> list[str]:
    """The English text with a key, or all its plural forms; nothing if there is none."""
    of_plural = [
        ENGLISH[f"{key}_{form}"] for form in ("one", "other") if f"{key}_{form}" in ENGLISH
    ]
    return [ENGLISH[key]] if key in ENGLISH else of_plural


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_all_texts_and_no_others(language: str) -> None:
    assert forms(strings_of(language).texts) == forms(ENGLISH)


@pytest.mark.parametrize("language", languages())
def test_a_plural_has_every_form_of_its_language(language: str) -> None:
    texts = strings_of(language).texts
    categories = {plural_category(language, number) for number in _NUMBERS}
    for key in texts:
        if is_plural(key):
            base = _CATEGORY.sub("", key)
            there = {form[len(base) + 1 :] for form in texts if _CATEGORY.sub("", form) == base}
            assert categories <= there, base


@pytest.mark.parametrize("language", languages())
def test_every_text_says_something_with_the_same_values(language: str) -> None:
    for key, text in strings_of(language).texts.items():
        english = ENGLISH.get(key, ENGLISH.get(f"{_CATEGORY.sub('', key)}_other", ""))
        assert text.strip(), key
        assert "{" not in _VALUE.sub("", text), key
        optional = {"count"} if is_plural(key) else set()  # "1 card" may do without it
        assert values(text) - optional == values(english) - optional, key


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_is_left_in_english(language: str) -> None:
    untranslated = {
        key: text
        for key, text in strings_of(language).texts.items()
        if text == ENGLISH.get(key)
        and not key.startswith("format.")
        and len(re.findall(r"[^\W\d_]", _VALUE.sub("", text))) > 1
        and _VALUE.sub("", text).strip(" ·:,.…") not in SAME_EVERYWHERE
    }
    assert not untranslated


def test_every_key_in_the_code_has_a_text() -> None:
    for key, is_prefix, _, where in calls():
        if is_prefix:
            assert any(known.startswith(key) for known in ENGLISH), f"{where}: {key}"
        else:
            assert text_of(key), f"{where}: {key}"


def test_every_call_gives_the_values_of_its_text() -> None:
    for key, is_prefix, given, where in calls():
        if not is_prefix and given is not None:
            needed = set().union(*map(values, text_of(key)))
            needed |= {"count"} if key not in ENGLISH else set()
            assert needed <= given, f"{where}: {key} needs {needed - given}"


def test_every_text_is_used() -> None:
    whole = {call.key for call in calls() if not call.is_prefix} | literals()
    prefixes = tuple(call.key for call in calls() if call.is_prefix)
    unused = {key for key in forms(ENGLISH) if key not in whole and not key.startswith(prefixes)}
    assert not {key for key in unused if not key.startswith("format.")}


def test_german_has_a_word_for_a_deal_and_others_for_a_game() -> None:
    """Patience, Spiel and Partie: the kind of game, a deal, and a game that somebody plays."""
    german = strings_of("de").texts
    deal = re.compile(r"\bSpiel(e|s|es)?\b(?! (weiter|stattdessen|zuerst))")  # or "play on"
    wrong = {
        key: text
        for key, text in german.items()
        if deal.search(text) and not re.search(r"\bdeal", ENGLISH[key], re.IGNORECASE)
    }
    assert wrong == {}
