"""A saved game beside a plain session: whatever is done to both, they and the store agree."""

import random
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from store.saved_games import FREECELL, first_move, number_of

from winnable import (
    GAMES,
    Autoplay,
    Game,
    Move,
    Session,
)
from winnable.store import Outcome, SavedGame, Store


class SavedGames(RuleBasedStateMachine):
    """A saved game and a plain session; now and then the program starts again."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.url = f"sqlite:///{Path(self.folder.name) / 'games.db'}"
        self.store = Store.open(self.url)
        self.game: SavedGame | None = None

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @precondition(lambda self: self.game is None)
    @rule(
        game=st.sampled_from(list(GAMES.values())),
        deal=st.integers(1, 2**33 - 1),
        autoplay=st.sampled_from(Autoplay),
    )
    def start(self, game: Game, deal: int, autoplay: Autoplay) -> None:
        self.plain = Session.new(game, deal, autoplay=autoplay)
        self.game = self.store.new_game(Session.new(game, deal, autoplay=autoplay))
        self.undos = 0

    @precondition(lambda self: self.game is not None)
    @rule(seed=st.integers(0, 2**32))
    def make(self, seed: int) -> None:
        legal: list[Move] = list(self.plain.legal_moves())
        if legal and not self.plain.is_won:
            move = random.Random(seed).choice(legal)
            assert self.game
            assert self.game.make(move) == self.plain.make(move)

    @precondition(lambda self: self.game is not None)
    @rule()
    def undo(self) -> None:
        assert self.game
        self.undos += bool(self.plain.steps)
        assert self.game.undo() == self.plain.undo()

    @precondition(lambda self: self.game is not None)
    @rule()
    def redo(self) -> None:
        assert self.game
        assert self.game.redo() == self.plain.redo()

    @precondition(lambda self: self.game is not None)
    @rule()
    def restart(self) -> None:
        assert self.game
        self.undos += bool(self.plain.steps)
        self.game.restart()
        self.plain.restart()

    @precondition(lambda self: self.game is not None)
    @rule(steps=st.integers(0, 12))
    def go_to(self, steps: int) -> None:
        assert self.game
        self.undos += steps < len(self.plain.steps)
        self.game.go_to(steps)
        while len(self.plain.steps) > steps:
            self.plain.undo()
        while len(self.plain.steps) < steps and self.plain.redo():
            pass

    @precondition(lambda self: self.game is not None)
    @rule()
    def reload(self) -> None:
        assert self.game
        self.game.reload()

    @precondition(lambda self: self.game is not None and self.game.number)
    @rule(is_fresh=st.booleans())
    def reopen(self, is_fresh: bool) -> None:
        assert self.game
        assert self.game.number
        if is_fresh:
            self.store.close()
            self.store = Store.open(self.url)
        self.game = self.store.open_game(self.game.number)

    @invariant()
    def game_and_session_agree(self) -> None:
        game = self.game
        if game is None or game.outcome is Outcome.WON:
            return
        assert game.save_error == ""
        assert game.session.steps == self.plain.steps
        assert game.session.undone == self.plain.undone
        assert game.session.position == self.plain.position
        assert game.undos == self.undos
        assert (game.number is None) == (not (self.plain.steps or self.plain.undone))
        if game.number:
            [saved] = self.store.games.history()
            assert (saved.moves, saved.undos) == (len(self.plain.steps), self.undos)


TestSavedGames = SavedGames.TestCase
TestSavedGames.settings = settings(max_examples=30, stateful_step_count=30, deadline=None)


def test_each_of_the_games_can_be_reopened(store: Store) -> None:
    for game in GAMES.values():
        saved_game = store.new_game(Session.new(game, 617, autoplay="all"))
        for _ in range(4):
            first_move(saved_game)
        again = store.open_game(number_of(saved_game))
        assert again.session.steps == saved_game.session.steps
    assert len(store.games.history()) == len(GAMES)
    assert [saved.game for saved in store.games.history(FREECELL)] == ["freecell"]
