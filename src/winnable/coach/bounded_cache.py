"""A dictionary that forgets everything once it is full."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["BoundedCache"]

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class BoundedCache(dict[_Key, _Value]):
    """What has been worked out, in bounded memory. Threads may share a cache.

    It is emptied as a whole, because keeping the order of use would need a lock.
    """

    def __init__(self, max_entries: int = 2_000) -> None:
        super().__init__()
        self._max_entries = max_entries

    def __setitem__(self, key: _Key, value: _Value) -> None:
        if len(self) > self._max_entries:
            self.clear()
        super().__setitem__(key, value)
