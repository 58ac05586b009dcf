"""What goes wrong, as HTTP says it: a status, one line of words, and perhaps how it stands now."""

from __future__ import annotations

from typing import Any

from winnable.errors import WinnableError

__all__ = ["ApiError"]


class ApiError(WinnableError):
    """An answer that is a refusal. Routes raise it, and `app` writes it."""

    def __init__(self, status: int, words: str, **more: Any) -> None:
        super().__init__(words)
        self.status, self.more = status, more

    @property
    def body(self) -> dict[str, Any]:
        """What is sent."""
        return {"error": str(self), **self.more}
