"""What every target checks the same way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

from winnable.errors import WinnableError

P = ParamSpec("P")
T = TypeVar("T")

_MAX_MESSAGE = 1_000


def text_of(data: bytes) -> str:
    """The text of an input; bytes that are no UTF-8 become lone surrogates, as in arguments."""
    return data.decode("utf-8", "surrogateescape")


def split_choice(data: bytes, choices: Sequence[T]) -> tuple[T, bytes]:
    """The first byte chooses one of several; the rest is the input."""
    return choices[(data[0] if data else 0) % len(choices)], data[1:]


def accepted(parse: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T | None:
    """What was parsed; None if it was refused, with a message of one line."""
    try:
        return parse(*arguments, **named)
    except WinnableError as error:
        check_message(str(error))
        return None


def check_message(message: str) -> None:
    assert message
    assert message.isprintable(), repr(message)
    assert len(message) < _MAX_MESSAGE, message
