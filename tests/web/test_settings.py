"""The settings, and the page of the documentation that lists them."""

import re
import tomllib
from dataclasses import MISSING
from pathlib import Path

from winnable.web.settings import Settings
from winnable.web.settings_file import file_settings

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"
ROW = re.compile(r"^\| `(\w+)` \| (.+?) \|", re.MULTILINE)


def test_the_page_lists_every_setting_with_its_default() -> None:
    rows = ROW.findall(PAGE.read_text())
    assert sorted(name for name, _ in rows) == sorted(file_settings())
    defaults = Settings()
    for name, shown in rows:
        value = getattr(defaults, name)
        if value is None or file_settings()[name].default is MISSING:
            assert "`" not in shown, f"{name} has no default that could be written in a file"
        else:
            written = tomllib.loads(f"value = {shown.strip('`')}")["value"]
            assert (tuple(written) if isinstance(written, list) else written) == value, name
            assert type(written) is (list if value == () else type(value)), name


def test_the_defaults_are_within_their_bounds() -> None:
    for name, field in file_settings().items():
        value = getattr(Settings(), name)
        if "least" in field.metadata and value is not None:
            assert field.metadata["least"] <= value <= field.metadata["most"], name


def test_the_example_of_the_page_is_a_settings_file() -> None:
    [example] = re.findall(r"```toml\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert set(tomllib.loads(example)) <= set(file_settings())
