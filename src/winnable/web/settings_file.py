"""A settings file: TOML with fields of `Settings`, for `winnable web --settings FILE`."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from pathlib import Path
from typing import Any

from winnable.errors import WinnableError, quote
from winnable.web.settings import Settings

__all__ = ["SettingsFileError", "file_settings", "read_settings_file"]

_MAX_SIZE = 100_000


class SettingsFileError(WinnableError):
    """A settings file cannot be read, or something in it is wrong."""


def file_settings() -> dict[str, Field[Any]]:
    """The settings that a file may have, by name."""
    return {
        field.name: field for field in fields(Settings) if not field.metadata.get("from_options")
    }


def read_settings_file(path: Path) -> dict[str, Any]:
    """The settings in a file, checked; SettingsFileError says what is wrong."""
    try:
        with path.open("rb") as file:
            text = file.read(_MAX_SIZE + 1)
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or "not a file name"
        raise SettingsFileError(f"{quote(str(path))} cannot be read: {reason}") from None
    if len(text) > _MAX_SIZE:
        raise SettingsFileError(f"{path.name} is too long for a settings file")
    try:
        found = tomllib.loads(text.decode())
    except (ValueError, RecursionError) as error:
        reason = str(error).splitlines()[0] if isinstance(error, tomllib.TOMLDecodeError) else ""
        reason = reason or "write name = value, one a line, in UTF-8"
        raise SettingsFileError(f"{path.name} is not TOML: {reason}") from None
    known = file_settings()
    for name in found:
        if name not in known:
            raise SettingsFileError(f"{path.name}: {_unknown(name, list(known))}")
    try:
        return {name: _checked(known[name], value) for name, value in found.items()}
    except SettingsFileError as error:
        raise SettingsFileError(f"{path.name}: {error}") from None


def _unknown(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    advice = f"did you mean {near[0]}?" if near else "docs/settings.md lists them"
    return f"there is no setting {quote(name)}: {advice}"


def _checked(field: Field[Any], value: object) -> object:
    """The value as the setting has it."""
    kind = str(field.type).removesuffix(" | None")
    expected, convert = _KINDS[kind]
    converted = convert(value)
    if converted is None:
        raise SettingsFileError(f"{field.name} must be {expected}")
    if kind in ("int", "float"):
        _check_range(field, converted)
    return converted


def _check_range(field: Field[Any], value: float) -> None:
    least, most = field.metadata["least"], field.metadata["most"]
    if not least <= value <= most:  # not a number fails too
        raise SettingsFileError(f"{field.name} must be from {least:,} to {most:,}")


def _integer(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _number(value: object) -> float | None:
    if isinstance(value, float):
        return value
    return None if (number := _integer(value)) is None or number > 10**15 else float(number)


def _strings(value: object) -> tuple[str, ...] | None:
    if isinstance(value, list) and all(isinstance(text, str) for text in value):
        return tuple(value)
    return None


_KINDS: Mapping[str, tuple[str, Callable[[object], Any]]] = {
    "int": ("a whole number", _integer),
    "float": ("a number", _number),
    "bool": ("true or false", lambda value: value if isinstance(value, bool) else None),
    "str": ("a text in quotes", lambda value: value if isinstance(value, str) else None),
    "tuple[str, ...]": ("a list of texts in quotes", _strings),
}
