"""A table: a game in progress that is kept, every change before it is shown.

A move is made in memory and written down; only then does the method return. If it cannot be
written, `trouble` says why, play goes on all the same, and the next change writes everything; a
strict table raises the StoreError instead, and the move is not made. If another program has gone on
with the game meanwhile, it is not made at any table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime
from typing import TYPE_CHECKING, TypeVar

from winnable.errors import StaleGameError, StoreError
from winnable.moves import Move
from winnable.play import Autoplay, Record, Session, Step
from winnable.store.kept import Kept, Outcome
from winnable.store.quiet import undisturbed
from winnable.store.sheet import Sheet, bare, figure_tags, read_figure, read_session, write_moves
from winnable.store.stopwatch import Stopwatch

if TYPE_CHECKING:
    from winnable.store.store import Store

__all__ = ["Table"]

T = TypeVar("T")


class Table:
    """A game in progress that is kept: every change is durable before the method returns.

    Nothing is kept before the first move, unless `keep` says so. A game that is won is closed: it
    stays as it was won, and what is done at the table after that is not kept. One thread at a time
    uses a table.
    """

    def __init__(
        self,
        session: Session,
        store: Store | None = None,
        *,
        record: Record | None = None,
        clock: Callable[[], float] = time.monotonic,
        strict: bool = False,
    ) -> None:
        self.session = session
        """To be read. Change it only through the table; `reload` puts another in its place."""
        self.record = record
        """What the session was resumed from; its comments, side lines and tags stay."""
        self.number: int | None = None
        """The number under which it is kept; None while it is not."""
        self.key: str | None = None
        """The address of the table; None where it has none."""
        self.version = 0
        """How often it has been written down."""
        self.since = 0
        """The version in which the line of moves, the autoplay or the outcome changed last.

        Whoever has seen it, or a later one, knows how the game stands; aids may have been counted.
        """
        self.outcome = Outcome.WON if session.is_won else Outcome.UNFINISHED
        self.undos = int(read_figure(record, "Undos"))
        self.hints = int(read_figure(record, "Hints"))
        self.verdicts = int(read_figure(record, "Verdicts"))
        self.trouble = ""
        """Why the last change could not be kept; empty if it is, and at a strict table."""
        self._store, self._is_strict = store, strict
        self._has_begun = False
        self._started: datetime | None = None
        self._ended: datetime | None = None
        self._win: Sheet | None = None
        """How the game was won, until that is written down."""
        self._watch = Stopwatch(clock, read_figure(record, "Seconds"))
        self._is_paused = False
        self._seen = self._standing()
        self._run()

    @classmethod
    def take_up(
        cls,
        store: Store,
        number: int,
        clock: Callable[[], float] = time.monotonic,
        *,
        strict: bool = False,
    ) -> Table:
        """The table of a game that is kept; `Store.open_table` is the usual way to it."""
        sheet = store.fetch(number)
        session, record = read_session(sheet, store.name)
        table = cls(session, store, record=record, clock=clock, strict=strict)
        table._sit_down(sheet, session, record)
        return table

    def reload(self) -> None:
        """Look at the store again: the game stands as it is kept there."""
        if self._store is not None and self.number is not None:
            sheet = self._store.fetch(self.number)
            self._sit_down(sheet, *read_session(sheet, self._store.name))

    def _sit_down(self, sheet: Sheet, session: Session, record: Record) -> None:
        kept = sheet.kept
        self.session, self.record = session, record
        self.number, self.key = kept.number, kept.key
        self.version = self.since = sheet.version
        self.outcome, self.trouble, self._win = kept.outcome, "", None
        self.undos, self.hints, self.verdicts = kept.undos, kept.hints, kept.verdicts
        self._has_begun = kept.started is not None or kept.key is None
        self._started, self._ended = kept.started, kept.ended
        self._watch.set(kept.seconds)
        self._seen = self._standing()
        self._run()

    def keep(self, key: str) -> None:
        """Keep the game from now on, before its first move, with a key as the table's address.

        It is in no list before that move all the same. A key is the store's to make: `new_key`.
        """
        if self.number is not None:
            raise StoreError(f"game {self.number} is kept already")
        self._change(lambda: self._take_key(key))

    def _take_key(self, key: str) -> None:
        self.key = key
        if self._store is not None and self.outcome is Outcome.WON:
            self._win = self._sheet(self._store)  # it came here as it is, and is closed

    # -- the time ---------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """The time played so far: from the first move on, while not paused, until the win."""
        return self._watch.seconds

    def pause(self) -> None:
        """Stop the clock and keep the time played so far, as is right before leaving, too.

        Nothing is raised, whatever comes of the keeping.
        """
        self._watch.stop()
        self._is_paused = True
        if self.trouble:
            with suppress(StaleGameError):
                self._change(lambda: None)
        elif self._store and self.number is not None and self._is_going_on:
            try:
                self._store.set_seconds(self.number, self.version, self.seconds)
            except StoreError as error:
                self.trouble = "" if self._is_strict else str(error)

    def resume(self) -> None:
        """Let the clock go on."""
        self._is_paused = False
        self._run()

    def _run(self) -> None:
        is_to_run = self.outcome is Outcome.UNFINISHED and not self._is_paused
        if is_to_run and (self._has_begun or self.session.steps):
            self._watch.run()

    # -- the game ---------------------------------------------------------------------------------

    def make(self, move: Move | str) -> Step:
        """Make a move; IllegalMoveError changes nothing."""
        return self._step(lambda: self.session.make(move))

    def undo(self) -> Step | None:
        """Take back the last step; None at the start."""
        if not self.session.steps:
            return None
        return self._step(lambda: self.session.undo(), is_undo=True)

    def redo(self) -> Step | None:
        """Make the step undone last once more; None when there is none."""
        if not self.session.undone:
            return None
        return self._step(lambda: self.session.redo())

    def restart(self) -> None:
        """Go back to the start; `redo` can still bring every step back."""
        self.go_to(0)

    def go_to(self, steps: int) -> None:
        """Go back or forth along the line, to where so many steps are made."""
        made = len(self.session.steps)
        steps = min(max(steps, 0), made + len(self.session.undone))
        if steps != made:
            self._step(lambda: self._travel(steps - made), is_undo=steps < made)

    def _travel(self, steps: int) -> None:
        go = self.session.redo if steps > 0 else self.session.undo
        for _ in range(abs(steps)):
            go()

    def to_record(self) -> Record:
        """The game as a record, with what it has taken so far, so that a file is no fresh start."""
        tags = {"Date": date.today().isoformat()}
        figures = (self.seconds, self.undos, self.hints, self.verdicts)
        if any(figures):
            tags |= figure_tags(*figures)
        return Record.of(self.session, tags, self.record and bare(self.record))

    def give_up(self) -> None:
        """Another game is played instead. The next step at this table takes it up again."""
        if self._is_going_on:
            self._change(lambda: self._end(Outcome.GIVEN_UP))
        elif self.trouble:
            self._change(lambda: None)

    @property
    def _is_going_on(self) -> bool:
        return self._has_begun and self.outcome is Outcome.UNFINISHED

    def set_autoplay(self, autoplay: Autoplay) -> None:
        """Choose which cards go home by themselves from now on."""
        self._change(lambda: setattr(self.session, "autoplay", autoplay))

    def note_hint(self) -> None:
        """The player has seen a hint."""
        self._change(lambda: self._count(hints=1))

    def note_verdict(self) -> None:
        """The player has seen a verdict."""
        self._change(lambda: self._count(verdicts=1))

    def _count(self, *, hints: int = 0, verdicts: int = 0) -> None:
        if self.outcome is not Outcome.WON:
            self.hints += hints
            self.verdicts += verdicts

    # -- keeping ----------------------------------------------------------------------------------

    def _step(self, act: Callable[[], T], *, is_undo: bool = False) -> T:
        """Go along the line, or off it; after a win nobody takes notice."""
        return self._change(act if self.outcome is Outcome.WON else lambda: self._go(act, is_undo))

    def _go(self, act: Callable[[], T], is_undo: bool) -> T:
        done = act()
        self._has_begun = True
        # Who gave up may have seen all the cards since: to go on is to take that back.
        self.undos += is_undo or self.outcome is Outcome.GIVEN_UP
        self.outcome, self._ended = Outcome.UNFINISHED, None
        if self._store is not None and self._started is None:
            self._started = self._store.now()
        self._run()
        if self.session.is_won:
            self._end(Outcome.WON)
        return done

    def _end(self, outcome: Outcome) -> None:
        self._watch.stop()
        self.outcome = outcome
        if self._store is not None:
            self._ended = self._store.now()
            self._win = self._sheet(self._store) if outcome is Outcome.WON else None

    def _change(self, act: Callable[[], T]) -> T:
        """Do something and write it down; where the game is stale, it has not been done."""
        with undisturbed():
            return self._change_at_once(act)

    def _change_at_once(self, act: Callable[[], T]) -> T:
        before = vars(self) | {"session": self.session.copy(), "_watch": self._watch.copy()}
        done = act()
        try:
            self._keep()
        except StaleGameError:
            try:
                self.reload()
            except StoreError as error:  # nobody can tell how it stands, so it stands as before
                vars(self).update(before)
                self.trouble = "" if self._is_strict else str(error)
            raise
        except StoreError:  # which comes this far from a strict table only
            vars(self).update(before)
            raise
        return done

    def _keep(self) -> None:
        is_closed = self.outcome is Outcome.WON and self._win is None
        is_to_be_kept = self._has_begun or self.key is not None
        if self._store is None or is_closed or not is_to_be_kept:
            return
        sheet = self._win or self._sheet(self._store)
        try:
            if self.number is None:
                self.number = self._store.add(sheet)
            else:
                self._store.replace(sheet)
        except StaleGameError:
            raise
        except StoreError as error:
            if self._is_strict:
                raise
            self.trouble = str(error)
        else:
            self.version, self.trouble, self._win = sheet.version, "", None
            if (standing := self._standing()) != self._seen:
                self.since, self._seen = self.version, standing

    def _standing(self) -> tuple[object, ...]:
        """How the game stands, as far as `since` tells of it."""
        session = self.session
        return session.steps, session.undone, session.autoplay, self.outcome

    def _sheet(self, store: Store) -> Sheet:
        session = self.session
        kept = Kept(
            number=self.number or 0,
            game=session.game.slug,
            deal=session.deal_number,
            outcome=self.outcome,
            moves=len(session.steps),
            seconds=self.seconds,
            undos=self.undos,
            hints=self.hints,
            verdicts=self.verdicts,
            started=self._started,
            touched=store.now(),
            ended=self._ended,
            key=self.key,
        )
        return Sheet(kept, self.version + 1, *write_moves(session, self.record))
