import random
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from store.games import FREECELL, WINNING, Clock, calendar, nearly_won

from winnable import (
    GAMES,
    Autoplay,
    IllegalMove,
    Move,
    Record,
    Session,
    StaleGame,
    StoreError,
    parse_record,
)
from winnable.store import Outcome, Store, Table


def moves(table: Table) -> str:
    return " ".join(str(step.move) for step in table.session.steps)


# -- what is kept ---------------------------------------------------------------------------------


def test_nothing_is_kept_before_the_first_move(store: Store) -> None:
    table = Table(Session.new("freecell", 1), store)
    assert table.undo() is None
    assert table.redo() is None
    table.restart()
    table.go_to(5)
    table.note_hint()
    table.set_autoplay(Autoplay.SAFE)
    table.give_up()
    table.pause()
    table.resume()
    assert (table.number, table.version, table.seconds) == (None, 0, 0)
    assert store.history() == []


def test_with_it_comes_all_that_was_noted_before(store: Store) -> None:
    table = Table(Session.new("freecell", 1), store)
    table.note_hint()
    table.note_hint()
    table.note_verdict()
    table.make("t3c1")
    [kept] = store.history()
    assert (kept.number, kept.game, kept.deal) == (table.number, "freecell", 1)
    assert (kept.moves, kept.undos, kept.hints, kept.verdicts) == (1, 0, 2, 1)
    assert kept.outcome is Outcome.UNFINISHED
    assert kept.started is not None
    assert kept.started <= kept.touched <= datetime.now(UTC)
    assert kept.ended is None


def test_every_change_is_there_at_once(store: Store, url: str) -> None:
    table = Table(Session.new("freecell", 1, autoplay="safe"), store)
    table.make("t3c1")
    assert table.number
    with Store.open(url) as other:
        for act, line in (
            (lambda: table.make("t3t2"), ("t3c1 t3t2", 0)),
            (lambda: table.make("t7c2"), ("t3c1 t3t2 t7c2", 0)),
            (table.undo, ("t3c1 t3t2", 1)),
            (table.undo, ("t3c1", 2)),
            (table.redo, ("t3c1 t3t2", 1)),
            (table.restart, ("", 3)),
            (lambda: table.go_to(3), ("t3c1 t3t2 t7c2", 0)),
            (lambda: table.go_to(1), ("t3c1", 2)),
            (lambda: table.make("t4c2"), ("t3c1 t4c2", 0)),
        ):
            act()
            again = other.open_table(table.number)
            assert (moves(again), len(again.session.undone)) == line
            assert again.session.steps == table.session.steps
            assert again.session.undone == table.session.undone
            assert again.session.autoplay is Autoplay.SAFE
            assert again.version == table.version
        assert (again.undos, store.history()[0].undos) == (4, 4)


def test_notes_and_autoplay_are_kept_at_once(store: Store) -> None:
    table = Table(Session.new("freecell", 1), store)
    table.make("t3c1")
    assert table.number
    table.note_hint()
    table.note_verdict()
    table.set_autoplay(Autoplay.ALL)
    again = store.open_table(table.number)
    assert (again.hints, again.verdicts, again.session.autoplay) == (1, 1, Autoplay.ALL)


def test_an_illegal_move_changes_nothing(store: Store) -> None:
    table = Table(Session.new("freecell", 1), store)
    with pytest.raises(IllegalMove):
        table.make("t1f1")
    assert store.history() == []
    table.make("t3c1")
    with pytest.raises(IllegalMove):
        table.make("t3c1")
    assert (table.version, moves(table), store.history()[0].moves) == (1, "t3c1", 1)


def test_to_go_where_one_stands_is_no_change(store: Store) -> None:
    table = Table(Session.new("freecell", 1), store)
    table.make("t3c1")
    table.go_to(1)
    table.go_to(99)
    table.redo()
    assert (table.version, table.undos) == (1, 0)
    table.go_to(-1)
    table.undo()
    table.restart()
    assert (table.version, table.undos) == (2, 1)


def test_decks_and_boards_of_ones_own(store: Store) -> None:
    table = Table(nearly_won(), store)
    table.make(WINNING[0])
    assert table.number
    again = store.open_table(table.number)
    assert again.session.start == table.session.start
    assert store.history()[0].deal is None


def test_without_a_store_one_can_play(url: str) -> None:
    table = Table(nearly_won())
    for move in WINNING:
        table.make(move)
    table.undo()
    table.note_hint()
    table.pause()
    table.resume()
    table.reload()
    assert (table.number, table.trouble, table.outcome) == (None, "", Outcome.WON)


