"""Settings for all players."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, insert

from winnable import StoreError
from winnable.store import Store
from winnable.store.schema import settings_table


def test_what_is_set_is_read_again(store: Store, url: str) -> None:
    assert store.settings.get("autoplay") is None
    store.settings.set("autoplay", "safe")
    store.settings.set("colours", "four")
    store.settings.set("autoplay", "ünäll ♠ 'off'\n")
    with Store.open(url) as other:
        assert other.settings.get("autoplay") == "ünäll ♠ 'off'\n"
        assert other.settings.get("colours") == "four"
        assert other.for_player(other.players.create()).settings.get("colours") == "four"


def test_text_that_no_database_accepts(store: Store) -> None:
    with pytest.raises(StoreError):
        store.settings.set("name", "\ud800")


def test_the_first_default_is_kept(store: Store, url: str) -> None:
    with Store.open(url) as other:
        assert store.settings.setdefault("secret", "ours") == "ours"
        assert other.settings.setdefault("secret", "theirs") == "ours"
        assert store.settings.setdefault("secret", "another") == "ours"
        assert store.settings.get("secret") == "ours"


@pytest.mark.parametrize("method", ["set", "setdefault"])
def test_another_program_is_quicker(
    store: Store, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the query and the insert, which then fails: the job is done again."""
    usual = Connection.execute
    is_first = True

    def execute(connection: Connection, statement: object, *more: object) -> object:
        nonlocal is_first
        if is_first and getattr(statement, "is_insert", False):
            is_first = False
            usual(connection, insert(settings_table).values(name="secret", value="theirs"))
            # This is rolled back with our own insert; what counts is that ours is tried again.
        return usual(connection, statement, *more)  # type: ignore[call-overload]

    monkeypatch.setattr(Connection, "execute", execute)
    getattr(store.settings, method)("secret", "ours")
    monkeypatch.undo()
    assert not is_first
    assert store.settings.get("secret") == "ours"


@given(st.text(st.characters(exclude_characters="\x00", codec="utf-8")))
def test_any_text_can_be_stored(value: str) -> None:
    with Store.open("sqlite://") as store:
        store.settings.set("it", value)
        assert store.settings.get("it") == value
