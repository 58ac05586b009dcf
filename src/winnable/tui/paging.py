"""Sentences in pages that fit the message bar.

>>> pages(["One is short.", "Two is longer than that.", "Three."], width=20, rows=2, more="(more)")
['One is short. (more)', 'Two is longer than that. Three. (more)']
>>> pages(["One.", "Two."], width=20, rows=2, more="(more)")
['One. Two.']
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

__all__ = ["pages"]


def pages(sentences: Sequence[str], width: int, rows: int, more: str) -> list[str]:
    """As few pages as possible, each with as many sentences as fit; `more` ends each of several.

    A sentence that does not fit has a page of its own.
    """
    whole = " ".join(sentences)
    if len(wrap(whole, max(width, 1))) <= rows:
        return [whole]
    found = list[str]()
    for sentence in sentences:
        longer = f"{found[-1]} {sentence}" if found else sentence
        if found and len(wrap(f"{longer} {more}", max(width, 1))) <= rows:
            found[-1] = longer
        else:
            found.append(sentence)
    return [f"{page} {more}" for page in found]
