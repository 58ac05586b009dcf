"""The error that a route raises to refuse a request."""

from __future__ import annotations

from typing import Any

from winnable.errors import WinnableError

__all__ = ["ApiError"]


class ApiError(WinnableError):
    """A refused request: an HTTP status, a one-line message, and perhaps the game's state."""

    def __init__(self, status: int, message: str, **details: Any) -> None:
        super().__init__(message)
        self.status, self.details = status, details

    @property
    def body(self) -> dict[str, Any]:
        """The JSON body of the response (see `response_models.ErrorResponse`)."""
        return {"error": str(self), **self.details}
