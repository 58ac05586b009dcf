"""One thought at a time, off the main thread, so that no solver ever freezes the screen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event, Thread
from typing import Any, TypeVar

from textual.message import Message
from textual.message_pump import MessagePump

__all__ = ["Thinker", "Thought", "post"]

Answer = TypeVar("Answer")


class Thought(Message, bubble=False):
    """What came of a thought; `tell` is to be called with it on the main thread."""

    def __init__(self, cancel: Event, tell: Callable[[Any], None], answer: object) -> None:
        self.cancel, self.tell, self.answer = cancel, tell, answer
        super().__init__()

    def arrive(self) -> None:
        """Tell it, unless it was called off on the way."""
        if not self.cancel.is_set():
            self.tell(self.answer)


def post(screen: MessagePump, thought: Thought) -> None:
    """Send a thought to a screen, from any thread."""
    with suppress(RuntimeError):  # the app has ended, and nobody is there to hear it
        screen.post_message(thought)


class Thinker:
    """Thinks for a screen; a new thought, or `stop`, calls the last one off.

    Its threads are daemons: somebody who leaves does not wait for what they think about.
    """

    def __init__(self, screen: MessagePump) -> None:
        self.screen = screen
        self.is_busy = False
        """Whether somebody waits for an answer."""
        self._cancel = Event()

    def think(
        self,
        work: Callable[[Event], Answer],
        tell: Callable[[Answer], None],
        fail: Callable[[Exception], None],
    ) -> Event:
        """Work on something, then tell the answer, or that it failed, on the main thread."""
        self.stop()
        self._cancel = cancel = Event()
        self.is_busy = True

        def arrive(told: Callable[[Any], None], answer: object) -> None:
            self.is_busy = False
            told(answer)

        def run() -> None:
            try:
                answer = work(cancel)
            except Exception as error:  # whatever it is, the player hears of it
                post(self.screen, Thought(cancel, partial(arrive, fail), error))
            else:
                post(self.screen, Thought(cancel, partial(arrive, tell), answer))

        Thread(target=run, name="thinker", daemon=True).start()
        return cancel

    def stop(self) -> None:
        """Call off what is being thought about."""
        self.is_busy = False
        self._cancel.set()
