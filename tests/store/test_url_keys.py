"""Keys for the URLs of games."""

import pytest

from winnable.store import new_key
from winnable.store.url_keys import is_key


def test_keys_are_long_and_all_different() -> None:
    keys = [new_key() for _ in range(200)]
    assert len(set(keys)) == 200
    assert {len(key) for key in keys} == {16}
    assert all(map(is_key, keys))


@pytest.mark.parametrize("text", ["", "a b", "a/b", "ä", "²", "a\n", "\x00", "\ud800", "x" * 65])
def test_what_cannot_be_a_key(text: str) -> None:
    assert not is_key(text)
