"""What all bodies of responses have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

__all__ = ["Model"]


class Model(BaseModel):
    # Docstrings of fields become their descriptions in the API.
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)
