"""What all messages of a stream have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

__all__ = ["StreamMessage"]


@dataclass(frozen=True, kw_only=True)
class StreamMessage:
    """A message of a stream; each kind of it has a field `kind`."""

    # For Pydantic: every field is in every message, and docstrings of fields are descriptions.
    __pydantic_config__: ClassVar = {
        "json_schema_serialization_defaults_required": True,
        "use_attribute_docstrings": True,
    }
