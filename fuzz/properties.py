"""What every target checks the same way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from winnable.errors import WinnableError

T = TypeVar("T")

_MAX_MESSAGE = 1_000


def text_of(data: bytes) -> str:
    """The text of an input; bytes that are no UTF-8 become lone surrogates, as in arguments."""
    return data.decode("utf-8", "surrogateescape")


def split_choice(data: bytes, choices: Sequence[T]) -> tuple[T, bytes]:
    """The first byte chooses one of several; the rest is the input."""
    return choices[(data[0] if data else 0) % len(choices)], data[1:]


def accepted(
    parse: Callable[..., T], *arguments: object, explain: Callable[[str], None] | None = None
) -> T | None:
    """What was parsed; None if it was refused, with a message of one line.

    `explain` checks the message further.
    """
    try:
        return parse(*arguments)
    except WinnableError as error:
        message = str(error)
    check_message(message)
    if explain is not None:
        explain(message)
    return None


def check_message(message: str) -> None:
    assert message
    assert message.isprintable(), repr(message)
    assert len(message) < _MAX_MESSAGE, message
