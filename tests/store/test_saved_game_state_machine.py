"""A table against a plain session: whatever is done to both, they agree, and so does the store."""

import random
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from store.saved_games import FREECELL

from winnable import (
    GAMES,
    Autoplay,
    Move,
    Session,
)
from winnable.store import Outcome, SavedGame, Store


class Tables(RuleBasedStateMachine):
    """A table and a plain session, side by side; now and then the program starts again."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.url = f"sqlite:///{Path(self.folder.name) / 'games.db'}"
        self.store = Store.open(self.url)
        self.table: SavedGame | None = None

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
        self.table = SavedGame(Session.new(slug, deal, autoplay=autoplay), self.store.games)
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
        self.table = self.store.open_game(self.table.number)

    @invariant()
    def they_agree(self) -> None:
        table = self.table
        if table is None or table.outcome is Outcome.WON:
            return
        assert table.save_error == ""
        assert table.session.steps == self.plain.steps
        assert table.session.undone == self.plain.undone
        assert table.session.position == self.plain.position
        assert table.undos == self.undos
        assert (table.number is None) == (not (self.plain.steps or self.plain.undone))
        if table.number:
            [kept] = self.store.games.history()
            assert (kept.moves, kept.undos) == (len(self.plain.steps), self.undos)


TestTables = Tables.TestCase
TestTables.settings = settings(max_examples=30, stateful_step_count=30, deadline=None)


def test_a_table_of_each_game_can_be_reopened(store: Store) -> None:
    for game in GAMES.values():
        table = SavedGame(Session.new(game, 617, autoplay="all"), store.games)
        for _ in range(4):
            table.make(next(table.session.legal_moves()))
        assert table.number
        assert store.open_game(table.number).session.steps == table.session.steps
    assert len(store.games.history()) == len(GAMES)
    assert [kept.game for kept in store.games.history(FREECELL)] == ["freecell"]
