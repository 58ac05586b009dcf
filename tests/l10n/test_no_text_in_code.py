"""No sentence, and no label, that a person reads stands outside the files of texts.

What counts is what players read: the page, the server's messages to it, the terminal app, and a
game in line mode, with all that the library says to them there. Commands for those who program or
run servers (`solve`, `study`, `judge`, `web`) and their errors are in English: see ARCHITECTURE.md.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from l10n.string_uses import JAVASCRIPT, MARKUP, PYTHON, SOURCES
from l10n.written_text import find, in_javascript, in_python, is_text

FOR_PLAYERS = (
    *("cards.py", "deals.py", "moves.py", "position.py", "text.py", "errors.py", "wording.py"),
    *("svg/", "rules/", "play/", "player/", "tui/", "web/", "store/formatting.py"),
    *("store/recovery_codes.py", "store/saved_game.py", "store/repository.py"),
    *("store/db_errors.py", "store/game_row.py"),
    *("coach/descriptions.py", "coach/luck_descriptions.py", "coach/review_descriptions.py"),
    *("coach/shares.py", "coach/at_play.py", "coach/deal_finder.py", "coach/difficulty.py"),
    *("cli/line_", "cli/menu.py", "cli/play_commands.py", "cli/review_command.py"),
    "cli/deal_report.py",
)
"""Files and folders of Python whose texts players read."""

IN_ENGLISH = {
    # The game records: a game's rules are its docstring, and names are translated (games.SLUG).
    *("rules/games/aces_up.py", "rules/games/bakers_game.py", "rules/games/easthaven.py"),
    *("rules/games/freecell.py", "rules/games/golf_relaxed.py"),
    *("rules/handouts.py", "rules/vocabulary.py"),
    # Operators of a server read these, and programs.
    *("web/serve.py", "web/settings_file.py", "web/settings.py", "web/bounded_protocol.py"),
    *("web/metrics.py", "web/logs.py", "web/readiness.py", "web/routes/openapi.py", "web/app.py"),
    *("web/response_models/games.py", "web/response_models/catalog.py"),
    *("web/browser_names.py", "web/workers/process.py"),
    # Why a face lacks a command, for those who read the table; its texts are strings.
    "play/commands.py",
    # Drawings: markup, and names of colours.
    *("svg/artist.py", "svg/card_faces.py", "tui/drawing/palette.py"),
}
"""Files whose texts are not translated, and why."""

NOT_TEXT = {
    # JavaScript, CSS and HTTP
    *("use strict", "place for-aces", "input, select, textarea, [contenteditable]"),
    *("translate(…px, …px)", "…=…; path=/; samesite=lax; max-age=…", "bold reverse"),
    *(
        "Accept-Language, Cookie",
        "public, max-age=86400",
        "export const … = …;\n",
        "export const COMMANDS = …;\n",
    ),
    *('attachment; filename="winnable-games.txt"', "cookie name", "visitor …", "Args"),
    *("default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:"),
    *("connect-src 'self'", "font-src 'self'", "manifest-src 'self'", "base-uri 'none'"),
    *("form-action 'self'", "frame-ancestors 'none'", "Value error, "),
    # What people type in English
    *("where is", "the foundation", "the cell"),
    # Values of the API
    "out of time",
    "winnable daily … …-…-…",
    # Between the server and its workers
    *("there is no such task: the tasks are …", "the task is longer than … bytes"),
    "the task's field deal_number is missing or not a number",
    "the task's field … is missing or not a string",
    "not a task: a task is a JSON object with an id, on one line",
    "the answer is longer than … bytes",
    # Mistakes in a program that uses the library
    "a session starts from a position or from a deal: give one of them",
    "there is no player of …",
    # What records and requests call things
    *("Game", "Deal", "Deck", "Board", "Autoplay", "Date", "Result", "Started", "Ended", "Outcome"),
    *("Seconds", "Undos", "Hints", "Verdicts", "given up", "Winnable", "Talon:", "Foundations:"),
    "deck …",
    # What is printed on keys
    *("Enter", "Esc"),
}
"""Texts that nobody reads, though they look like words."""


def name_of(path: Path) -> str:
    return path.relative_to(SOURCES).as_posix()


def texts_of(path: Path) -> list[str]:
    [(_, found)] = find([path])
    return [text for text in found if text.partition(": ")[2] not in NOT_TEXT]


READ = [
    path
    for path in [*PYTHON, *JAVASCRIPT, *MARKUP]
    if (path.suffix != ".py" or name_of(path).startswith(FOR_PLAYERS))
    and not name_of(path).startswith(tuple(IN_ENGLISH))
]


@pytest.mark.parametrize("path", READ, ids=name_of)
def test_texts_are_in_the_files_of_texts(path: Path) -> None:
    assert not texts_of(path)


def test_the_lists_name_files_that_exist() -> None:
    for name in (*FOR_PLAYERS, *IN_ENGLISH):
        assert any(name_of(path).startswith(name) for path in PYTHON), name


@pytest.mark.parametrize("text", ["Undo", "No move.", "Move \0 lost", "\0 cards", "Loading…"])
def test_what_looks_like_text(text: str) -> None:
    assert is_text(text)


@pytest.mark.parametrize(
    "text", ["page.home.title", "Enter2", "t3f1", "ArrowLeft", "\0-\0", "#aaa"]
)
def test_what_does_not(text: str) -> None:
    assert not is_text(text)


def test_text_is_found_in_python(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""A docstring with words."""\n'
        "NAMES = {'a key': t('page.a_key')}\n"
        "def say(count):\n"
        "    '''More words here.'''\n"
        "    raise ValueError(f'no card in {count} columns')\n"
        "def fail():\n"
        "    raise RuntimeError('an internal error')\n"
        "LABEL = 'Undo'\n"
    )
    assert in_python(module) == ["module.py:5: no card in … columns", "module.py:8: Undo"]


def test_text_is_found_in_javascript(tmp_path: Path) -> None:
    module = tmp_path / "module.js"
    module.write_text(
        "// a comment with words\n"
        'import { t } from "./l10n.js";\n'
        'const a = el("p", { class: isOn ? "one two" : "three", title: "undo" }, "Hello there");\n'
        "const b = t(`page.${a ? 'one two' : 'b'}`, { name: `no ${a} cards` });\n"
        'if (event.key === "Enter" || /["\']/.test(a)) throw new Error("not for people");\n'
    )
    assert in_javascript(module) == [
        "module.js:3: undo",
        "module.js:3: Hello there",
        "module.js:4: no … cards",
    ]


def test_what_is_no_text_is_there() -> None:
    found = {
        text.partition(": ")[2] for path in READ for _, texts in find([path]) for text in texts
    }
    assert found >= NOT_TEXT
