"""A saved game: a session in which every change is durable before the method returns.

A move is made in memory and written to the database; only then does the method return. If it cannot
be written, `save_error` says why, play continues, and the next change writes everything; a strict
game raises the StoreError instead, and the move is not made. If another program has changed the
game meanwhile (optimistic locking), the method raises StaleGameError: the move is not made, and the
game is reloaded as the other program left it. Earlier moves that could not be saved are then lost.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime

from winnable.deals import DealSource
from winnable.errors import StaleGameError, StoreError
from winnable.l10n import t
from winnable.moves import Move
from winnable.play import Autoplay, Record, Session, Step, Variation
from winnable.store.game_row import Aid, GameRow, Outcome, find_aids
from winnable.store.record_tags import help_tags, read_number, without_history_tags
from winnable.store.repository import GameRepository
from winnable.store.sigint import defer_sigint
from winnable.store.stopwatch import Stopwatch

__all__ = ["SavedGame"]


@dataclass(slots=True, eq=False, repr=False)
class SavedGame:
    """A session that is saved with every change.

    Nothing is saved before the first move, unless `save` says so. A won game is closed: it stays as
    it was won, and changes after that are not saved. Not thread-safe: use it from one thread at a
    time.

    The dataclass has slots and `_snapshot` copies every field, so no attribute can be forgotten
    when a change that could not be saved is rolled back.
    """

    session: Session
    """Read it, but change it only through the saved game. `reload` puts another in its place."""
    repository: GameRepository | None = None
    """Where it is saved; None: nowhere."""
    record: Record | None = None
    """What the session was loaded from; its comments, variations and tags are kept."""
    clock: Callable[[], float] = time.monotonic
    strict: bool = False
    deal_source: DealSource | None = None
    """How the deal was found."""
    number: int | None = field(init=False, default=None)
    """Its number in the database; None until it is saved."""
    key: str | None = field(init=False, default=None)
    """What its URL contains; None where it has no URL."""
    version: int = field(init=False, default=0)
    """How often it has been saved."""
    state_version: int = field(init=False, default=0)
    """The version in which the moves, the autoplay or the outcome last changed.

    Whoever has seen this version or a later one has seen the game as it is now; only the help
    counted may have changed since.
    """
    outcome: Outcome = field(init=False)
    undos: int = field(init=False)
    hints: int = field(init=False)
    verdicts: int = field(init=False)
    coach_moves: int = field(init=False)
    """How many moves the coach has made by itself; the game then counts apart in the statistics."""
    save_error: str = field(init=False, default="")
    """Why the last change could not be saved; empty if it was, and in a strict game."""
    _has_begun: bool = field(init=False, default=False)
    _started: datetime | None = field(init=False, default=None)
    _touched: datetime | None = field(init=False, default=None)
    """The `touched` of its row; None until it is saved."""
    _ended: datetime | None = field(init=False, default=None)
    _unsaved_win: GameRow | None = field(init=False, default=None)
    """The row of a win until it is saved: what is done after the win must not get into it."""
    _stopwatch: Stopwatch = field(init=False)
    _is_paused: bool = field(init=False, default=False)
    _saved_state: tuple[object, ...] = field(init=False)
    _reviewed: tuple[object, ...] | None = field(init=False, default=None)
    """The `_state` whose review was counted."""
    _unconfirmed: frozenset[datetime] = field(init=False, default=frozenset())
    """The `touched` of every row since the last version that failed to be saved. One of them may be
    in the database all the same: a commit whose confirmation was lost."""

    def __post_init__(self) -> None:
        self.outcome = _outcome_of(self.session)
        self.undos = int(read_number(self.record, "Undos"))
        self.hints = int(read_number(self.record, "Hints"))
        self.verdicts = int(read_number(self.record, "Verdicts"))
        self.coach_moves = int(read_number(self.record, "CoachMoves"))
        self._stopwatch = Stopwatch(self.clock, read_number(self.record, "Seconds"))
        self._saved_state = self._state()
        self._run_clock()

    @classmethod
    def load(
        cls,
        repository: GameRepository,
        number: int,
        clock: Callable[[], float] = time.monotonic,
        *,
        strict: bool = False,
    ) -> SavedGame:
        """A saved game as it was left; GameNotFoundError if there is none."""
        row = repository.load(number)
        session, record = row.read_session(repository.database_name)
        game = cls(session, repository, record=record, clock=clock, strict=strict)
        game._set(row, session, record)
        return game

    def reload(self) -> None:
        """Load the latest version from the database."""
        if self.repository is not None and self.number is not None:
            row = self.repository.load(self.number)
            self._set(row, *row.read_session(self.repository.database_name))

    def _set(self, row: GameRow, session: Session, record: Record) -> None:
        self.session, self.record = session, record
        self.number, self.key = row.number, row.key
        self.version = self.state_version = row.version
        self.outcome, self.save_error, self._unsaved_win = row.outcome, "", None
        self._unconfirmed = frozenset()
        self.undos, self.hints, self.verdicts = row.undos, row.hints, row.verdicts
        self.coach_moves, self.deal_source = row.coach_moves, row.deal_source
        self._has_begun = row.started is not None or row.key is None
        self._started, self._ended, self._touched = row.started, row.ended, row.touched
        self._stopwatch.reset(row.seconds)
        self._saved_state = self._state()
        self._run_clock()

    def save(self, key: str) -> None:
        """Save the game now, before its first move, with a key for its URL (see `new_key`).

        It is not listed until the first move.
        """
        if self.number is not None:
            raise StoreError(t("store.error.already_saved", number=self.number))
        with self._change():
            self.key = key
            if self.outcome is Outcome.WON and self.repository is not None:
                self._unsaved_win = self._row(self.repository)  # imported as a win, so it is closed

    # -- the time ---------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """The time played: from the first move, while not paused, until the game is over."""
        return self._stopwatch.seconds

    def pause(self) -> None:
        """Stop the clock and save the time played, as before leaving. Never raises.

        What could not be saved before is tried again. If another program has changed the game
        meanwhile, nothing is written: the time is dropped, and so are moves not saved yet.
        """
        self._stopwatch.stop()
        self._is_paused = True
        if self.save_error:
            with suppress(StaleGameError), self._change():
                pass
        elif self.repository and self.number is not None and self._is_in_progress:
            try:
                self.repository.set_seconds(self.number, self.version, self.seconds)
            except StoreError as error:
                self.save_error = "" if self.strict else str(error)

    def resume(self) -> None:
        """Let the clock run again."""
        self._is_paused = False
        self._run_clock()

    def _run_clock(self) -> None:
        may_run = self.outcome is Outcome.UNFINISHED and not self._is_paused
        if may_run and (self._has_begun or self.session.steps):
            self._stopwatch.start()

    # -- playing ----------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether it was won, lost or given up."""
        return self.outcome is not Outcome.UNFINISHED

    @property
    def aids(self) -> tuple[Aid, ...]:
        """What has helped so far."""
        return find_aids(self.undos, self.hints, self.verdicts, self.coach_moves)

    @property
    def used_help(self) -> bool:
        """Whether an undo, a hint, a verdict or a move of the coach has helped so far."""
        return bool(self.undos or self.hints or self.verdicts or self.coach_moves)

    def make(self, move: Move | str, *, by_coach: bool = False) -> Step:
        """Make a move; IllegalMoveError changes nothing.

        `by_coach` says that the coach makes it by itself: such a move is counted.
        """
        with self._change():
            step = self.session.make(move)
            self.coach_moves += by_coach and self.outcome is not Outcome.WON
            self._after_step()
        return step

    def undo(self) -> Step | None:
        """Take back the last step; None at the start."""
        if not self.session.steps:
            return None
        with self._change():
            step = self.session.undo()
            self._after_step(is_undo=True)
        return step

    def redo(self) -> Step | None:
        """Make the step undone last again; None if there is none."""
        if not self.session.undone:
            return None
        with self._change():
            step = self.session.redo()
            self._after_step()
        return step

    def restart(self) -> None:
        """Go back to the start; `redo` can bring every step back."""
        self.go_to(0)

    def go_to(self, steps: int) -> None:
        """Undo or redo until so many steps are made."""
        made = len(self.session.steps)
        steps = min(max(steps, 0), made + len(self.session.undone))
        if steps == made:
            return
        with self._change():
            for _ in range(made, steps):
                self.session.redo()
            for _ in range(steps, made):
                self.session.undo()
            self._after_step(is_undo=steps < made)

    def give_up(self) -> None:
        """Give the game up. The next step continues it. A game that is lost stays lost.

        An imported game that nobody has played on here ends without having begun, like one that was
        imported as won: it stays out of all lists and statistics.
        """
        if self._is_in_progress:
            with self._change():
                self._end(Outcome.GIVEN_UP)
        elif (self.session.steps or self.session.undone) and not self.is_over:
            with self._change():
                self._stopwatch.stop()
                self.outcome = Outcome.GIVEN_UP
        elif self.save_error:
            with self._change():
                pass

    @property
    def _is_in_progress(self) -> bool:
        return self._has_begun and not self.is_over

    def set_autoplay(self, autoplay: Autoplay) -> None:
        """Choose which cards go home automatically from now on."""
        with self._change():
            self.session.autoplay = autoplay

    def count_hint(self) -> None:
        """The player has seen a hint."""
        with self._change():
            self.hints += self.outcome is not Outcome.WON

    def count_review(self) -> None:
        """The player has seen a review: a hint, because it names winning moves.

        One that is seen again before the game goes on is no other hint. Whoever looks at a game
        does not play it, so it keeps its place in the history.
        """
        if self._reviewed == self._state():
            return
        with self._change(is_look=True):
            self.hints += self.outcome is not Outcome.WON
        self._reviewed = self._state()

    def count_verdict(self) -> None:
        """The player has seen a verdict."""
        with self._change():
            self.verdicts += self.outcome is not Outcome.WON

    def keep_skill(self, reviewed: Session, decisions: int, cost: float) -> bool:
        """Keep what the decisions cost, as a review of a session found; whether that was saved.

        `cost` is the sum of the shares of games that each decision lost. Only the cost of a
        finished game is kept, and only if the session is that game as it ended. Never raises: the
        next review finds the same.
        """
        if self.repository is None or self.number is None:
            return False
        try:
            return self.repository.keep_skill(self.number, reviewed, decisions, cost)
        except StoreError:
            return False

    # -- lines beside the game ---------------------------------------------------------------------

    @property
    def played(self) -> Variation:
        """The moves made, with the comments and side lines that are kept beside them."""
        return Record.of(self.session, {}, self._annotations).main_line

    def keep_lines(self, played: Variation) -> None:
        """Keep other comments and side lines beside the moves made.

        They are no move of the game, so a won game keeps them too, and its time stays.
        """
        if self.outcome is Outcome.WON and not self.session.is_won:
            raise StoreError(t("store.error.session_changed"))
        with self._change(is_look=True, is_note=True):
            whole = Record.of(_whole(self.session), {}, self._annotations)
            rest = whole.main_line.nodes[len(self.session.steps) :]
            line = Variation(played.nodes + rest, played.comment)
            self.record = Record(whole.tags, line)

    @property
    def _annotations(self) -> Record | None:
        return self.record and without_history_tags(self.record)

    def to_record(self) -> Record:
        """The game as a record; its tags tell the help taken, so a file is not a fresh start."""
        tags = {"Date": date.today().isoformat()}
        numbers = (self.seconds, self.undos, self.hints, self.verdicts, self.coach_moves)
        if any(numbers):
            tags |= help_tags(*numbers)
        return Record.of(self.session, tags, self._annotations)

    # -- saving -----------------------------------------------------------------------------------

    def _after_step(self, *, is_undo: bool = False) -> None:
        if self.outcome is Outcome.WON:
            return  # a win is closed: what follows changes only the session
        self._has_begun = True
        # Whoever gave up may have seen all the cards since: continuing counts as an undo.
        self.undos += is_undo or self.outcome is Outcome.GIVEN_UP
        self.outcome, self._ended = Outcome.UNFINISHED, None
        if self.repository is not None and self._started is None:
            self._started = self.repository.now()
        self._run_clock()
        if (outcome := _outcome_of(self.session)) is not Outcome.UNFINISHED:
            self._end(outcome)

    def _end(self, outcome: Outcome) -> None:
        self._stopwatch.stop()
        self.outcome = outcome
        if self.repository is not None:
            self._ended = self.repository.now()
            self._unsaved_win = self._row(self.repository) if outcome is Outcome.WON else None

    @contextmanager
    def _change(self, *, is_look: bool = False, is_note: bool = False) -> Iterator[None]:
        """Save what is changed inside. Where that fails with an error, nothing has been changed.

        `is_look`: the game has only been looked at, so its row keeps its time. `is_note`: the
        change is one that a closed game takes, too.

        Where a second Ctrl-C interrupts it, nothing has been changed here; what the database has,
        the next change finds out by the version.
        """
        with defer_sigint():
            before = self._snapshot()
            try:
                yield
                self._save(is_look, is_note)
            except StaleGameError as stale:
                try:
                    self.reload()
                except StoreError as error:  # nobody knows the latest version: undo the change
                    self._restore(before)
                    self.save_error = "" if self.strict else str(error)
                    raise stale from None
                raise StaleGameError(t("store.error.reloaded", why=stale)) from None
            except (StoreError, KeyboardInterrupt):  # a StoreError is raised by strict games only
                self._restore(before)
                raise

    def _snapshot(self) -> dict[str, object]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return values | {"session": self.session.copy(), "_stopwatch": copy(self._stopwatch)}

    def _restore(self, snapshot: dict[str, object]) -> None:
        for name, value in snapshot.items():
            setattr(self, name, value)

    def _save(self, is_look: bool, is_note: bool) -> None:
        is_closed = self.outcome is Outcome.WON and self._unsaved_win is None and not is_note
        is_to_be_saved = self._has_begun or self.key is not None
        if self.repository is None or is_closed or not is_to_be_saved:
            return
        row = self._unsaved_win or self._row(self.repository)
        if is_look and not self.save_error and self._touched is not None:
            row = replace(row, touched=self._touched)
        try:
            if self.number is None:
                self.number = self.repository.insert(row)
            else:
                row = self._update(self.repository, row)
        except StaleGameError:
            raise
        except StoreError as error:
            if self.strict:
                raise
            self.save_error = str(error)
            self._unconfirmed |= {row.touched}
        else:
            self.version, self.save_error, self._unsaved_win = row.version, "", None
            self._unconfirmed, self._touched = frozenset(), row.touched
            if (state := self._state()) != self._saved_state:
                self.state_version, self._saved_state = self.version, state

    def _update(self, repository: GameRepository, row: GameRow) -> GameRow:
        """Save the next version, and return it; StaleGameError if another program has saved one.

        A version that this game itself has saved without knowing is not another program's.
        """
        try:
            repository.update(row)
        except StaleGameError:
            if not self._unconfirmed:
                raise
            latest = repository.load(row.number)
            if latest.version != row.version or latest.touched not in self._unconfirmed:
                raise
            row = replace(row, version=latest.version + 1)
            repository.update(row)
        return row

    def _state(self) -> tuple[object, ...]:
        """What `state_version` is about."""
        return self.session.steps, self.session.undone, self.session.autoplay, self.outcome

    def _row(self, repository: GameRepository) -> GameRow:
        record, undone = _write_moves(self.session, self.record)
        return GameRow(
            number=self.number or 0,
            game=self.session.game.slug,
            deal=self.session.deal_number,
            outcome=self.outcome,
            moves=len(self.session.steps),
            seconds=self.seconds,
            undos=self.undos,
            hints=self.hints,
            verdicts=self.verdicts,
            coach_moves=self.coach_moves,
            deal_source=self.deal_source,
            started=self._started,
            touched=repository.now(),
            ended=self._ended,
            key=self.key,
            version=self.version + 1,
            record=record,
            undone=undone,
        )


def _outcome_of(session: Session) -> Outcome:
    """The outcome that follows from the position alone."""
    if session.is_won:
        return Outcome.WON
    return Outcome.LOST if session.is_stuck else Outcome.UNFINISHED


def _write_moves(session: Session, earlier: Record | None) -> tuple[str, str]:
    """The two records of a row: the moves made, and those taken back."""
    earlier = earlier and without_history_tags(earlier)
    record = str(Record.of(session, {}, earlier))
    if not session.undone:
        return record, ""
    line = Record.of(_whole(session), {}, earlier).main_line  # with the comments on those moves
    return record, str(Record({}, Variation(line.nodes[len(session.steps) :])))


def _whole(session: Session) -> Session:
    """The session with its undone steps made again."""
    whole = session.copy()
    while whole.redo() is not None:
        pass
    return whole
