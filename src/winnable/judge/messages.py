"""What comes out of the sandbox, before anything else of ours looks at it.

A program shares its process with the harness and can send whatever it likes in the harness's name.
Here each message is either of the form that the harness uses, and small, or a `ForgedMessageError`.
Texts become fit for a report: nothing in them can move a cursor, break an encoding or differ from
one run to the next because of an address in memory.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["ForgedMessageError", "clean_text", "parse_message", "read_raised", "read_value"]

LONGEST_LINE = 1000
MOST_VALUES = 20_000
DEEPEST = 12

_UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,16}\b")
_LONG_LINE = re.compile(rf"([^\n]{{{LONGEST_LINE}}})[^\n]+")


class ForgedMessageError(ValueError):
    """A message that the harness does not send."""


def clean_text(text: str) -> str:
    r"""A text in which what cannot be shown is visible, and very long lines are cut.

    >>> clean_text("red \x1b[31m<Card object at 0x7f00deadbeef>\r\n")
    'red \\x1b[31m<Card object at 0x…>\n'
    """
    text = text.replace("\r\n", "\n")
    text = _UNFIT.sub(lambda found: ascii(found[0])[1:-1], text)
    text = _ADDRESS.sub("0x…", text)
    return _LONG_LINE.sub(r"\1…", text)


def parse_message(line: bytes, number: int) -> dict[str, Any]:
    """A line of JSON with an object in it, which has a number in the order of messages."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict) or message.pop("number", None) != number:
        raise ForgedMessageError
    return message


def read_value(value: Any) -> Any:
    """A value as the harness encodes them: cards, decks, lists, numbers, texts."""
    left = MOST_VALUES

    def read(value: Any, depth: int) -> Any:
        nonlocal left
        left -= 1
        if left < 0 or depth > DEEPEST:
            raise ForgedMessageError
        if value is None or isinstance(value, bool | int | float):
            return value
        if isinstance(value, list):
            return [read(each, depth + 1) for each in value]
        return _read_object(value, lambda each: read(each, depth + 1))

    return read(value, 0)


def _read_object(value: Any, read: Callable[[Any], Any]) -> dict[str, Any]:
    match value:
        case {"card": str(text)}:
            return {"card": text[:3], "up": bool(value.get("up", True))}
        case {"deck": list(texts)} if all(isinstance(text, str) for text in texts):
            return {"deck": [text[:3] for text in texts]}
        case {"tuple": list(values)}:
            return {"tuple": [read(each) for each in values]}
        case {"text": str(text)}:
            return {"text": clean_text(text)}
        case {"other": str(text)}:
            return {"other": clean_text(text)}
    raise ForgedMessageError


def read_raised(raised: Any) -> Mapping[str, Any]:
    """An exception: its class and base classes, message, line number and line."""
    match raised:
        case {
            "types": [str(), *_] as types,
            "message": str(message),
            "line": int(line),
            "text": str(text),
        } if all(isinstance(name, str) for name in types):
            return {
                "types": [clean_text(name)[:LONGEST_LINE] for name in types],
                "message": clean_text(message),
                "line": line,
                "text": clean_text(text),
            }
    raise ForgedMessageError
