"""The lines around a table."""

import asyncio

import pytest
from textual.app import App, ComposeResult

from winnable.tui.bars import Keys, Message, Part, Status
from winnable.tui.keys import TABLE, WALK, Act
from winnable.tui.options import Options


class Bars(App[None]):
    """A terminal with nothing but bars."""

    def __init__(self, options: Options, rows: int = 2) -> None:
        super().__init__()
        self.status = Status(options, id="status")
        self.message = Message(options, id="message")
        self.keys = Keys(options, rows=rows)

    def compose(self) -> ComposeResult:
        yield self.status
        yield self.message
        yield self.keys


def shown(app: Bars, width: int, parts: list[Part], acts: tuple[Act, ...] = ()) -> tuple[str, str]:
    """What the status line and the keys say in a terminal of a width."""

    async def run() -> None:
        async with app.run_test(size=(width, 10)) as pilot:
            app.status.say_parts(parts)
            app.keys.offer(acts)
            await pilot.pause()

    asyncio.run(run())
    return app.status.said, app.keys.said


PARTS = [Part("FreeCell", "FreeCell"), Part("deal 617", "#617"), Part("0:00"), Part("")]


@pytest.mark.parametrize(
    ("width", "said"),
    [(80, "FreeCell · deal 617 · 0:00"), (20, "FreeCell #617"), (10, "FreeCell #")],
)
def test_where_room_lacks_the_status_is_short(width: int, said: str) -> None:
    assert shown(Bars(Options()), width, PARTS)[0] == said


def test_in_ascii() -> None:
    app = Bars(Options(ascii=True))
    said, keys = shown(app, 80, [Part("10♠ · 7♥"), Part("lost", "lost", "#ff0000")], WALK)
    assert said == "TS - 7H - lost"
    assert keys.isascii()
    assert "Right next" in keys


def test_a_colour_only_where_there_are_colours() -> None:
    for colour in (True, False):
        app = Bars(Options(colour=colour))
        shown(app, 80, [Part("lost", "lost", "#ff0000")])
        content = app.status.content
        assert bool(getattr(content, "spans", None)) is colour


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120])
def test_keys_and_labels_stay_together(width: int) -> None:
    app = Bars(Options())
    _, keys = shown(app, width, [], TABLE)
    lines = keys.splitlines()
    assert len(lines) <= 2 or width == 20
    assert all(len(line) <= width for line in lines)
    offered = [word for line in lines for word in line.split("  ")]
    assert set(offered) <= {f"{act.key} {act.label}" for act in TABLE}
    assert {": type", "? help", "^P more", "q leave"} <= set(offered)
    assert app.keys.styles.height is not None
    assert app.keys.styles.height.value == len(lines)
    assert (len(offered) == len(TABLE)) is (width >= 80)


def test_words_are_shown_as_they_are() -> None:
    app = Bars(Options())

    async def run() -> None:
        async with app.run_test():
            app.message.say("[b]not bold[/b]")

    asyncio.run(run())
    assert app.message.said == "[b]not bold[/b]"
