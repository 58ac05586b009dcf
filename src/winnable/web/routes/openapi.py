"""What routes share in their OpenAPI description: error responses and other content types."""

from __future__ import annotations

from typing import Any

from winnable.web.response_models.games import ErrorResponse
from winnable.web.streaming import NdjsonResponse

__all__ = ["ERRORS", "SVG", "TEXT", "ndjson"]

Responses = dict[int | str, dict[str, Any]]

ERRORS: Responses = {
    status: {"model": ErrorResponse, "description": description}
    for status, description in {
        400: "The request is malformed.",
        403: "A change from another site's page.",
        404: "There is no such resource, or it is another player's.",
        409: "The version is stale (with the current state), or this cannot be done now.",
        413: "The body is too large.",
        421: "The server does not answer to that host name.",
        422: "An illegal move, or an invalid field.",
        429: "Too many requests to the coach by this player.",
        503: "The server is busy, or the database is not available.",
    }.items()
}

_JSON_ERRORS: Responses = {
    status: {
        "description": response["description"],
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorResponse"}}},
    }
    for status, response in ERRORS.items()
}
"""The same for routes with another content type, which FastAPI would give the errors too."""

TEXT: Responses = {200: {"content": {"text/plain": {}}}, **_JSON_ERRORS}
SVG: Responses = {200: {"content": {"image/svg+xml": {}}}, **_JSON_ERRORS}


_COACH_STREAM = (
    "JSON objects, one a line: `queued` first, then better and better answers, the last one "
    "`final`; or, instead of that one, `stopped` or `error`. Empty lines mean nothing."
)


def ndjson(model: Any, description: str = _COACH_STREAM) -> Responses:
    """The responses of a route that streams messages of a model."""
    # FastAPI adds the model to this schema, which it would otherwise give the type "string".
    content = {NdjsonResponse.media_type: {"schema": {"type": "object"}}}
    return {200: {"model": model, "description": description, "content": content}, **_JSON_ERRORS}
