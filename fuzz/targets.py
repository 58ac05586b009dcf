"""All targets by name: a function that takes any bytes and raises if a property does not hold."""

from __future__ import annotations

from collections.abc import Callable

from fuzz import play_targets, store_targets, web_targets

TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target
    for target in (
        play_targets.boards,
        play_targets.cards_and_deals,
        play_targets.moves,
        play_targets.records,
        play_targets.standard_notation,
        store_targets.history_cursors,
        store_targets.recovery_codes,
        store_targets.results_files,
        web_targets.request_bodies,
        web_targets.request_headers,
        web_targets.worker_messages,
        web_targets.worker_tasks,
    )
}
