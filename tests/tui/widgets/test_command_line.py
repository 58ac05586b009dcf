"""The command line and its history."""

import asyncio

from textual.app import App, ComposeResult

from winnable.tui.widgets.command_line import CommandLine


class CommandLineApp(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.line = CommandLine()

    def compose(self) -> ComposeResult:
        yield self.line


def test_earlier_lines_are_recalled() -> None:
    app = CommandLineApp()

    async def run() -> None:
        async with app.run_test() as pilot:
            for typed in ("t1c1", "  ", " undo "):
                app.line.value = typed
                assert app.line.take() == typed.strip()
                assert app.line.value == ""
            for key, value in (("up", "undo"), ("up", "t1c1"), ("up", "t1c1")):
                await pilot.press(key)
                assert app.line.value == value
            await pilot.press("down", "down", "down")
            assert app.line.value == ""

    asyncio.run(run())
