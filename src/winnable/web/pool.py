"""The coach's crew: worker processes, the questions that wait for them, and limits on both.

Everything here happens on the thread of the event loop, and nothing waits: a question is written to
a free worker, a line that comes back is handed to whoever asked, and what takes too long has a
timer. So a move is never held up by what the coach is asked.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import count

from winnable.errors import WinnableError
from winnable.web.answers import LONGEST, stopped, trouble
from winnable.web.errand import Answers, Errand, Told
from winnable.web.process import Process

__all__ = ["Pool", "QueueFullError", "TooManyRequestsError"]

WORKER = (sys.executable, "-m", "winnable.web.worker")
_MOST_TABLES = 1_000
"""Tables of which it is remembered which worker knows them, and the win it had in mind."""
_LONGEST_BRAKE = 60.0


class QueueFullError(WinnableError):
    """So many questions wait that no more are taken."""


class TooManyRequestsError(WinnableError):
    """A player who has enough questions waiting or being answered."""


class _Regular:
    """A table that was asked about: who served it, and the win that was in mind there."""

    process: Process | None = None
    known: object = None


class Pool:
    """Workers, and the questions for them. `ask` and `call_off` are for the loop's thread only."""

    def __init__(
        self,
        workers: int = 2,
        queue: int = 100,
        per_player: int = 3,
        *,
        program: Sequence[str] = WORKER,
        deadline: float = 120.0,
        grace: float = 5.0,
        brake: float = 0.5,
        patience: float = 3.0,
    ) -> None:
        self.workers, self.queue, self.per_player = workers, queue, per_player
        self.program, self.deadline = tuple(program), deadline
        """Seconds that a question may wait, and then seconds that it may take."""
        self.grace = grace
        """Seconds in which a worker has to obey when a question is called off."""
        self.brake = brake
        """Seconds before a worker is replaced that died before it was ready; twice that after the
        next one, and so on."""
        self.patience = patience
        """Seconds for a worker to leave when the pool is closed, before it is pushed."""
        self._processes: list[Process] = []
        self._waiting: dict[int, Errand] = {}
        """By their numbers, and so in the order in which they came."""
        self._regulars: OrderedDict[str, _Regular] = OrderedDict()
        self._numbers = count(1)
        self._keepers: list[asyncio.Task[None]] = []
        self._is_open = False
        self._closing = asyncio.Event()
        self._counts = Counter[str]()

    async def start(self) -> None:
        """Start the workers."""
        self._is_open = True
        self._closing.clear()
        self._keepers = [asyncio.create_task(self._keep()) for _ in range(self.workers)]

    async def close(self) -> None:
        """Call everything off, and see the workers off."""
        self._is_open = False
        self._closing.set()
        for errand in self._live():
            self._stop(errand, "The question was called off: the server is closing.")
        await asyncio.gather(*(process.see_off(self.patience) for process in self._processes))
        await asyncio.gather(*self._keepers)
        self._keepers = []

    def figures(self) -> dict[str, int]:
        """What there is to be measured: how it stands now, and counts since the start."""
        counts = ("asked", "refused_busy", "refused_player", "called_off", "died")
        return {
            "workers": sum(process.is_ready for process in self._processes),
            "running": sum(process.errand is not None for process in self._processes),
            "waiting": len(self._waiting),
            **{name: self._counts[name] for name in counts},
        }

    # -- asking -----------------------------------------------------------------------------------

    def ask(self, player: str | int, table: str | None, question: Told) -> Answers:
        """Ask a question; its answers come from the iterator, the first at once.

        A question of the same kind about the same table is called off by it (a question with no
        table calls nothing off). QueueFullError if too many wait, TooManyRequestsError if too many
        are this player's.
        """
        live = self._live()
        earlier = [
            errand
            for errand in live
            if table is not None and (errand.table, errand.kind) == (table, question.get("ask"))
        ]
        self._refuse_too_much(player, [errand for errand in live if errand not in earlier])
        for errand in earlier:
            self._stop(errand, "The question was asked anew.")
        errand = Errand(next(self._numbers), player, table, question)
        self._counts["asked"] += 1
        if len(json.dumps(errand.question)) > LONGEST // 2:  # with room for what a worker may add
            errand.end(trouble("the game is too long for the coach: ask about a shorter one"))
            return Answers(errand, self._leave)
        running = self._running_by_player()
        rank = running[player]
        errand.ahead = sum(running[other.player] <= rank for other in self._waiting.values())
        self._waiting[errand.number] = errand
        self._watch(errand, self.deadline, self._has_waited)
        self._match()
        return Answers(errand, self._leave)

    def call_off(self, table: str) -> None:
        """The table has changed: nobody wants to know what was asked about it."""
        for errand in self._live():
            if errand.table == table:
                self._stop(errand, "The question was called off: the game went on.")

    def _refuse_too_much(self, player: str | int, live: list[Errand]) -> None:
        if not self._is_open:
            raise QueueFullError("the coach is not at work: the server is closing")
        if sum(errand.player == player for errand in live) >= self.per_player:
            self._counts["refused_player"] += 1
            raise TooManyRequestsError(
                f"the coach answers {self.per_player} questions of a player at a time: "
                f"wait for one of yours"
            )
        if sum(errand.number in self._waiting for errand in live) >= self.queue:
            self._counts["refused_busy"] += 1
            raise QueueFullError(
                f"{self.queue} questions are waiting for the coach: ask again later"
            )

    def _leave(self, errand: Errand) -> None:
        """The one who asked is gone."""
        self._stop(errand, "Nobody waits for the answer.")

    def _stop(self, errand: Errand, words: str) -> None:
        """Call a question off. While it waits that costs nothing; a worker has to obey soon."""
        if errand.is_over:
            return
        self._counts["called_off"] += 1
        errand.end(stopped(words))
        if self._waiting.pop(errand.number, None) is None:
            self._hurry(errand)

    def _live(self) -> list[Errand]:
        """The questions that somebody waits for."""
        errands = [*self._waiting.values(), *(process.errand for process in self._processes)]
        return [errand for errand in errands if errand is not None and not errand.is_over]

    # -- who is next ------------------------------------------------------------------------------

    def _match(self) -> None:
        """Give free workers something to do.

        Next is whoever has the fewest questions being answered, and of those the one who came
        first: so nobody who asks a lot holds the others up.
        """
        while self._waiting:
            free = [process for process in self._processes if process.is_free]
            if not free:
                return
            running = self._running_by_player()
            errand = min(
                self._waiting.values(), key=lambda errand: (running[errand.player], errand.number)
            )
            del self._waiting[errand.number]
            regular = self._regular(errand.table)
            process = regular.process if regular.process in free else free[0]
            regular.process = process
            if regular.known is not None:
                errand.question["known"] = regular.known
            process.ask(errand)
            self._watch(errand, self.deadline, self._hurry)

    def _running_by_player(self) -> Counter[str | int]:
        """How many workers each player keeps busy, also with what was called off."""
        return Counter(
            process.errand.player for process in self._processes if process.errand is not None
        )

    def _regular(self, table: str | None) -> _Regular:
        if table is None:
            return _Regular()
        regular = self._regulars.setdefault(table, _Regular())
        self._regulars.move_to_end(table)
        if len(self._regulars) > _MOST_TABLES:
            self._regulars.popitem(last=False)
        return regular

    # -- answers ----------------------------------------------------------------------------------

    def _hear(self, process: Process, answer: Told, is_last: bool) -> None:
        """A worker has said something about the question it is at."""
        errand = process.errand
        if errand is None:
            return
        known = answer.pop("known", None)
        if not is_last:
            errand.tell(answer)
            return
        if known is not None:
            self._regular(errand.table).known = known
        process.errand = None
        errand.end(answer)
        self._match()

    # -- time -------------------------------------------------------------------------------------

    def _watch(self, errand: Errand, seconds: float, then: Callable[[Errand], None]) -> None:
        loop = asyncio.get_running_loop()
        errand.watch(loop.call_later(seconds, then, errand))

    def _has_waited(self, errand: Errand) -> None:
        """Nobody had time for a question."""
        if self._waiting.pop(errand.number, None) is not None:
            errand.end(trouble("the coach had no time for the question: ask again later"))

    def _hurry(self, errand: Errand) -> None:
        """A worker has to come to an end with a question, or it is made to."""
        for process in self._processes:
            if process.errand is errand:
                process.call_off()
                self._watch(errand, self.grace, partial(self._make_obey, process))

    def _make_obey(self, process: Process, errand: Errand) -> None:
        if process.errand is errand:
            errand.end(trouble("the coach took too long"))
            process.kill()

    # -- workers ----------------------------------------------------------------------------------

    async def _keep(self) -> None:
        """Keep one worker at work: when it dies another takes its place."""
        vain = 0
        while not self._closing.is_set():
            is_ready = await self._employ()
            if self._closing.is_set():
                return
            self._counts["died"] += 1
            vain = 0 if is_ready else vain + 1
            if vain:
                await self._pause(min(_LONGEST_BRAKE, self.brake * 2 ** (vain - 1)))

    async def _employ(self) -> bool:
        """Have one worker at work until it is gone; whether it ever came to be ready."""
        try:
            process = await Process.start(self.program, self._hear, self._match)
        except OSError:
            return False  # there may be memory for it later
        if self._closing.is_set():
            await process.see_off(self.patience)
            return False
        self._processes.append(process)
        self._match()  # it may have been ready before it was known here
        await process.gone
        self._processes.remove(process)
        if process.errand is not None:
            process.errand.end(trouble("the coach broke off: ask again"))
        return process.is_ready

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), seconds)