# -- how a game ends ------------------------------------------------------------------------------


def test_a_won_game_is_closed(store: Store) -> None:
    clock = Clock()
    table = Table(nearly_won(), store, clock=clock)
    table.make(WINNING[0])
    clock.wait(7)
    table.make(WINNING[1])
    assert table.number
    assert (table.outcome, table.seconds, table.version) == (Outcome.WON, 7, 2)
    clock.wait(9)
    table.note_hint()
    table.undo()
    table.make("t1t2")
    table.give_up()
    table.pause()
    [kept] = store.history()
    assert (kept.outcome, kept.moves, kept.seconds, kept.is_unaided) == (Outcome.WON, 2, 7, True)
    assert kept.ended is not None
    assert (table.undos, table.hints, table.seconds, table.version) == (0, 0, 7, 2)
    assert table.session.is_won is False
    again = store.open_table(table.number)
    assert again.session.is_won
    again.undo()
    again.make("t1c1")
    assert store.history() == [kept]


def test_a_game_can_be_given_up_and_taken_up_again(store: Store) -> None:
    clock = Clock()
    table = Table(Session.new("freecell", 1), store, clock=clock)
    table.make("t3c1")
    clock.wait(5)
    table.give_up()
    clock.wait(50)
    [kept] = store.history()
    assert (kept.outcome, kept.seconds) == (Outcome.GIVEN_UP, 5)
    assert kept.ended is not None
    assert store.unfinished() == []
    table.give_up()
    assert store.history() == [kept]
    again = store.open_table(kept.number, clock=clock)
    clock.wait(50)
    again.note_hint()
    assert again.outcome is Outcome.GIVEN_UP
    again.make("t3t2")
    clock.wait(2)
    again.undo()
    [kept] = store.unfinished()
    assert (kept.outcome, kept.ended, kept.seconds, kept.hints) == (Outcome.UNFINISHED, None, 7, 1)
    with pytest.raises(StaleGame):
        table.make("t3t2")


# -- the time -------------------------------------------------------------------------------------


def test_the_clock_runs_from_the_first_move_and_not_in_pauses(store: Store) -> None:
    clock = Clock()
    table = Table(Session.new("freecell", 1), store, clock=clock)
    clock.wait(100)
    assert table.seconds == 0
    table.make("t3c1")
    clock.wait(3)
    assert table.seconds == 3
    table.pause()
    table.pause()
    clock.wait(100)
    assert table.seconds == 3
    assert store.history()[0].seconds == 3  # kept, in case the pause never ends
    table.resume()
    table.resume()
    clock.wait(4)
    table.undo()
    assert store.history()[0].seconds == 7
    assert table.number
    clock.wait(1000)
    again = store.open_table(table.number, clock=clock)
    clock.wait(2)
    assert again.seconds == 9


def test_the_clock_waits_for_the_end_of_a_pause(store: Store) -> None:
    clock = Clock()
    table = Table(Session.new("freecell", 1), store, clock=clock)
    table.pause()
    table.make("t3c1")
    clock.wait(3)
    assert table.seconds == 0
    table.resume()
    clock.wait(3)
    assert table.seconds == 3


def test_time_alone_is_no_change(store: Store) -> None:
    table = Table(Session.new("freecell", 1), store)
    table.make("t3c1")
    assert table.number
    other = store.open_table(table.number)
    touched = store.history()[0].touched
    table.pause()
    assert store.history()[0].touched == touched
    other.make("t3t2")
    table.resume()
    table.pause()  # which is not for the newer game, and not an error either
    assert table.trouble == ""
    with pytest.raises(StaleGame):
        table.undo()


def test_when_it_was(url: str) -> None:
    with Store.open(url, now=calendar()) as store:
        table = Table(Session.new("freecell", 1), store)
        table.make("t3c1")
        table.make("t3t2")
        table.give_up()
        [kept] = store.history()
        assert kept.started == datetime(2026, 11, 16, 9, 30, 1, tzinfo=UTC)
        assert kept.ended is not None
        assert kept.started < kept.ended <= kept.touched
        assert {time.tzinfo for time in (kept.started, kept.touched, kept.ended)} == {UTC}


# -- several programs -----------------------------------------------------------------------------


