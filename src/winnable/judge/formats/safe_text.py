"""Texts that came out of a student's program, made fit for terminals, XML and databases."""

from __future__ import annotations

import re

from winnable.wording import counted

__all__ = ["one_line", "safe", "shortened", "without_surrogates"]

LONGEST = 4000
"""Characters of one text in a report for people."""

# Control characters but line breaks and tabs, halves of surrogate pairs, and what is no character.
# XML has no way to write most of them; PostgreSQL, and so Gradescope, refuses the null character.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def safe(text: str) -> str:
    r"""The text with its control characters written out.

    >>> safe("one\x1b[2J\ttwo")
    'one\\x1b[2J\ttwo'
    """
    return _UNSAFE.sub(_written_out, text)


def without_surrogates(text: str) -> str:
    """The text with everything that UTF-8 cannot encode written out."""
    return _SURROGATE.sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    return ascii(found[0])[1:-1]


def shortened(text: str, most: int = LONGEST) -> str:
    r"""The text, or its beginning and how much is missing.

    >>> shortened("seventeen letters", 9)
    'seventeen\n... (8 characters more)'
    """
    if len(text) <= most:
        return text
    left = counted(len(text) - most, "character")
    return f"{text[:most]}\n... ({left} more)"


def one_line(text: str, most: int = 200) -> str:
    """The text in one line, for attributes and cells of a table."""
    line = " ".join(safe(text).split())
    return line if len(line) <= most else line[: most - 1] + "…"
