"""Words for actions, on the command line."""

import pytest

from winnable.tui.keys import TABLE
from winnable.tui.prompt import find_act


@pytest.mark.parametrize("act", TABLE, ids=lambda act: act.name)
def test_each_action_has_its_words(act: object) -> None:
    for act in TABLE:
        assert find_act(act.name) is act
        assert find_act(act.name.replace("_", " ").upper()) is act
        assert find_act(f" {act.label} ") is act


@pytest.mark.parametrize("typed", ["", "t1f1", "26 3a", "undo 3", "no such word"])
def test_what_is_no_word(typed: str) -> None:
    assert find_act(typed) is None


@pytest.mark.parametrize(
    ("typed", "name"), [("quit", "leave"), ("Exit", "leave"), ("odds", "lamp"), ("rules", "help")]
)
def test_what_others_call_it(typed: str, name: str) -> None:
    found = find_act(typed)
    assert found is not None
    assert found.name == name
