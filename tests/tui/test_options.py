"""The options: what is saved, and what depends on the terminal."""

import codecs

import pytest

from winnable.errors import StoreError
from winnable.store import Store
from winnable.tui.options import SWITCHES, Options


def test_options_are_saved() -> None:
    with Store.open() as store:
        assert Options.of(store) == Options.of(None)
        chosen = Options(four_colour=True, dark=True, lamp=False, autoplay="off", left_handed=True)
        chosen.save(store, Options())
        assert store.settings.get("tui.night") == "yes"  # the name in databases that exist
    with Store.open() as store:
        found = Options.of(store)
    saved = ("four_colour", "dark", "lamp", "autoplay", "left_handed")
    assert all(getattr(found, name) == getattr(chosen, name) for name in saved)


def test_only_changes_are_saved() -> None:
    with Store.open() as store:
        asked = Options.of(store, four_colour=True)
        asked.switched("lamp").save(store, asked)
        found = Options.of(store)
    assert (found.lamp, found.four_colour) == (True, False)


def test_unknown_values_are_ignored() -> None:
    with Store.open() as store:
        store.settings.set("tui.lamp", "perhaps")
        store.settings.set("tui.autoplay", "sometimes")
        assert Options.of(store) == Options.of(None)


def test_a_store_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise StoreError("it is gone")

    with Store.open() as store:
        monkeypatch.setattr(store.settings, "get", fail)
        assert Options.of(store) == Options.of(None)


def test_four_colours_from_the_command_line_are_not_saved() -> None:
    with Store.open() as store:
        assert Options.of(store, four_colour=True).four_colour
        assert not Options.of(store).four_colour


@pytest.mark.parametrize(("value", "colour"), [("", True), ("1", False)])
def test_no_color(value: str, colour: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", value)
    assert Options.of(None).colour is colour


@pytest.mark.parametrize(
    ("encoding", "ascii_only"),
    [("utf-8", False), ("UTF8", False), ("latin-1", True), ("ascii", True), ("no such", True)],
)
def test_ascii_follows_from_the_encoding(
    encoding: str, ascii_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal:
        def __init__(self) -> None:
            self.encoding = encoding

    monkeypatch.setattr("sys.__stdout__", Terminal())
    assert Options.of(None).ascii is ascii_only
    assert Options.of(None, ascii_only=True).ascii


def test_without_a_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.__stdout__", None)
    monkeypatch.setattr("locale.getencoding", lambda: codecs.lookup("utf-8").name)
    assert not Options.of(None).ascii


@pytest.mark.parametrize("name", SWITCHES)
def test_switches(name: str) -> None:
    before = Options()
    after = before.switched(name)
    assert getattr(after, name) is not getattr(before, name)
    assert after.switched(name) == before


def test_autoplay_cycles() -> None:
    options = Options(autoplay="off")
    seen = [options := options.switched("autoplay") for _ in range(3)]
    assert [each.autoplay for each in seen] == ["safe", "all", "off"]


def test_the_palette_follows_the_options() -> None:
    assert Options().palette.name == "green"
    assert Options(four_colour=True, dark=True).palette.name == "dark-four-colour"
    assert Options(colour=False, ascii=True).palette.name == "no-colour-ascii"


def test_text_is_encoded_for_the_terminal() -> None:
    assert Options().encode("→ 10♠") == "→ 10♠"
    assert Options(ascii=True).encode("→ 10♠") == "Right TS"