def test_a_stale_table_makes_no_move_and_looks_again(store: Store, url: str) -> None:
    first = Table(Session.new("freecell", 1), store)
    first.make("t3c1")
    assert first.number
    with Store.open(url) as other:
        second = other.open_table(first.number)
        second.make("t3t2")
        second.note_hint()
        with pytest.raises(
            StaleGame, match=f"another program has gone on with game {first.number}"
        ):
            first.make("t7c2")
        assert (moves(first), first.version, first.hints) == ("t3c1 t3t2", 3, 1)
        assert moves(second) == moves(first)
        first.make("t7c2")
        for act in (second.undo, second.restart, second.note_hint, second.give_up):
            with pytest.raises(StaleGame):
                act()
            assert moves(second) == "t3c1 t3t2 t7c2"
            first.note_verdict()
        assert (second.undos, second.hints, second.outcome) == (0, 1, Outcome.UNFINISHED)
    assert store.history()[0].moves == 3


def test_an_illegal_move_at_a_stale_table_is_only_illegal(store: Store) -> None:
    table = Table(Session.new("freecell", 1), store)
    table.make("t3c1")
    assert table.number
    store.open_table(table.number).make("t3t2")
    with pytest.raises(IllegalMove):
        table.make("t1f1")
    assert moves(table) == "t3c1"


def test_stale_and_not_to_be_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(Session.new("freecell", 1), store)
    for move in ("t3c1", "t3t2", "t7c2"):
        table.make(move)
    table.undo()
    assert table.number
    store.open_table(table.number).make("t4c2")

    def fetch(number: int) -> None:
        raise StoreError("the disk does not obey")

    with monkeypatch.context() as patch:
        patch.setattr(store, "fetch", fetch)
        with pytest.raises(StaleGame):
            table.make("t4c3")
    assert (moves(table), len(table.session.undone), table.undos) == ("t3c1 t3t2", 1, 1)
    assert table.trouble == "the disk does not obey"
    with pytest.raises(StaleGame):
        table.undo()
    assert (moves(table), table.trouble) == ("t3c1 t3t2 t4c2", "")


def test_two_win_the_same_game(store: Store) -> None:
    table = Table(nearly_won(), store)
    table.make(WINNING[0])
    assert table.number
    other = store.open_table(table.number)
    other.make(WINNING[1])
    with pytest.raises(StaleGame):
        table.make(WINNING[1])
    assert (table.outcome, table.session.is_won) == (Outcome.WON, True)
    table.undo()
    assert [kept.moves for kept in store.history()] == [2]


# -- what people wrote ----------------------------------------------------------------------------

ANNOTATED = """[Winnable "1"]
[Game "freecell"]
[Deal "1"]
[Player "Ada"]
[Undos "2"]
[Hints "1"]
[Seconds "12.5"]

{Deal one.} 1. t3c1 {a start} 2. t3t2 (2. t7c2) 3. t7c2 {onwards} *
"""


def test_comments_side_lines_and_tags_stay(store: Store) -> None:
    record = parse_record(ANNOTATED)
    table = Table(record.session(), store, record=record)
    table.make("t7c3")
    table.undo()
    table.undo()
    assert table.number
    kept = store.record(table.number)
    assert kept.tags["Player"] == "Ada"
    assert str(kept.line.entries[0].comment) == "a start"
    assert len(kept.line.entries) == 2
    again = store.open_table(table.number)  # the comment on a move taken back is there as well
    again.redo()
    kept = store.record(table.number)
    assert kept.line.comment == "Deal one."
    assert [entry.comment for entry in kept.line.entries] == ["a start", "", "onwards"]
    assert len(kept.line.entries[1].sidelines) == 1


def test_a_game_from_a_file_brings_its_figures(store: Store) -> None:
    record = parse_record(ANNOTATED)
    table = Table(record.session(), store, record=record, clock=Clock())
    assert store.history() == []
    table.make("t7c3")
    [kept] = store.history()
    assert (kept.undos, kept.hints, kept.seconds, kept.moves) == (2, 1, 12.5, 4)


@pytest.mark.parametrize("said", ["", "-1", "1e9", "many", "²", "9" * 20, "1.2.3", "nan"])
def test_figures_that_are_none_do_not_count(said: str) -> None:
    record = Record({"Undos": said, "Seconds": said})
    table = Table(Session.new("freecell", 1), record=record)
    assert (table.undos, table.seconds) == (0, 0)


def test_a_won_game_from_a_file_is_closed(store: Store) -> None:
    session = nearly_won()
    for move in WINNING:
        session.make(move)
    table = Table(session, store, record=Record.of(session))
    table.undo()
    assert store.history() == []


# -- against a plain session ----------------------------------------------------------------------


