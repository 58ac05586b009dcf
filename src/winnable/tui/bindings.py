"""The actions' keys as Textual's bindings. None is shown in a footer: we have our own key bar."""

from __future__ import annotations

from textual.binding import Binding

from winnable.tui.actions import GAME_ACTIONS, PLACE_KEYS, Action

__all__ = ["make_bindings", "make_game_bindings"]


def make_bindings(actions: tuple[Action, ...]) -> list[Binding]:
    return [
        Binding(each.keys, each.name, show=False)  # the key bar has the words
        for each in actions
    ]


def make_game_bindings() -> list[Binding]:
    """Every key of a game runs `action_key` with the name of its action and the arguments.

    Priority makes sure that keys typed fast are handled in their order.
    """
    calls: list[tuple[str, str, tuple[object, ...]]] = [
        (action.keys, action.name, ()) for action in GAME_ACTIONS
    ]
    calls += [call for keys in PLACE_KEYS for call in keys.calls]
    return [
        Binding(keys, f"key({name!r}, {arguments!r})", show=False, priority=True)
        for keys, name, arguments in calls
    ]
