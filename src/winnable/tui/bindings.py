"""The actions' keys as Textual's bindings. None is shown in a footer: we have our own key bar."""

from __future__ import annotations

from textual.binding import Binding

from winnable.tui.actions import PLACE_KEYS, Action

__all__ = ["make_bindings", "make_table_bindings"]


def make_bindings(actions: tuple[Action, ...]) -> list[Binding]:
    return [
        Binding(each.keys, each.name, show=False)  # the key bar has the words
        for each in actions
    ]


def make_table_bindings(actions: tuple[Action, ...]) -> list[Binding]:
    """Where cards are moved, every key runs `action_key` with its action's name and arguments.

    Priority makes sure that keys typed fast are handled in their order.
    """
    calls: list[tuple[str, str, tuple[object, ...]]] = [
        (action.keys, action.name, ()) for action in actions
    ]
    calls += [call for keys in PLACE_KEYS for call in keys.calls]
    return [
        Binding(keys, f"key({name!r}, {arguments!r})", show=False, priority=True)
        for keys, name, arguments in calls
    ]
