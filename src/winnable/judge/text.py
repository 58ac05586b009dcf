"""Comparing what a program prints with what it should; how much spaces matter is a setting."""

from __future__ import annotations

__all__ = ["has_line", "lines_of", "normalise", "same_text"]


def normalise(text: str, whitespace: str) -> str:
    r"""A text in which what does not matter is the same.

    ``exact``: everything matters. ``trailing``: spaces at the ends of lines do not, nor blank lines
    at the end. ``blank``: nor blank lines anywhere. ``collapse``: nor how many spaces there are.

    >>> normalise("a  b \n\n c\n\n", "trailing"), normalise("a  b \n\n c\n\n", "collapse")
    ('a  b\n\n c', 'a b\nc')
    """
    if whitespace == "exact":
        return text
    lines = [line.rstrip() for line in text.split("\n")]
    if whitespace in ("blank", "collapse"):
        lines = [line for line in lines if line]
    if whitespace == "collapse":
        lines = [" ".join(line.split()) for line in lines]
    return "\n".join(lines).rstrip("\n")


def same_text(text: str, other: str, whitespace: str) -> bool:
    return normalise(text, whitespace) == normalise(other, whitespace)


def lines_of(text: str, whitespace: str) -> list[str]:
    """The lines of a text that have something in them."""
    loose = "collapse" if whitespace == "collapse" else "trailing"
    return [line for line in normalise(text, loose).split("\n") if line.strip()]


def has_line(text: str, line: str, whitespace: str) -> bool:
    r"""Whether a text has a line, as it is or, unless everything matters, without outer spaces.

    >>> has_line("\nError, cannot move  3♣.\n", "Error, cannot move  3♣.", "trailing")
    True
    """
    wanted = normalise(line, whitespace).strip()
    return any(each.strip() == wanted for each in lines_of(text, whitespace)) or not wanted
