"""Settings files: what is in them, and what is wrong with them."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as checks
from hypothesis import strategies as st

from winnable.web.settings import Settings
from winnable.web.settings_file import SettingsFileError, file_settings, read_settings_file


def read(folder: Path, text: str | bytes) -> dict[str, object]:
    file = folder / "winnable.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_settings_file(file)


def complaint(folder: Path, text: str | bytes) -> str:
    with pytest.raises(SettingsFileError) as error:
        read(folder, text)
    message = str(error.value)
    assert message.isprintable()
    return message


def test_settings_of_every_type(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        """
        # for the server in the library
        database = "sqlite:////srv/games.db"
        origins = ["https://cards.example"]
        open_games_memory = 100_000_000
        job_timeout = 60
        busy_job_timeout = 7.5
        log_requests = false
        """,
    )
    assert replace(Settings(), **found) == Settings(  # type: ignore[arg-type]
        database="sqlite:////srv/games.db",
        origins=("https://cards.example",),
        open_games_memory=100_000_000,
        job_timeout=60.0,
        busy_job_timeout=7.5,
        log_requests=False,
    )
    assert isinstance(found["job_timeout"], float)


def test_an_empty_file_changes_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, "") == {}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("open_game = 3", ["open_game", "did you mean open_games?"]),
        ("fruit = 3", ["fruit", "docs/settings.md"]),
        ("[limits]\nopen_games = 3", ["limits"]),
        ("queue_size = '3'", ["queue_size must be a whole number"]),
        ("queue_size = 3.0", ["queue_size must be a whole number"]),
        ("queue_size = true", ["queue_size must be a whole number"]),
        ("queue_size = 0", ["queue_size must be from 1 to 10,000"]),
        ("job_timeout = 'long'", ["job_timeout must be a number"]),
        ("job_timeout = nan", ["job_timeout must be from"]),
        ("job_timeout = inf", ["job_timeout must be from"]),
        (f"job_timeout = {10**400}", ["job_timeout must be"]),
        ("log_requests = 1", ["log_requests must be true or false"]),
        ("origins = 'https://x.example'", ["origins must be a list"]),
        ("origins = [1]", ["origins must be a list"]),
        ("database = 3", ["database must be a text"]),
        ("secret = 'x'", ["secret"]),
        ("hosts = ['x']", ["hosts"]),
        ("queue_size: 3", ["not TOML", "line 1"]),
        ("queue_size = 3\nqueue_size = 4", ["not TOML"]),
        (b"\xff\xfe", ["not TOML"]),
        ("x = " + "[" * 20_000, ["not TOML"]),
        ("#" * 200_000, ["too long"]),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_wrong_is_said_in_one_line(
    tmp_path: Path, text: str | bytes, words: list[str]
) -> None:
    message = complaint(tmp_path, text)
    for part in ("winnable.toml", *words):
        assert part in message


@pytest.mark.parametrize("name", ["", "nothing.toml", "no\0file"])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingsFileError, match="cannot be read"):
        read_settings_file(tmp_path / name)


@given(st.text(max_size=60))
@checks(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_read_or_refused(tmp_path: Path, text: str) -> None:
    try:
        read(tmp_path, text.encode(errors="replace"))
    except SettingsFileError as error:
        assert str(error).isprintable()  # noqa: PT017


def test_every_setting_with_its_default_is_accepted(tmp_path: Path) -> None:
    defaults = Settings()
    for name in file_settings():
        value = getattr(defaults, name)
        if isinstance(value, bool):
            text = str(value).lower()
        elif value is None:
            continue
        else:
            text = "[]" if value == () else repr(value)
        assert read(tmp_path, f"{name} = {text}") == {name: value}
