"""Stopping a search: the caller's `cancel` event, and a signal that a pool can set as well."""

from __future__ import annotations

from threading import Event

__all__ = ["StopSignal", "is_cancelled"]


def is_cancelled(cancel: Event | None) -> bool:
    """Whether a caller who may have given an event to cancel with has set it."""
    return cancel is not None and cancel.is_set()


class StopSignal:
    """Set by its owner, or by the caller through `cancel`."""

    def __init__(self, cancel: Event | None = None) -> None:
        self._own, self._cancel = Event(), cancel

    def set(self) -> None:
        self._own.set()

    def is_set(self) -> bool:
        return self._own.is_set() or is_cancelled(self._cancel)
