"""What every route may answer instead, for the API's description; and how a table is addressed."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path

from winnable.web import told

__all__ = ["IN_JSON", "PICTURE", "REFUSALS", "TEXT", "Key"]

Key = Annotated[str, Path(min_length=1, max_length=64, pattern="^[0-9A-Za-z_-]+$")]

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": told.Error, "description": words}
    for status, words in {
        400: "not understood",
        403: "a change from another site's page",
        404: "no such table, or not yours",
        409: "stale, with the table as it stands; or not now",
        413: "too large",
        421: "not a name of this server",
        422: "a refused move, or a field that is wrong",
        429: "too many questions of this player",
        503: "busy, or games cannot be kept just now",
    }.items()
}

IN_JSON: dict[int | str, dict[str, Any]] = {
    status: {
        "description": refusal["description"],
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
    for status, refusal in REFUSALS.items()
}
"""The same for routes whose good answers are something else: FastAPI would take these for that."""

TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {}}}, **IN_JSON}

PICTURE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {}}},
    **IN_JSON,
}
