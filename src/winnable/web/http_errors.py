"""The error that a route raises to refuse a request."""

from __future__ import annotations

from typing import Any

from winnable.errors import WinnableError

__all__ = ["RETRY_AFTER", "ApiError"]

RETRY_AFTER = 5
"""Seconds after which to try again, where nothing better is known."""


class ApiError(WinnableError):
    """A refused request: an HTTP status, a one-line message, and perhaps the game's state."""

    def __init__(
        self, status: int, message: str, *, retry_after: int = RETRY_AFTER, **details: Any
    ) -> None:
        super().__init__(message)
        self.status, self.details = status, details
        self.retry_after = retry_after
        """Seconds until the request may succeed, if the status is 429 or 503."""

    @property
    def body(self) -> dict[str, Any]:
        """The JSON body of the response (see `response_models.ErrorResponse`)."""
        return {"error": str(self), **self.details}