class Tables(RuleBasedStateMachine):
    """A table and a plain session, side by side; now and then the program starts again."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.url = f"sqlite:///{Path(self.folder.name) / 'games.db'}"
        self.store = Store.open(self.url)
        self.table: Table | None = None

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @precondition(lambda self: self.table is None)
    @rule(
        game=st.sampled_from(list(GAMES.values())),
        deal=st.integers(1, 2**33 - 1),
        autoplay=st.sampled_from(Autoplay),
    )
    def sit_down(self, game: object, deal: int, autoplay: Autoplay) -> None:
        slug = getattr(game, "slug", "")
        self.plain = Session.new(slug, deal, autoplay=autoplay)
        self.table = Table(Session.new(slug, deal, autoplay=autoplay), self.store)
        self.undos = 0

    @precondition(lambda self: self.table is not None)
    @rule(seed=st.integers(0, 2**32))
    def make(self, seed: int) -> None:
        legal: list[Move] = list(self.plain.legal_moves())
        if legal and not self.plain.is_won:
            move = random.Random(seed).choice(legal)
            assert self.table
            assert self.table.make(move) == self.plain.make(move)

    @precondition(lambda self: self.table is not None)
    @rule()
    def undo(self) -> None:
        assert self.table
        self.undos += bool(self.plain.steps)
        assert self.table.undo() == self.plain.undo()

    @precondition(lambda self: self.table is not None)
    @rule()
    def redo(self) -> None:
        assert self.table
        assert self.table.redo() == self.plain.redo()

    @precondition(lambda self: self.table is not None)
    @rule()
    def restart(self) -> None:
        assert self.table
        self.undos += bool(self.plain.steps)
        self.table.restart()
        self.plain.restart()

    @precondition(lambda self: self.table is not None)
    @rule(steps=st.integers(0, 12))
    def go_to(self, steps: int) -> None:
        assert self.table
        self.undos += steps < len(self.plain.steps)
        self.table.go_to(steps)
        while len(self.plain.steps) > steps:
            self.plain.undo()
        while len(self.plain.steps) < steps and self.plain.redo():
            pass

    @precondition(lambda self: self.table is not None)
    @rule()
    def reload(self) -> None:
        assert self.table
        self.table.reload()

    @precondition(lambda self: self.table is not None and self.table.number)
    @rule(is_fresh=st.booleans())
    def reopen(self, is_fresh: bool) -> None:
        assert self.table
        assert self.table.number
        if is_fresh:
            self.store.close()
            self.store = Store.open(self.url)
        self.table = self.store.open_table(self.table.number)

    @invariant()
    def they_agree(self) -> None:
        table = self.table
        if table is None or table.outcome is Outcome.WON:
            return
        assert table.trouble == ""
        assert table.session.steps == self.plain.steps
        assert table.session.undone == self.plain.undone
        assert table.session.position == self.plain.position
        assert table.undos == self.undos
        assert (table.number is None) == (not (self.plain.steps or self.plain.undone))
        if table.number:
            [kept] = self.store.history()
            assert (kept.moves, kept.undos) == (len(self.plain.steps), self.undos)


TestTables = Tables.TestCase
TestTables.settings = settings(max_examples=30, stateful_step_count=30, deadline=None)


def test_a_table_of_each_game_can_be_reopened(store: Store) -> None:
    for game in GAMES.values():
        table = Table(Session.new(game, 617, autoplay="all"), store)
        for _ in range(4):
            table.make(next(table.session.legal_moves()))
        assert table.number
        assert store.open_table(table.number).session.steps == table.session.steps
    assert len(store.history()) == len(GAMES)
    assert [kept.game for kept in store.history(FREECELL)] == ["freecell"]


# -- as a record ----------------------------------------------------------------------------------


def test_a_record_tells_what_the_game_has_taken() -> None:
    table = Table(Session.new("freecell", 617))
    for move in ("t8c1", "t3c2"):
        table.make(move)
    table.undo()
    table.note_hint()
    record = table.to_record()
    assert (record.tags["Undos"], record.tags["Hints"], record.tags["Verdicts"]) == ("1", "1", "0")
    again = Table(parse_record(str(record)).session(), record=record)
    assert (again.undos, again.hints) == (1, 1), "a file is no fresh start"
    exported = parse_record(str(record).replace("[Undos", '[Outcome "won"]\n[Undos'))
    assert "Outcome" not in Table(exported.session(), record=exported).to_record().tags


def test_the_record_of_a_fresh_game_tells_nothing() -> None:
    assert "Undos" not in Table(Session.new("freecell", 617)).to_record().tags
